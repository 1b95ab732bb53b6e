import CEvdev
import CSystem
import GestureCore

/// The virtual device that replaces a grabbed one, with the same name, IDs, properties and axes. Destroyed with the value.
package final class Twin {
  let fd: Int32

  package init(of device: TouchDevice) throws(VirtualDeviceFailure) {
    var values = [Int32](repeating: -1, count: Int(ABS_CNT))
    for (code, value) in device.fuzz { values[Int(code)] = value }
    // The C function reads one value for each code, and the list has as many.
    fd = attempt(.open) { unsafe gestured_twin_create(device.fd, values) }
    guard fd >= 0 else { throw VirtualDeviceFailure(number: -fd) }
  }

  deinit { if fd >= 0 { close(fd) } }

  /// Whether events written to uinput keep their time. They do since Linux 6.5, if it is at most ten seconds old.
  package static let keepsTimes = keepsTimes(release: firstLine(of: "/proc/sys/kernel/osrelease"))

  static func keepsTimes(release: String) -> Bool {
    let numbers = release.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
    return numbers.count == 2 && (numbers[0], numbers[1]) >= (6, 5)
  }

  /// Writes whole frames with their times. False if the kernel does not accept them.
  package func write(_ events: [InputEvent]) -> Bool { writeEvents(events, to: fd) }
}
