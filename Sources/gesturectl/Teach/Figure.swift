import GestureConfig
import GestureCore
import Glibc

/// A figure from drawings of it: a template for each way in which it was drawn, and how alike the drawings are.
struct Figure {
  /// One for each way, in percent of its longer side.
  private(set) var templates: [[Point]] = []
  private(set) var isRotationInvariant = false
  /// The lowest likeness of a drawing to the template of its way; nil if each way was drawn once.
  private(set) var likeness: Double?
  private let paths: [[Point]]

  // MARK: Limits, as scores from 0 to 1

  /// Two drawings of one figure by one hand have this likeness and more. It is above `min_score`, because a drawing that the recognizer
  /// would hardly accept is not an example. Our own figure.
  static let alike = 0.85
  /// How much less than the least like example the next drawing may be like the template. Our own figure.
  private static let margin = 0.1
  /// Below it scribbles are recognized.
  private static let least = 0.65
  /// A drawing whose likeness to two figures differs by less may be recognized as either. Twice `StrokeParameters.nearness`.
  static let separation = 0.04

  /// - Throws: `CommandFailure` if a drawing is another figure than the first.
  init(_ paths: [[Point]]) throws(CommandFailure) {
    self.paths = paths
    var ways: [[[Point]]] = []
    for (number, path) in paths.enumerated() {
      if let way = ways.firstIndex(where: { Self.score(path, $0[0], turned: false) >= Self.alike }) {
        ways[way].append(path)
      } else if let first = ways.first {
        let others = Self.otherWays(first[0])
        if others.contains(where: { Self.score(path, $0, turned: false) >= Self.alike }) {
          ways.append([path])
        } else if let way = ways.firstIndex(where: { Self.score(path, $0[0], turned: true) >= Self.alike }) {
          isRotationInvariant = true
          ways[way].append(path)
        } else {
          let best = (ways.map { $0[0] } + others).map { Self.score(path, $0, turned: true) }.max() ?? 0
          throw .wrong(
            "example \(number + 1) is another figure than example 1: their likeness is \(spelled(Digits.rounded(best, digits: 2))), "
              + "and drawings of one figure have \(spelled(Self.alike)) or more")
        }
      } else {
        ways.append([path])
      }
    }
    ways = Array(ways.prefix(StrokeParameters.mostTemplates))
    for way in ways {
      // The drawing that is most like the others of its way.
      let sums = way.map { one in way.reduce(0) { $0 + Self.score($1, one, turned: isRotationInvariant) } }
      let middle = sums.indices.max { sums[$0] < sums[$1] } ?? 0
      templates.append(way[middle])
      for (index, path) in way.enumerated() where index != middle {
        likeness = min(likeness ?? 1, Self.score(path, way[middle], turned: isRotationInvariant))
      }
    }
  }

  /// The lines of the table.
  var keys: [String] {
    var lines = [Self.line(templates)]
    // One drawing does not show whether the figure may be turned.
    if paths.count > 1, !isRotationInvariant { lines.append("rotation_invariant = false") }
    if let likeness, likeness - Self.margin < StrokeParameters(.touchpad).minScore {
      let score = max(((likeness - Self.margin) * 100).rounded(.down) / 100, Self.least)
      lines.append("min_score = \(spelled(score))")
    }
    return lines
  }

  /// Why the figure is too much like another one; nil if it is not.
  func obstacle(_ other: StrokeParameters, name: String) -> String? {
    var own = StrokeParameters(.touchpad)
    (own.templates, own.rotationInvariant) = (templates, isRotationInvariant || paths.count == 1)
    for (number, path) in paths.enumerated() {
      guard let theirs = other.score(of: path), theirs >= other.minScore else { continue }
      // A drawing that is a template is exactly like itself, and the next one is not.
      let isTemplate = templates.contains(path)
      let mine = isTemplate ? likeness ?? Self.alike + Self.margin / 2 : own.score(of: path) ?? 0
      if theirs > mine - Self.separation {
        return
          "example \(number + 1) is as much `\(name)` (likeness \(spelled(Digits.rounded(theirs, digits: 2)))) as this figure ("
          + "\(spelled(Digits.rounded(mine, digits: 2)))); draw the two less alike, or with another number of fingers"
      }
    }
    return nil
  }

