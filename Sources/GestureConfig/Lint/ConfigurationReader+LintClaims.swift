import GestureCore
import Output

// Warnings about hidden touches.
extension ConfigurationReader {
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
          "`claim` hides single touches, so the device neither moves the pointer nor clicks when you tap",
          at: claim.position)
      case 2 where claim.isUnconditional:
        warning("`claim` hides two fingers, so the device neither scrolls nor zooms", at: claim.position)
      default: break
      }
      // All claims of one list have the same position, so the list gets one warning.
      let isFirst = index == 0 || claims[index - 1].position != claim.position
      if isFirst, configuration.consume == .off {
        warning("`claim` has no effect with consume = \"off\" in [settings]", at: claim.position)
      }
    }
    for draft in drafts.indices where !isBroken(draft) {
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
