import GestureCore

extension Configuration {
  /// How touches are hidden from the compositor.
  package enum Consume: String, Sendable, CaseIterable {
    /// With the libinput plugin, if its file is installed.
    case auto
    /// With the libinput plugin, even if its file is not found.
    case plugin
    /// With EVIOCGRAB and a twin.
    case grab
    case off
  }

  /// Whether the configuration hides touches of any device or gesture.
  package var takesTouches: Bool {
    let isUsed =
      devices.contains { !$0.settings.claims.isEmpty }
      || gestures.contains { $0.cancelsTouches || $0.delaysTouches != nil }
    return isUsed && consume != .off
  }

  /// The gestures of one device that hide or delay touches, as indices into `definitions`. Claims are added later, because they
  /// depend on the context.
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

/// The value of `delays_touches`.
package struct TouchDelay: Equatable, Sendable {
  /// The longest hold of a frame, µs.
  package var duration: Timestamp
  /// Whether the file states a duration. Only then are frames of one and two fingers (pointer, scrolling) delayed too.
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
