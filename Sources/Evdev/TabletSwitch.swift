import CEvdev
import CSystem

/// The open node of a convertible's switch (SW_TABLET_MODE), which reports tablet use; closed by deinit.
///
/// Some of these nodes also have hot keys. A kernel mask excludes all other codes.
package final class TabletSwitch {
  package let fd: Int32
  /// Whether the device is in tablet use, as of the last `read`; at first, as of opening.
  package private(set) var isTablet: Bool
  private let device: Libevdev

  /// - Throws: the errno of open(2), or ENOTSUP for a node without such a switch.
  package init(path: String) throws(OpenFailure) {
    fd = openDescriptor(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard fd >= 0 else { throw OpenFailure(number: -fd) }
    TabletSwitch.maskAllElse(fd)
    guard let device = Libevdev.opened(fd), device.has(type: UInt32(EV_SW), code: UInt32(SW_TABLET_MODE))
    else {
      close(fd)
      throw OpenFailure(number: ENOTSUP)
    }
    self.device = device
    isTablet = TabletSwitch.value(device)
  }

  package struct OpenFailure: Error, Equatable {
    package let number: Int32
  }

  deinit { close(fd) }

  private static func value(_ device: Libevdev) -> Bool {
    device.value(EV_SW, UInt16(SW_TABLET_MODE)) != 0
  }

  /// Masks all codes but the switch's, for the event types that such a node can have.
  private static func maskAllElse(_ fd: Int32) {
    for type in [EV_KEY, EV_REL, EV_ABS, EV_MSC] { _ = setEventMask(fd, type, []) }
    _ = setEventMask(fd, EV_SW, [1 << UInt64(SW_TABLET_MODE)])
  }

  /// Reads the pending events. Returns false when the device is gone.
  package func read() -> Bool {
    while true {
      switch device.next(.stream) {
      case .event: break
      // The kernel's buffer overflowed. This call reads the present values, and the next one stores the rest of the difference.
      case .difference: _ = device.next(.difference)
      case .none:
        isTablet = TabletSwitch.value(device)
        return true
      case .gone: return false
      }
    }
  }
}
