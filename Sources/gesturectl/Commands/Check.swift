import ArgumentParser
import ControlProtocol
import GestureConfig
import GestureCore

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks a configuration and prints every problem.",
    discussion: """
      The file is read as the daemon would read it. The exit status is 1 if there is a problem, but not for warnings. If the \
      file has up to 200 gestures, `check` also tries each of them: it draws the gesture's own motion and replays it with the \
      whole file, on each class of device that the gesture is for.

      Example:
        gesturectl check ~/.config/gestured/config.toml
        gesturectl check --try
        gesturectl check --against ~/ordinary
        gesturectl check --json | jq '.[].message'
        sed 's/12mm/15mm/' config.toml | gesturectl check -
      """)
  @Argument(
    help: "The file, or - for standard input (default: the one that the daemon would use).", completion: .toml
  )
  var file: String?
  @Option(help: "The same as FILE, for consistency with other commands.", completion: .toml)
  var config: String?

  @Flag(
    name: .customLong("try"),
    help: "Try each gesture with its own motion, also in a large file, and print the result and the time.")
  var isTried = false
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Recordings of ordinary work, or a directory of them: print how often each gesture would have been recognized there, and "
        + "which limit avoids it without losing the examples of `teach`.",
      valueName: "FILE"),
    completion: .file()) var against: [String] = []
  @Flag(help: "As JSON: a list of severity, line, column, message and gesture.") var json = false

  func validate() throws {
    if json && !against.isEmpty {
      throw ValidationError("--json prints diagnostics; leave it out with --against")
    }
  }

  func run() throws(CommandFailure) {
    guard let path = ConfigurationChoice.find(explicit: file ?? config) else {
      return json ? StandardOutput.line("[]") : Finding.show([.withoutConfiguration])
    }
    let facts = ConfigurationChoice.facts()
    var loaded =
      path == "-"
      ? Configuration.load(
        text: try TextFile.read(StandardInput.path, takesPipes: true), path: path, facts: facts)
      : Configuration.load(path: path, facts: facts)
    let trial = loaded.tryGestures(most: isTried || json ? .max : LoadedConfiguration.mostTried)
    if json {
      StandardOutput.raw(JSONWriter.line { $0.list(loaded.diagnostics) { $0.write(to: &$1) } })
      if loaded.hasProblems { throw .wrong("") }
      return
    }
    for diagnostic in loaded.diagnostics {
      ConfigurationChoice.show(diagnostic, path: path, text: loaded.text)
    }
    let summary = Finding.ofConfiguration(
      path, gestures: loaded.configuration?.gestures.count, loaded.diagnostics
    ).text
    // The summary goes to the stream of the diagnostics, so that one pipe or file receives both.
    let untried = trial == nil && !loaded.hasProblems ? [Self.untried] : []
    for line in [summary] + untried + Self.notes(loaded) {
      if loaded.diagnostics.isEmpty { StandardOutput.line(line) } else { StandardError.line(line) }
    }
    if loaded.hasProblems { throw .wrong("") }
    if isTried, let trial { StandardOutput.table(trial.rows) }
    guard !against.isEmpty, let configuration = loaded.configuration else { return }
    let files = try against.map(Expectation.find).flatMap(\.self)
    let recordings = try files.map { file throws(CommandFailure) in try RecordingFile.read(file.recording) }
    guard !recordings.isEmpty else { throw .wrong("\(against[0]): has no recordings") }
    StandardOutput.lines(try OrdinaryUse(recordings, configuration).lines())
  }

  private static let untried =
    "note: the gestures were not tried, because there are more than \(LoadedConfiguration.mostTried); `gesturectl check --try` tries them"

  /// Gestures that need a program, which a file does not show.
  private static func notes(_ loaded: LoadedConfiguration) -> [String] {
    let gestures = loaded.configuration?.gestures.filter { $0.type == .client } ?? []
    return gestures.map {
      "note: \($0.name.printable) takes part while a program recognizes it (docs/socket.md, A recognizer of your own)"
    }
  }
}

extension Diagnostic {
  func write(to json: inout JSONWriter) {
    json.problem(severity.rawValue, message, line: line, column: column, gesture: gesture)
  }
}
