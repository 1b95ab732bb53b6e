import GestureCore

/// The pad to scale with the trail of each touch: a dot where it landed, a ring where it was lifted, a cross where it
/// was taken away.
struct PadDrawing {
  let section: ReportSection

  var svg: String {
    let (width, height) = (section.stage.width, section.stage.height)
    // Margins in mm, so that what lies on the border is not cut.
    let margin = max(width, height) * 0.02
    let box = "\((-margin).svg) \((-margin).svg) \((width + 2 * margin).svg) \((height + 2 * margin).svg)"
    var parts = ["<svg class=\"pad\" viewBox=\"\(box)\" role=\"img\" aria-label=\"touches on the pad\">"]
    parts.append(
      "<rect class=\"stage\" width=\"\(width.svg)\" height=\"\(height.svg)\" rx=\"\((margin / 2).svg)\"/>")
    parts += grid(width, height)
    for (index, trail) in section.trails.enumerated() { parts.append(drawing(of: trail, index, margin)) }
    for event in section.events where event.state == .recognized || event.state == .began {
      parts.append(mark(event, margin))
    }
    return parts.joined(separator: "\n") + "\n</svg>"
  }

  /// A line every 10 mm; on a surface whose size cannot be true, every 100, 1000 and so on.
  private func grid(_ width: Double, _ height: Double) -> [String] {
    let step = section.gridStep
    return stride(from: step, to: width, by: step).map {
      "<path class=\"grid\" d=\"M\($0.svg) 0V\(height.svg)\"/>"
    }
      + stride(from: step, to: height, by: step).map {
        "<path class=\"grid\" d=\"M0 \($0.svg)H\(width.svg)\"/>"
      }
  }

  private func drawing(of trail: TouchTrail, _ index: Int, _ margin: Double) -> String {
    let colour = TouchColour.of(index)
    let points = trail.points.map { "\($0.position.x.svg),\($0.position.y.svg)" }.joined(separator: " ")
    let (first, last) = (trail.points[0].position, trail.points[trail.points.count - 1].position)
    let radius = margin / 3
    let end =
      trail.isLifted
      ? "<circle cx=\"\(last.x.svg)\" cy=\"\(last.y.svg)\" r=\"\((radius * 1.6).svg)\" fill=\"none\" stroke=\"\(colour)\"/>"
      : cross(last, radius * 1.4, colour)
    let title = "touch \(index + 1): \(trail.start.seconds) s to \(trail.end.seconds) s"
    return """
      <g class="trail"><title>\(title)</title><polyline points="\(points)" stroke="\(colour)"/>\
      <circle cx="\(first.x.svg)" cy="\(first.y.svg)" r="\(radius.svg)" fill="\(colour)"/>\(end)</g>
      """
  }

  private func cross(_ p: Point, _ r: Double, _ colour: String) -> String {
    let (left, top) = ((p.x - r).svg, (p.y - r).svg)
    return
      "<path d=\"M\(left) \(top)l\((2 * r).svg) \((2 * r).svg)m0 \((-2 * r).svg)l\((-2 * r).svg) \((2 * r).svg)\" stroke=\"\(colour)\"/>"
  }

  /// Where a gesture was recognized: its name at the centre of its touches.
  private func mark(_ event: GestureEvent, _ margin: Double) -> String {
    let name = section.names.gesture(event.gesture)
    let (x, y) = (event.location.x, event.location.y)
    // Names stay inside the drawing.
    let isFarRight = x > section.stage.width * 0.75
    let place = "x=\"\((x + margin * (isFarRight ? -0.8 : 0.8)).svg)\" y=\"\((y + margin / 3).svg)\""
    let anchor = isFarRight ? " text-anchor=\"end\"" : ""
    return """
      <g class="mark"><title>\(section.text(event).escaped)</title>\
      <path d="M\(x.svg) \((y - margin / 2).svg)l\((margin / 2).svg) \((margin / 2).svg)\
      l\((-margin / 2).svg) \((margin / 2).svg)l\((-margin / 2).svg) \((-margin / 2).svg)z"/>\
      <text \(place)\(anchor) font-size="\(margin.svg)">\(name.escaped)</text></g>
      """
  }
}

extension Timestamp {
  /// Seconds with three decimals.
  var seconds: String {
    let milliseconds = (self + 500) / 1_000
    let fraction = String(milliseconds % 1_000)
    return "\(milliseconds / 1_000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
  }
}
