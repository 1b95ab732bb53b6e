import ArgumentParser
import Evdev
import GestureConfig
import GestureCore
import Recordings

struct Tune: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measures how you make a gesture; proposes limits.",
    discussion: """
      Make the gesture several times, or name recordings of it. The output shows each limit with the value at which the result \
      of each attempt changes. Each proposal is replayed with all other gestures before it is printed.

      Example:
        gesturectl tune next-workspace
        gesturectl tune next-workspace left-1.evemu left-2.evemu
        gesturectl tune --most 2 next-workspace left-1.evemu
        gesturectl tune --against scrolling.evemu --write next-workspace left.evemu
      """)
  @Argument(help: "The gesture's name.", completion: .custom(Completion.gestures)) var gesture: String
  @Argument(help: "Recordings of the gesture (default: made now, on a device).", completion: .file())
  var recordings: [String] = []
  @Option(help: "The configuration (default: the daemon's).", completion: .toml) var config: String?
  @Option(
    help:
      "A recording without the gesture. The output shows what a proposal would change in it. Repeatable.",
    completion: .file())
  var against: [String] = []
  @Option(help: "Without recordings, how often to make the gesture.") var times = 5
  @Option(
    help: "Without recordings, the device's node (default: the only touch device).",
    completion: .custom(FoundDevice.nodes))
  var device: String?
  @Option(
    help: ArgumentHelp(
      "Change no limit by more than this factor (default: as much as the attempts need).", valueName: "FACTOR"
    )
  )
  var most: Double?
  @Flag(help: "Without drawings, for a screen reader.") var plain = false
  @Flag(
    help:
      "As JSON: the attempts, how many are recognized before and after, the changes, and their other effects."
  )
  var json = false
  @Flag(help: "Change the proposed lines in the configuration; the previous version is kept as FILE.bak.")
  var write = false

  func validate() throws {
    if !(1...100).contains(times) { throw ValidationError("--times takes a number from 1 to 100") }
    if let most, !(1...1000).contains(most) { throw ValidationError("--most takes a factor from 1 to 1000") }
    if json && write { throw ValidationError("--json changes no file; leave it out with --write") }
    if device != nil && !recordings.isEmpty {
      throw ValidationError("--device is for a gesture that is made now; leave it out with recordings")
    }
  }

  func run() throws(CommandFailure) {
    let configuration = try ConfigurationChoice.load(explicit: config)
    ConfigurationChoice.warnOfOtherText(than: configuration)
    try configuration.requireGesture(gesture, of: "tune")
    guard let index = configuration.gestures.firstIndex(where: { $0.name == gesture }) else { return }
    let made =
      try recordings.isEmpty
      ? [record(configuration.gestures[index])]
      : recordings.map { file throws(CommandFailure) in try RecordingFile.read(file) }
    let tuning = try Tuning(
      configuration, gesture: index, made: made,
      against: try against.map { file throws(CommandFailure) in try RecordingFile.read(file) },
      most: most)
    if !json {
      let width = TerminalStyle.ofStandardOutput().width ?? .max
      StandardOutput.lines(tuning.text(isPlain: plain, width: width))
      // What `check` and `doctor` say of the gesture as it is.
      let facts = ConfigurationChoice.facts()
      let present = configuration.path.map { Configuration.load(path: $0, facts: facts) }
      for line in present?.remarks(on: gesture, facts) ?? [] { StandardError.line("gesturectl: \(line)") }
    }
    guard tuning.isChanged, let path = configuration.path else {
      if json { return StandardOutput.raw(try tuning.json(nil)) }
      if write, tuning.isChanged {
        throw .wrong(
          "there is no configuration to write to; `gesturectl setup --only-configuration` writes one")
      }
      return
    }
    var file = try ConfigurationRewrite(path: path)
    try tuning.apply(to: &file.editor, at: file.editor.path(of: configuration.gestures[index]))
    let after = Configuration.load(text: file.editor.text, path: path)
    if json { return StandardOutput.raw(try tuning.json(after)) }
    StandardOutput.lines(try tuning.costs(after))
    if write {
      try file.write()
      StandardOutput.line("\(path): written; the previous version is \(file.backup)")
    } else {
      StandardOutput.line(
        "--write changes \(tuning.changeCount == 1 ? "this line" : "these lines") in \(path)")
    }
  }

  /// Prompts for the gesture on a device.
  private func record(_ binding: GestureBinding) throws(CommandFailure) -> Recording {
    let device = try DeviceChoice.open(device)
    var source = LiveSequences(device)
    let each = binding.definitions.values.map(TuneAttempts.sequences).max() ?? 1
    var events: [InputEvent] = []
    StandardOutput.line("Make \(gesture) \(times) times on \(device.description.name); Ctrl-D stops earlier.")
    for attempt in 1...times {
      guard let more = try source.next(each) else { break }
      events += more
      StandardOutput.line("  \(attempt) of \(times)")
    }
    guard !events.isEmpty else { throw .wrong("no gesture was made") }
    return Recording(name: "made now", description: device.description, events: events)
  }
}
