import ArgumentParser
import Evdev
import GestureCore
import Recordings

struct Replay: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints the gestures of recordings; runs no actions.",
    discussion: """
      Times come from the recording, so the same files always give the same output. Each file is a separate device.

      Example:
        gesturectl replay --config my.toml --explain swipe.evemu
        gesturectl replay --explain=all --gesture next-workspace swipe.evemu
        gesturectl replay --demo --explain
        gesturectl replay --json --do "0.060 pause next-workspace" swipe.evemu
        gesturectl replay --html page.html swipe.evemu
      """)

  @Argument(
    help: "Recordings: files of evemu or `libinput record`, or the output of `evtest`; - is standard input.",
    completion: .file())
  var files: [String]
  // `CommandWords` starts the demonstration.
  @Flag(help: "Play the recording that is installed with gestured, instead of a file.") var demo = false
  @Option(help: "The configuration (default: the daemon's).", completion: .toml) var config: String?
  @Flag(help: "Skip gestures with a problem, as the daemon does at its start.") var lenient = false
  @Flag(help: "Print one JSON object per line instead of text.") var json = false
  @OptionGroup var explanation: ExplainOptions
  @Option(help: "Print only this gesture; repeatable.", completion: .custom(Completion.gestures))
  var gesture: [String] = []
  @Option(
    name: .customLong("html"),
    help: ArgumentHelp(
      "Also write an HTML page with the touches, gestures and reasons.", valueName: "page.html"),
    completion: .file(extensions: ["html"]))
  var report: String?
  @Flag(help: "Replace the page of --html if it exists.") var force = false
  @Flag(
    help: ArgumentHelp("Play in real time, and repeat until Ctrl-C; times start again with each repetition."))
  var loop = false
  @Flag(help: "In text output, also print `changed`.") var changed = false
  @Option(
    help: ArgumentHelp("Refuse larger recordings.", valueName: "MIB"))
  var limit = Recording.usualLimit
  @Flag(
    help: ArgumentHelp(
      "Use libinput's quirks on this machine instead of those in the recording."))
  var quirks = false
  @Flag(help: "Also print the positions of the touches.") var touches = false
  @Option(
    name: .customLong("do"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Pause or resume a gesture, set context, or press a key at a time in the recording; repeatable.",
      valueName: "SECONDS pause|resume|context|typing …"))
  var commands: [String] = []

  func validate() throws {
    if !(1...Recording.largestLimit).contains(limit) {
      throw ValidationError("--limit takes a number from 1 to \(Recording.largestLimit)")
    }
    if loop && report != nil {
      throw ValidationError("--loop never ends, so no page can be written")
    }
  }

  func run() throws(CommandFailure) {
    let timed = try TimedCommand.sorted(parsing: commands)
    if let report { try OutputFile.check(path: report, force: force) }
    let configuration = try ConfigurationChoice.load(explicit: config, isLenient: lenient)
    for case .setEnabled(let name, _) in timed.flatMap(\.actions) {
      try configuration.requireGesture(name, of: "--do")
    }
    for name in gesture { try configuration.requireGesture(name, of: "--gesture") }
    var replay = RecordingReplay(
      files: files, configuration: configuration, reportsTouches: touches, commands: timed,
      format: json ? .json : .text(showsChanged: changed), detail: explanation.detail(json: json),
      gestures: gesture, report: report, replacesReport: force, isLooped: loop, limit: limit)
    if quirks {
      let quirks = InstalledQuirks()
      for fault in quirks.allFaults() { StandardError.line("gesturectl: \(fault)") }
      replay.prepare = { $0.with(quirks) }
    }
    try replay.run()
  }
}

extension Recording {
  /// The recording of the device as libinput's quirks of this machine have it.
  fileprivate func with(_ quirks: InstalledQuirks) -> Recording {
    var recording = self
    if let deviceClass = description.classInReplay {
      recording.description.quirks = quirks.quirks(of: description, deviceClass, unique: "")
    }
    return recording
  }
}
