import GestureCore

// Warnings about the touchpad's button, clicks, and pointer actions on devices that cannot have them.
extension ConfigurationReader {
  mutating func warnOfPointerActions(_ devices: [LintFacts.Device]) {
    for draft in drafts.indices where !isBroken(draft) {
      warnOfTouchClicks(draft)
      warnOfTouchedScreen(draft, devices)
    }
  }

  /// Warns of `at = "touch"` if no touchscreen has the gesture.
  private mutating func warnOfTouchClicks(_ draft: Int) {
    guard drafts[draft].binding.definitions[.touchscreen] == nil else { return }
    for (position, gesture) in values.places.touchClicks where gesture == draft {
      warning(
        "at = \"touch\" has no effect on a touchpad, where a click is always at the pointer", at: position,
        gesture: draft)
    }
  }

  /// Warns of pointer actions on touchscreens without a claim, because compositors ignore a pointer's buttons and scrolling while
  /// a screen is touched. A gesture for touchscreens only is reported even if no touchscreen is known.
  private mutating func warnOfTouchedScreen(_ draft: Int, _ devices: [LintFacts.Device]) {
    let binding = drafts[draft].binding
    guard let definition = binding.definitions[.touchscreen], !binding.cancelsTouches else { return }
    guard let first = drafts[draft].virtualKeys.first(where: { $0.kind != .keys }) else { return }
    let isForScreen =
      binding.definitions[.touchpad] == nil
      || devices.contains { $0.identity.deviceClass == .touchscreen && binding.applies(to: $0.identity) }
    guard isForScreen, !isClaimed(definition.fingers, on: .touchscreen) else { return }
    warning(
      "`\(binding.name)`: desktops ignore `\(first.kind.rawValue)` while a touchscreen is touched; add cancels_touches "
        + "= true, or claim its fingers",
      at: first.position, gesture: draft)
  }
}

extension [WhenCondition] {
  /// Whether no context satisfies both conditions, because they need different values of one key.
  func excludes(_ other: [WhenCondition]) -> Bool {
    contains { a in other.contains { $0.key == a.key && a.excludes($0) } }
  }
}

extension WhenCondition {
  private var isPlain: Bool { values.allSatisfy { !$0.contains { "*?[".contains($0) } } }

  fileprivate func excludes(_ other: WhenCondition) -> Bool {
    guard isPlain, other.isPlain else { return false }
    switch (isNegated, other.isNegated) {
    case (false, false): return !values.contains(where: other.values.contains)
    case (false, true): return values.allSatisfy(other.values.contains)
    case (true, false): return other.values.allSatisfy(values.contains)
    case (true, true): return false
    }
  }
}
