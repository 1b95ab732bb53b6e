import ControlProtocol
import GestureCore

/// The panel of a touch sequence: a heading, the pad, and a row for each touch and gesture on a shared time axis.
struct SequencePanel {
  let section: ReportSection
  let file: Int
  let sequence: TouchSequence
  /// Whether the panel is open when the page opens.
  let isOpen: Bool

  var html: String {
    """
    <details class="seq"\(isOpen ? " open" : "")>
    <summary><h2>\(sequence.number). \(sequence.start.seconds) s, \(FingerText.count(sequence.fingers)):
    <span class="\(OverviewStrip.kind(sequence))">\(sequence.outcome(section.names).escaped)</span></h2></summary>
    <div class="panel" id="\(OverviewStrip.anchor(file, sequence))">
    <div>\(section.drawing(of: sequence).svg)
    <p class="player" hidden><button type="button">Play</button><input type="range" aria-label="time" \
    min="\(sequence.start)" max="\(latest)" value="\(latest)"><output></output></p></div>
    <div class="rows">
    \(rows.joined(separator: "\n"))
    </div>
    </div>
    </details>
    """
  }

  /// The time of the last event or lift. Deadlines may follow the last lift.
  private var latest: Timestamp {
    let times = sequence.events.map(\.time) + sequence.trails.map(\.end)
    return max(times.max() ?? 0, sequence.start.addingReportingOverflow(50 * .millisecond).partialValue)
  }

  private func percent(_ time: Timestamp) -> Double {
    let start = sequence.start
    return min(max((Double(time) - Double(start)) / (Double(latest) - Double(start)), 0), 1) * 100
  }

  private var rows: [String] {
    var rows = [
      "<p class=\"row axis\"><span class=\"name\">seconds</span><span class=\"track ends\"><span>\(sequence.start.seconds)</span><span>\(latest.seconds)</span></span></p>"
    ]
    rows += sequence.trails.enumerated().map(touch)
    rows += sequence.recognized.map { gesture in
      // The first event may be `possible`, for a gesture that waited, and has no measures yet.
      let made = events(of: gesture).first { !$0.state.isExplanation }
      let measures = made.map { event in String { EventText.writeMeasures(event, to: &$0) } }
      let purpose = section.device.descriptions[section.names.gesture(gesture)]
      return row(gesture, "made", [purpose, measures?.trimmed].compactMap(\.self).joined(separator: ": "))
    }
    let (reasons, text) = (sequence.reasons, SequenceText(names: section.names))
    rows += reasons.misses.map { row($0, $0.index == reasons.nearest?.index ? "near" : "missed") }
    for refused in reasons.refusals {
      rows += folded(refused, "\(refused.count) gestures: \(refused[0].sentence ?? "")")
    }
    rows += folded(reasons.otherCounts, text.otherCounts(reasons.otherCounts) ?? "")
    rows += reasons.listedKept.map { row($0, "missed") }
    if reasons.isEmpty && reasons.listedKept.isEmpty {
      rows.append("<p class=\"row\">no gesture received a touch</p>")
    }
    return rows
  }

  /// The rows of several gestures behind a disclosure line, or the only row.
  private func folded(_ outcomes: [SequenceRecord.Outcome], _ summary: String) -> [String] {
    let rows = outcomes.map { row($0, "missed") }
    if outcomes.count < 2 { return rows }
    return ["<details><summary>\(summary.code)</summary>\(rows.joined(separator: "\n"))</details>"]
  }

  private func events(of gesture: Int) -> [GestureEvent] { sequence.events.filter { $0.gesture == gesture } }

  private func touch(_ number: Int, _ trail: TouchTrail) -> String {
    let (left, right) = (percent(trail.start), percent(trail.end))
    return """
      <p class="row touch f\(number)"><span class="name"><i style="background:\(TouchColour.of(number))"></i>touch \
      \(number + 1)</span><span class="track"><i class="bar" style="left:\(left.svg)%;width:\((right - left).svg)%;\
      background:\(TouchColour.of(number))"></i></span><span class="why">\(trail.start.seconds) s to \
      \(trail.end.seconds) s, \(((trail.reach * 10).rounded() / 10).svg) mm from where it landed</span></p>
      """
  }

  private func row(_ outcome: SequenceRecord.Outcome, _ kind: String) -> String {
    row(outcome.index, kind, outcome.sentence ?? "")
  }
  private func row(_ gesture: Int, _ kind: String, _ why: String) -> String {
    """
    <p class="row \(kind) g\(gesture)"><span class="name">\(section.names.gesture(gesture).escaped)</span>\
    <span class="track">\(marks(gesture))</span><span class="why">\(why.code)</span></p>
    """
  }

  /// The gesture's events on the row's time axis.
  private func marks(_ gesture: Int) -> String {
    var marks = ""
    var began: GestureEvent?
    for event in events(of: gesture) {
      let title = " title=\"\(section.text(event).escaped)\""
      switch event.state {
      case .began: began = event
      case .ended, .cancelled:
        let left = percent(began?.time ?? event.time)
        marks +=
          "<i class=\"bar \(event.state.rawValue)\" style=\"left:\(left.svg)%;width:\((percent(event.time) - left).svg)%\"\(title)></i>"
      case .recognized, .step, .failed, .possible:
        marks +=
          "<i class=\"mark \(event.state.rawValue)\" style=\"left:\(percent(event.time).svg)%\"\(title)></i>"
      case .changed: break
      }
    }
    return marks
  }
}

extension String {
  /// The text escaped for HTML, with parts in backticks as `<code>`.
  var code: String {
    escaped.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .map { $0.offset % 2 == 1 ? "<code>\($0.element)</code>" : String($0.element) }.joined()
  }
}
