import ArgumentParser
import ControlProtocol
import GestureConfig
import GestureCore
import Recordings

struct Watch: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows touches and gestures live in the terminal.",
    discussion: """
      A bar shows the quantity that decides a gesture against its threshold. Keys: space pauses, the arrows step \
      through the last touch sequences, 1 to 9 show the gestures with that number of fingers and 0 all, q ends.

      Example:
        gesturectl watch
        gesturectl watch --replay swipe.evemu
      """)
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
    let watched = WatchedDevices(status: try connection.call("Status", WatchedDevices.writeParameters))
    var model = WatchModel()
    model.use(watched.devices, gestures: watched.gestures)
    try Self.show(model, LiveSource(connection, status: daemon.status))
  }

  static func show(_ recording: Recording, _ configuration: Configuration) throws(CommandFailure) {
    let played = try PlayedRecording(recording, configuration)
    try show(played.model, RecordedSource(played.steps, device: recording.name))
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
      deviceClass: device.identity.deviceClass, zones: device.zones, filter: device.makeInput().filterFacts)
  }
}

/// The daemon's devices and gestures, with the thresholds of its configuration.
struct WatchedDevices {
  private(set) var devices: [String: WatchModel.Device] = [:]
  /// Whether the daemon has sent its configuration.
  let hasConfiguration: Bool
  let gestures: [String]

  init(status: JSONValue) {
    let configuration = Self.configuration(status)
    hasConfiguration = configuration != nil
    self.gestures = (configuration?.gestures ?? []).map(\.name)
    let gestures = status["gestures"]?.array ?? []
    for json in status["devices"]?.array ?? [] {
      guard let width = json["width"]?.double, let height = json["height"]?.double,
        let kind = json.word("kind", of: DeviceClass.self)
      else { continue }
      let node = json["node"]?.string ?? ""
      // Events name the kernel's node, or the recording's file without extension.
      let file = PathParts(node).name
      let name = node.hasPrefix("/dev/") ? file : PathParts(file).stem
      let own = gestures.filter { $0["device"]?.string == name }
      let stage = Size(width: width, height: height)
      let title = json["name"]?.string ?? name
      let identity = DeviceIdentity(name: title, deviceClass: kind, paths: [node])
      let zones = configuration?.zones.map { ($0.name, $0.region(on: stage)) } ?? []
      devices[name] = WatchModel.Device(
        title: title, stage: stage, definitions: Self.definitions(own, kind, stage, identity, configuration),
        descriptions: configuration?.descriptions ?? [:], hasLimits: configuration != nil, deviceClass: kind,
        zones: zones)
    }
  }

  /// Requests the text of the configuration, which the file may not have any more.
  static func writeParameters(_ parameters: inout JSONWriter) { parameters.member("text", true) }

  /// What the daemon runs, read from the text that it has.
  private static func configuration(_ status: JSONValue) -> Configuration? {
    guard let path = status["configuration"]?.string else { return .demonstration() }
    return status["text"]?.string.flatMap { Configuration.load(text: $0, path: path).configuration }
  }

  private static func definitions(
    _ gestures: [JSONValue], _ kind: DeviceClass, _ stage: Size, _ identity: DeviceIdentity,
    _ configuration: Configuration?
  ) -> [RecognizerDefinition] {
    let known = (configuration?.gestures ?? []).compactMap { $0.definition(of: kind, on: stage) }
    return gestures.compactMap { json -> RecognizerDefinition? in
      guard let name = json["name"]?.string,
        let type = json.word("type", of: GestureType.self)
      else { return nil }
      guard let configuration, var definition = known.first(where: { $0.name == name }) else {
        return RecognizerDefinition(name, type, kind, fingers: FingerText.range(json["fingers"]?.string))
      }
      definition.parameters = definition.parameters.scaled(
        by: configuration.settings(for: identity).slopScale)
      return definition
    }
  }
}