  private static func score(_ path: [Point], _ template: [Point], turned: Bool) -> Double {
    var parameters = StrokeParameters(.touchpad)
    (parameters.templates, parameters.rotationInvariant) = ([template], turned)
    return parameters.score(of: path) ?? 0
  }

  // MARK: Paths

  /// Parts of the longer side between the ends of a closed figure.
  private static let closed = 25.0
  /// The beginnings of a closed figure that count as one way.
  private static let beginnings = 8

  /// The other ways to draw a path: from its end, and if it is closed from other beginnings.
  private static func otherWays(_ path: [Point]) -> [[Point]] {
    guard (path[path.count - 1] - path[0]).length <= closed else { return [path.reversed()] }
    return (0..<beginnings).flatMap { part -> [[Point]] in
      let start = part * path.count / beginnings
      let shifted = Array(path[start...] + path[..<start])
      return [shifted, shifted.reversed()]
    }
  }

  /// The most points of a figure, enough for a curve between its corners.
  private static let pointCount = 24

  /// Points at equal distances along a path, in percent of its longer side; nil if the path is a dot.
  static func path(_ path: [Point]) -> [Point]? {
    var whole = 0.0
    let lengths = zip(path, path.prefix(1) + path).map { next, one in
      whole += (next - one).length
      return whole
    }
    guard whole > 0 else { return nil }
    let (left, top) = (path.map(\.x).min() ?? 0, path.map(\.y).min() ?? 0)
    let side = max((path.map(\.x).max() ?? 0) - left, (path.map(\.y).max() ?? 0) - top)
    return (0..<pointCount).map { number in
      let length = whole * Double(number) / Double(pointCount - 1)
      let point = path[min(lengths.firstIndex { $0 >= length } ?? path.count - 1, path.count - 1)]
      return Point(((point.x - left) / side * 100).rounded(), ((point.y - top) / side * 100).rounded())
    }
  }

  static func line(_ templates: [[Point]]) -> String {
    let lists = templates.map(list)
    return "template = " + (lists.count == 1 ? lists[0] : "[\(lists.joined(separator: ", "))]")
  }

  /// A template in the syntax of the file.
  static func list(_ template: [Point]) -> String {
    "[" + template.map { "[\(Int($0.x)), \(Int($0.y))]" }.joined(separator: ", ") + "]"
  }

  // MARK: Figure or straight motion

  /// Percent of the longer side. A smaller swing is a hand that does not move straight.
  private static let swing = 12.0
  /// Percent of the longer side. A narrower path goes to and fro, as a scroll does.
  private static let narrow = 30.0

  /// Whether a path turns by more than 180°, so that it is a figure before it is a pan.
  static func isFigure(_ path: [Point]) -> Bool {
    let width = (path.map(\.x).max() ?? 0) - (path.map(\.x).min() ?? 0)
    let height = (path.map(\.y).max() ?? 0) - (path.map(\.y).min() ?? 0)
    guard min(width, height) >= narrow else { return false }
    let corners = corners(path[...])
    let steps = zip(corners, corners.dropFirst()).map { $1 - $0 }
    var turn = 0.0
    for (a, b) in zip(steps, steps.dropFirst()) {
      turn += abs(atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y))
    }
    return turn > .pi
  }

  /// The corners of a path without swings (Douglas and Peucker 1973).
  private static func corners(_ path: ArraySlice<Point>) -> [Point] {
    guard let first = path.first, let last = path.last, path.count > 2 else { return Array(path) }
    let way = last - first
    let far = path.indices.dropFirst().dropLast().map { index -> (index: Int, distance: Double) in
      let to = path[index] - first
      let distance = way.length > 0 ? abs(way.x * to.y - way.y * to.x) / way.length : to.length
      return (index, distance)
    }.max { $0.distance < $1.distance }
    guard let far, far.distance > swing else { return [first, last] }
    return corners(path[...far.index]).dropLast() + corners(path[far.index...])
  }
}
