import GestureCore
import Output

// The keys that hide touches from the compositor: [settings] consume, [[device]] claim, cancels_touches, delays_touches.
extension ConfigurationReader {
  /// A `[[device]] claim` with its position, for lint.
  struct Claim {
    var rule: ClaimRule
    var kind: DeviceClass?
    var position: SourcePosition
    /// The keys of its `when`.
    var contextKeys: [ContextKeyUse] = []
    /// Whether the claim applies everywhere on the device and in every context.
    var isUnconditional: Bool { rule.zone == nil && rule.when.isEmpty }
  }

  private static let claimedCounts = ValueForm.counts(1...10)
  /// The most claims of a device (MOST_CLAIMS of the plugin).
  private static let mostClaims = 32
  private static let listedClaim = ValueForm.any([claimedCounts, claimTable.form])
  static let claimForm = ValueForm.any(
    [claimedCounts, claimTable.form, .list(listedClaim, 0...mostClaims, takes: "a list"), .word(["off"])])

  private static let claimTable = KeyTable<Claim>(
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
      return problem("`claim` is \"off\" by itself, without a list", at: entry.position)
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
  private static let delayTable = KeyTable<TouchDelay?>(
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
      "`delays_touches`: `ended` holds lifts on touchscreens only; on a touchpad a lift that comes later is no tap to the compositor",
      at: position)
  }

  // MARK: Warnings

  mutating func warnOfClaims() {
    let isGrabbing = configuration.consume == .grab
    let isUsed =
      !claims.isEmpty || hasBrokenClaim
      || drafts.contains { $0.binding.cancelsTouches || $0.binding.delaysTouches != nil }
    if isGrabbing, !isUsed, let position = grabKeys.consume {
      warning(
        "`consume = \"grab\"` has no effect: no device has a `claim`, no gesture cancels_touches or delays_touches",
        at: position)
    }
    if !isGrabbing, let position = grabKeys.release {
      warning("`grab_release` has no effect without consume = \"grab\"", at: position)
    }
    for (index, claim) in claims.enumerated() {
      switch claim.rule.fingers.lowerBound {
      case 1 where claim.isUnconditional:
        warning(
          "`claim` hides single touches: the device does not move the pointer and does not click by tapping",
          at: claim.position)
      case 2 where claim.isUnconditional:
        warning("`claim` hides two fingers: the device does not scroll or zoom", at: claim.position)
      default: break
      }
      // All claims of one list have the same position, so the list gets one warning.
      let isFirst = index == 0 || claims[index - 1].position != claim.position
      if isFirst, configuration.consume == .off {
        warning("`claim` has no effect with consume = \"off\" in [settings]", at: claim.position)
      }
    }
    for draft in drafts.indices where !drafts[draft].isBroken {
      warnOfTaking(draft)
      if isGrabbing, isUsed, endsGrab(drafts[draft].binding) {
        warning(
          "\(configuration.grabRelease.fingers) fingers that rest for \(configuration.grabRelease.duration / .millisecond)ms end the grab before this gesture is recognized; change `grab_release` in [settings], or the gesture",
          at: drafts[draft].position, gesture: draft)
      }
    }
  }

  /// Whether a hand that makes this gesture rests as long, and with as many fingers, as the hand that ends the grab.
  private func endsGrab(_ binding: GestureBinding) -> Bool {
    binding.definitions.contains { _, definition in
      guard definition.fingers.upperBound >= configuration.grabRelease.fingers,
        case .rest(let name) = definition.type.traits.deciding,
        let key = definition.type.keys.first(where: { $0.name == name })
      else { return false }
      return key.get(definition.parameters).duration ?? .never >= configuration.grabRelease.duration
    }
  }

  /// Whether a claim hides all of these finger counts, everywhere and in every context.
  func isClaimed(_ fingers: ClosedRange<Int>, on kind: DeviceClass) -> Bool {
    claims.contains { claim in
      claim.isUnconditional && (claim.kind ?? kind) == kind
        && claim.rule.fingers.contains(fingers.lowerBound) && claim.rule.fingers.contains(fingers.upperBound)
    }
  }

  private mutating func warnOfTaking(_ draft: Int) {
    let binding = drafts[draft].binding
    if binding.cancelsTouches, let position = drafts[draft].cancelsAt {
      if configuration.consume == .off {
        warning(
          "`cancels_touches` has no effect with consume = \"off\" in [settings]", at: position, gesture: draft
        )
      }
      if binding.type == .tap, binding.delaysTouches == nil,
        !binding.definitions.allSatisfy({ isClaimed($0.value.fingers, on: $0.key) })
      {
        warning(
          "`cancels_touches`: a tap is recognized when its fingers lift, after the compositor has received it; add delays_touches = true, or claim the count",
          at: position, gesture: draft)
      }
    }
    guard let delay = binding.delaysTouches, let position = drafts[draft].delaysAt else { return }
    if configuration.consume == .off {
      warning(
        "`delays_touches` has no effect with consume = \"off\" in [settings]", at: position, gesture: draft)
    }
    guard let held = delay.held == .lifts ? binding.anyDefinition?.countedFingers : binding.heldFingers else {
      return warning(
        "`delays_touches = true` does not hold frames of one or two fingers, because the pointer would lag; write a duration, for example \"150ms\", to hold them",
        at: position, gesture: draft)
    }
    // On a touchscreen the touch comes late as a whole, which is what the key is for.
    if delay.held == .touches, delay.isWrittenOut, held.lowerBound < 3, binding.definitions[.touchpad] != nil
    {
      warning(
        "`delays_touches`: \(held.lowerBound == 1 ? "the pointer" : "scrolling") starts later by that time",
        at: position, gesture: draft)
    }
    let claimed = claims.first {
      $0.isUnconditional && $0.rule.fingers.overlaps(held)
        && ($0.kind.map { binding.definitions[$0] != nil } ?? true)
    }
    if let claimed {
      warning(
        "`delays_touches` has no effect: the `claim` at line \(claimed.position.line) hides these counts from the first frame",
        at: position, gesture: draft)
    }
  }
}
