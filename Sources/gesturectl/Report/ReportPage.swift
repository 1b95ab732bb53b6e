import ControlProtocol
import GestureCore

/// `replay --html`: one self-contained page with pads, timelines and reasons.
struct ReportPage {
  var sections: [ReportSection] = []
  /// The configuration's text and origin.
  var configuration = (source: "", text: "")

  var html: String {
    let title = sections.map { PathParts($0.file).name }.joined(separator: ", ")
    return """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title.escaped)</title>
      <style>
      \(Self.text("/pad.css"))
      \(Self.text("report.css"))
      \(hovering)
      </style>
      <main>
      \(sections.enumerated().map { Self.body($0.element, $0.offset) }.joined(separator: "\n"))
      <details class="source"><summary>Configuration: \(configuration.source.escaped)</summary>
      <pre>\(configuration.text.escapedLines)</pre></details>
      </main>
      <script>
      \(Self.text("report.js"))
      </script>
      </html>

      """
  }

  /// A file that the program carries (`CPages`), without its last line feed. The page works without its script.
  static func text(_ name: String) -> String { String(PageFile.known(name).dropLast()) }

  /// CSS that highlights the shapes of a row on the pad while the pointer is over the row.
  private var hovering: String {
    let gestures = Set(sections.flatMap(\.gestures)).sorted()
    let touches = 0..<(sections.flatMap(\.sequences).map(\.trails.count).max() ?? 0)
    let thresholds = gestures.map { ".seq:has(.g\($0):hover) .t\($0) { opacity: 1; }" }
    let trails = touches.map { ".seq:has(.f\($0):hover) .trail:not(.f\($0)) { opacity: .15; }" }
    return (thresholds + trails).joined(separator: "\n")
  }

  private static func body(_ section: ReportSection, _ number: Int) -> String {
    let stage = section.device.stage
    let size = "\(stage.width.rounded().svg) × \(stage.height.rounded().svg) mm"
    let made = section.sequences.count { !$0.recognized.isEmpty }
    let panels = section.sequences.map {
      SequencePanel(section: section, file: number, sequence: $0, isOpen: isOpen($0, in: section)).html
    }
    let lines = section.events.map { section.text($0).escaped }.joined(separator: "\n")
    return """
      <article>
      <h1>\(PathParts(section.file).name.escaped)</h1>
      <p>\(section.device.title.escaped), \(size). Gestures were recognized in \(made) of \(section.sequences.count) touch sequences.</p>
      \(OverviewStrip(section: section, file: number).html)
      <p class="legend">On the pad, a dot marks where a touch landed, a ring where it lifted, and a cross where it was
      cancelled. A square of the grid is \(section.device.ground.gridStep.svg) mm. Dashed lines are thresholds; hold the pointer over a row to see its own.\(filter(section))</p>
      \(panels.joined(separator: "\n"))
      \(withheld(section))
      <details class="source"><summary>All events and reasons: \(section.events.count)</summary>
      <pre>\(lines)</pre></details>
      </article>
      """
  }

  /// Opens the panels of sequences without a gesture, because the reader looks for the reason. If there are none, opens the
  /// first panel, so that the page shows a pad.
  static func isOpen(_ sequence: TouchSequence, in section: ReportSection) -> Bool {
    if section.hasMisses { return sequence.recognized.isEmpty }
    return sequence.number == section.sequences.first?.number
  }

  private static func filter(_ section: ReportSection) -> String {
    let ground = section.device.ground
    return (max(ground.leftStrip, ground.rightStrip) > 0 ? " Grey strips are palm strips." : "")
      + (ground.zones.isEmpty ? "" : " Dotted frames are zones.")
      + (section.withheld.isEmpty ? "" : " A hatched square is where a contact was withheld.")
  }

  private static func withheld(_ section: ReportSection) -> String {
    if section.withheld.isEmpty { return "" }
    let lines = section.withheld.map { WithheldText.line($0).escaped }.joined(separator: "\n")
    return """
      <details class="source" open><summary>Contacts that reached no gesture: \(section.withheld.count)</summary>
      <pre>\(lines)</pre></details>
      """
  }
}

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
    return summary.reasons.nearest == nil ? "none" : "near"
  }
}
