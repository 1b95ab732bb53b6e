import CEvdev
import CSystem

/// The open node of a convertible's switch: whether the machine is used as a tablet (SW_TABLET_MODE); closed by deinit.
///
/// Some nodes with such a switch have hot keys too. The kernel is set to send no event of any other code.
package final class TabletSwitch {
  package let fd: Int32
  /// As of the last call of `read`; at first what the kernel has.
  package private(set) var isTablet: Bool
  private let device: OpaquePointer

  /// - Throws: the errno of open(2), or ENOTSUP for a node without such a switch.
  package init(path: String) throws(OpenFailure) {
    fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard fd >= 0 else { throw OpenFailure(number: errno) }
    TabletSwitch.maskAllElse(fd)
    var device: OpaquePointer?
    guard libevdev_new_from_fd(fd, &device) == 0, let device else {
      close(fd)
      throw OpenFailure(number: ENOTSUP)
    }
    guard libevdev_has_event_code(device, UInt32(EV_SW), UInt32(SW_TABLET_MODE)) != 0 else {
      libevdev_free(device)
      close(fd)
      throw OpenFailure(number: ENOTSUP)
    }
    self.device = device
    isTablet = TabletSwitch.value(device)
  }

  package struct OpenFailure: Error, Equatable {
    package let number: Int32
  }

  deinit {
    libevdev_free(device)
    close(fd)
  }

  private static func value(_ device: OpaquePointer) -> Bool {
    libevdev_get_event_value(device, UInt32(EV_SW), UInt32(SW_TABLET_MODE)) != 0
  }

  /// Of event types that a node with a switch can have, every code but that of the switch.
  private static func maskAllElse(_ fd: Int32) {
    // Room for the codes of EV_KEY.
    var bits = [UInt64](repeating: 0, count: 12)
    let size = UInt32(bits.count * MemoryLayout<UInt64>.size)
    for type in [EV_KEY, EV_REL, EV_ABS, EV_MSC] { _ = gestured_set_event_mask(fd, UInt32(type), bits, size) }
    bits[0] = 1 << UInt64(SW_TABLET_MODE)
    _ = gestured_set_event_mask(fd, UInt32(EV_SW), bits, size)
  }

  /// Takes what has come; false when the device is gone.
  package func read() -> Bool {
    var event = input_event()
    var flag = LIBEVDEV_READ_FLAG_NORMAL.rawValue
    while true {
      let result = libevdev_next_event(device, flag, &event)
      if result == -EAGAIN {
        isTablet = TabletSwitch.value(device)
        if flag == LIBEVDEV_READ_FLAG_NORMAL.rawValue { return true }
        flag = LIBEVDEV_READ_FLAG_NORMAL.rawValue
      } else if result == Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue) {
        // The kernel's buffer ran over: the difference comes next.
        flag = LIBEVDEV_READ_FLAG_SYNC.rawValue
      } else if result < 0, result != -EINTR {
        return false
      }
    }
  }
}
