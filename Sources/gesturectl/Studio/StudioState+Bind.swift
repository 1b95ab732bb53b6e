import ControlProtocol
import GestureConfig
import GestureCore
import Recordings

/// The page on which a gesture is bound: what the kept sequences are read as, the preview, and the change of the file.
extension StudioState {
  /// The kept sequences as one recording.
  func recording(of numbers: [Int]) throws(CommandFailure) -> Recording {
    var whole: Recording?
    for number in numbers.sorted() {
      guard let one = keptRecording(number) else {
        throw .wrong("touch sequence \(number) is no longer stored; make the gesture again")
      }
      // Two entries may have the same events, because their sequences overlap on the device.
      if let last = whole?.events.last, let first = one.events.first, first.time <= last.time { continue }
      if whole == nil { whole = one } else { whole?.events += one.events }
    }
    guard let whole else { throw .usage("no touch sequence is named") }
    return whole
  }

  /// Writes the possible readings of the sequences, and the zone in which they began.
  func readings(_ body: JSONValue, to json: inout JSONWriter) throws(CommandFailure) {
    let binder = try MotionReader(recording(of: BindRequest.numbers(body)), text: file.read().text)
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
  func preview(_ body: JSONValue, verbs: DesktopVerbs, to json: inout JSONWriter) throws(CommandFailure) {
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
    let notes =
      try request.numbers.isEmpty
      ? comparison.remarks(on: draft.name, file.facts)
      : TaughtTrial(
        draft.text, in: reading.text, path: file.shownPath, file.facts,
        examples: [recording(of: request.numbers)]
      ).notes(confirms: true)
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
    guard let device = (picture?.sequence.device ?? model.devices.keys.min()).flatMap({ model.devices[$0] })
    else { return nil }
    var drawing = picture?.drawing ?? device.ground
    let gesture = configuration?.gestures.first { $0.name == name }
    let definition = gesture?.definition(of: device.deviceClass, on: device.stage)
    drawing.thresholds =
      definition.map { [PadDrawing.Threshold(number: 0, definition: $0, isShown: true)] } ?? []
    return drawing
  }

  func taken(_ reading: EditedFile.Reading) -> [String] {
    reading.text.isEmpty ? [] : reading.configuration.gestures.map(\.name)
  }

  /// - Returns: the name of the written gesture.
  mutating func saveBinding(_ body: JSONValue, verbs: DesktopVerbs) throws(CommandFailure) -> String {
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
