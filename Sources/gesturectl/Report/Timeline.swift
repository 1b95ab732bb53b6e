import GestureCore

/// Time from left to right: a bar for each touch, and a row for each gesture with what it did and why it failed.
struct Timeline {
  let section: ReportSection

  private static let labelWidth = 170.0
  private static let touchHeight = 7.0
  private static let rowHeight = 22.0
  private static let top = 24.0

  /// Touches that are not down at the same time share a line.
  private var touchLines: [Int] {
    var ends: [Timestamp] = []
    return section.trails.map { trail in
      if let free = ends.firstIndex(where: { $0 < trail.start }) {
        ends[free] = trail.end
        return free
      }
      ends.append(trail.end)
      return ends.count - 1
    }
  }

  /// Enough for the shortest gesture to be seen, but no wider than a browser can draw.
  private var width: Double {
    let seconds = Double(section.span.upperBound - section.span.lowerBound) / 1e6
    return min(max(900, seconds * 160), 16_000)
  }

  private func x(_ time: Timestamp) -> Double {
    let span = section.span
    return Self.labelWidth + Double(time - span.lowerBound) / Double(span.upperBound - span.lowerBound)
      * width
  }

  var svg: String {
    let lines = touchLines
    let touchesBottom = Self.top + Double((lines.max() ?? -1) + 1) * (Self.touchHeight + 2) + 8
    let height = touchesBottom + Double(section.gestures.count) * Self.rowHeight + 8
    let total = Self.labelWidth + width + 20
    var parts = [
      "<svg class=\"timeline\" width=\"\(total.svg)\" height=\"\(height.svg)\" role=\"img\" aria-label=\"timeline\">"
    ]
    parts += axis(height)
    for (index, trail) in section.trails.enumerated() { parts.append(bar(trail, index, line: lines[index])) }
    parts.append("<text class=\"label\" x=\"8\" y=\"\((Self.top + 8).svg)\">touches</text>")
    for (line, gesture) in section.gestures.enumerated() {
      parts += row(gesture, y: touchesBottom + Double(line) * Self.rowHeight, total)
    }
    return parts.joined(separator: "\n") + "\n</svg>"
  }

  private func axis(_ height: Double) -> [String] {
    let span = section.span
    let seconds = Double(span.upperBound - span.lowerBound) / 1e6
    // The finest of these with at least 60 pixels between two marks: however long the time, they are no more than 270.
    let steps = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 600, 3600]
    let step = steps.first { $0 / seconds * width >= 60 } ?? (seconds / 200).rounded(.up)
    let tick = Timestamp(step * 1e6)
    let first = (span.lowerBound / tick + (span.lowerBound > 0 ? 1 : 0)) * tick
    return stride(from: first, through: span.upperBound, by: Int64.Stride(tick)).map { time in
      """
      <path class="grid" d="M\(x(time).svg) 16V\(height.svg)"/>\
      <text class="tick" x="\(x(time).svg)" y="12">\(time.seconds.trimmedZeros)</text>
      """
    }
  }

  private func bar(_ trail: TouchTrail, _ index: Int, line: Int) -> String {
    let y = Self.top + Double(line) * (Self.touchHeight + 2)
    return """
      <rect x="\(x(trail.start).svg)" y="\(y.svg)" width="\(max(1, x(trail.end) - x(trail.start)).svg)" \
      height="\(Self.touchHeight.svg)" fill="\(TouchColour.of(index))"><title>touch \(index + 1): \
      \(trail.start.seconds) s to \(trail.end.seconds) s</title></rect>
      """
  }

  private func row(_ gesture: Int, y: Double, _ total: Double) -> [String] {
    let middle = y + Self.rowHeight / 2
    var parts = [
      "<path class=\"line\" d=\"M0 \(y.svg)H\(total.svg)\"/>",
      "<text class=\"label\" x=\"8\" y=\"\((middle + 4).svg)\">\(section.names.gesture(gesture).escaped)</text>",
    ]
    var began: GestureEvent?
    for event in section.events(of: gesture) {
      switch event.state {
      case .began: began = event
      case .ended, .cancelled:
        if let start = began { parts.append(span(start, event, y)) }
        began = nil
      case .changed:
        parts.append("<path class=\"changed\" d=\"M\(x(event.time).svg) \((middle - 3).svg)v6\"/>")
      case .recognized: parts.append(diamond(event, middle))
      case .step: parts.append(dot(event, middle, "step"))
      case .failed: parts.append(cross(event, middle))
      case .possible: parts.append(dot(event, middle, "possible"))
      }
    }
    return parts
  }

  private func span(_ start: GestureEvent, _ end: GestureEvent, _ y: Double) -> String {
    let (left, right) = (x(start.time), max(x(end.time), x(start.time) + 3))
    return """
      <rect class="\(end.state == .ended ? "active" : "cancelled")" x="\(left.svg)" y="\((y + 4).svg)" \
      width="\((right - left).svg)" height="\((Self.rowHeight - 8).svg)" rx="3"><title>\(section.text(start).escaped)
      \(section.text(end).escaped)</title></rect>
      """
  }

  private func diamond(_ event: GestureEvent, _ y: Double) -> String {
    "<path class=\"recognized\" d=\"M\(x(event.time).svg) \((y - 7).svg)l7 7l-7 7l-7 -7z\">\(title(event))</path>"
  }
  private func dot(_ event: GestureEvent, _ y: Double, _ name: String) -> String {
    "<circle class=\"\(name)\" cx=\"\(x(event.time).svg)\" cy=\"\(y.svg)\" r=\"4\">\(title(event))</circle>"
  }
  private func cross(_ event: GestureEvent, _ y: Double) -> String {
    "<path class=\"failed\" d=\"M\((x(event.time) - 3).svg) \((y - 3).svg)l6 6m0 -6l-6 6\">\(title(event))</path>"
  }
  private func title(_ event: GestureEvent) -> String { "<title>\(section.text(event).escaped)</title>" }
}

extension String {
  fileprivate var trimmedZeros: String {
    var text = self
    while text.hasSuffix("0") { text.removeLast() }
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}
