import Evdev
import GestureCore

/// Types the chords of `keys`, and holds those of `hold_keys`, on a virtual keyboard, which exists while the configuration has any.
final class KeyTyper {
  private struct Keyboard {
    let device: VirtualKeyboard
    let keys: Set<UInt16>
  }

  private var keyboard: Keyboard?
  private var held = HeldKeys()
  /// Why keys cannot be typed; nil if they can or none are configured.
  private(set) var failure: VirtualDeviceFailure?

  /// Makes the keyboard before the first chord, because a compositor needs a moment to open it.
  func configure(keys: Set<UInt16>) {
    releaseAll()
    failure = nil
    guard !keys.isEmpty else {
      keyboard = nil
      return
    }
    if let known = keyboard?.keys, known.isSuperset(of: keys) { return }
    do throws(VirtualDeviceFailure) {
      keyboard = Keyboard(
        device: try VirtualKeyboard(name: VirtualKeyboard.namePrefix + "keyboard", keys: keys), keys: keys)
    } catch {
      keyboard = nil
      failure = error
    }
  }

  /// Presses and releases each chord before the next; false if the kernel did not accept an event.
  func type(_ chords: [[UInt16]]) -> Bool {
    guard keyboard != nil else { return false }
    for chord in chords {
      // A key that a gesture holds stays down.
      let free = chord.filter { !held.contains($0) }
      if !(keyboard?.device.type(chord: free) ?? false) { return false }
    }
    return true
  }

  /// Presses the keys that no other gesture holds; false if the kernel did not accept an event.
  func hold(_ keys: [UInt16], gesture: Int, device: String) -> Bool {
    guard let keyboard else { return false }
    return keyboard.device.press(held.hold(keys, gesture: gesture, device: device))
  }

  /// Releases the keys that a gesture holds and no other does.
  func release(gesture: Int, device: String) {
    _ = keyboard?.device.release(held.letGo(gesture: gesture, device: device))
  }

  private func releaseAll() {
    while let last = held.last { release(gesture: last.gesture, device: last.device) }
  }

  func close() {
    releaseAll()
    keyboard = nil
  }
}
