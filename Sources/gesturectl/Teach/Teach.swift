import ArgumentParser
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
  @Option(
    help: ArgumentHelp(
      "Change no limit of a known gesture by more than this factor (default: as much as the examples need).",
      valueName: "FACTOR"))
  var most: Double?
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
    if let most, !(1...1000).contains(most) { throw ValidationError("--most takes a factor from 1 to 1000") }
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
    let known = name.flatMap { name in configuration.gestures.firstIndex { $0.name == name } }
    let read = { (file: String) throws(CommandFailure) in try RecordingFile.read(file) }
    var against = try against.map(read)
    if let known, configuration.path != nil || command == nil {
      let binding = configuration.gestures[known]
      if command != nil {
        throw .wrong(
          "\"\(binding.name)\" exists, and --run is for a new gesture; `gesturectl edit` changes what it does"
        )
      }
      if let type, type != binding.type.rawValue {
        throw .wrong(
          "\"\(binding.name)\" exists as a \(binding.type.rawValue); name another gesture for --type \(type)")
      }
      let made = try files.isEmpty ? record(binding.name, &against) : files.map(read)
      return try fit(configuration, known, made, against)
    }
    let text = configuration.path == nil ? "" : ConfigurationChoice.text(of: configuration).text
    let made = try files.isEmpty ? record(name, &against) : files.map(read)
    let lesson = try Lesson(
      made.flatMap(Lesson.examples), against: against, in: text, path: configuration.path ?? "config.toml",
      ConfigurationChoice.facts(), type: type.flatMap(GestureType.init), name: name,
      taken: configuration.gestures.map(\.name),
      action: command.map { "run = \(TomlText.string($0))" } ?? "# run = \"a command\"",
      goesFirst: first, isHere: here)
    // A slip of the keys is not a reason for a second gesture.
    if let name, let near = suggestion(for: name, among: configuration.gestures.map(\.name)),
      configuration.path != nil
    {
      StandardError.line(
        "gesturectl: there is no gesture \"\(name)\", so this is a new one; did you mean \"\(near)\"?")
    }
    try finish(lesson, configuration, made)
  }

  /// Whether a question has someone who answers.
  private var isInteractive: Bool {
    !write && !json && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
  }

  // MARK: A new gesture

  private func finish(_ lesson: Lesson, _ configuration: Configuration, _ made: [Recording])
    throws(CommandFailure)
  {
    if json { return StandardOutput.raw(lesson.json) }
    StandardOutput.unbroken(lesson.draft.text.dropLast())
    for line in lesson.report { StandardError.line("gesturectl: \(line)") }
    let path = configuration.path ?? "config.toml"
    if let obstacle = lesson.obstacle {
      guard write else { return }
      throw .wrong("\(path): was not changed, because \(obstacle) (see above)")
    }
    guard
      write
        || isInteractive
          && Answer.isYes("Write it to \(configuration.path ?? ConfigurationChoice.firstPath ?? path)?")
    else { return }
    let written = try save(lesson, configuration)
    try keep(made.flatMap(Lesson.examples), of: lesson.draft.name, written)
  }

  /// - Returns: the path that was written.
  private func save(_ lesson: Lesson, _ configuration: Configuration) throws(CommandFailure) -> String {
    guard let path = configuration.path else {
      let path = try ConfigurationChoice.requireFirstPath()
      try FirstConfiguration.write(lesson.text + lesson.draft.text, to: path)
      StandardError.line("gesturectl: \(path): written, the first configuration")
      return path
    }
    var file = try ConfigurationRewrite(path: path)
    do throws(TomlEditor.Failure) {
      // The file may have got other tables meanwhile, which stay.
      if lesson.deviceLine != nil, file.original == ConfigurationChoice.text(of: configuration).text {
        file.editor = try TomlEditor(lesson.text)
      }
      try file.editor.append(tables: lesson.draft.text)
    } catch {
      throw .wrong(
        "\(path): a table cannot be added at its end (is `gesture` a list in brackets?); add it by hand")
    }
    try file.write()
    StandardError.line("gesturectl: \(path): written; the previous version is \(file.backup)")
    return path
  }

  /// Keeps the examples that make the gesture.
  private func keep(_ examples: [Recording], of gesture: String, _ path: String) throws(CommandFailure) {
    guard let kept = TaughtExamples(of: gesture),
      let configuration = Configuration.load(path: path).configuration,
      let index = configuration.gestures.firstIndex(where: { $0.name == gesture })
    else { return }
    let good = try examples.map { example throws(CommandFailure) in
      let sequences = try TuneRecordings(recordings: [example]).sequences(configuration)
      return sequences.contains { $0.sequence.fired(index) } ? example : nil
    }
    try kept.add(good.compactMap(\.self), configuration)
    StandardError.line(
      "gesturectl: \(kept.directory): \(counted(kept.files.count, "example")); `gesturectl test \(kept.directory)` judges the "
        + "configuration by them")
  }

  // MARK: A gesture that exists

  private func fit(
    _ configuration: Configuration, _ index: Int, _ made: [Recording], _ against: [Recording]
  ) throws(CommandFailure) {
    let name = configuration.gestures[index].name
    let deviceClass = try TuneRecordings(recordings: made).deviceClass(configuration)
    let texts = made.map { EvemuWriter.text(of: $0) }
    // What was shown before counts, too, where it was shown on such a device.
    let kept = (TaughtExamples(of: name)?.recordings ?? []).filter {
      (try? TuneRecordings(recordings: [$0]).deviceClass(configuration)) == deviceClass
        && !texts.contains(EvemuWriter.text(of: $0))
    }
    let tuning = try Tuning(configuration, gesture: index, made: made + kept, against: against, most: most)
    if !json {
      if !kept.isEmpty {
        StandardOutput.line(
          "With \(counted(kept.count, "example")) that \(kept.count == 1 ? "is" : "are") kept.")
      }
      StandardOutput.lines(tuning.text)
      // What `check` and `doctor` say of the gesture as it is.
      let facts = ConfigurationChoice.facts()
      let present = configuration.path.map { Configuration.load(path: $0, facts: facts) }
      for line in present?.remarks(on: name, facts) ?? [] { StandardError.line("gesturectl: \(line)") }
    }
    guard let path = configuration.path else {
      if json { return StandardOutput.raw(try tuning.json(nil)) }
      guard write, tuning.isChanged else { return }
      throw .wrong(
        "there is no configuration to write to; `gesturectl setup --only-configuration` writes one")
    }
    guard tuning.isChanged else {
      if json { return StandardOutput.raw(try tuning.json(nil)) }
      return write ? try keep(made.flatMap(Lesson.examples), of: name, path) : ()
    }
    var file = try ConfigurationRewrite(path: path)
    try tuning.apply(to: &file.editor, at: file.editor.path(of: configuration.gestures[index]))
    let after = Configuration.load(text: file.editor.text, path: path)
    if json { return StandardOutput.raw(try tuning.json(after)) }
    StandardOutput.lines(try tuning.costs(after))
    guard write || isInteractive && Answer.isYes("Change it in \(path)?") else {
      return StandardOutput.line(
        "--write changes \(tuning.changeCount == 1 ? "this line" : "these lines") in \(path)")
    }
    try file.write()
    StandardOutput.line("\(path): written; the previous version is \(file.backup)")
    try keep(made.flatMap(Lesson.examples), of: name, path)
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
        StandardError.line(
          "  \(made.count): \(Self.seen(recording))\(isLast ? "" : made.count == 1 ? "; again, as you would in a hurry" : "; again")"
        )
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
        StandardError.line("  \(Self.seen(recording))")
        against.append(recording)
      }
    }
    return made
  }

  /// What a motion looks like, in words.
  private static func seen(_ recording: Recording) -> String {
    guard let reader = try? MotionReader(recording, text: "") else { return "no touch" }
    let first = (try? reader.readings())?.first
    let words = first.map { reading in
      reading.type == .sequence
        ? reading.way ?? ""
        : GestureWords.phrase(
          reading.type, way: reading.type == .tap ? nil : reading.way,
          fingers: reader.fingers...reader.fingers, taps: reader.count)
    }
    return words ?? "a motion of \(FingerText.count(reader.fingers)) that is no gesture by itself"
  }
}
