import GestureCore
import Output

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
  ///
  /// - Parameter isPerTouch: whether the device holds touches one by one. Others hold no lifts.
  func claimSettings(gestures: [Int], definitions: [RecognizerDefinition], isPerTouch: Bool) -> ClaimSettings
  {
    var settings = ClaimSettings()
    guard consume != .off else { return settings }
    for (index, gesture) in gestures.enumerated() {
      let binding = self.gestures[gesture]
      if binding.cancelsTouches { settings.cancels.insert(index) }
      guard let delay = binding.delaysTouches else { continue }
      let counted = definitions[index].countedFingers
      switch delay.held {
      case .touches:
        guard let fingers = delay.held(of: counted) else { continue }
        settings.delays.append(.init(gesture: index, fingers: fingers, duration: delay.duration))
      case .lifts:
        guard isPerTouch else { continue }
        settings.endDelays.append(.init(gesture: index, fingers: counted, duration: delay.duration))
      }
    }
    return settings
  }
}

/// The value of `delays_touches`.
package struct TouchDelay: Equatable, Sendable {
  /// What of a touch is held.
  package enum Held: Sendable {
    /// All of it, from its landing on: UIKit's delaysTouchesBegan.
    case touches
    /// Its lift: UIKit's delaysTouchesEnded.
    case lifts
  }

  /// The longest hold of a frame, µs.
  package var duration: Timestamp
  package var held = Held.touches
  /// Whether the file states a duration. Only then are frames of one and two fingers (pointer, scrolling) delayed too.
  package var isWrittenOut: Bool

  func held(of fingers: ClosedRange<Int>) -> ClosedRange<Int>? {
    if isWrittenOut { return fingers }
    return fingers.upperBound < 3 ? nil : max(3, fingers.lowerBound)...fingers.upperBound
  }
}

extension GestureBinding {
  /// The definition of one class, for values that do not depend on the class.
  package var anyDefinition: RecognizerDefinition? { definitions[.touchscreen] ?? definitions[.touchpad] }

  /// The finger counts whose frames are delayed; nil if none are.
  package var heldFingers: ClosedRange<Int>? {
    guard let delaysTouches, delaysTouches.held == .touches, let fingers = anyDefinition?.countedFingers
    else { return nil }
    return delaysTouches.held(of: fingers)
  }
}
