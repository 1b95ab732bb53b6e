import ControlProtocol
import GestureCore

/// Everything that the page shows of one recording.
struct ReportSection {
  let file: String
  let device: String
  let stage: Size
  /// Of the gestures that apply to the device; `gestures` has their index into the configuration.
  let definitions: [RecognizerDefinition]
  let gestures: [Int]
  private(set) var names: EventNames
  private(set) var sequences: [ReportSequence] = []
  /// All but `changed`.
  private(set) var events: [GestureEvent] = []
  /// What the contact filter kept from all gestures.
  private(set) var withheld: [WithheldContact] = []
  let filter: FilterFacts
  private var collector: SequenceCollector

  init(file: String, runner: borrowing ReplayRunner) {
    self.file = file
    device = runner.device.description.name
    stage = runner.device.stage
    definitions = runner.device.definitions
    gestures = runner.device.gestures
    names = runner.names
    filter = runner.device.makeInput().filterFacts
    collector = SequenceCollector(definitions, gestures: gestures)
  }

  mutating func consume(_ step: ReplayRunner.Step) {
    switch step {
    case .context(let differences):
      // The page is written at the end: where the context changed meanwhile, no value would be true of all of it.
      names.contextDifferences = events.isEmpty && sequences.isEmpty ? differences : [:]
    case .roster: break
    case .withheld(let contact): withheld.append(contact)
    case .frame(let frame, let touches):
      let begins = sequences.isEmpty || collector.isOver
      close(collector.consume(frame, touches))
      if begins { sequences.append(ReportSequence()) }
      sequences[sequences.count - 1].consume(frame, touches)
    case .event(let event, _):
      collector.consume(event)
      if event.state != .changed { events.append(event) }
      if !sequences.isEmpty { sequences[sequences.count - 1].consume(event) }
    }
  }

  /// Those that were withheld while a touch sequence was under way, and before it since the one before.
  func withheld(around summary: TouchSequence) -> [WithheldContact] {
    let before = sequences.compactMap(\.summary).last { $0.number < summary.number }?.end
    return withheld.filter { $0.time > before ?? .min && $0.time <= summary.end }
  }

  mutating func finish() { close(collector.finish()) }

  private mutating func close(_ summary: TouchSequence?) {
    if let summary { sequences[sequences.count - 1].summary = summary }
  }

  func definition(of gesture: Int) -> RecognizerDefinition? {
    gestures.firstIndex(of: gesture).map { definitions[$0] }
  }

  func text(_ contact: WithheldContact) -> String {
    var bytes: [UInt8] = []
    WithheldText.write(contact, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  func text(_ event: GestureEvent) -> String {
    var bytes: [UInt8] = []
    EventText.write(event, names: names, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ReportSection {
  /// The thresholds of the gestures that were recognized, or nearly, can be seen at once.
  func drawing(of sequence: ReportSequence) -> PadDrawing {
    var drawing = PadDrawing(
      stage: stage, leftStrip: filter.leftStrip, rightStrip: filter.rightStrip, trails: sequence.trails)
    drawing.recognitions = sequence.events.filter { $0.state == .recognized || $0.state == .began }
      .map { PadDrawing.Mark(position: $0.location, text: text($0)) }
    guard let summary = sequence.summary else { return drawing }
    drawing.withheld = withheld(around: summary).map {
      PadDrawing.Mark(position: $0.position, text: text($0))
    }
    drawing.thresholds = summary.thresholds { definition(of: $0) }
    return drawing
  }
}

extension TouchSequence {
  /// Of all gestures that had a chance; those that were recognized, else the nearest miss, are shown at once.
  func thresholds(_ definition: (Int) -> RecognizerDefinition?) -> [PadDrawing.Threshold] {
    let near = misses.first.map { [$0.gesture] } ?? []
    let shown = recognized.isEmpty ? near : recognized
    return (recognized + misses.map(\.gesture)).compactMap { gesture in
      definition(gesture).map {
        PadDrawing.Threshold(number: gesture, definition: $0, isShown: shown.contains(gesture))
      }
    }
  }
}

/// One touch sequence with the paths of its touches.
struct ReportSequence {
  var summary: TouchSequence?
  private(set) var trails: [TouchTrail] = []
  private(set) var events: [GestureEvent] = []

  mutating func consume(_ frame: RawTouchFrame, _ touches: some Sequence<RawTouch>) {
    for touch in touches where !touch.isPhantom {
      let point = TouchTrail.Place(time: frame.time, position: touch.position)
      guard let index = trails.lastIndex(where: { $0.id == touch.id }) else {
        trails.append(TouchTrail(id: touch.id, points: [point], phase: touch.phase))
        continue
      }
      // Where a finger rests nothing is added; its end is.
      if touch.phase != .stationary { trails[index].points.append(point) }
      trails[index].phase = touch.phase
    }
  }

  mutating func consume(_ event: GestureEvent) { if event.state != .changed { events.append(event) } }
}
