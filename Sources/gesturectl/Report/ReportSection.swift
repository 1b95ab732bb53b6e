import ControlProtocol
import GestureCore

/// Everything that the page shows of one recording.
struct ReportSection {
  let file: String
  let device: String
  let stage: Size
  /// Those that apply to the device, by index into the configuration.
  let gestures: [Int]
  let names: EventNames
  var trails: [TouchTrail] = []
  var events: [GestureEvent] = []

  /// First and last time of what is shown; at least a tenth of a second apart.
  var span: ClosedRange<Timestamp> {
    let times = trails.flatMap { [$0.start, $0.end] } + events.map(\.time)
    let first = times.min() ?? 0
    return first...max(times.max() ?? 0, first + 100 * Timestamp.millisecond)
  }

  func events(of gesture: Int) -> [GestureEvent] { events.filter { $0.gesture == gesture } }

  func text(_ event: GestureEvent) -> String {
    var bytes: [UInt8] = []
    EventText.write(event, names: names, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Colours that tell fingers apart, also for those who see red and green alike (Okabe and Ito).
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
  /// Safe between tags and in attributes.
  var escaped: String {
    var result = ""
    for character in self {
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
