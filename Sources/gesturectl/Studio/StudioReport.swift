import ControlProtocol
import GestureConfig
import GestureCore
import Recordings

/// The JSON of the page's data other than touches.
struct StudioReport {
  let state: StudioState

  /// The feed, the devices and the file; sent after a change.
  func state(to json: inout JSONWriter) {
    json.beginObject()
    switch state.feed {
    case .recording(let recording, let source):
      json.member("feed", "recording")
      json.member("feedText", "Recording \(recording.name), \(recording.description.name)")
      json.member("over", source.isOver)
    case .daemon:
      json.member("feed", "daemon")
      json.member("feedText", "Touches of the daemon's devices")
    case .none(let reason):
      json.member("feed", "none")
      json.member("feedText", reason)
    }
    json.objects("devices", state.model.devices.sorted { $0.key < $1.key }) { device, json in
      let ground = device.value.ground
      json.member("id", device.key)
      json.member("title", device.value.title)
      json.member("width", device.value.stage.width)
      json.member("height", device.value.stage.height)
      json.member("viewBox", ground.viewBox)
      json.member("ground", ground.ground)
    }
    let reading = state.file.read()
    json.member("path", state.file.path)
    json.member("version", reading.version)
    json.member("undo", state.file.changes.last?.what)
    json.objects("gestures", reading.configuration.gestures) { gesture, json in
      json.member("name", gesture.name)
      json.member("type", gesture.type.rawValue)
      json.member("words", gesture.definitions.values.first.map(GestureWords.phrase) ?? "")
    }
    json.list("problems", reading.diagnostics) { $0.write(to: &$1) }
    if let actions = state.status?["actions"] {
      json.key("actions")
      actions.write(to: &json)
    }
    json.endObject()
  }

  /// The kept sequences, the oldest first.
  func sequences(to json: inout JSONWriter) {
    var ends: [String: Double] = [:]
    json.list(state.model.sequences) { sequence, json in
      json.beginObject()
      json.member("number", sequence.number)
      json.member("device", sequence.device)
      if sequence.isOver {
        // Seconds since the sequence before, so that the page can group the taps of a double tap.
        json.member("pause", ends[sequence.device].map { Double(sequence.start) / 1e6 - $0 })
        ends[sequence.device] = Double(sequence.end) / 1e6
        json.member("fingers", sequence.fingers)
        json.member("duration", SequencePicture.duration(sequence))
        json.member("outcome", sequence.outcome(state.model.names))
        json.member("recognized", !sequence.recognized.isEmpty)
        json.member("near", sequence.reasons.nearest?.gesture)
        json.member("failed", sequence.hasFailedAction)
      }
      json.endObject()
    }
  }
}

/// The devices with their settings, and the graph of waits.
struct SystemReport {
  let state: StudioState

  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.objects("devices", reports) { device, json in
      json.member("cells", DeviceText.cells(device))
      json.member(
        "remarks", DeviceText.remarks(device).map(\.trimmed) + settings(device))
    }
    json.objects("waits", waits) { device, json in
      let waits = device.waits
      json.member("device", device.title)
      json.member("drawing", WaitDrawing(waits: waits).svg)
      json.member(
        "lines",
        waits.map {
          "\($0.text) up to \(WaitDrawing.milliseconds($0.longest))"
            + ($0.isImplicit ? ", as the types require" : ", as the configuration states")
        })
    }
    json.endObject()
  }

  /// The waits on each device: those that the daemon has; without a daemon, those of the file. Without a device, for each class.
  private var waits: [(title: String, waits: [GestureWait])] {
    let devices = state.model.devices.sorted { $0.key < $1.key }
    if let gestures = state.status?["gestures"]?.array {
      return devices.map { ($0.value.title, GestureWait.all(gestures, on: $0.key)) }
    }
    let configuration = state.file.read().configuration
    if devices.isEmpty {
      return DeviceClass.allCases.map { ($0.rawValue, GestureWait.all(configuration, on: $0)) }
    }
    return devices.map { ($0.value.title, GestureWait.all(configuration, on: $0.value.deviceClass)) }
  }

  /// The devices as reported by the daemon, or that of the recording.
  private var reports: [JSONValue] {
    if let devices = state.status?["devices"]?.array { return devices }
    guard let recording = state.recording, let device = state.model.devices[recording.name] else { return [] }
    let description = recording.description
    var report = DeviceReport(
      name: device.title, node: "recording \(recording.name)", kind: device.deviceClass, size: device.stage,
      slots: description.slotCount, known: description.knownAs)
    let configuration = state.file.read().configuration
    if let configured = ConfiguredDevice(recorded: description, configuration) {
      let settings = configuration.settings(for: configured.identity)
      (report.rotation, report.slopScale) = (configured.rotation, settings.slopScale)
      report.claimed = settings.claimedFingers
      report.filter = FilterText.parts(configured.makeInput().filterFacts)
    }
    return [report.json]
  }

  /// The values set by `[[device]]` tables.
  private func settings(_ device: JSONValue) -> [String] {
    var lines: [String] = []
    if let scale = device["slop_scale"]?.double, scale != 1 { lines.append("slop_scale \(spelled(scale))") }
    lines += (device["claimed"]?.strings ?? []).map { claim in
      let words = claim.split(separator: " ", maxSplits: 1).map(String.init)
      let fingers = FingerText.range(words.first).map(FingerText.text) ?? claim
      return "claim \(fingers)" + (words.count > 1 ? " \(words[1])" : "")
    }
    return lines
  }
}
