import Evdev
import GestureCore

/// Types the chords of `keys` on a virtual keyboard, which exists while the configuration has any.
final class KeyTyper {
  private struct Keyboard {
    let device: VirtualKeyboard
    let keys: Set<UInt16>
  }

  private var keyboard: Keyboard?
  /// Why keys cannot be typed; nil if they can or none are configured.
  private(set) var failure: VirtualDeviceFailure?

  /// Makes the keyboard before the first chord, because a compositor needs a moment to open it.
  func configure(keys: Set<UInt16>) {
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
    for chord in chords where !(keyboard?.device.type(chord: chord) ?? false) { return false }
    return true
  }

  func close() { keyboard = nil }
}
