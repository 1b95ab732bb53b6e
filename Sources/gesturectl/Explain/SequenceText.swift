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

  /// The reasons, without the heading.
  func details(_ sequence: TouchSequence) -> [String] {
    let absences = sequence.listedAbsences
    let absent = list(
      absences.map { ($0.gesture, sequence.sentence($0.failure, of: $0.gesture, names)) },
      rest: "received no touch either")
    if sequence.isEmpty {
      let unknown =
        sequence.beganBefore
        ? "its touches had landed before this view began, so its reasons are not known"
        : isFiltered ? "no reason from the chosen gestures" : "no gesture received a touch"
      return absent.isEmpty ? [unknown] : absent
    }
    var lines = list(
      sequence.misses.map { ($0.gesture, sequence.sentence($0.failure, of: $0.gesture, names)) },
      isNearest: sequence.nearest != nil, rest: "missed by more: --explain=all")
    for refusal in sequence.refusals {
      if refusal.failure.reason == .contextDiffers {
        lines += refusal.gestures.map {
          "\(name($0)): \(sequence.sentence(refusal.failure, of: $0, names).printable)"
        }
        continue
      }
      let who = refusal.gestures.count == 1 ? name(refusal.gestures[0]) : "\(refusal.gestures.count) gestures"
      lines.append(
        "\(who): \(sequence.sentence(refusal.failure, of: refusal.gestures[0], names).printable)")
    }
    if let line = otherCounts(sequence.otherCounts.without(absences)) { lines.append(line) }
    if let line = resting(sequence) { lines.append(line) }
    if let line = sequence.shaking { lines.append(line) }
    return lines + absent
  }

  /// The reasons of gestures, the nearest first; of those beyond the most, only their number.
  private func list(_ reasons: [(gesture: Int, sentence: String)], isNearest: Bool = false, rest: String)
    -> [String]
  {
    let groups = grouped(reasons)
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
  private func grouped(_ reasons: [(gesture: Int, sentence: String)])
    -> [(who: String, sentence: String, count: Int)]
  {
    var groups: [(who: String, sentence: String, count: Int)] = []
    for (gesture, sentence) in reasons.map({ ($0.gesture, $0.sentence.printable) }) {
      let name = name(gesture)
      if let known = groups.firstIndex(where: { $0.sentence == sentence }) {
        groups[known].count += 1
        groups[known].who =
          groups[known].count > Self.mostNames
          ? "\(groups[known].count) gestures" : "\(groups[known].who), \(name)"
      } else {
        groups.append((name, sentence, 1))
      }
    }
    return groups
  }

  func otherCounts(_ others: TouchSequence.OtherCounts) -> String? {
    guard let last = others.counts.max() else { return nil }
    let rest = others.counts.filter { $0 != last }.sorted().map(String.init).joined(separator: ", ")
    let counts = rest.isEmpty ? "\(last)" : "\(rest) or \(last)"
    let fingers = counts == "1" ? "1 finger" : "\(counts) fingers"
    guard others.gestures.count <= Self.mostNames else {
      return "\(others.gestures.count) gestures need \(fingers)"
    }
    let verb = others.gestures.count == 1 ? "needs" : "need"
    return "\(others.gestures.map(name).joined(separator: ", ")): \(verb) \(fingers)"
  }

  /// What leaves out the fingers that rested; nil if none did.
  func resting(_ sequence: TouchSequence) -> String? {
    if sequence.resting == 0 { return nil }
    return
      "\(FingerText.count(sequence.resting)) rested: `resting_after = \"1s\"` of [[device]] leaves such a finger out"
  }

  // These texts escape control characters before colours are added.
  private func name(_ gesture: Int) -> String { names.gesture(gesture).printable }
}
