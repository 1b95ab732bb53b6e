import GestureCore

extension Configuration {
  /// How touches are hidden from the compositor.
  package enum Consume: String, Sendable, CaseIterable {
    /// Uses the libinput plugin if it is installed.
    case auto
    /// Uses the libinput plugin without a check for its file.
    case plugin
    /// Grabs the device and shows a virtual one in its place.
    case grab
    case off
  }

  /// Whether touches of any device are to be hidden.
  package var takesTouches: Bool {
    let isAsked =
      devices.contains { !$0.settings.claims.isEmpty }
      || gestures.contains { $0.cancelsTouches || $0.delaysTouches != nil }
    return isAsked && consume != .off
  }

  /// What is hidden on one device, by the indices of its recognizers; its claims come with the context.
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
  /// One and two fingers, pointer and scrolling, are held only if the user has written the duration.
  package var isWrittenOut: Bool

  func held(of fingers: ClosedRange<Int>) -> ClosedRange<Int>? {
    if isWrittenOut { return fingers }
    return fingers.upperBound < 3 ? nil : max(3, fingers.lowerBound)...fingers.upperBound
  }
}

extension GestureBinding {
  /// The counts whose frames are held; nil: none.
  package var heldFingers: ClosedRange<Int>? {
    guard let delaysTouches, let fingers = anyDefinition?.countedFingers else { return nil }
    return delaysTouches.held(of: fingers)
  }
}
