import GestureCore
import Glibc

/// The area that a touch must leave, reach or stay in for one gesture, as shapes in stage mm.
struct ThresholdDrawing {
  let definition: RecognizerDefinition
  let trails: [TouchTrail]
  let stage: Size

  var shapes: [String] {
    (definition.region.map { [rectangle($0.left, $0.top, $0.right, $0.bottom)] } ?? []) + own
  }

  private var own: [String] {
    if !definition.parameters.facts.startingEdges.isEmpty { return strips }
    if definition.parameters.as(SwipeParameters.self) != nil { return sectors }
    switch definition.type.traits.deciding {
    case .stray, .rest:
      return length(.allowableMovement).map { radius in starts.map { circle($0, radius) } } ?? []
    case .travel: return length(.minDistance).map { [circle(centre, $0)] } ?? []
    case .spread:
      guard let spread = length(.minSpread), starts.count > 1 else { return [] }
      return [starts.radius + spread, starts.radius - spread].filter { $0 > 0 }.map { circle(centre, $0) }
    case .arc, nil: return []
    }
  }

  private var starts: [Point] { trails.map { $0.points[0].position } }
  private var centre: Point { starts.isEmpty ? .zero : starts.centre }

  /// The distance and angle of a fast swipe, for each of its directions.
  private var sectors: [String] {
    guard let parameters = definition.parameters.as(SwipeParameters.self), let reach = length(.minDistance)
    else { return [] }
    let directions: [(DirectionSet, Double)] = [
      (.right, 0), (.down, .pi / 2), (.left, .pi), (.up, -.pi / 2), (.downRight, .pi / 4),
      (.downLeft, 3 * .pi / 4), (.upLeft, -3 * .pi / 4), (.upRight, -.pi / 4),
    ]
    // The sectors are narrow if the swipe has a diagonal itself. Whether other gestures narrow them is unknown here.
    let isNarrow = !parameters.directions.isDisjoint(with: .diagonals)
    let half = isNarrow ? min(parameters.angleFast, .pi / 8) : parameters.angleFast
    return directions.filter { parameters.directions.contains($0.0) }.map { _, angle in
      sector(centre, reach, from: angle - half, to: angle + half)
    }
  }

  private var strips: [String] {
    guard let width = length(.edgeWidth) else { return [] }
    let sides: [(EdgeSet, String)] = [
      (.left, rectangle(0, 0, width, stage.height)),
      (.right, rectangle(stage.width - width, 0, stage.width, stage.height)),
      (.top, rectangle(0, 0, stage.width, width)),
      (.bottom, rectangle(0, stage.height - width, stage.width, stage.height)),
    ]
    return sides.filter { definition.parameters.facts.startingEdges.contains($0.0) }.map(\.1)
  }

  /// The value of a length in mm; nil without the key, without a limit, or for a ratio.
  private func length(_ name: KeyName) -> Double? {
    definition.limit(of: name, fingers: trails.count).flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
  }

  private func circle(_ point: Point, _ radius: Double) -> String {
    "<circle cx=\"\(point.x.svg)\" cy=\"\(point.y.svg)\" r=\"\(radius.svg)\"/>"
  }

  private func rectangle(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> String {
    let (l, t, r, b) = (max(left, 0), max(top, 0), min(right, stage.width), min(bottom, stage.height))
    return
      "<rect x=\"\(l.svg)\" y=\"\(t.svg)\" width=\"\(max(r - l, 0).svg)\" height=\"\(max(b - t, 0).svg)\"/>"
  }

  private func sector(_ point: Point, _ radius: Double, from: Double, to: Double) -> String {
    let (a, b) = (point + Point(cos(from), sin(from)) * radius, point + Point(cos(to), sin(to)) * radius)
    return
      "<path d=\"M\(point.x.svg) \(point.y.svg)L\(a.x.svg) \(a.y.svg)A\(radius.svg) \(radius.svg) 0 0 1 \(b.x.svg) \(b.y.svg)Z\"/>"
  }
}
