import CEvdev
import CSystem

/// Why a virtual device could not be made; `description` is one line with the remedy.
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

/// A uinput keyboard of the daemon. It is removed from the system with the object.
@safe package final class VirtualKeyboard {
  private let uinput: OpaquePointer

  /// The codes of all such keyboards, KEY_ESC to KEY_MICMUTE. udev classifies a device as a keyboard only with codes 1 to 31
  /// (ID_INPUT_KEYBOARD).
  private static let usualKeys: ClosedRange<UInt16> = 1...248
  /// BTN_LEFT to BTN_TASK: the buttons of a mouse.
  private static let buttons: ClosedRange<UInt16> = 0x110...0x117

  /// The prefix of the names of gestured's own keyboards, whose keys are not the user's typing.
  package static let namePrefix = "gestured virtual "

  /// - Parameter keys: additional codes.
  package init(name: String, keys: Set<UInt16>) throws(VirtualDeviceFailure) {
    guard let device = unsafe libevdev_new() else { throw VirtualDeviceFailure(number: ENOMEM) }
    defer { unsafe libevdev_free(device) }
    unsafe libevdev_set_name(device, name)
    unsafe libevdev_set_id_bustype(device, Int32(BUS_VIRTUAL))
    unsafe libevdev_enable_event_type(device, UInt32(EV_KEY))
    for key in VirtualKeyboard.usualKeys {
      unsafe libevdev_enable_event_code(device, UInt32(EV_KEY), UInt32(key), nil)
    }
    for key in keys { unsafe libevdev_enable_event_code(device, UInt32(EV_KEY), UInt32(key), nil) }
    // libinput drops the buttons of a device that is not a pointer. With these axes udev classifies it as a mouse.
    if keys.contains(where: VirtualKeyboard.buttons.contains) {
      for axis in [REL_X, REL_Y] {
        unsafe libevdev_enable_event_code(device, UInt32(EV_REL), UInt32(axis), nil)
      }
    }
    var made: OpaquePointer?
    let result = unsafe libevdev_uinput_create_from_device(
      device, LIBEVDEV_UINPUT_OPEN_MANAGED.rawValue, &made)
    guard result == 0, let made = unsafe made else { throw VirtualDeviceFailure(number: -result) }
    unsafe uinput = unsafe made
  }

  deinit { unsafe libevdev_uinput_destroy(uinput) }

  /// Presses the keys in order and releases them in reverse order, so that modifiers are first and last. False if the kernel did
  /// not accept an event.
  package func type(chord: [UInt16]) -> Bool {
    for key in chord where !write(key, 1) { return false }
    for key in chord.reversed() where !write(key, 0) { return false }
    return true
  }

  private func write(_ key: UInt16, _ value: Int32) -> Bool {
    unsafe libevdev_uinput_write_event(uinput, UInt32(EV_KEY), UInt32(key), value) == 0
      && libevdev_uinput_write_event(uinput, UInt32(EV_SYN), UInt32(SYN_REPORT), 0) == 0
  }
}
