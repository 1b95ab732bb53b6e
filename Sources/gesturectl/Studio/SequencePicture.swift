import ControlProtocol
import GestureCore

/// One touch sequence for the page: the parts of its drawing, and a row for each gesture.
struct SequencePicture {
  let state: StudioState
  let sequence: TouchSequence

  /// Fails if the sequence has been dropped.
  init?(_ state: StudioState, number: Int) {
    guard let sequence = state.model.sequence(number) else { return nil }
    self.state = state
    self.sequence = sequence
  }

  private var names: EventNames { state.model.names }
  private var device: WatchModel.Device? { state.model.devices[sequence.device] }

  var drawing: PadDrawing? {
    guard let device else { return nil }
    var drawing = device.drawing(of: sequence, withheld: sequence.withheld, names)
    if sequence.isOver { return drawing }
    // While fingers are down, those of gestures with this finger count, shown with their rows.
    let fitting = device.definitions.filter { $0.fingers.contains(sequence.trails.count) }
    drawing.thresholds = fitting.compactMap { definition in
      names.gestures.firstIndex(of: definition.name).map {
        PadDrawing.Threshold(number: $0, definition: definition, isShown: false)
      }
    }
    return drawing
  }

  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("number", sequence.number)
    json.member("device", sequence.device)
    json.member("over", sequence.isOver)
    json.member("title", title)
    json.member("nearest", nearest)
    if let drawing {
      json.member("viewBox", drawing.viewBox)
      json.member("ground", drawing.ground)
      json.member("thresholds", drawing.thresholdShapes.joined())
      json.member("trails", drawing.trailShapes.joined())
      json.member("recognitions", drawing.recognitionShapes.joined())
      json.member("withheld", drawing.withheldShapes.joined())
    }
    json.list("hidden", sequence.withheld) { contact, json in json.string(WithheldText.line(contact)) }
    json.objects("rows", device.map { GestureRow.rows($0, sequence, names) } ?? []) { row, json in
      let definition = device?.definitions.first { $0.name == row.name }
      write(row, definition.map(GestureWords.phrase) ?? "", to: &json)
    }
    json.endObject()
  }

  private func write(_ row: GestureRow, _ words: String, to json: inout JSONWriter) {
    json.member("name", row.name)
    json.member("gesture", names.gestures.firstIndex(of: row.name))
    json.member("state", row.word)
    json.member("kind", row.hasFailedAction ? "failed" : Self.kind(row.colour))
    json.member("reason", row.reason)
    json.member("words", words)
    json.member("purpose", row.purpose.isEmpty ? nil : row.purpose)
    json.member("nearest", row.isNearest)
    json.member("others", row.needsOtherFingers)
    if let measure = row.measure {
      json.member("share", measure.share)
      json.member("verdict", measure.verdict.rawValue)
      json.member("measure", measure.text)
      json.member("ceiling", measure.isCeiling)
    }
  }

  private static func kind(_ colour: CellColour) -> String {
    switch colour {
    case .recognized: "made"
    case .active: "active"
    case .cancelled, .near: "near"
    case .failed: "missed"
    case .plain, .faint, .strong, .touch: "none"
    }
  }

  private var title: String {
    guard sequence.isOver else {
      return "Sequence \(sequence.number): \(FingerText.count(sequence.fingersDown)) down"
    }
    return
      "Sequence \(sequence.number), \(FingerText.count(sequence.fingers)), \(Self.duration(sequence)): \(sequence.outcome(names))"
  }

  static func duration(_ sequence: TouchSequence) -> String {
    let (length, isFar) = sequence.end.subtractingReportingOverflow(sequence.start)
    return isFar ? "" : Seconds.text(Double(length) / 1e6)
  }

  /// The sentence for a near miss if no gesture was recognized.
  private var nearest: String? {
    sequence.reasons.nearest.map { "\($0.gesture): \($0.sentence ?? "")" }
  }
}
