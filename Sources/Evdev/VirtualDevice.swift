import CEvdev
import CSystem

/// The reason why a virtual device could not be made. `description` is one line with the remedy.
package struct VirtualDeviceFailure: Error, CustomStringConvertible {
  /// The kernel's error number.
  package let number: Int32

  package init(number: Int32) { self.number = number }

  package var description: String {
    let reason = "cannot open /dev/uinput: \(errorText(number))"
    switch number {
    case EACCES, EPERM:
      return
        "\(reason); \(UdevRule.file) does not grant that permission by itself: `gesturectl doctor` has the command that does"
    case ENOENT, ENODEV, ENXIO:
      return "\(reason); the kernel module is not loaded: `sudo modprobe uinput`"
    default:
      return reason
    }
  }
}

/// A uinput keyboard of the daemon. It is removed from the system when the object is freed.
package final class VirtualKeyboard {
  private let uinput: UinputDevice

  /// The codes of every virtual keyboard, KEY_ESC to KEY_MICMUTE. udev classifies a device as a keyboard only with codes 1 to 31
  /// (ID_INPUT_KEYBOARD).
  private static let usualKeys: ClosedRange<UInt16> = 1...248
  /// BTN_LEFT to BTN_TASK: the buttons of a mouse.
  private static let buttons: ClosedRange<UInt16> = 0x110...0x117

  /// The prefix of the names of gestured's own keyboards, whose keys are not the user's typing.
  package static let namePrefix = "gestured virtual "

  /// Makes a keyboard.
  ///
  /// - Parameter keys: codes besides the usual keys.
  package init(name: String, keys: Set<UInt16>) throws(VirtualDeviceFailure) {
    var codes = (Array(VirtualKeyboard.usualKeys) + keys).map { (type: EV_KEY, code: Int32($0)) }
    // libinput drops the buttons of a device that is not a pointer. With these axes udev classifies it as a mouse.
    if keys.contains(where: VirtualKeyboard.buttons.contains) { codes += [(EV_REL, REL_X), (EV_REL, REL_Y)] }
    uinput = try UinputDevice(name: name, codes: codes)
  }

  /// Presses the keys in order and releases them in reverse order, so that modifiers are first and last. False if the kernel did
  /// not accept an event.
  package func type(chord: [UInt16]) -> Bool {
    press(chord) && release(chord)
  }

  /// Presses keys in order.
  package func press(_ keys: [UInt16]) -> Bool {
    for key in keys where !write(key, 1) { return false }
    return true
  }
  /// Releases keys, the last one first.
  package func release(_ keys: [UInt16]) -> Bool {
    for key in keys.reversed() where !write(key, 0) { return false }
    return true
  }

  private func write(_ key: UInt16, _ value: Int32) -> Bool {
    uinput.write(EV_KEY, Int32(key), value) && uinput.endFrame()
  }
}
