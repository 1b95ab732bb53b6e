import ArgumentParser
import Evdev
import GestureConfig
import GestureCore
import Recordings

struct Bind: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Turns a gesture that you make into configuration.",
    discussion: """
      Writes the table to standard output, and remarks to standard error. Without a recording, make the gesture now. A running \
      daemon reacts to it too.

      Example:
        gesturectl bind --run 'swaymsg workspace next' --append
        gesturectl bind --sequences 2 double-tap.evemu
        gesturectl bind --type pan left.evemu >> ~/.config/gestured/config.toml
      """)
  @Argument(help: "A recording of the gesture (default: made now, on a device).", completion: .file())
  var recording: String?
  @Option(help: "The configuration (default: the daemon's).", completion: .toml) var config: String?
  @Option(help: "The name (default: from type, direction and fingers).") var name: String?
  @Option(help: "Read it as this type of gesture.", completion: .list(Completion.types)) var type: String?
  @Option(
    name: .customLong("run"),
    help: ArgumentHelp("The command that the gesture runs.", valueName: "COMMAND")) var command: String?
  @Option(help: "Without a recording, the number of touch sequences to wait for; a double tap has 2.")
  var sequences = 1
  @Option(
    help: "Without a recording, the device's node (default: the only touch device).",
    completion: .custom(FoundDevice.nodes))
  var device: String?
  @Flag(
    help:
      "Add the table to the configuration if the motion makes the gesture there; the previous version is kept as FILE.bak."
  )
  var append = false

  func validate() throws {
    if !(1...10).contains(sequences) { throw ValidationError("--sequences takes a number from 1 to 10") }
    if device != nil && recording != nil {
      throw ValidationError("--device is for a gesture that is made now; leave it out with a recording")
    }
    let known = GestureReading.types.map(\.rawValue)
    guard let type, !known.contains(type) else { return }
    throw ValidationError(
      "--type \"\(type)\" cannot be read from a motion\(known.hint(for: type, then: "types are \(known.joined(separator: ", "))"))"
    )
  }

  func run() throws(CommandFailure) {
    let configuration = try ConfigurationChoice.load(explicit: config)
    let text = configuration.path == nil ? "" : ConfigurationChoice.text(of: configuration).text
    let made = if let recording { try RecordingFile.read(recording) } else { try record() }
    let binder = try GestureBinder(made, text: text)
    let readings = try binder.readings()
    guard let reading = readings.first(where: { type == nil || $0.type.rawValue == type }) else {
      let obstacle = readings.isEmpty ? try binder.obstacle() : nil
      let what = obstacle ?? type.map { "was not read as \($0)" } ?? "no gesture matched"
      let others = readings.isEmpty ? "" : "; it was read as \(GestureReading.listed(readings))"
      throw .wrong("\(made.name): \(what)\(others)")
    }
    let table = try binder.table(reading, name: name, taken: configuration.gestures.map(\.name), run: command)
    StandardOutput.unbroken(table.dropLast())
    let others = readings.filter { $0 != reading }
    if !others.isEmpty {
      StandardError.line("gesturectl: also read as \(GestureReading.listed(others)) (--type)")
    }
    let path = configuration.path ?? "config.toml"
    let notes = try binder.notes(table, path: path, ConfigurationChoice.facts())
    for line in notes.lines { StandardError.line("gesturectl: \(line)") }
    guard append else { return }
    guard notes.isRecognized else {
      throw .wrong(
        "\(path): was not changed, because the motion does not make the gesture there (see above); change the gesture "
          + "that prevents it, or add the table by hand"
      )
    }
    try write(table, configuration)
  }

  private func write(_ table: String, _ configuration: Configuration) throws(CommandFailure) {
    guard let path = configuration.path else {
      let path = try ConfigurationChoice.requireFirstPath()
      try FirstConfiguration.write(table, to: path)
      return StandardError.line("gesturectl: \(path): written, the first configuration")
    }
    var file = try ConfigurationRewrite(path: path)
    do throws(TomlEditor.Failure) { try file.editor.append(tables: table) } catch {
      throw .wrong(
        "\(path): a table cannot be added at its end (is `gesture` a list in brackets?); add it by hand")
    }
    try file.write()
    StandardError.line("gesturectl: \(path): written; the previous version is \(file.backup)")
  }

  private func record() throws(CommandFailure) -> Recording {
    let device = try DeviceChoice.open(device)
    var source = LiveSequences(device)
    StandardError.line("Make the gesture on \(device.description.name).")
    var events: [InputEvent] = []
    for _ in 0..<sequences {
      guard let sequence = try source.next() else { break }
      events += sequence
    }
    return Recording(name: "made now", description: device.description, events: events)
  }
}
