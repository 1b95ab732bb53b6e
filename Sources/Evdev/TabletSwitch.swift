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
    guard let device = Libevdev.opened(fd) else {
      close(fd)
      throw OpenFailure(number: ENOTSUP)
    }
    guard device.has(type: UInt32(EV_SW), code: UInt32(SW_TABLET_MODE)) else {
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
    // Room for the codes of EV_KEY.
    var bits = [UInt64](repeating: 0, count: 12)
    for type in [EV_KEY, EV_REL, EV_ABS, EV_MSC] { _ = setEventMask(fd, type, bits) }
    bits[0] = 1 << UInt64(SW_TABLET_MODE)
    _ = setEventMask(fd, EV_SW, bits)
  }

  /// Reads the pending events. Returns false when the device is gone.
  package func read() -> Bool {
    var mode = Libevdev.Mode.stream
    while true {
      switch device.next(mode) {
      case .event: break
      // The kernel's buffer overflowed; the difference comes next.
      case .difference: mode = .difference
      case .none:
        isTablet = TabletSwitch.value(device)
        if mode == .stream { return true }
        mode = .stream
      case .gone: return false
      }
    }
  }
}
