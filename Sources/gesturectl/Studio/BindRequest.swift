import ControlProtocol
import GestureConfig
import GestureCore
import Recordings

/// A gesture to bind from the page: read from kept touch sequences, or chosen from the list, with its action.
struct BindRequest {
  private let body: StudioBody
  let type: GestureType
  let fingers: Int

  /// - Throws: `CommandFailure` for a request that the page never sends.
  init(_ body: StudioBody) throws(CommandFailure) {
    self.body = body
    guard let type = GestureType(rawValue: try body.text("type")) else {
      throw CommandFailure(.usage, "there is no type \"\(try body.text("type"))\"")
    }
    self.type = type
    fingers = body["fingers"]?.int ?? 1
    guard (1...10).contains(fingers) else {
      throw CommandFailure(.usage, "a gesture has 1 to 10 fingers")
    }
  }

  /// The numbers of the sequences from which the gesture was read; empty if it was chosen from the list.
  static func numbers(_ body: StudioBody) -> [Int] { body["numbers"]?.array?.compactMap(\.int) ?? [] }
  var numbers: [Int] { Self.numbers(body) }

  private func word(_ key: String) -> String? {
    body[key]?.string.flatMap { $0.trimmed.isEmpty ? nil : $0.trimmed }
  }

  /// - Parameter taken: the names in the configuration.
  func draft(taken: [String], verbs: DesktopVerbs) throws(CommandFailure) -> GestureDraft {
    let way = word("way")
    let taps = body["taps"]?.int ?? 1
    let wayLine = way.flatMap { type.line(way: $0) }
    let counts = GestureReading.counts(type, fingers: fingers, taps: taps)
    let spoken = type == .tap ? (taps == 2 ? "double" : taps > 2 ? "\(taps)" : nil) : way == "any" ? nil : way
    var draft = GestureDraft(
      name: word("name") ?? GestureDraft.name(type, way: spoken, fingers: fingers, taken: taken), type: type,
      fingers: GestureDraft.written(fingers, type), keys: counts + [wayLine].compactMap(\.self),
      zone: word("zone"), application: word("application"), action: try action(verbs))
    if let rectangle = body["rectangle"]?.array?.compactMap(\.int), rectangle.count == 4, draft.zone != nil {
      draft.newZone = (rectangle[0], rectangle[1], rectangle[2], rectangle[3])
    }
    return draft
  }

  private func action(_ verbs: DesktopVerbs) throws(CommandFailure) -> String {
    func text(_ key: String) -> String { body["action"]?[key]?.string?.trimmed ?? "" }
    let value = text("value")
    switch body["action"]?["kind"]?.string {
    case let kind? where ["run", "keys"].contains(kind) && !value.isEmpty:
      return "\(kind) = \(TomlText.string(value))"
    case "steps": return try steps(value)
    case "verb":
      guard let line = verbs.line(group: text("group"), verb: value) else {
        throw CommandFailure(.usage, "there is no action \"\(value)\" in the examples")
      }
      return line
    default: return Self.noAction
    }
  }

  /// The line `step` for a key with a counterpart on a continuous gesture: one direction is louder, the other quieter.
  private func steps(_ key: String) throws(CommandFailure) -> String {
    guard let pair = Self.opposites.first(where: { $0.more == key }), let measure = type.traits.stepMeasure
    else { throw CommandFailure(.usage, "\"\(key)\" has no steps on a \(type.rawValue)") }
    let every =
      switch measure {
      case .length: "\"8mm\""
      case .ratio: "1.1"
      case .angle: "\"15deg\""
      }
    // Right and down are forward, so a vertical motion is louder backward, which is up.
    let isDown = ["vertical", "up", "down"].contains(word("way"))
    let (forward, backward) = isDown ? (pair.less, pair.more) : (pair.more, pair.less)
    return
      "step = { every = \(every), forward = { keys = \"\(forward)\" }, backward = { keys = \"\(backward)\" } }"
  }

  private static let opposites: [(more: String, less: String)] = [
    ("volumeup", "volumedown"), ("brightnessup", "brightnessdown"), ("nextsong", "previoussong"),
  ]

  private static let noAction = "# run = \"a command\""
}

