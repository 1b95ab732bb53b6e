import GestureCore

/// A drawing of the pad to scale, with the trail of each touch and the thresholds. A dot is a landing, a ring a lift, a cross a
/// cancelled touch.
struct PadDrawing {
  /// A gesture whose limits are drawn. `number` is its row.
  struct Threshold {
    var number: Int
    var definition: RecognizerDefinition
    /// Whether it is shown from the start. Others appear when their row is pointed at.
    var isShown: Bool
  }
  /// A place on the pad with its label.
  struct Mark {
    var position: Point
    var text: String
  }

  let stage: Size
  /// Width of the left palm strip in mm; 0 if there is none.
  var leftStrip = 0.0
  var rightStrip = 0.0
  var zones: [(name: String, region: Region)] = []
  var trails: [TouchTrail] = []
  var thresholds: [Threshold] = []
  /// The places where gestures were recognized or began. Their names are in the rows, which no shape covers.
  var recognitions: [Mark] = []
  var withheld: [Mark] = []

  /// The whole drawing. The page of `studio` replaces its groups one at a time.
  var svg: String {
    let parts = [ground] + thresholdShapes + trailShapes + recognitionShapes + withheldShapes
    return "<svg class=\"pad\" viewBox=\"\(viewBox)\" role=\"img\" aria-label=\"touches on the pad\">\n"
      + parts.joined(separator: "\n") + "\n</svg>"
  }

  // mm around the stage, so that shapes at its border are not cut off.
  private var margin: Double { max(stage.width, stage.height) * 0.02 }

  var viewBox: String {
    let (width, height) = (stage.width + 2 * margin, stage.height + 2 * margin)
    return "\((-margin).svg) \((-margin).svg) \(width.svg) \(height.svg)"
  }

  /// The surface, its grid, its palm strips and its zones.
  var ground: String {
    let (width, height) = (stage.width, stage.height)
    let surface =
      "<rect class=\"stage\" width=\"\(width.svg)\" height=\"\(height.svg)\" rx=\"\((margin / 2).svg)\"/>"
    return ([surface, grid(width, height)] + strips(width, height) + zoneShapes).joined(separator: "\n")
  }

  var trailShapes: [String] { trails.enumerated().map { drawing(of: $0.element, $0.offset) } }
  var recognitionShapes: [String] { recognitions.map(diamond) }

  /// The palm strips. A contact that lands in one is withheld.
  private func strips(_ width: Double, _ height: Double) -> [String] {
    let places: [(x: Double, width: Double)] = [(0, leftStrip), (width - rightStrip, rightStrip)]
    return places.filter { $0.width > 0 }.map { strip in
      "<rect class=\"strip\" x=\"\(strip.x.svg)\" width=\"\(strip.width.svg)\" height=\"\(height.svg)\"><title>palm strip</title></rect>"
    }
  }

  /// A dotted frame for each zone, with its name inside.
  private var zoneShapes: [String] {
    zones.compactMap { zone in
      let (left, right) = (max(zone.region.left, 0), min(zone.region.right, stage.width))
      let (top, bottom) = (max(zone.region.top, 0), min(zone.region.bottom, stage.height))
      guard left < right, top < bottom else { return nil }
      return """
        <g class="zone"><title>zone \(zone.name.escaped)</title><rect x="\(left.svg)" y="\(top.svg)" \
        width="\((right - left).svg)" height="\((bottom - top).svg)"/><text x="\((left + margin / 2).svg)" \
        y="\((top + 1.5 * margin).svg)" font-size="\((1.3 * margin).svg)">\(zone.name.escaped)</text></g>
        """
    }
  }

