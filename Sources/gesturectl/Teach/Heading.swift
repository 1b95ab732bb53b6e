import GestureCore
import Glibc

/// Where the motions of swipes go, for examples at a slant.
enum Heading {
  /// The directions of a swipe by eighths of a turn, from right to down.
  private static let ways = [
    "right", "down-right", "down", "down-left", "left", "up-left", "up", "up-right",
  ]
  /// Eighths. A hand at a slant of less than 35° means the direction beside it; a diagonal is meant from there on.
  private static let slant = 35.0 / 45

  /// Whether two directions are an eighth of a turn apart.
  static func areNeighbours(_ a: String?, _ b: String?) -> Bool {
    guard let a = a.flatMap(ways.firstIndex), let b = b.flatMap(ways.firstIndex) else { return false }
    return [1, ways.count - 1].contains(abs(a - b))
  }

  /// The direction of the motions of all touches together; nil without a motion.
  static func way(of motions: [Point]) -> String? {
    let sum = motions.reduce(Point.zero) { $0 + $1 * (1 / max($1.length, .leastNonzeroMagnitude)) }
    guard sum.length > 0 else { return nil }
    let eighths = atan2(sum.y, sum.x) * Double(ways.count) / (2 * .pi)
    let straight = (eighths / 2).rounded() * 2
    let nearest = Int(abs(eighths - straight) < slant ? straight : eighths.rounded())
    return ways[(nearest + ways.count) % ways.count]
  }
}
