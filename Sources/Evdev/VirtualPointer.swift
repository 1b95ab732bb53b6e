import CEvdev
import CSystem
import GestureCore
import Output

/// A virtual device to which frames are written: a mouse, the pointer of a touchscreen, or a touchpad. It is removed from the
/// system when the object is freed; the kernel then releases its buttons.
package final class VirtualPointer {
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
      unsafe gestured_virtual_create(
        name, UInt16(bus), property ?? -1, keys, Int32(keys.count), relative, Int32(relative.count), axes,
        Int32(axes.count))
    }
    guard descriptor >= 0 else { throw VirtualDeviceFailure(number: -descriptor) }
    fd = descriptor
  }

  deinit { close(fd) }

  private static let buttons = PointerButton.allCases.map { $0.code }

  /// Makes a mouse with a high-resolution wheel. Its bus is virtual, because libinput can turn touchpads off while an external
  /// mouse is connected.
  package static func mouse() throws(VirtualDeviceFailure) -> VirtualPointer {
    try VirtualPointer(
      "gestured virtual mouse", keys: buttons,
      relative: [
        RelativeCode.x, RelativeCode.y, RelativeCode.wheel, RelativeCode.horizontalWheel,
        RelativeCode.wheelHighResolution, RelativeCode.horizontalWheelHighResolution,
      ])
  }

  /// Makes a pointer for clicks on a touchscreen, with absolute axes like the mice of virtual machines.
  package static func screen(_ pointer: ScreenPointer) throws(VirtualDeviceFailure) -> VirtualPointer {
    try VirtualPointer(
      "gestured virtual touch pointer", keys: buttons,
      axes: [(AbsoluteCode.x, pointer.x), (AbsoluteCode.y, pointer.y)])
  }

  /// Makes a touchpad. Its Bluetooth bus makes libinput treat it as an external one, which stays on during typing and in tablet
  /// mode.
  package static func touchpad() throws(VirtualDeviceFailure) -> VirtualPointer {
    try VirtualPointer(
      "gestured virtual touchpad", bus: BUS_BLUETOOTH, property: INPUT_PROP_POINTER,
      keys: TouchpadFrames.keys,
      axes: TouchpadFrames.axes)
  }

  /// Writes whole frames. False if the kernel did not accept them.
  package func write(_ events: [InputEvent]) -> Bool { events.isEmpty || writeEvents(events, to: fd) }
}
