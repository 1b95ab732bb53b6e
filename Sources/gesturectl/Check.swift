import ArgumentParser
import GestureConfig

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Reads a configuration as the daemon would and prints every problem and warning.",
    discussion: """
      Exit status 1 if there is a problem; warnings alone do not count.

      Example:
        gesturectl check ~/.config/gestured/config.toml
      """)
  @Argument(
    help: "The file (default: the one that the daemon would take).", completion: .file(extensions: ["toml"]))
  var file: String?
  @Option(help: "The same as FILE, as other commands have it.", completion: .file(extensions: ["toml"]))
  var config: String?

  func run() throws {
    guard let path = ConfigurationChoice.find(explicit: file ?? config) else {
      let place = ConfigurationChoice.firstPlace.map { "; write \($0)" } ?? ""
      StandardOutput.line(
        "no configuration found: the daemon would use its built-in demonstration set\(place)")
      return
    }
    let loaded = Configuration.load(path: path, facts: ConfigurationChoice.facts)
    for diagnostic in loaded.diagnostics {
      ConfigurationChoice.show(diagnostic, path: path, text: loaded.text)
    }
    let problems = loaded.diagnostics.count { $0.severity == .problem }
    let warnings = loaded.diagnostics.count - problems
    let gestures = loaded.configuration?.gestures.count ?? 0
    StandardOutput.line(
      "\(path): \(Self.count(gestures, "gesture")), \(Self.count(problems, "problem")), \(Self.count(warnings, "warning"))"
    )
    if problems > 0 { throw CommandFailure(.wrong, "") }
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    number == 0 ? "no \(noun)s" : number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }
}
