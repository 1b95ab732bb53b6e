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

  /// The finger counts that `claim` accepts.
  package static let claimLimits = 1...10
  package static let claimKeys = ["fingers", "zone", "when"]
  /// The most claims of a device (MOST_CLAIMS of the plugin).
  package static let mostClaims = 32

  mutating func readConsume(_ entry: Entry) {
    grabKeys.consume = entry.keyPosition
    configuration.consume = word(entry) ?? configuration.consume
  }

  package static let grabReleaseKeys = ["fingers", "time"]

  mutating func readGrabRelease(_ entry: Entry) {
    grabKeys.release = entry.keyPosition
    guard let table = table(entry) else { return }
    checkKeys(table, known: Self.grabReleaseKeys, in: "`grab_release`")
    if let fingers = table["fingers"], let count = count(fingers, EmergencyRelease.Settings.fingerLimits) {
      configuration.grabRelease.fingers = count
    }
    guard let time = table["time"], let duration = duration(time) else { return }
    let limits = EmergencyRelease.Settings.durationLimits
    guard limits.contains(duration) else {
      let (lower, upper) = (limits.lowerBound / Timestamp.second, limits.upperBound / Timestamp.second)
      return outOfRange(time, written(time), from: "\(lower)s", to: "\(upper)s")
    }
    configuration.grabRelease.duration = duration
  }

  /// Reads one claim or a list of them. An entry with a problem is left out.
  mutating func readClaims(_ entry: Entry, of kind: DeviceClass?) -> [ClaimRule] {
    let elements: [Entry]
    var takes = "a number from 1 to 10, a range, for example \"3..\" or \"3..4\", a list, or \"off\""
    switch entry.node.value {
    case .string("off"): return []
    case .array(let nodes):
      elements = nodes.map { element($0, of: entry) }
      takes =
        "a list in which each entry is a number from 1 to 10, a range, for example \"3..\" or \"3..4\", or a table with `fingers`"
    default: elements = [entry]
    }
    guard elements.count <= Self.mostClaims else {
      problem(
        "`claim` has \(elements.count) entries; a device has at most \(ConfigurationReader.mostClaims)",
        at: elements[Self.mostClaims].node.position)
      return []
    }
    let found = elements.compactMap { claim($0, kind, at: entry.keyPosition, takes: takes) }
    hasBrokenClaim = hasBrokenClaim || found.count < elements.count
    claims += found
    return found.map { $0.rule }
  }

  private mutating func claim(
    _ entry: Entry, _ kind: DeviceClass?, at position: SourcePosition, takes: String
  ) -> Claim? {
    guard case .table(let table) = entry.node.value else {
      return claimedFingers(entry, takes: takes).map {
        Claim(rule: ClaimRule($0), kind: kind, position: position)
      }
    }
    checkKeys(table, known: Self.claimKeys, in: "`claim`")
    guard let fingers = table["fingers"] else {
      return problem("`claim` needs `fingers`", at: entry.position)
    }
    var rule = claimedFingers(
      fingers, takes: "a number from 1 to 10, or a range, for example \"3..\" or \"3..4\""
    ).map { ClaimRule($0) }
    if let entry = table["zone"] {
      // Without its zone the claim would apply to the whole device.
      if let zone = zone(named: entry) { rule?.zone = zone.name } else { rule = nil }
    }
    let when = table["when"].map { whenConditions($0) }
    rule?.when = when?.conditions ?? []
    return rule.map { Claim(rule: $0, kind: kind, position: position, contextKeys: when?.keys ?? []) }
  }

  private mutating func claimedFingers(_ entry: Entry, takes: String) -> ClosedRange<Int>? {
    switch entry.node.value {
    case .integer: return count(entry, Self.claimLimits).map { $0...$0 }
    case .string("off") where entry.key == "claim":
      return problem("`claim` is \"off\" by itself, without a list", at: entry.position)
    case .string(let text):
      guard let range = CountRange(text) else {
        let isQuoted = Int(text).map(Self.claimLimits.contains) ?? false
        return problem(
          isQuoted
            ? "`\(entry.key)` is written without quotes; did you mean \(text)?"
            : "`\(entry.key)` takes \(takes), not \"\(text)\"",
          at: entry.position)
      }
      return counts(range, text, entry, within: Self.claimLimits)
    case .table, .array, .number, .boolean, .date:
      return wrongType(entry, takes: takes)
    }
  }

  /// A range of counts within limits. "2.." means up to one hand's fingers for a pinch. For a pan or a claim it has no limit, so
  /// that a later finger joins.
  mutating func counts(
    _ range: CountRange, _ text: String, _ entry: Entry, within limits: ClosedRange<Int>
  ) -> ClosedRange<Int>? {
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
    switch entry.node.value {
    case .boolean(let isOn):
      if isOn {
        drafts[draft].binding.delaysTouches = .init(duration: ClaimSettings.usualDelay, isWrittenOut: false)
      }
    case .string:
      guard let duration = heldDuration(entry) else { return }
      drafts[draft].binding.delaysTouches = .init(duration: duration, isWrittenOut: true)
    case .table(let table):
      guard checkKeys(table, known: Self.delayKeys, in: "`delays_touches`") else { return }
      guard let ended = table["ended"] else {
        return problem("`delays_touches` needs `ended`", at: entry.position)
      }
      guard let duration = heldDuration(ended) else { return }
      drafts[draft].binding.delaysTouches = .init(duration: duration, held: .lifts, isWrittenOut: true)
    case .array, .integer, .number, .date:
      wrongType(
        entry,
        takes: "true, false, a duration, for example \"150ms\", or a table, for example { ended = \"350ms\" }"
      )
    }
  }

  package static let delayKeys = ["ended"]

  private mutating func heldDuration(_ entry: Entry) -> Timestamp? {
    guard let duration = duration(entry) else { return nil }
    let most = Timestamp(ClaimWord.longestPatience) * Timestamp.millisecond
    guard duration > 0, duration <= most else {
      outOfRange(entry, written(entry), from: "1ms", to: "\(ClaimWord.longestPatience)ms")
      return nil
    }
    return duration
  }

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
        let key = definition.type.keys.first(where: { $0.name == name }),
        case .duration(let rest, _) = key.kind
      else { return false }
      return rest.get(definition.parameters) >= configuration.grabRelease.duration
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
