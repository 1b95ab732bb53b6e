import ControlProtocol
import GestureCore

/// The content of the report page for one recording.
struct ReportSection {
  let file: String
  let device: String
  let stage: Size
  let zones: [(name: String, region: Region)]
  /// The gestures that apply to the device. `gestures` has their indices in the configuration.
  let definitions: [RecognizerDefinition]
  let gestures: [Int]
  private(set) var names: EventNames
  private(set) var sequences: [TouchSequence] = []
  /// All events but `changed`.
  private(set) var events: [GestureEvent] = []
  private(set) var withheld: [WithheldContact] = []
  /// The contacts withheld during a touch sequence, or between it and the one before, by the sequence's number.
  private(set) var withheldByNumber: [Int: [WithheldContact]] = [:]
  /// Whether a touch sequence made no gesture.
  private(set) var hasMisses = false
  let filter: FilterFacts
  let absences: Absences
  private var collector: SequenceCollector

  init(file: String, runner: borrowing ReplayRunner) {
    self.file = file
    device = runner.device.description.name
    stage = runner.device.stage
    zones = runner.device.zones
    definitions = runner.device.definitions
    gestures = runner.device.gestures
    names = runner.names
    filter = runner.device.makeInput().filterFacts
    absences = runner.absences
    collector = SequenceCollector(definitions, gestures: gestures)
  }

  mutating func consume(_ step: ReplayRunner.Output) {
    switch step {
    case .context(let differences):
      // If the context changed during the recording, no single difference is true for the page.
      names.remarks = events.isEmpty && sequences.isEmpty ? differences : [:]
    case .roster, .surface: break
    case .withheld(let contact): withheld.append(contact)
    case .waiting(let gestures): collector.wait(for: gestures)
    case .frame(let frame, let touches): sequences += collector.consume(frame, touches)
    case .event(let event, _):
      collector.consume(event)
      if event.state != .changed { events.append(event) }
    }
  }

  mutating func finish() {
    sequences += collector.finish()
    hasMisses = sequences.contains(where: \.recognized.isEmpty)
    var rest = withheld[...]
    for sequence in sequences {
      let own = rest.prefix { $0.time <= sequence.end }
      withheldByNumber[sequence.number] = Array(own)
      rest = rest.dropFirst(own.count)
    }
  }

  func definition(of gesture: Int) -> RecognizerDefinition? {
    gestures.firstIndex(of: gesture).map { definitions[$0] }
  }

  func text(_ event: GestureEvent) -> String { String { EventText.write(event, names: names, to: &$0) } }
}

extension ReportSection {
  /// The pad with the touches of a sequence. Thresholds of gestures that were recognized, or nearly so, are shown from the start.
  func drawing(of sequence: TouchSequence) -> PadDrawing {
    var drawing = PadDrawing(stage, filter, zones)
    drawing.show(sequence, withheld: withheldByNumber[sequence.number] ?? [], names)
    drawing.thresholds = sequence.thresholds { definition(of: $0) }
    return drawing
  }
}

extension PadDrawing {
  /// The surface before any touch.
  ///
  /// - Parameter filter: the settings of the contact filter; nil if they are unknown.
  init(_ stage: Size, _ filter: FilterFacts?, _ zones: [(name: String, region: Region)]) {
    self.init(
      stage: stage, leftStrip: filter?.leftStrip ?? 0, rightStrip: filter?.rightStrip ?? 0, zones: zones)
  }

  mutating func show(_ sequence: TouchSequence, withheld contacts: [WithheldContact], _ names: EventNames) {
    trails = sequence.trails
    withheld = contacts.map { Mark(position: $0.position, text: WithheldText.line($0)) }
    recognitions = sequence.recognitions.map { event in
      Mark(position: event.location, text: String { EventText.write(event, names: names, to: &$0) })
    }
  }
}

extension TouchSequence {
  /// The thresholds of all gestures that took part. The recognized ones, or else the nearest miss, are shown from the start.
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
