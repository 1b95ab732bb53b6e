import CEvdev
import CSystem
import GestureCore

/// A virtual device that takes frames: a mouse, the pointer of a touchscreen, a touchpad. It is gone from the system with
/// the value, and the kernel releases its buttons then.
package final class VirtualPointer {
  private let fd: Int32
  private var buffer: [input_event] = []

  private init(
    _ name: String, bus: Int32 = BUS_VIRTUAL, property: Int32? = nil, keys: [UInt16] = [],
    relative: [UInt16] = [], axes: [(code: UInt16, range: AxisRange)] = []
  ) throws(VirtualDeviceFailure) {
    let axes = axes.map {
      gestured_axis(
        code: $0.code, minimum: $0.range.minimum, maximum: $0.range.maximum, resolution: $0.range.resolution)
    }
    let made = name.withCString { name in
      var device = gestured_virtual()
      device.name = name
      device.bus = UInt16(bus)
      device.property = property ?? -1
      return keys.withUnsafeBufferPointer { keys in
        relative.withUnsafeBufferPointer { relative in
          axes.withUnsafeBufferPointer { axes in
            (device.keys, device.key_count) = (keys.baseAddress, Int32(keys.count))
            (device.relative, device.relative_count) = (relative.baseAddress, Int32(relative.count))
            (device.axes, device.axis_count) = (axes.baseAddress, Int32(axes.count))
            return gestured_virtual_create(&device)
          }
        }
      }
    }
    guard made >= 0 else { throw VirtualDeviceFailure(number: -made) }
    fd = made
    buffer.reserveCapacity(64)
  }

  deinit { close(fd) }

  private static let buttons = PointerButton.allCases.map { $0.code }

  /// With a wheel of high resolution. Its bus is virtual: libinput does not take it for an external mouse, for which
  /// users may have touchpads turned off.
  package static func mouse() throws(VirtualDeviceFailure) -> VirtualPointer {
    try VirtualPointer(
      "gestured virtual mouse", keys: buttons,
      relative: [
        RelativeCode.x, RelativeCode.y, RelativeCode.wheel, RelativeCode.horizontalWheel,
        RelativeCode.wheelHighResolution, RelativeCode.horizontalWheelHighResolution,
      ])
  }

  /// Buttons where a touchscreen is touched: with absolute axes, which udev takes for a mouse, as of virtual machines.
  package static func screen(_ pointer: ScreenPointer) throws(VirtualDeviceFailure) -> VirtualPointer {
    try VirtualPointer(
      "gestured virtual touch pointer", keys: buttons,
      axes: [(AbsoluteCode.x, pointer.x), (AbsoluteCode.y, pointer.y)])
  }

  /// Its bus makes it an external touchpad for libinput, which neither typing nor tablet mode turns off.
  package static func touchpad() throws(VirtualDeviceFailure) -> VirtualPointer {
    try VirtualPointer(
      "gestured virtual touchpad", bus: BUS_BLUETOOTH, property: INPUT_PROP_POINTER,
      keys: TouchpadFrames.keys,
      axes: TouchpadFrames.axes)
  }

  /// Whole frames. False if the kernel did not take them.
  package func write(_ events: [InputEvent]) -> Bool {
    guard !events.isEmpty else { return true }
    buffer.removeAll(keepingCapacity: true)
    for event in events { buffer.append(input_event(event)) }
    let size = buffer.count * MemoryLayout<input_event>.stride
    return buffer.withUnsafeBytes { CSystem.write(fd, $0.baseAddress, size) == size }
  }
}
