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

  /// Between two lines of the grid, in mm: at most 200 lines each way.
  var gridStep: Double {
    var step = 10.0
    while max(stage.width, stage.height) / step > 200 { step *= 10 }
    return step
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

/// One touch sequence with the paths of its touches.
struct ReportSequence {
  var summary: TouchSequence?
  private(set) var trails: [TouchTrail] = []
  private(set) var events: [GestureEvent] = []

  mutating func consume(_ frame: RawTouchFrame, _ touches: some Sequence<RawTouch>) {
    for touch in touches where !touch.isPhantom {
      let point = TouchTrail.Place(time: frame.time, position: touch.position)
      guard let index = trails.lastIndex(where: { $0.id == touch.id }) else {
        trails.append(TouchTrail(id: touch.id, points: [point]))
        continue
      }
      // Where a finger rests nothing is added; its end is.
      if touch.phase != .stationary { trails[index].points.append(point) }
      if touch.phase == .ended { trails[index].isLifted = true }
    }
  }

  mutating func consume(_ event: GestureEvent) { if event.state != .changed { events.append(event) } }
}

/// Where one touch was, from landing to lifting.
struct TouchTrail {
  struct Place {
    var time: Timestamp
    var position: Point
  }
  let id: Int64
  var points: [Place]
  /// It ended as a lift and was not cancelled.
  var isLifted = false

  var start: Timestamp { points[0].time }
  var end: Timestamp { points[points.count - 1].time }
  /// From the landing to the farthest point.
  var reach: Double { points.map { ($0.position - points[0].position).length }.max() ?? 0 }
}

extension Timestamp {
  /// Seconds with three decimals.
  var seconds: String {
    let milliseconds = magnitude / 1_000 + (magnitude % 1_000 + 500) / 1_000
    let fraction = String(milliseconds % 1_000)
    let sign = self < 0 && milliseconds > 0 ? "-" : ""
    return "\(sign)\(milliseconds / 1_000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
  }
}

/// Colours that distinguish fingers, also with red-green colour blindness (Okabe and Ito).
enum TouchColour {
  private static let all = [
    "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#b0a800", "#777777",
  ]
  static func of(_ index: Int) -> String { all[index % all.count] }

  /// 0…255 each.
  static func components(of index: Int) -> (red: Int, green: Int, blue: Int) {
    let value = Int(of(index).dropFirst(), radix: 16) ?? 0
    return (value >> 16, value >> 8 & 255, value & 255)
  }
}

extension String {
  /// Safe between tags and in attributes, control characters escaped.
  var escaped: String {
    var result = ""
    for character in printable {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
    return result
  }
}

extension String {
  /// The same for a text of several lines.
  var escapedLines: String {
    split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { String($0).escaped }
      .joined(separator: "\n")
  }
}

extension Double {
  /// For SVG: at most two decimals.
  var svg: String {
    var bytes: [UInt8] = []
    var json = JSONWriter()
    json.number((self * 100).rounded() / 100)
    bytes = json.bytes
    while bytes.contains(UInt8(ascii: ".")) && bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
