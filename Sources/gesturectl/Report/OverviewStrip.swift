import GestureCore

/// All touch sequences of a recording from left to right in time; each is a link to its panel.
struct OverviewStrip {
  let section: ReportSection
  let file: Int

  /// Percent of the strip: the shortest tap can be pointed at.
  private static let leastWidth = 0.7

  var html: String {
    let summaries = section.sequences
    guard let first = summaries.first, let last = summaries.last else {
      return "<p>There are no touches.</p>"
    }
    // As floating-point numbers: times of a broken recording may lie anywhere.
    let span = max(Double(last.end) - Double(first.start), 1)
    var free = 0.0
    let links = summaries.map { summary in
      // What is too short or too close is moved to the right, so that every link can be hit.
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
