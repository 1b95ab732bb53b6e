import ControlProtocol
import GestureCore

/// The text for a touch sequence: the recognized gestures, the nearest misses, and the gestures that were out of reach.
///
///     sequence 2, 1.020 s to 1.480 s, 3 fingers: nothing recognized
///       next-workspace: moved 9.9 mm, 2.1 mm short of `min_distance` 12 mm
///       2 gestures: `overview` was recognized first
///       9 gestures need 1 or 2 fingers
struct SequenceText {
  let names: EventNames
  var style = TerminalStyle.plain
  /// Whether events were requested for some gestures only, so that the outcomes of the others are unknown.
  var isFiltered = false

  /// The most misses that are listed, the nearest first.
  private static let mostMisses = 5
  /// The most names in one line; a longer list is a count.
  private static let mostNames = 2

  /// The lines of the summary, without line ends.
  func lines(_ sequence: TouchSequence) -> [String] {
    [heading(sequence)] + details(sequence).map { "  " + $0 }
  }

  func heading(_ sequence: TouchSequence) -> String {
    let title = "sequence \(sequence.number), \(sequence.start.seconds) s to \(sequence.end.seconds) s, "
    return style(.strong, title + FingerText.count(sequence.fingers) + ": ") + sequence.outcome(names, style)
  }

  /// A gesture that was made, in the heading.
  static func made(_ name: String, isCancelled: Bool, _ style: TerminalStyle) -> String {
    isCancelled ? style(.cancelled, name.printable + " (cancelled)") : style(.recognized, name.printable)
  }

  /// The reasons, without the heading.
  func details(_ sequence: TouchSequence) -> [String] {
    let unknown =
      sequence.beganBefore == true
      ? "its touches had landed before this view began, so its reasons are not known"
      : isFiltered ? "no reason from the chosen gestures" : "no gesture received a touch"
    return details(sequence.reasons, unknown: unknown)
  }

  /// - Parameter unknown: what is said if there is no reason.
  func details(_ reasons: SequenceReasons, unknown: String) -> [String] {
    let kept = list(reasons.listedKept, rest: "received no touch either")
    if reasons.isEmpty { return kept.isEmpty ? [unknown] : kept }
    var lines = list(
      reasons.misses, isNearest: reasons.nearest != nil, rest: "missed by more: --explain=all")
    for refused in reasons.refusals {
      let who = refused.count == 1 ? name(refused[0]) : "\(refused.count) gestures"
      lines.append("\(who): \(refused[0].shown)")
    }
    if let line = otherCounts(reasons.otherCounts) { lines.append(line) }
    return lines + kept
  }

  /// The reasons of gestures, the nearest first; of those beyond the most, only their number.
  private func list(_ outcomes: [SequenceRecord.Outcome], isNearest: Bool = false, rest: String) -> [String] {
    let groups = grouped(outcomes)
    let shown = groups.prefix(Self.mostMisses)
    let width = style.isTerminal ? shown.map(\.who.count).max() ?? 0 : 0
    let lines = shown.enumerated().map { index, group in
      let gap = String(repeating: " ", count: max(0, width - group.who.count))
      let who = index == 0 && isNearest ? style(.near, group.who) : group.who
      return "\(who):\(gap) \(group.sentence)"
    }
    let hidden = groups.dropFirst(Self.mostMisses).reduce(0) { $0 + $1.count }
    return lines + (hidden == 0 ? [] : ["\(counted(hidden, "gesture")) \(rest)"])
  }

  /// Puts gestures with the same sentence into one line.
  private func grouped(_ outcomes: [SequenceRecord.Outcome]) -> [(who: String, sentence: String, count: Int)]
  {
    var groups: [(who: String, sentence: String, count: Int)] = []
    for outcome in outcomes {
      if let known = groups.firstIndex(where: { $0.sentence == outcome.shown }) {
        groups[known].count += 1
        groups[known].who =
          groups[known].count > Self.mostNames
          ? "\(groups[known].count) gestures" : "\(groups[known].who), \(name(outcome))"
      } else {
        groups.append((name(outcome), outcome.shown, 1))
      }
    }
    return groups
  }

  /// The gestures that need other numbers of fingers, as a line; nil without one.
  func otherCounts(_ others: [SequenceRecord.Outcome]) -> String? {
    let needed = Set(others.compactMap { $0.failure?.fingersNeeded })
    guard let last = needed.max() else { return nil }
    let rest = needed.filter { $0 != last }.sorted().map(String.init).joined(separator: ", ")
    let counts = rest.isEmpty ? "\(last)" : "\(rest) or \(last)"
    let fingers = counts == "1" ? "1 finger" : "\(counts) fingers"
    guard others.count <= Self.mostNames else { return "\(others.count) gestures need \(fingers)" }
    let verb = others.count == 1 ? "needs" : "need"
    return "\(others.map(name).joined(separator: ", ")): \(verb) \(fingers)"
  }

  // The text escapes control characters before colours are added.
  private func name(_ outcome: SequenceRecord.Outcome) -> String { outcome.gesture.printable }
}
