import ControlProtocol
import GestureConfig
import GestureCore

/// The devices with their settings, and the graph of waits.
struct SystemReport {
  let state: StudioState

  func write(to json: inout JSONWriter) {
    let configuration = state.file.read().configuration
    json.beginObject()
    json.objects("devices", devices(configuration)) { device, json in
      json.member("cells", device.cells)
      json.member("remarks", device.remarks)
    }
    json.objects("waits", classes) { deviceClass, json in
      let waits = GestureWait.all(configuration, on: deviceClass)
      json.member("device", deviceClass.rawValue)
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

  /// The classes of the present devices, or both if there are none.
  private var classes: [DeviceClass] {
    let present = Set(state.model.devices.values.map(\.deviceClass))
    return DeviceClass.allCases.filter { present.isEmpty || present.contains($0) }
  }

  private func devices(_ configuration: Configuration) -> [(cells: [String], remarks: [String])] {
    reports.map { device in
      (DeviceText.cells(device), DeviceText.remarks(device).map(\.trimmed) + settings(device, configuration))
    }
  }

  /// The devices as reported by the daemon or by `gesturectl devices`.
  private var reports: [JSONValue] {
    if let devices = state.status?["devices"]?.array { return devices.map(completed) }
    guard let recording = state.recording, let device = state.model.devices[recording.name] else {
      return []
    }
    let description = recording.description
    var report = DeviceReport(
      name: device.title, node: "recording \(recording.name)", kind: device.deviceClass, size: device.stage,
      slots: description.slotCount, known: description.knownAs)
    report.filter = state.filters[recording.name].map(FilterText.parts)
    return [report.json]
  }

  /// Adds the contact filter, which the daemon does not report.
  private func completed(_ device: JSONValue) -> JSONValue {
    guard case .object(var members) = device else { return device }
    if let facts = state.filters[PathParts(device["node"]?.string ?? "").name] {
      members["filter"] = .array(FilterText.parts(facts).map(JSONValue.string))
    }
    return .object(members)
  }

  /// The values set by `[[device]]` tables.
  private func settings(_ device: JSONValue, _ configuration: Configuration) -> [String] {
    guard let kind = device["kind"]?.string.flatMap(DeviceClass.init(rawValue:)) else { return [] }
    let identity = DeviceIdentity(
      name: device["name"]?.string ?? "", deviceClass: kind, paths: [device["node"]?.string ?? ""])
    let settings = configuration.settings(for: identity)
    var lines: [String] = []
    if settings.slopScale != 1 { lines.append("slop_scale \(spelled(settings.slopScale))") }
    lines += settings.claims.map {
      "claim \(FingerText.text($0.fingers))" + ($0.zone.map { " in \($0)" } ?? "")
    }
    if settings.rotation != 0 { lines.append("rotation \(settings.rotation)°") }
    return lines
  }
}
