import GestureCore

/// The touch sequences of a recording on a time line; each links to its panel.
struct OverviewStrip {
  let section: ReportSection
  let file: Int

  /// Percent of the strip: the least width of a link, so that even a short tap can be clicked.
  private static let leastWidth = 0.7

  var html: String {
    let summaries = section.sequences
    guard let first = summaries.first, let last = summaries.last else {
      return "<p>There are no touches.</p>"
    }
    // The span is a floating-point number, because a broken recording may have any times.
    let span = max(Double(last.end) - Double(first.start), 1)
    var free = 0.0
    let links = summaries.map { summary in
      // A link that is too close to the one before moves right, so that each can be clicked.
      let left = max((Double(summary.start) - Double(first.start)) / span * 100, free)
      let width = max((Double(summary.end) - Double(summary.start)) / span * 100, Self.leastWidth)
      free = left + width + 0.15
      return (summary, left, width)
    }
    let total = max(free, 100)
    let bars = links.map { summary, left, width in
      let title = "\(summary.number): \(summary.start.seconds) s, \(summary.outcome(section.names))"
      return """
        <a href="#\(Self.anchor(file, summary))" class="\(Self.kind(summary))" title="\(title.escaped)" \
        style="left:\((left / total * 100).svg)%;width:\((width / total * 100).svg)%"></a>
        """
    }
    return """
      <nav class="overview" aria-label="touch sequences">\(bars.joined(separator: "\n"))</nav>
      <p class="ends"><span>\(first.start.seconds) s</span><span>\(last.end.seconds) s</span></p>
      """
  }

  static func anchor(_ file: Int, _ summary: TouchSequence) -> String { "r\(file + 1)s\(summary.number)" }

  static func kind(_ summary: TouchSequence) -> String {
    if !summary.recognized.isEmpty { return "made" }
    return summary.nearest == nil ? "none" : "near"
  }
}
