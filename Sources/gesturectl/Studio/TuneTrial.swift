import ControlProtocol
import GestureConfig
import GestureCore
import Recordings

/// Tries other values for the limits of one gesture on the kept touch sequences, with the core itself.
struct TuneTrial {
  let state: StudioState
  let reading: EditedFile.Reading
  let gesture: GestureBinding
  let deviceClass: DeviceClass

  init(_ state: StudioState, _ name: String) throws(CommandFailure) {
    self.state = state
    reading = state.file.read()
    guard !reading.text.isEmpty else {
      throw .wrong(
        "there is no configuration to tune yet: bind a gesture first, or use `gesturectl setup --only-configuration`"
      )
    }
    guard let gesture = reading.configuration.gestures.first(where: { $0.name == name }) else {
      throw .wrong("there is no gesture \"\(name)\" in the configuration")
    }
    self.gesture = gesture
    let present = state.model.devices.keys.sorted().compactMap { state.model.devices[$0]?.deviceClass }
    guard let deviceClass = (present + DeviceClass.allCases).first(where: { gesture.definitions[$0] != nil })
    else { throw .wrong("\(name): the configuration does not use it on any class of device") }
    self.deviceClass = deviceClass
  }

  private var parameters: AnyParameters? { gesture.definitions[deviceClass]?.parameters }

  // MARK: The sliders

  /// A slider ranges from a quarter to four times the present value.
  private static let reach = 4.0

  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("gesture", gesture.name)
    json.member("type", gesture.type.rawValue)
    json.member("device", deviceClass.rawValue)
    json.member("version", reading.version)
    json.list("keys", gesture.type.keys) { key, json in slider(key, to: &json) }
    json.endObject()
  }

  private func slider(_ key: ParameterKey, to json: inout JSONWriter) {
    guard let parameters, let limits = key.measures, let now = key.measure(in: parameters) else {
      return json.null()
    }
    let scale = key.unit
    let middle = now > 0 ? now : 10 * scale
    json.beginObject()
    json.member("key", key.name.rawValue)
    json.member("title", KeyTitle.of(key.name))
    json.member("help", key.help)
    if let definition = gesture.definitions[deviceClass], let slack = definition.slack(of: key) {
      // What the fingers add to the value: the page shows the sum, which decides.
      json.member("slack", Digits.rounded(slack / scale, digits: 3))
      json.member("slackFor", FingerText.count(definition.fingers.lowerBound))
    }
    json.member("unit", key.unitName(in: parameters))
    json.member("value", Digits.rounded(now / scale, digits: 3))
    if let ends = key.ends(in: parameters), ends.slow != ends.fast {
      json.list("ends", [ends.slow, ends.fast]) { $1.number(Digits.rounded($0 / scale, digits: 3)) }
    }
    json.member("least", Digits.rounded(max(limits.lowerBound, middle / Self.reach) / scale, digits: 3))
    json.member("most", Digits.rounded(min(limits.upperBound, middle * Self.reach) / scale, digits: 3))
    json.member("lowest", Digits.rounded(limits.lowerBound / scale, digits: 3))
    json.member("highest", Digits.rounded(limits.upperBound / scale, digits: 3))
    json.member("written", key.written(in: parameters)?.toml)
    json.endObject()
  }

  // MARK: A trial

  /// The keys that the sliders change, with values in TOML.
  func changes(_ values: JSONValue?) throws(CommandFailure) -> [(key: String, toml: String)] {
    guard case .object(let values)? = values, let parameters else { return [] }
    var changes: [(key: String, toml: String)] = []
    for key in gesture.type.keys {
      guard let given = values[key.name.rawValue] else { continue }
      let ends = given.array?.compactMap(\.double) ?? [given.double].compactMap(\.self)
      for value in ends where key.measures?.contains(value * key.unit) != true {
        throw .wrong("`\(key.name.rawValue)` cannot be \(spelled(value))")
      }
      let text: String
      switch ends.count {
      case 1: text = key.text(of: ends[0] * key.unit, in: parameters)
      case 2: text = key.text(slow: ends[0] * key.unit, fast: ends[1] * key.unit, in: parameters)
      default: continue
      }
      if text != key.written(in: parameters)?.toml { changes.append((key.name.rawValue, text)) }
    }
    return changes
  }

  func edit(_ changes: [(key: String, toml: String)], _ editor: inout TomlEditor) throws(TomlEditor.Failure) {
    guard let path = editor.path(of: gesture) else { throw .noTable }
    for change in changes { try editor.set(change.key, in: path, to: change.toml) }
  }

  func outcome(_ values: JSONValue?, to json: inout JSONWriter) throws(CommandFailure) {
    let changes = try changes(values)
    let comparison = try state.file.tried { editor throws(TomlEditor.Failure) in try edit(changes, &editor) }
    json.beginObject()
    json.member("version", reading.version)
    _ = comparison.writeDifference(to: &json, path: state.file.shownPath)
    json.member(
      "remarks", comparison.remarks(on: gesture.name, state.file.facts) + comparison.waits(on: deviceClass))
    if let old = comparison.before.configuration, let new = comparison.after.configuration {
      try write(replayed(old), replayed(new), to: &json)
    }
    json.endObject()
  }

  /// The gestures recognized in each kept sequence, by number.
  private func replayed(_ configuration: Configuration) throws(CommandFailure) -> [Int: [String]] {
    var outcomes: [Int: [String]] = [:]
    for (device, recording) in state.keptRecordings() {
      for recorded in try TuneRecordings(recordings: [recording]).sequences(configuration) {
        let start = recorded.sequence.start
        let kept = state.model.sequences.last { $0.device == device && $0.start == start }
        guard let kept else { continue }
        outcomes[kept.number, default: []] += recorded.sequence.recognized.map {
          configuration.gestures[$0].name
        }
      }
    }
    return outcomes
  }

  private func write(_ before: [Int: [String]], _ after: [Int: [String]], to json: inout JSONWriter) {
    json.objects("sequences", before.keys.sorted()) { number, json in
      let (old, new) = (before[number] ?? [], after[number] ?? [])
      json.member("number", number)
      json.member("before", old)
      json.member("after", new)
      json.member("gained", new.filter { !old.contains($0) })
      json.member("lost", old.filter { !new.contains($0) })
    }
  }
}

extension StudioState {
  /// All kept touches as one recording per device. Separate recordings would split a double tap, which has two sequences.
  func keptRecordings() -> [(device: String, recording: Recording)] {
    if let recording { return [(recording.name, recording)] }
    return model.devices.keys.sorted().compactMap { device in
      let frames = model.sequences.filter { $0.device == device }.flatMap(\.frames)
      guard !frames.isEmpty else { return nil }
      return recording(of: frames, device: device, name: device).map { (device, $0) }
    }
  }

  /// - Returns: the gesture's name.
  mutating func tune(_ body: JSONValue) throws(CommandFailure) -> String {
    let trial = try TuneTrial(self, body.text("gesture"))
    let changes = try trial.changes(body["values"])
    guard !changes.isEmpty else { throw .usage("no value has changed") }
    try file.write("tune \(trial.gesture.name)", version: try body.text("version")) {
      editor throws(TomlEditor.Failure) in try trial.edit(changes, &editor)
    }
    try useFile()
    return trial.gesture.name
  }
}
