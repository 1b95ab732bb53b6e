import ArgumentParser
import ControlProtocol
import GestureConfig
import GestureCore
import Recordings

struct Watch: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows touches and gestures live in the terminal.",
    discussion: """
      A bar shows the measure that decides a gesture, and its limit. Space pauses, the arrow keys step through the last touch \
      sequences, 1 to 9 show only the gestures with that number of fingers, 0 shows all, and q ends.

      Example:
        gesturectl watch
        gesturectl watch --demo
        gesturectl watch --replay swipe.evemu
      """)
  // `CommandWords` starts the demonstration.
  @Flag(help: "Show recorded fingers and the gestures that they make, without a daemon.") var demo = false
  @Option(
    help: ArgumentHelp("A recording in real time, instead of the daemon's devices.", valueName: "FILE"),
    completion: .file())
  var replay: String?
  @Option(
    help: "The configuration, with --replay (default: the daemon's).", completion: .toml
  )
  var config: String?
  @OptionGroup var daemon: DaemonOptions

  func run() throws(CommandFailure) {
    if let replay {
      return try Self.show(try RecordingFile.read(replay), try ConfigurationChoice.load(explicit: config))
    }
    let connection = try daemon.connect()
    let watched = WatchedDevices(status: try connection.call("Status"))
    var model = WatchModel()
    model.use(watched.devices, gestures: watched.gestures)
    _ = try Self.show(model, LiveSource(connection) { daemon.status() })
  }

  /// Shows a recording, and prints what was recognized after the screen is gone.
  static func show(_ recording: Recording, _ configuration: Configuration) throws(CommandFailure) {
    let played = try PlayedRecording(recording, configuration)
    let model = try show(played.model, RecordedSource(played.steps, device: recording.name))
    var output = StandardOutput()
    for line in WatchSummary(model: model, style: .ofStandardOutput()).lines { output.styled(line) }
    output.flush()
  }
}

/// The steps of a recording with their times.
struct PlayedRecording {
  let steps: [(time: Timestamp, step: ReplayRunner.Output)]
  let model: WatchModel

  init(_ recording: Recording, _ configuration: Configuration) throws(CommandFailure) {
    var runner = try ReplayRunner(recording, configuration)
    var steps: [(time: Timestamp, step: ReplayRunner.Output)] = []
    runner.run(recording.events) { step in
      if let time = step.time { steps.append((time, step)) }
    }
    self.steps = steps
    model = WatchModel(devices: [recording.name: WatchModel.Device(runner)], names: runner.names)
  }
}

extension WatchModel.Device {
  /// The device of a recording.
  init(_ runner: borrowing ReplayRunner) {
    let device = runner.device
    self.init(
      title: device.description.name, stage: device.stage, definitions: device.definitions,
      descriptions: runner.descriptions,
      deviceClass: device.identity.deviceClass, zones: device.zones)
    let filter = device.makeInput().filterFacts
    strips = (filter.leftStrip, filter.rightStrip)
  }
}

/// The daemon's devices and gestures, as it says that it has them.
struct WatchedDevices {
  private(set) var devices: [String: WatchModel.Device] = [:]
  /// The names of all gestures, each once.
  let gestures: [String]

  /// - Parameter status: the reply of `Status`.
  init(status: JSONValue) {
    let gestures = status["gestures"]?.array ?? []
    self.gestures = gestures.compactMap { $0["name"]?.string }.unique
    for json in status["devices"]?.array ?? [] {
      guard let width = json["width"]?.double, let height = json["height"]?.double,
        let kind = json.word("kind", of: DeviceClass.self)
      else { continue }
      let node = json["node"]?.string ?? ""
      // Events name the kernel's node, or the recording's file without extension.
      let file = PathParts(node).name
      let name = node.hasPrefix("/dev/") ? file : PathParts(file).stem
      let stage = Size(width: width, height: height)
      let own = gestures.filter { $0["device"]?.string == name }
      let zones = (json["zones"]?.array ?? []).compactMap { Self.zone($0, on: stage) }
      devices[name] = WatchModel.Device(
        title: json["name"]?.string ?? name, stage: stage,
        definitions: own.compactMap { Self.definition($0, kind, zones) },
        descriptions: Dictionary(own.compactMap(Self.description)) { first, _ in first },
        deviceClass: kind, zones: zones)
      let strips = json["strips"]
      devices[name]?.strips = (strips?["left"]?.double ?? 0, strips?["right"]?.double ?? 0)
      devices[name]?.rotation = json["rotation"]?.int ?? 0
    }
  }

  private static func description(_ json: JSONValue) -> (String, String)? {
    guard let name = json["name"]?.string, let text = json["description"]?.string else { return nil }
    return (name, text)
  }

  private static func zone(_ json: JSONValue, on stage: Size) -> (name: String, region: Region)? {
    guard let name = json["name"]?.string, let left = json["left"]?.double, let right = json["right"]?.double,
      let top = json["top"]?.double, let bottom = json["bottom"]?.double
    else { return nil }
    var region = Region(left: left, right: right, top: top, bottom: bottom)
    (region.reachesRight, region.reachesBottom) = (right >= stage.width, bottom >= stage.height)
    return (name, region)
  }

  /// - Returns: nil for a type that this version does not have.
  private static func definition(
    _ json: JSONValue, _ kind: DeviceClass, _ zones: [(name: String, region: Region)]
  ) -> RecognizerDefinition? {
    guard let name = json["name"]?.string, let type = json.word("type", of: GestureType.self) else {
      return nil
    }
    var definition = RecognizerDefinition(
      name, type, kind, fingers: FingerText.range(json["fingers"]?.string))
    KeyJSON.read(json["keys"], into: &definition.parameters)
    definition.region = json["zone"]?.string.flatMap { zone in zones.first { $0.name == zone }?.region }
    if json["enabled"]?.bool == false { definition.off = json["paused"]?.bool == true ? .paused : .disabled }
    return definition
  }
}
