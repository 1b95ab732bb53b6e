import ArgumentParser
import ControlProtocol
import Evdev
import GestureConfig
import GestureCore
import Glibc
import Recordings

struct Teach: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Learns a gesture from examples of it.",
    discussion: """
      Show the gesture three to five times on the device, or name recordings of it. A new name makes a gesture: its type, fingers, \
      direction and limits are those of the examples. A name of the configuration moves the limits of that gesture until your \
      examples make it. Nothing is written without --write or your answer. The examples stay in \
      $XDG_DATA_HOME/gestured/examples/NAME, where `gesturectl test` judges the configuration by them.

      Example:
        gesturectl teach next-workspace --run 'swaymsg workspace next'
        gesturectl teach zed --run foot z-1.evemu z-2.evemu --against scroll.evemu
        gesturectl teach next-workspace left-1.evemu left-2.evemu
        gesturectl teach left.evemu
      """)
  @Argument(
    help: ArgumentHelp(
      "The gesture's name, and recordings of it. Without a name, it is from type, direction and fingers.",
      valueName: "NAME|FILE"),
    completion: .custom(Completion.gestures)) var words: [String] = []
  @Option(
    name: .customLong("run"),
    help: ArgumentHelp("The command that the new gesture runs.", valueName: "COMMAND")) var command: String?
  @Option(help: "Read the examples as this type of gesture.", completion: .list(Completion.types)) var type:
    String?
  @Option(
    help:
      "A recording without the gesture, such as of scrolling. Limits are moved so that it does not make it. Repeatable.",
    completion: .file())
  var against: [String] = []
  @Option(help: "The configuration (default: the daemon's).", completion: .toml) var config: String?
  @Option(
    help: "Without recordings, the device's node (default: the only touch device).",
    completion: .custom(FoundDevice.nodes))
  var device: String?
  @Option(
    help: ArgumentHelp("Without recordings, the number of examples (default: 3 to 5).", valueName: "COUNT"))
  var examples: Int?
  @Flag(help: "Gestures that the examples make wait until the new one has failed.") var first = false
  @Flag(help: "Limit the new gesture to the place where the examples begin.") var here = false
  @Flag(help: "As JSON: the table or the changes, what each example makes, and their other effects.")
  var json = false
  @Flag(
    help:
      "Write it without a question, and keep the examples. The previous version of the file is kept as FILE.bak."
  )
  var write = false

  func validate() throws {
    if let examples, !(1...100).contains(examples) {
      throw ValidationError("--examples takes a number from 1 to 100")
    }
    if json && write { throw ValidationError("--json changes no file; leave it out with --write") }
    if device != nil && !files.isEmpty {
      throw ValidationError("--device is for a gesture that is made now; leave it out with recordings")
    }
    let known = MotionReader.types.map(\.rawValue)
    guard let type, !known.contains(type) else { return }
    throw ValidationError(
      "--type \"\(type)\" cannot be read from a motion\(known.hint(for: type, then: "types are \(known.joined(separator: ", "))"))"
    )
  }

  /// The name is the first word, unless it ends as a recording does.
  private var name: String? { words.first.flatMap { Self.isFile($0) ? nil : $0 } }
  private var files: [String] { name == nil ? words : Array(words.dropFirst()) }
  private static func isFile(_ word: String) -> Bool {
    word == "-" || word.contains("/") || Expectation.endings.contains(PathParts(word).ending)
  }

  func run() throws(CommandFailure) {
    let configuration = try ConfigurationChoice.load(explicit: config)
    ConfigurationChoice.warnOfOtherText(than: configuration)
    let known = name.flatMap { name in configuration.gestures.first { $0.name == name } }
    let text = ConfigurationChoice.text(of: configuration).text
    var against = try against.map { file throws(CommandFailure) in
      try Examples.motions(in: RecordingFile.read(file))
    }.flatMap(\.self)
    let lesson: Lesson
    if let known, configuration.path != nil || command == nil {
      try requireNoOther(known)
      let made = try examples(of: name, &against)
      lesson = try Lesson(
        known: known.name, made + kept(known.name, made, configuration), against: against, in: text,
        path: configuration.path ?? "config.toml", ConfigurationChoice.facts(), goesFirst: first)
    } else {
      let made = try examples(of: name, &against)
      lesson = try Lesson(
        made, against: against, in: configuration.path == nil ? "" : text,
        path: configuration.path ?? "config.toml", ConfigurationChoice.facts(),
        type: type.flatMap(GestureType.init), name: name, taken: configuration.gestures.map(\.name),
        action: command.map { "run = \(TomlText.string($0))" } ?? "# run = \"a command\"", goesFirst: first,
        isHere: here)
      // A slip of the keys is not a reason for a second gesture.
      if let name, let near = suggestion(for: name, among: configuration.gestures.map(\.name)),
        configuration.path != nil
      {
        StandardError.line(
          "gesturectl: there is no gesture \"\(name)\", so this is a new one; did you mean \"\(near)\"?")
      }
    }
    try finish(lesson, configuration)
  }

  private func requireNoOther(_ known: GestureBinding) throws(CommandFailure) {
    if command != nil {
      throw .wrong(
        "\"\(known.name)\" exists, and --run is for a new gesture; `gesturectl edit` changes what it does")
    }
    if let type, type != known.type.rawValue {
      throw .wrong(
        "\"\(known.name)\" exists as a \(known.type.rawValue); name another gesture for --type \(type)")
    }
  }

  private func examples(of name: String?, _ against: inout [Recording]) throws(CommandFailure) -> [Recording]
  {
    let made =
      try files.isEmpty
      ? record(name, &against)
      : files.map { file throws(CommandFailure) in try RecordingFile.read(file) }
    return made.flatMap(Examples.motions)
  }

  /// What was shown before counts, too, where it was shown on such a device.
  private func kept(_ name: String, _ made: [Recording], _ configuration: Configuration)
    throws(CommandFailure) -> [Recording]
  {
    let deviceClass = try Examples(made).deviceClass(configuration)
    let texts = made.map { EvemuWriter.text(of: $0) }
    let kept = (TaughtExamples(of: name)?.recordings(on: deviceClass, configuration) ?? []).filter {
      !texts.contains(EvemuWriter.text(of: $0))
    }
    if !json, !kept.isEmpty {
      StandardError.line(
        "gesturectl: with \(counted(kept.count, "example")) that \(kept.count == 1 ? "is" : "are") kept")
    }
    return kept
  }

  /// Whether a question has someone who answers.
  private var isInteractive: Bool {
    !write && !json && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
  }

  private func finish(_ lesson: Lesson, _ configuration: Configuration) throws(CommandFailure) {
    if json { return StandardOutput.raw(JSONWriter.line { $0.object { lesson.write(to: &$0) } }) }
    for line in lesson.lines { StandardOutput.unbroken(line) }
    for line in lesson.report { StandardError.line("gesturectl: \(line)") }
    let path = configuration.path ?? "config.toml"
    if let obstacle = lesson.obstacle {
      guard write else { return }
      throw .wrong("\(path): was not changed, because \(obstacle) (see above)")
    }
    guard
      write
        || isInteractive && lesson.isChanged
          && Answer.isYes("Write it to \(configuration.path ?? ConfigurationChoice.firstPath ?? path)?")
    else { return }
    let written = try lesson.isChanged ? save(lesson, configuration) : path
    guard let kept = try lesson.keep(in: written) else { return }
    StandardError.line(
      "gesturectl: \(kept.directory): \(counted(kept.files.count, "example")); `gesturectl test \(kept.directory)` judges the "
        + "configuration by them")
  }

  /// - Returns: the path that was written.
  private func save(_ lesson: Lesson, _ configuration: Configuration) throws(CommandFailure) -> String {
    guard let path = configuration.path else {
      guard lesson.draft != nil else {
        throw .wrong(
          "there is no configuration to write to; `gesturectl setup --only-configuration` writes one")
      }
      let path = try ConfigurationChoice.requireFirstPath()
      try FirstConfiguration.write(try lesson.edited(""), to: path)
      StandardError.line("gesturectl: \(path): written, the first configuration")
      return path
    }
    var file = try ConfigurationRewrite(path: path)
    try lesson.apply(to: &file.editor)
    try file.write()
    StandardError.line("gesturectl: \(path): written; the previous version is \(file.backup)")
    return path
  }

  // MARK: Made now

  /// How many examples a gesture needs and how many it takes at most.
  private static let usual = 3...5

  /// Waits for the gesture on a device, and in a terminal for what is not it, which is added to `against`.
  private func record(_ name: String?, _ against: inout [Recording]) throws(CommandFailure) -> [Recording] {
    let device = try DeviceChoice.open(device)
    var source = LiveExamples(device)
    let count =
      examples.map { $0...$0 }
      ?? (source.hasKeys ? Self.usual : Self.usual.lowerBound...Self.usual.lowerBound)
    let what = name.map { "`\($0)`" } ?? "the gesture"
    let many =
      count.count == 1 ? (count.lowerBound == 1 ? "once" : "\(count.lowerBound) times") : "3 to 5 times"
    StandardError.line(
      "Make \(what) \(many) on \(device.description.name)."
        + (source.hasKeys ? " Backspace takes one back, Enter ends." : ""))
    var made: [Recording] = []
    listening: while made.count < count.upperBound {
      switch try source.next() {
      case .motion(let events):
        let recording = Recording(
          name: "example \(made.count + 1)", description: device.description, events: events)
        made.append(recording)
        let isLast = made.count == count.upperBound
        let more = made.count == 1 ? "; again, as you would in a hurry" : "; again"
        show(recording, "\(made.count): ", isLast ? "" : more)
      case .back:
        if made.popLast() != nil { StandardError.line("  \(made.count + 1) taken back") }
      case .end:
        if made.count >= count.lowerBound || made.isEmpty || examples != nil { break listening }
        StandardError.line("  \(count.lowerBound - made.count) more, or Ctrl-C to stop")
      case .stop: throw .wrong("stopped; nothing was written")
      }
    }
    guard !made.isEmpty else { throw .wrong("no gesture was made") }
    if source.hasKeys, examples == nil {
      StandardError.line("Now something that is not it, such as a scroll; Enter skips this.")
      if case .motion(let events) = try source.next() {
        let recording = Recording(name: "the last motion", description: device.description, events: events)
        show(recording)
        against.append(recording)
      }
    }
    return made
  }

  /// Says what a motion looks like; in a terminal below a picture of the pad.
  private func show(_ recording: Recording, _ head: String = "", _ tail: String = "") {
    let reader = try? MotionReader(recording, text: "")
    let stage = ConfiguredDevice(recorded: recording.description, Configuration())?.stage
    if let reader, let stage, isatty(STDERR_FILENO) == 1 {
      for row in Self.picture(of: reader.trails, on: stage) { StandardError.rows(["  " + row]) }
    }
    StandardError.line("  \(head)\(reader?.words ?? "no touch")\(tail)")
  }

  /// The pad with the trails of a motion, as rows of characters.
  static func picture(of trails: [TouchTrail], on stage: Size) -> [String] {
    let (columns, rows) = (40, 14)
    var canvas = Canvas(width: columns, height: rows)
    PadView(stage: stage, trails: trails).draw(on: &canvas, x: 0, y: 0, width: columns, height: rows)
    return (0..<rows).map { String(canvas.row($0).map(\.character)) }.filter { !$0.trimmed.isEmpty }
  }
}
