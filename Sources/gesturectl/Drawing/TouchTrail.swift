import ControlProtocol
import GestureCore

/// The path of one touch from landing to lift.
struct TouchTrail {
  struct Sample {
    var time: Timestamp
    var position: Point
  }
  let id: Int64
  /// Whether the first point is the landing. It is not if the touch was down before the first frame.
  private let isWhole: Bool
  /// The points, without those that would not be visible.
  private(set) var points: [Sample]
  private(set) var phase: RawTouch.Phase
  private(set) var end: Timestamp
  /// mm from the landing to the farthest point.
  private(set) var reach = 0.0

  /// mm. A point closer than this to the one before is not visible.
  private static let finest = 0.2

  init(_ touch: RawTouch, at time: Timestamp) {
    id = touch.id
    isWhole = touch.phase == .began
    points = [Sample(time: time, position: touch.position)]
    phase = touch.phase
    end = time
  }

  mutating func follow(_ touch: RawTouch, at time: Timestamp) {
    phase = touch.phase
    end = time
    reach = max(reach, (touch.position - points[0].position).length)
    if !isDown || (touch.position - points[points.count - 1].position).length >= Self.finest {
      points.append(Sample(time: time, position: touch.position))
    }
  }

  var start: Timestamp { points[0].time }
  /// Where the touch landed, if it was seen.
  var landing: Point? { isWhole ? points[0].position : nil }
  var isDown: Bool { phase.isDown }
  /// The way from its first point to its last.
  var way: Point { points[points.count - 1].position - points[0].position }
}

extension [Point] {
  var centre: Point { reduce(.zero) { $0 + $1 } * (1 / Double(count)) }
  /// The mean distance from the centre.
  var radius: Double {
    let centre = centre
    return reduce(0) { $0 + ($1 - centre).length } / Double(count)
  }
}

extension Timestamp {
  /// The time as seconds with three decimals.
  var seconds: String { String { $0.append(seconds: self, decimals: 3) } }
}

/// Colours that remain distinct with red-green colour blindness: the hues of Okabe and Ito, each at least 3 : 1 on the light pad and
/// on the dark one.
enum TouchColour {
  static let all = ["#0072b2", "#b37b00", "#00966c", "#c4649a", "#7a6ee0", "#d55e00", "#8c8600", "#777777"]
  static func of(_ index: Int) -> String { all[index % all.count] }

  /// The components of a colour, from 0 to 255.
  static func components(of index: Int) -> (red: Int, green: Int, blue: Int) {
    let value = Int(of(index).dropFirst(), radix: 16) ?? 0
    return (value >> 16, value >> 8 & 255, value & 255)
  }
}
