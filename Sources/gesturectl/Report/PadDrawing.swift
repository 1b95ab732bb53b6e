import GestureCore

/// The pad to scale with the trail of each touch of a sequence, and the thresholds where they are: a dot where a touch
/// landed, a ring where it was lifted, a cross where it was cancelled.
struct PadDrawing {
  let section: ReportSection
  let sequence: ReportSequence

  var svg: String {
    let (width, height) = (section.stage.width, section.stage.height)
    // Margins in mm, so that what lies on the border is not cut.
    let margin = max(width, height) * 0.02
    let box = "\((-margin).svg) \((-margin).svg) \((width + 2 * margin).svg) \((height + 2 * margin).svg)"
    var parts = ["<svg class=\"pad\" viewBox=\"\(box)\" role=\"img\" aria-label=\"touches on the pad\">"]
    parts.append(
      "<rect class=\"stage\" width=\"\(width.svg)\" height=\"\(height.svg)\" rx=\"\((margin / 2).svg)\"/>")
    parts.append(grid(width, height))
    parts += strips(width, height) + thresholds
    for (index, trail) in sequence.trails.enumerated() { parts.append(drawing(of: trail, index, margin)) }
    for event in sequence.events where event.state == .recognized || event.state == .began {
      parts.append(mark(event, margin))
    }
    parts += withheld(margin)
    return parts.joined(separator: "\n") + "\n</svg>"
  }

  /// Where contacts are withheld as palms.
  private func strips(_ width: Double, _ height: Double) -> [String] {
    let (left, right) = (section.filter.leftStrip, section.filter.rightStrip)
    return [(0, left), (width - right, right)].filter { $0.1 > 0 }.map { x, strip in
      "<rect class=\"strip\" x=\"\(x.svg)\" width=\"\(strip.svg)\" height=\"\(height.svg)\"><title>palm strip</title></rect>"
    }
  }

  /// A hatched square where a contact was withheld.
  private func withheld(_ margin: Double) -> [String] {
    guard let summary = sequence.summary else { return [] }
    return section.withheld(around: summary).map { contact in
      let (x, y) = (contact.position.x - margin, contact.position.y - margin)
      let hatch = stride(from: 0.5, to: 4, by: 0.5).map { offset -> String in
        let (a, b) = (min(offset, 2), max(offset - 2, 0))
        return
          "M\((x + b * margin).svg) \((y + a * margin).svg)L\((x + a * margin).svg) \((y + b * margin).svg)"
      }
      return
        "<path class=\"withheld\" d=\"M\(x.svg) \(y.svg)h\((2 * margin).svg)v\((2 * margin).svg)h\((-2 * margin).svg)z\(hatch.joined())\">"
        + "<title>\(section.text(contact).escaped)</title></path>"
    }
  }

  /// A line every 10 mm; on a surface whose size cannot be true, every 100, 1000 and so on.
  private func grid(_ width: Double, _ height: Double) -> String {
    let step = section.gridStep
    let across = stride(from: step, to: width, by: step).map { "M\($0.svg) 0V\(height.svg)" }
    let down = stride(from: step, to: height, by: step).map { "M0 \($0.svg)H\(width.svg)" }
    return "<path class=\"grid\" d=\"\((across + down).joined())\"/>"
  }

  /// Those of the gestures that were recognized, or nearly, can be seen at once; the others with their rows.
  private var thresholds: [String] {
    guard let summary = sequence.summary else { return [] }
    let near = summary.misses.first.map { [$0.gesture] } ?? []
    let shown = summary.recognized.isEmpty ? near : summary.recognized
    return (summary.recognized + summary.misses.map(\.gesture)).compactMap { gesture in
      guard let definition = section.definition(of: gesture) else { return nil }
      let shapes = ThresholdDrawing(definition: definition, trails: sequence.trails, stage: section.stage)
        .shapes
      guard !shapes.isEmpty else { return nil }
      let title = "<title>thresholds of \(definition.name.escaped)</title>"
      return
        "<g class=\"threshold t\(gesture)\(shown.contains(gesture) ? " shown" : "")\">\(title)\(shapes.joined())</g>"
    }
  }

  private func drawing(of trail: TouchTrail, _ index: Int, _ margin: Double) -> String {
    let colour = TouchColour.of(index)
    let points = trail.points.map { "\($0.position.x.svg),\($0.position.y.svg)" }.joined(separator: " ")
    let times = trail.points.map { "\($0.time)" }.joined(separator: " ")
    let (first, last) = (trail.points[0].position, trail.points[trail.points.count - 1].position)
    let radius = margin / 3
    let end =
      trail.isLifted
      ? "<circle cx=\"\(last.x.svg)\" cy=\"\(last.y.svg)\" r=\"\((radius * 1.6).svg)\" fill=\"none\" stroke=\"\(colour)\"/>"
      : cross(last, radius * 1.4, colour)
    let title = "touch \(index + 1): \(trail.start.seconds) s to \(trail.end.seconds) s"
    return """
      <g class="trail f\(index)"><title>\(title)</title><polyline points="\(points)" data-times="\(times)" \
      stroke="\(colour)"/><circle cx="\(first.x.svg)" cy="\(first.y.svg)" r="\(radius.svg)" fill="\(colour)"/>\(end)</g>
      """
  }

  private func cross(_ p: Point, _ r: Double, _ colour: String) -> String {
    let (left, top) = ((p.x - r).svg, (p.y - r).svg)
    return
      "<path d=\"M\(left) \(top)l\((2 * r).svg) \((2 * r).svg)m0 \((-2 * r).svg)l\((-2 * r).svg) \((2 * r).svg)\" stroke=\"\(colour)\"/>"
  }

  /// Where a gesture was recognized; its name is in its row, where nothing can cover it.
  private func mark(_ event: GestureEvent, _ margin: Double) -> String {
    let (x, y) = (event.location.x, event.location.y)
    let half = (margin / 2).svg
    return """
      <path class="mark" d="M\(x.svg) \((y - margin / 2).svg)l\(half) \(half)l-\(half) \(half)l-\(half) -\(half)z">\
      <title>\(section.text(event).escaped)</title></path>
      """
  }
}
