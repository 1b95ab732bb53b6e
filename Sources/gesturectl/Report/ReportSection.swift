import ControlProtocol
import GestureConfig
import GestureCore

/// The content of the report page for one recording.
struct ReportSection {
  let file: String
  let device: WatchModel.Device
  /// The indices in the configuration of the gestures that apply to the device.
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
  private var collector = SequenceCollector()

  init(file: String, runner: borrowing ReplayRunner) {
    self.file = file
    device = WatchModel.Device(runner)
    gestures = runner.device.gestures
    names = runner.names
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
      collector.consume(event, names)
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

  func text(_ event: GestureEvent) -> String { String { EventText.write(event, names: names, to: &$0) } }

  func drawing(of sequence: TouchSequence) -> PadDrawing {
    device.drawing(of: sequence, withheld: withheldByNumber[sequence.number] ?? [], names)
  }
}

extension WatchModel.Device {
  /// The surface before any touch.
  var ground: PadDrawing {
    PadDrawing(stage: stage, leftStrip: strips.left, rightStrip: strips.right, zones: zones)
  }

  /// The pad with the touches of a sequence, and the thresholds of all gestures that took part. Those of the recognized gestures, or
  /// else of the nearest miss, are shown from the start.
  func drawing(of sequence: TouchSequence, withheld contacts: [WithheldContact], _ names: EventNames)
    -> PadDrawing
  {
    var drawing = ground
    drawing.trails = sequence.trails
    drawing.withheld = contacts.map { PadDrawing.Mark(position: $0.position, text: WithheldText.line($0)) }
    drawing.recognitions = sequence.events.filter { $0.state == .recognized || $0.state == .began }.map {
      event in
      PadDrawing.Mark(
        position: event.location, text: String { EventText.write(event, names: names, to: &$0) })
    }
    let missed = sequence.reasons.misses.map(\.index)
    let shown = sequence.recognized.isEmpty ? Array(missed.prefix(1)) : sequence.recognized
    drawing.thresholds = (sequence.recognized + missed).compactMap { gesture in
      definitions.first { $0.name == names.gesture(gesture) }.map {
        PadDrawing.Threshold(number: gesture, definition: $0, isShown: shown.contains(gesture))
      }
    }
    return drawing
  }
}
