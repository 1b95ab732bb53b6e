import GestureCore

/// Where one touch was, from landing to lifting.
struct TouchTrail {
  struct Place {
    var time: Timestamp
    var position: Point
  }
  let id: Int64
  var points: [Place]
  var phase: RawTouch.Phase

  /// It ended as a lift and was not cancelled.
  var isLifted: Bool { phase == .ended }

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
