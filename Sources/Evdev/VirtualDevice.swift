import CEvdev
import CSystem
import GestureCore
import Output

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

/// A virtual device to which frames are written: a keyboard, a mouse, the pointer of a touchscreen, or a touchpad. It is removed
/// from the system when the object is freed; the kernel then releases its keys and buttons.
package final class VirtualDevice {
  private let fd: Int32

  private init(
    _ name: String, bus: Int32 = BUS_VIRTUAL, property: Int32? = nil, keys: [UInt16] = [],
    relative: [UInt16] = [], axes: [(code: UInt16, range: AxisRange)] = []
  ) throws(VirtualDeviceFailure) {
    let axes = axes.map {
      gestured_axis(
        code: $0.code, minimum: $0.range.minimum, maximum: $0.range.maximum, resolution: $0.range.resolution)
    }
    // The C function reads the lists during the call only.
    let descriptor = attempt(.open) {
      #if DEBUG
        if let fd = FaultInjection.system?.makeDevice(name) { return fd }
      #endif
      return unsafe gestured_virtual_create(
        name, UInt16(bus), property ?? -1, keys, Int32(keys.count), relative, Int32(relative.count), axes,
        Int32(axes.count))
    }
    guard descriptor >= 0 else { throw VirtualDeviceFailure(number: -descriptor) }
    fd = descriptor
  }

  deinit { close(fd) }

  /// Makes a device. If that fails, returns nil and sets the reason.
  package static func made(
    _ failure: inout VirtualDeviceFailure?, _ make: () throws(VirtualDeviceFailure) -> VirtualDevice
  ) -> VirtualDevice? {
    do throws(VirtualDeviceFailure) { return try make() } catch { failure = error }
    return nil
  }

  /// The codes of every virtual keyboard, KEY_ESC to KEY_MICMUTE. udev classifies a device as a keyboard only with codes 1 to 31
  /// (ID_INPUT_KEYBOARD).
  private static let usualKeys: ClosedRange<UInt16> = 1...248
  /// BTN_LEFT to BTN_TASK: the buttons of a mouse.
  private static let mouseButtons: ClosedRange<UInt16> = 0x110...0x117
  private static let buttons = PointerButton.allCases.map { $0.code }

  /// Makes a keyboard.
  ///
  /// - Parameter keys: codes besides the usual keys.
  package static func keyboard(_ keys: Set<UInt16>) throws(VirtualDeviceFailure) -> VirtualDevice {
    // libinput drops the buttons of a device that is not a pointer. With these axes udev classifies it as a mouse.
    let isPointer = keys.contains(where: mouseButtons.contains)
    return try VirtualDevice(
      "gestured virtual keyboard", keys: Array(usualKeys) + keys,
      relative: isPointer ? [RelativeCode.x, RelativeCode.y] : [])
  }

  /// Makes a mouse with a high-resolution wheel. Its bus is virtual, because libinput can turn touchpads off while an external
  /// mouse is connected.
  package static func mouse() throws(VirtualDeviceFailure) -> VirtualDevice {
    try VirtualDevice(
      "gestured virtual mouse", keys: buttons,
      relative: [
        RelativeCode.x, RelativeCode.y, RelativeCode.wheel, RelativeCode.horizontalWheel,
        RelativeCode.wheelHighResolution, RelativeCode.horizontalWheelHighResolution,
      ])
  }

  /// Makes a pointer for clicks on a touchscreen, with absolute axes like the mice of virtual machines.
  package static func screen(_ pointer: ScreenPointer) throws(VirtualDeviceFailure) -> VirtualDevice {
    try VirtualDevice(
      "gestured virtual touch pointer", keys: buttons,
      axes: [(AbsoluteCode.x, pointer.x), (AbsoluteCode.y, pointer.y)])
  }

  /// Makes a touchpad. Its Bluetooth bus makes libinput treat it as an external one, which stays on during typing and in tablet
  /// mode.
  package static func touchpad() throws(VirtualDeviceFailure) -> VirtualDevice {
    try VirtualDevice(
      "gestured virtual touchpad", bus: BUS_BLUETOOTH, property: INPUT_PROP_POINTER,
      keys: TouchpadFrames.keys,
      axes: TouchpadFrames.axes)
  }

  /// Writes whole frames. False if the kernel did not accept them.
  package func write(_ events: [InputEvent]) -> Bool { events.isEmpty || writeEvents(events, to: fd) }
}