extension StudioState {
  /// The kept sequences as one recording.
  ///
  /// - Throws: `CommandFailure` if one has been dropped.
  func recording(of numbers: [Int]) throws(CommandFailure) -> Recording {
    var whole: Recording?
    for number in numbers.sorted() {
      guard let one = keptRecording(number) else {
        throw CommandFailure(.wrong, "touch sequence \(number) is not kept any more; make the gesture again")
      }
      // Two entries may have the same events, because their sequences overlap on the device.
      if let last = whole?.events.last, let first = one.events.first, first.time <= last.time { continue }
      if whole == nil { whole = one } else { whole?.events += one.events }
    }
    guard let whole else { throw CommandFailure(.usage, "no touch sequence is named") }
    return whole
  }

  /// Writes the possible readings of the sequences, and the zone in which they began.
  func readings(_ body: StudioBody, to json: inout JSONWriter) throws {
    let binder = try GestureBinder(recording(of: BindRequest.numbers(body)), text: file.read().text)
    let readings = try binder.readings().filter { BindChoices.types.contains($0.type) }
    let (fingers, taps) = (binder.fingers, BindRequest.numbers(body).count)
    json.beginObject()
    json.member("fingers", fingers)
    json.member("taps", taps)
    try json.member("zone", readings.first.flatMap(binder.zone))
    json.objects("readings", readings) { reading, json in
      let way = reading.type == .tap ? nil : reading.way
      json.member("type", reading.type.rawValue)
      json.member("way", way)
      json.member("text", GestureReading.listed([reading]))
      json.member(
        "phrase", GestureWords.phrase(reading.type, way: way, fingers: fingers...fingers, taps: taps))
    }
    json.endObject()
  }

  /// Writes the text that would be added, and its effects on other gestures.
  func preview(_ body: StudioBody, verbs: DesktopVerbs, to json: inout JSONWriter) throws {
    let request = try BindRequest(body)
    let reading = file.read()
    let draft = try request.draft(taken: taken(reading), verbs: verbs)
    let comparison = try file.tried { editor throws(TomlEditor.Failure) in
      try editor.append(tables: draft.text)
    }
    json.beginObject()
    json.member("version", reading.version)
    json.member("name", draft.name)
    json.member("table", draft.text)
    guard comparison.writeDifference(to: &json, path: file.shownPath) else { return json.endObject() }
    let notes: [String]
    if request.numbers.isEmpty {
      notes = comparison.remarks
    } else {
      notes = try GestureBinder(recording(of: request.numbers), text: reading.text)
        .notes(draft.text, path: file.shownPath, confirms: true)
    }
    json.member("notes", notes + comparison.newWaits)
    if let picture = preview(request.numbers, draft.name, comparison.after.configuration) {
      json.member("viewBox", picture.viewBox)
      json.member("ground", picture.ground)
      json.member("trails", picture.trailShapes.joined())
      json.member("thresholds", picture.thresholdShapes.joined())
    }
    json.endObject()
  }

  /// The new gesture's thresholds and zone, drawn around the sequence or on the empty pad.
  private func preview(_ numbers: [Int], _ name: String, _ configuration: Configuration?) -> PadDrawing? {
    let picture = numbers.last.flatMap { SequencePicture(self, number: $0) }
    guard let device = picture?.entry.device ?? model.devices.keys.min(),
      var drawing = picture?.drawing ?? SequencePicture.ground(self, device),
      let known = model.devices[device]
    else { return nil }
    let gesture = configuration?.gestures.first { $0.name == name }
    let definition = gesture?.definition(of: known.deviceClass, on: known.stage)
    drawing.thresholds =
      definition.map { [PadDrawing.Threshold(number: 0, definition: $0, isShown: true)] } ?? []
    return drawing
  }

  func taken(_ reading: EditedFile.Reading) -> [String] {
    reading.text.isEmpty ? [] : reading.configuration.gestures.map(\.name)
  }

  /// - Returns: the name of the written gesture.
  mutating func bind(_ body: StudioBody, verbs: DesktopVerbs) throws(CommandFailure) -> String {
    let draft = try BindRequest(body).draft(taken: taken(file.read()), verbs: verbs)
    try file.write("bind \(draft.name)", version: try body.text("version")) {
      editor throws(TomlEditor.Failure) in try editor.append(tables: draft.text)
    }
    try useFile()
    return draft.name
  }

  mutating func undo() throws(CommandFailure) -> String {
    let what = try file.undo()
    try useFile()
    return what
  }

  /// Makes the daemon reload the file, or plays the recording again with it.
  mutating func useFile() throws(CommandFailure) {
    if recording != nil { return try replay(atOnce: true) }
    if case .daemon = feed { _ = try? request("Reload") }
    expectChange()
  }
}
