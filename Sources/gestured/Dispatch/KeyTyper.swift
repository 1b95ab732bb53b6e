import Evdev
import GestureCore

/// Types the chords of `keys` on a keyboard that the daemon makes while a configuration has any.
final class KeyTyper {
  private struct Keyboard {
    let device: VirtualKeyboard
    let keys: Set<UInt16>
  }

  private var keyboard: Keyboard?
  /// Why nothing can be typed; nil: it can, or no action has `keys`.
  private(set) var failure: VirtualDeviceFailure?

  /// Makes the keyboard now and not at the first chord, because a compositor needs a moment to take it up.
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

  /// Each chord is pressed and released before the next; false if the system did not take them.
  func type(_ chords: [[UInt16]]) -> Bool {
    guard keyboard != nil else { return false }
    for chord in chords where !(keyboard?.device.type(chord: chord) ?? false) { return false }
    return true
  }

  func close() { keyboard = nil }
}
