import Evdev
import GestureCore
import Output

/// Types the chords of `keys`, and holds those of `hold_keys`, on a virtual keyboard, which exists while the configuration has any.
final class KeyTyper {
  private var keyboard: VirtualDevice?
  /// The keys that the keyboard was made for.
  private var known: Set<UInt16> = []
  private var held = HeldCodes()
  /// Why keys cannot be typed; nil if they can or none are configured.
  private(set) var failure: VirtualDeviceFailure?

  /// Whether keys are down.
  var isHolding: Bool { keyboard != nil && !held.isEmpty }

  /// Makes the keyboard before the first chord, because a compositor needs a moment to open it.
  func configure(keys: Set<UInt16>) {
    release(held.letGoOfAll())
    failure = nil
    if keys.isEmpty { keyboard = nil }
    if keys.isEmpty || keyboard != nil && known.isSuperset(of: keys) { return }
    known = keys
    keyboard = VirtualDevice.made(&failure) { () throws(VirtualDeviceFailure) in try .keyboard(keys) }
  }

  /// Presses the keys of each chord in order, and releases them in reverse order before the next, so that modifiers are first and
  /// last. False if the kernel did not accept an event.
  func type(_ chords: [[UInt16]]) -> Bool {
    chords.allSatisfy { chord in
      // A key that a gesture holds stays down.
      let free = chord.filter { !held.contains($0) }
      return press(free) && release(free)
    }
  }

  /// Presses the keys that no other gesture holds; false if the kernel did not accept an event.
  func hold(_ keys: [UInt16], gesture: Int, device: String) -> Bool {
    keyboard != nil && press(held.hold(keys, gesture: gesture, device: device))
  }

  /// Releases the keys that a gesture holds and no other does.
  func release(gesture: Int, device: String) {
    release(held.letGo(gesture: gesture, device: device))
  }

  private func press(_ keys: [UInt16]) -> Bool {
    keyboard?.write(keys.flatMap { [InputEvent].key($0, isDown: true) }) ?? false
  }

  @discardableResult private func release(_ keys: [UInt16]) -> Bool {
    keyboard?.write(keys.reversed().flatMap { [InputEvent].key($0, isDown: false) }) ?? false
  }

  func close() {
    release(held.letGoOfAll())
    keyboard = nil
  }
}
