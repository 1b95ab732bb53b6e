import ArgumentParser
import Evdev
import GestureCore
import Glibc
import Recordings

struct Record: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Records a touch device as an evemu file.",
    discussion: """
      The recording ends with Ctrl-C, or after --sequences touch sequences. A sequence lasts from the first landing to the last \
      lift. evemu-describe, evemu-play and `gesturectl replay` accept the file. If a keyboard shares the device, the file does \
      not contain its keys.

      With --drawn, the fingers are drawn from words, to test a configuration on a machine without a touch device. Drawn fingers \
      are steadier than real ones. Use them to check which gesture wins and which gestures wait. Use real recordings to check \
      limits. `gesturectl help motions` lists the words.

      Example:
        gesturectl record --sequences 1 -o swipe.evemu
        gesturectl record --ambient 30min -o ~/ordinary
        gesturectl record --drawn "swipe 3 left" -o swipe-left.evemu
        gesturectl record --drawn "touchscreen: pinch 2 in" | gesturectl replay --explain -
      """)
  @Option(
    name: [.short, .customLong("output")], help: "The file (default: standard output).", completion: .file())
  var output: String?
  @Flag(help: "Replace a file that exists.") var force = false
  @Option(
    help: "The device's node (default: the only touch device); with --drawn, touchpad or touchscreen.",
    completion: .custom(FoundDevice.nodes))
  var device: String?
  @Option(
    help: ArgumentHelp(
      "Make a recording of drawn fingers, such as \"swipe 3 left\" or \"tap 1; wait 0.1s; tap 1\".",
      valueName: "MOTION"))
  var drawn: String?
  @Option(help: "End after this many touch sequences.") var sequences: Int?
  @Option(
    help: ArgumentHelp(
      "Record ordinary use, in which you intend no gesture, for this time: 30min, 2h, 90s. -o names a directory.",
      valueName: "DURATION"))
  var ambient: RecordingTime?

  func validate() throws {
    if let sequences, sequences < 1 { throw ValidationError("--sequences takes a number from 1") }
    if drawn != nil, ambient != nil || sequences != nil {
      throw ValidationError("--drawn can be used only with -o, --device and --force")
    }
    if drawn != nil, let device, DeviceClass(rawValue: device) == nil {
      throw ValidationError("with --drawn, --device is touchpad or touchscreen")
    }
    if ambient != nil, sequences != nil || output == nil {
      throw ValidationError("--ambient can be used only with -o DIR, --device and --force")
    }
  }

  func run() throws(CommandFailure) {
    if let drawn {
      let text = try DrawnRecording.text(drawn, device.flatMap(DeviceClass.init) ?? .touchpad)
      guard let output else { return StandardOutput.raw(Array(text.utf8)) }
      return try OutputFile.write(text, to: output, force: force)
    }
    let device = try DeviceChoice.open(device)
    let signals = signalDescriptor([SIGINT, SIGTERM])
    guard signals >= 0 else { throw .unavailable("cannot wait for signals: \(errorText(-signals))") }
    let path = try ambient == nil ? output : output.map(Self.ambientFile)
    let sink = try OutputFile(path: path, force: force)
    try sink.write(EvemuWriter.header(of: device.description))
    // The initial state is written at 0 s, the time of the first event.
    try sink.write(EvemuWriter.down(device.down.filter(\.isRecorded), at: 0))
    let state = device.presentState.filter(\.isRecorded)
    try sink.write(state.map { EvemuWriter.line($0, since: $0.time) }.joined())
    StandardError.line(
      "recording \(device.path) (\(device.description.name)); "
        + (ambient.map { "\($0.text) of ordinary use: make no gestures; Ctrl-C ends it earlier" }
          ?? sequences.map { "ends after \($0 == 1 ? "one touch sequence" : "\($0) touch sequences")" }
          ?? "Ctrl-C ends it"))
    try write(device, to: sink, until: signals)
    try sink.finish()
    if ambient != nil, let output, let path {
      StandardError.line(
        "wrote \(path): positions, sizes and pressure of touches, times from 0, and the device; "
          + "`gesturectl check --against \(output)` reads it")
    }
  }

  /// The next free name in a directory, which is made if it does not exist.
  private static func ambientFile(in directory: String) throws(CommandFailure) -> String {
    try TextFile.requireDirectory(directory)
    var number = 1
    while TextFile.exists("\(directory)/ambient-\(number).evemu") { number += 1 }
    return "\(directory)/ambient-\(number).evemu"
  }
}

enum DeviceChoice {
  static func open(_ path: String?) throws(CommandFailure) -> TouchDevice {
    guard let monitor = DeviceMonitor(watches: false) else {
      throw .unavailable("udev cannot list devices; name one with --device PATH")
    }
    if let path { return try open(monitor.device(at: path) ?? DeviceNode(path: path)) }
    let nodes = monitor.devices()
    guard let node = nodes.first else {
      throw .unavailable(
        "no touchpad or touchscreen found; `gesturectl doctor` says why, --device PATH names one")
    }
    guard nodes.count == 1 else {
      let names = nodes.map { "\($0.path) (\($0.name))" }.joined(separator: ", ")
      throw .usage("there are several touch devices; name one with --device: \(names)")
    }
    return try open(node)
  }

  private static func open(_ node: DeviceNode) throws(CommandFailure) -> TouchDevice {
    do {
      return try TouchDevice.opened(
        node.path, judged: node.deviceClass, udev: node.udev, quirks: InstalledQuirks())
    } catch {
      throw .unavailable(
        "\(node.path): \(error.reason); `gesturectl status devices` lists all, `gesturectl doctor` shows how to get access"
      )
    }
  }
}