  /// A hatched square for each withheld contact.
  var withheldShapes: [String] {
    withheld.map { contact in
      let (x, y) = (contact.position.x - margin, contact.position.y - margin)
      let hatch = stride(from: 0.5, to: 4, by: 0.5).map { offset -> String in
        let (a, b) = (min(offset, 2), max(offset - 2, 0))
        return
          "M\((x + b * margin).svg) \((y + a * margin).svg)L\((x + a * margin).svg) \((y + b * margin).svg)"
      }
      return
        "<path class=\"withheld\" d=\"M\(x.svg) \(y.svg)h\((2 * margin).svg)v\((2 * margin).svg)h\((-2 * margin).svg)z\(hatch.joined())\">"
        + "<title>\(contact.text.escaped)</title></path>"
    }
  }

  /// The grid: a line every 10 mm; on an implausibly large surface every 100 mm, 1 m and so on.
  private func grid(_ width: Double, _ height: Double) -> String {
    let step = gridStep
    let across = stride(from: step, to: width, by: step).map { "M\($0.svg) 0V\(height.svg)" }
    let down = stride(from: step, to: height, by: step).map { "M0 \($0.svg)H\(width.svg)" }
    return "<path class=\"grid\" d=\"\((across + down).joined())\"/>"
  }

  /// mm between grid lines, with at most 200 lines in each direction.
  var gridStep: Double {
    var step = 10.0
    while max(stage.width, stage.height) / step > 200 { step *= 10 }
    return step
  }

  var thresholdShapes: [String] {
    thresholds.compactMap { threshold in
      let shapes = ThresholdDrawing(definition: threshold.definition, trails: trails, stage: stage).shapes
      guard !shapes.isEmpty else { return nil }
      let title = "<title>thresholds of \(threshold.definition.name.escaped)</title>"
      return
        "<g class=\"threshold t\(threshold.number)\(threshold.isShown ? " shown" : "")\">\(title)\(shapes.joined())</g>"
    }
  }

  private func drawing(of trail: TouchTrail, _ index: Int) -> String {
    let colour = TouchColour.of(index)
    let points = trail.points.map { "\($0.position.x.svg),\($0.position.y.svg)" }.joined(separator: " ")
    let times = trail.points.map { "\($0.time)" }.joined(separator: " ")
    let (first, last) = (trail.points[0].position, trail.points[trail.points.count - 1].position)
    let radius = margin / 3
    let end: String
    switch trail.phase {
    case .began, .moved, .stationary: end = circle(last, radius * 3, "class=\"finger\" fill", colour)
    case .ended: end = circle(last, radius * 1.6, "fill=\"none\" stroke", colour)
    case .cancelled: end = cross(last, radius * 1.4, colour)
    }
    let title = "touch \(index + 1): \(trail.start.seconds) s to \(trail.end.seconds) s"
    return """
      <g class="trail f\(index)"><title>\(title)</title><polyline points="\(points)" data-times="\(times)" \
      stroke="\(colour)"/><circle cx="\(first.x.svg)" cy="\(first.y.svg)" r="\(radius.svg)" fill="\(colour)"/>\(end)</g>
      """
  }

  private func circle(_ p: Point, _ r: Double, _ attribute: String, _ colour: String) -> String {
    "<circle cx=\"\(p.x.svg)\" cy=\"\(p.y.svg)\" r=\"\(r.svg)\" \(attribute)=\"\(colour)\"/>"
  }

  private func cross(_ p: Point, _ r: Double, _ colour: String) -> String {
    let (left, top) = ((p.x - r).svg, (p.y - r).svg)
    return
      "<path d=\"M\(left) \(top)l\((2 * r).svg) \((2 * r).svg)m0 \((-2 * r).svg)l\((-2 * r).svg) \((2 * r).svg)\" stroke=\"\(colour)\"/>"
  }

  private func diamond(_ mark: Mark) -> String {
    let (x, y) = (mark.position.x, mark.position.y)
    let half = (margin / 2).svg
    return """
      <path class="mark" d="M\(x.svg) \((y - margin / 2).svg)l\(half) \(half)l-\(half) \(half)l-\(half) -\(half)z">\
      <title>\(mark.text.escaped)</title></path>
      """
  }
}
