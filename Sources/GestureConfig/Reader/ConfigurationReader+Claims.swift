import GestureCore
import Output

// The keys that hide touches from the compositor: [settings] consume, [[device]] claim, cancels_touches, delays_touches.
extension ConfigurationReader {
  private static let claimedCounts = ValueForm.counts(1...10)
  /// The most claims of a device (MOST_CLAIMS of the plugin).
  private static let mostClaims = 32
  private static let listedClaim = ValueForm.any([claimedCounts, claimTable.form])
  static let claimForm = ValueForm.any(
    [claimedCounts, claimTable.form, .list(listedClaim, 0...mostClaims, takes: "a list"), .word(["off"])])

  private static let claimTable = KeyTable<ConfigurationReader, Claim>(
    [
      .reading("fingers", claimedCounts) {
        $2.rule.fingers = $0.counts($1, claimedCounts) ?? $2.rule.fingers
      },
      .reading("zone", .text) { $2.rule.zone = $0.zone(named: $1)?.name },
      .reading("when", .own(.when)) { ($2.rule.when, $2.contextKeys) = $0.whenConditions($1) },
    ], needs: [["fingers"]])

  /// Reads one claim or a list of them. An entry with a problem is left out.
  mutating func readClaims(_ entry: Entry, of kind: DeviceClass?) -> [ClaimRule] {
    let elements: [Entry]
    switch entry.node.value {
    case .string("off"): return []
    case .array(let nodes):
      elements = nodes.map { element($0, of: entry) }
    default: elements = [entry]
    }
    guard elements.count <= Self.mostClaims else {
      problem(
        "`claim` has \(elements.count) entries; a device has at most \(Self.mostClaims)",
        at: elements[Self.mostClaims].node.position)
      return []
    }
    let found = elements.compactMap { claim($0, kind, of: entry) }
    hasBrokenClaim = hasBrokenClaim || found.count < elements.count
    claims += found
    return found.map { $0.rule }
  }

  private mutating func claim(_ entry: Entry, _ kind: DeviceClass?, of list: Entry) -> Claim? {
    let before = problemCount
    var claim = Claim(rule: ClaimRule(1...1), kind: kind, position: list.keyPosition)
    switch (entry.node.value, list.node.value) {
    case (.table, _): read(entry, Self.claimTable, into: &claim)
    case (.string("off"), _):
      return problem("a list in `claim` cannot contain \"off\"; write claim = \"off\"", at: entry.position)
    case (_, .array): claim.rule.fingers = counts(entry, Self.listedClaim) ?? 1...1
    default: claim.rule.fingers = counts(entry, Self.claimForm) ?? 1...1
    }
    return problemCount == before ? claim : nil
  }

  /// Reads a count, or a range. "2.." means up to one hand's fingers for a pinch. For a pan or a claim it has no limit, so that a
  /// later finger joins.
  mutating func counts(_ entry: Entry, _ form: ValueForm) -> ClosedRange<Int>? {
    guard let limits = form.limits else { return nil }
    guard case .string(let text) = entry.node.value, Int(text).map(limits.contains) != true else {
      return count(entry, limits, takes: form.accepted).map { $0...$0 }
    }
    guard let range = CountRange(text) else {
      return problem(entry, "takes \(form.accepted), not \"\(text)\"")
    }
    guard limits.contains(range.lower), range.upper.map(limits.contains) ?? true else {
      return outOfRange(entry, text, from: "\(limits.lowerBound)", to: "\(limits.upperBound)")
    }
    let upper = range.upper ?? (limits.upperBound < 10 ? limits.upperBound : Int.max)
    guard range.lower <= upper else {
      return problem(entry, "= \"\(text)\" ends before it starts")
    }
    return range.lower...upper
  }

  mutating func readCancels(_ entry: Entry, of draft: Int) {
    drafts[draft].binding.cancelsTouches = flag(entry) ?? false
    drafts[draft].cancelsAt = entry.keyPosition
  }

  mutating func readDelays(_ entry: Entry, of draft: Int) {
    drafts[draft].delaysAt = entry.keyPosition
    var delay: TouchDelay?
    switch entry.node.value {
    case .boolean(false): break
    case .boolean(true): delay = TouchDelay(duration: ClaimSettings.usualDelay, isWrittenOut: false)
    case .table: read(entry, Self.delayTable, into: &delay)
    default:
      let duration = value(entry, Self.heldTime, of: Self.delayForm)?.duration
      delay = duration.map { TouchDelay(duration: $0, isWrittenOut: true) }
    }
    drafts[draft].binding.delaysTouches = delay
  }

  private static let heldTime = ValueForm.duration(
    .millisecond...Timestamp(ClaimWord.longestPatience) * .millisecond)
  private static let delayTable = KeyTable<ConfigurationReader, TouchDelay?>(
    [
      .key("ended", heldTime) {
        $0 = TouchDelay(duration: $1.duration ?? 0, held: .lifts, isWrittenOut: true)
      }
    ], needs: [["ended"]])
  static let delayForm = ValueForm.any([heldTime, .flag, delayTable.form])

  /// Refuses to hold lifts where no device of the gesture can.
  mutating func checkHeldLifts(of draft: Int) {
    let binding = drafts[draft].binding
    guard binding.delaysTouches?.held == .lifts, binding.definitions[.touchscreen] == nil,
      let position = drafts[draft].delaysAt
    else { return }
    problem(
      "`delays_touches`: `ended` holds lifts on touchscreens only; on a touchpad, the compositor does not accept a late lift as a tap",
      at: position)
  }
}
