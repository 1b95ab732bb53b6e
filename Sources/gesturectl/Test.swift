import ArgumentParser
import GestureConfig

struct Test: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Replays recordings that have an expectation beside them and shows what differs.",
    discussion: """
      NAME.expected beside NAME.evemu is the text that `replay` prints. Exit status 1 if any differs.

      Example:
        gesturectl test --update ~/.config/gestured/recordings
        gesturectl test ~/.config/gestured/recordings
        gesturectl test --labels ~/.config/gestured/recordings
      """)
  @Argument(help: "Directories and recordings (default: the current directory).", completion: .file())
  var paths: [String] = []
  @Option(help: "The configuration (default: the daemon's).", completion: .file(extensions: ["toml"]))
  var config: String?
  @Option(
    help: ArgumentHelp(
      "Print how often each labelled recording of a directory is recognized as its label.", valueName: "DIR"),
    completion: .directory)
  var labels: String?
  @Flag(help: "Write the expectations instead of comparing; also those that do not exist yet.") var update =
    false

  func validate() throws {
    guard labels != nil, update || !paths.isEmpty else { return }
    throw ValidationError(
      "--labels takes its directory as its value, and goes with neither --update nor other paths")
  }

  func run() throws {
    let configuration = try ConfigurationChoice.load(explicit: config)
    if let labels {
      print(try LabelledRecordings.table(of: labels, configuration).text, terminator: "")
      return
    }
    let found = try (paths.isEmpty ? ["."] : paths).flatMap(Expectation.find)
    let chosen = update ? found : found.filter(\.exists)
    guard !chosen.isEmpty else {
      let what = update ? "recording" : "recording with an expectation beside it (`--update` writes them)"
      throw CommandFailure(
        .wrong, "\(paths.isEmpty ? "." : paths.joined(separator: " ")): there is no \(what)")
    }
    var failed = 0
    for expectation in chosen {
      do {
        if try !(update ? renew(expectation, configuration) : compare(expectation, configuration)) {
          failed += 1
        }
      } catch let failure as CommandFailure {
        StandardError.line("gesturectl: \(failure.message)")
        failed += 1
      }
    }
    StandardOutput.line("\(chosen.count - failed) passed, \(failed) failed")
    if failed > 0 { throw CommandFailure(.wrong, "") }
  }

  private func renew(_ expectation: Expectation, _ configuration: Configuration) throws -> Bool {
    let trace = try expectation.trace(configuration)
    guard try expectation.expected() != trace else { return true }
    try expectation.write(trace)
    StandardOutput.line("wrote \(expectation.file)")
    return true
  }

  private func compare(_ expectation: Expectation, _ configuration: Configuration) throws -> Bool {
    let expected = try expectation.expected() ?? ""
    let trace = try expectation.trace(configuration)
    if expected == trace { return true }
    StandardOutput.line("--- \(expectation.file)")
    StandardOutput.line("+++ \(expectation.recording)")
    StandardOutput.lines(LineDifference.text(from: expected, to: trace).dropLast())
    return false
  }
}
