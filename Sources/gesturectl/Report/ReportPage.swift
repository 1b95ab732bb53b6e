import ControlProtocol
import GestureCore

/// `replay --report`: one page that needs nothing else, with the pads, the timelines and the reasons.
struct ReportPage {
  private(set) var sections: [ReportSection] = []

  mutating func add(_ section: ReportSection) { sections.append(section) }

  /// - Throws: `CommandFailure` with the path and the reason.
  func write(to path: String, force: Bool) throws(CommandFailure) {
    let file = try OutputFile(path: path, force: force)
    try file.write(html)
    try file.finish()
  }

  private var html: String {
    let title = sections.map(\.names.device).joined(separator: ", ")
    return """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(title.escaped) – gestures</title>
      <style>
      \(Self.style)
      </style>
      \(sections.map(Self.body).joined(separator: "\n"))
      </html>

      """
  }

  private static func body(_ section: ReportSection) -> String {
    let size = "\(section.stage.width.rounded().svg) × \(section.stage.height.rounded().svg) mm"
    let made = section.events.count { $0.state == .recognized || $0.state == .began }
    return """
      <section>
      <h1>\(section.file.escaped)</h1>
      <p>\(section.device.escaped), \(size); touches: \(section.trails.count), gestures: \(made). A dot is where a touch
      landed, a ring where it was lifted, a cross where it was taken away; one square of the grid is \(section.gridStep.svg) mm.</p>
      \(PadDrawing(section: section).svg)
      <h2>Timeline</h2>
      <p>Seconds. <b class="key-active">▬</b> from began to ended, <b class="key-cancelled">▬</b> cancelled,
      <b class="key-recognized">◆</b> recognized, <b class="key-failed">×</b> failed; point at one for its numbers.</p>
      <div class="scroll">
      \(Timeline(section: section).svg)
      </div>
      <h2>Events and reasons</h2>
      \(EventTable(section: section).html)
      </section>
      """
  }

  private static let style = """
    :root { color-scheme: light dark; --ink: #222; --paper: #fff; --soft: #e4e4e4; --faint: #f3f3f3; --bad: #c22; }
    @media (prefers-color-scheme: dark) {
      :root { --ink: #ddd; --paper: #181818; --soft: #3a3a3a; --faint: #222; --bad: #f66; }
    }
    body { font: 15px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 2em; }
    h1 { font-size: 1.4em; } h2 { font-size: 1.1em; margin-top: 1.6em; } p { max-width: 60em; }
    .pad { display: block; width: 100%; max-width: 60em; max-height: 80vh; }
    .pad * { vector-effect: non-scaling-stroke; }
    .stage { fill: var(--faint); stroke: var(--ink); stroke-width: 1.5; }
    .grid { stroke: var(--soft); stroke-width: 1; fill: none; }
    .trail polyline { fill: none; stroke-width: 2.5; stroke-linejoin: round; opacity: .75; }
    .trail circle, .trail path { stroke-width: 1.5; fill-opacity: .9; } .trail path { fill: none; }
    .mark path { fill: var(--ink); opacity: .8; } .mark text { fill: var(--ink); }
    .scroll { overflow-x: auto; border: 1px solid var(--soft); }
    .line { stroke: var(--soft); } .label { fill: var(--ink); font-size: 12px; }
    .tick { fill: var(--ink); font-size: 11px; text-anchor: middle; opacity: .7; }
    .active { fill: #009e73; opacity: .75; } .cancelled { fill: #e69f00; opacity: .75; }
    .recognized { fill: #0072b2; } .step { fill: #56b4e9; } .possible { stroke: var(--ink); fill: none; }
    .changed { stroke: var(--ink); opacity: .5; } .failed { stroke: var(--bad); stroke-width: 1.3; fill: none; }
    .key-active { color: #009e73; } .key-cancelled { color: #e69f00; } .key-recognized { color: #0072b2; }
    .key-failed, tr.bad td { color: var(--bad); }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
    td, th { text-align: left; padding: .15em .9em .15em 0; border-bottom: 1px solid var(--soft); vertical-align: top; }
    """
}

/// What happened, line by line; what came of one gesture at one time stands once.
struct EventTable {
  let section: ReportSection

  var html: String {
    let rows = section.events.filter { $0.state != .changed }.map(row)
    guard !rows.isEmpty else { return "<p>No gesture had a chance.</p>" }
    return "<table><tr><th>s<th>gesture<th>state<th>what</tr>\n\(rows.joined(separator: "\n"))\n</table>"
  }

  private func row(_ event: GestureEvent) -> String {
    let name = section.names.gesture(event.gesture)
    // The text begins with time, name and type, which have columns of their own.
    let prefix = "\(event.time.seconds) \(name.printable) \(event.type.rawValue) "
    let text = section.text(event)
    let rest = text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
    let isFailure = event.state == .failed
    let what = event.state.isExplanation ? String(rest.dropFirst(event.state.rawValue.count + 1)) : rest
    return "<tr\(isFailure ? " class=\"bad\"" : "")><td>\(event.time.seconds)<td>\(name.escaped)"
      + "<td>\(event.state.rawValue)<td>\(what.escaped)</tr>"
  }
}
