import GestureCore

extension Configuration {
  /// How touches are hidden from the compositor.
  package enum Consume: String, Sendable, CaseIterable {
    /// The libinput plugin if its file is installed.
    case auto
    /// The libinput plugin, even if its file is not found.
    case plugin
    /// EVIOCGRAB and a twin.
    case grab
    case off
  }

  /// Whether any setting hides touches.
  package var takesTouches: Bool {
    let isAsked =
      devices.contains { !$0.settings.claims.isEmpty }
      || gestures.contains { $0.cancelsTouches || $0.delaysTouches != nil }
    return isAsked && consume != .off
  }

  /// The settings of one device, as indices of its recognizers. Its claims are added by context.
  func claimSettings(gestures: [Int], definitions: [RecognizerDefinition]) -> ClaimSettings {
    var settings = ClaimSettings()
    guard consume != .off else { return settings }
    for (index, gesture) in gestures.enumerated() {
      let binding = self.gestures[gesture]
      if binding.cancelsTouches { settings.cancels.insert(index) }
      if let delay = binding.delaysTouches, let fingers = delay.held(of: definitions[index].countedFingers) {
        settings.delays.append(.init(gesture: index, fingers: fingers, duration: delay.duration))
      }
    }
    return settings
  }
}

/// `delays_touches`.
package struct TouchDelay: Equatable, Sendable {
  /// The longest hold of a frame.
  package var duration: Timestamp
  /// Frames of one and two fingers (pointer, scrolling) are delayed only if the file states a duration.
  package var isWrittenOut: Bool

  func held(of fingers: ClosedRange<Int>) -> ClosedRange<Int>? {
    if isWrittenOut { return fingers }
    return fingers.upperBound < 3 ? nil : max(3, fingers.lowerBound)...fingers.upperBound
  }
}

extension GestureBinding {
  /// The finger counts whose frames are delayed; nil if none are.
  package var heldFingers: ClosedRange<Int>? {
    guard let delaysTouches, let fingers = anyDefinition?.countedFingers else { return nil }
    return delaysTouches.held(of: fingers)
  }
}
