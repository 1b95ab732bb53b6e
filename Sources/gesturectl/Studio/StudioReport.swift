import ControlProtocol
import GestureConfig
import GestureCore

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
    json.list("devices", state.model.devices.keys.sorted()) { name, json in device(name, to: &json) }
    let reading = state.file.read()
    json.member("path", state.file.path)
    json.member("version", reading.version)
    json.member("undo", state.file.changes.last?.what)
    json.objects("gestures", reading.configuration.gestures) { gesture, json in
      json.member("name", gesture.name)
      json.member("type", gesture.type.rawValue)
      json.member("words", gesture.definitions.values.first.map(GestureWords.phrase) ?? "")
    }
    json.list("problems", reading.diagnostics) { ProblemReport($0).write(to: &$1) }
    if let actions = state.status?["actions"] {
      json.key("actions")
      actions.write(to: &json)
    }
    json.endObject()
  }

  private func device(_ name: String, to json: inout JSONWriter) {
    guard let device = state.model.devices[name], let ground = SequencePicture.ground(state, name) else {
      return json.null()
    }
    json.beginObject()
    json.member("id", name)
    json.member("title", device.title)
    json.member("width", device.stage.width)
    json.member("height", device.stage.height)
    json.member("viewBox", ground.viewBox)
    json.member("ground", ground.ground)
    json.endObject()
  }

  /// The kept sequences, the oldest first.
  func sequences(to json: inout JSONWriter) {
    json.beginArray()
    var ends: [String: Double] = [:]
    for sequence in state.model.sequences {
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
      }
      json.endObject()
    }
    json.endArray()
  }
}
