import ArgumentParser
import ControlProtocol
import GestureConfig

struct Test: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compares recordings with their expected output.",
    discussion: """
      NAME.expected next to NAME.evemu contains the text that `replay` prints. A line with only the name and the state, such as \
      `next-workspace recognized`, is compared without time and position, so it stays the same if you change a limit. The exit \
      status is 1 if a recording differs.

      Example:
        gesturectl test --update --names ~/.config/gestured/recordings
        gesturectl test ~/.config/gestured/recordings
        find -name '*.evemu' -newer config.toml | gesturectl test -
        gesturectl test --json | jq '.[] | select(.passed | not)'
      """)
  @Argument(
    help:
      "Directories and recordings, or - for a list of them on standard input (default: the current directory).",
    completion: .file())
  var paths: [String] = []
  @Option(help: "The configuration (default: the daemon's).", completion: .toml) var config: String?
  @Flag(help: "Write the expectations instead of comparing them, and create missing ones.") var update =
    false
  @Flag(help: "With --update, write only names and states.") var names = false

  @Flag(help: "As JSON: a list of recording, passed and difference, or error.") var json = false

  func validate() throws {
    if names && !update { throw ValidationError("--names needs --update") }
    if json && update { throw ValidationError("--json is for comparisons; leave it out with --update") }
  }

  func run() throws(CommandFailure) {
    let configuration = try ConfigurationChoice.load(explicit: config)
    let named = try paths.map(Self.named).flatMap(\.self)
    let found = try (paths.isEmpty ? ["."] : named).map(Expectation.find).flatMap(\.self)
    let chosen = update ? found : found.filter(\.exists)
    guard !chosen.isEmpty else {
      let what = update ? "recording" : "recording with an expectation beside it (`--update` writes them)"
      throw .wrong("\(paths.isEmpty ? "." : paths.joined(separator: " ")): there is no \(what)")
    }
    if json { return try printJSON(chosen, configuration) }
    var failed = 0
    for expectation in chosen {
      do throws(CommandFailure) {
        if update {
          try renew(expectation, configuration)
        } else if let difference = try expectation.difference(configuration) {
          StandardOutput.unbroken(["--- \(expectation.file)", "+++ \(expectation.recording)"])
          StandardOutput.unbroken(difference.dropLast())
          failed += 1
        }
      } catch {
        StandardError.line("gesturectl: \(error.message)")
        failed += 1
      }
    }
    StandardOutput.line("\(chosen.count - failed) passed, \(failed) failed")
    if failed > 0 { throw .wrong("") }
  }

  /// A path, or for `-` those on standard input, one a line.
  private static func named(_ path: String) throws(CommandFailure) -> [String] {
    guard path == "-" else { return [path] }
    return try TextFile.read(StandardInput.path, takesPipes: true).split(separator: "\n").map(String.init)
  }

  private func printJSON(_ expectations: [Expectation], _ configuration: Configuration) throws(CommandFailure)
  {
    var failed = false
    let list = JSONWriter.line { json in
      json.list(expectations) { expectation, json in
        json.beginObject()
        json.member("recording", expectation.recording)
        do throws(CommandFailure) {
          let difference = try expectation.difference(configuration)
          json.member("passed", difference == nil)
          json.member("difference", difference)
          if difference != nil { failed = true }
        } catch {
          failed = true
          json.member("passed", false)
          json.member("error", error.message)
        }
        json.endObject()
      }
    }
    StandardOutput.raw(list)
    if failed { throw .wrong("") }
  }

  private func renew(_ expectation: Expectation, _ configuration: Configuration) throws(CommandFailure) {
    let trace = try expectation.trace(configuration)
    let expected = try expectation.expected()
    if let expected, !names, Expectation.difference(from: expected, to: trace) == nil { return }
    try expectation.write(trace, in: expected ?? "", names: names)
    StandardOutput.line("wrote \(expectation.file)" + (trace.isEmpty ? ": nothing recognized" : ""))
  }
}
