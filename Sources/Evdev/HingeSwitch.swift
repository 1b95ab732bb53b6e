import CEvdev
import CSystem

/// The positions of a laptop's hinge that its switches report; nil where no switch does.
package struct HingePosition: Equatable, Sendable {
  /// Whether the laptop is closed (SW_LID).
  package var isClosed: Bool?
  /// Whether a convertible is in tablet use (SW_TABLET_MODE).
  package var isTablet: Bool?

  package init(isClosed: Bool? = nil, isTablet: Bool? = nil) {
    self.isClosed = isClosed
    self.isTablet = isTablet
  }

  /// The positions of several nodes: a switch is on if one of its kind is.
  package static func of(_ nodes: [HingePosition]) -> HingePosition {
    HingePosition(
      isClosed: any(nodes.compactMap { $0.isClosed }), isTablet: any(nodes.compactMap { $0.isTablet }))
  }

  private static func any(_ states: [Bool]) -> Bool? { states.isEmpty ? nil : states.contains(true) }
}

/// The open node of a lid or of a convertible's switch (SW_LID, SW_TABLET_MODE); closed by deinit.
///
/// Some of these nodes also have hot keys. A kernel mask excludes all other codes.
package final class HingeSwitch {
  package let fd: Int32
  /// As of the last `read`; at first, as of opening.
  package private(set) var position: HingePosition
  private let device: Libevdev

  /// - Throws: the errno of open(2), or ENOTSUP for a node without such a switch.
  package init(path: String) throws(OpenFailure) {
    fd = openDescriptor(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard fd >= 0 else { throw OpenFailure(number: -fd) }
    HingeSwitch.maskAllElse(fd)
    guard let device = Libevdev.opened(fd), HingeSwitch.position(device) != HingePosition() else {
      close(fd)
      throw OpenFailure(number: ENOTSUP)
    }
    self.device = device
    position = HingeSwitch.position(device)
  }

  package struct OpenFailure: Error, Equatable {
    package let number: Int32
  }

  deinit { close(fd) }

  private static func position(_ device: Libevdev) -> HingePosition {
    HingePosition(isClosed: value(SW_LID, device), isTablet: value(SW_TABLET_MODE, device))
  }

  private static func value(_ code: Int32, _ device: Libevdev) -> Bool? {
    device.has(type: UInt32(EV_SW), code: UInt32(code)) ? device.value(EV_SW, UInt16(code)) != 0 : nil
  }

  /// Masks all codes but the switches', for the event types that such a node can have.
  private static func maskAllElse(_ fd: Int32) {
    for type in [EV_KEY, EV_REL, EV_ABS, EV_MSC] { _ = setEventMask(fd, type, []) }
    _ = setEventMask(fd, EV_SW, [1 << UInt64(SW_LID) | 1 << UInt64(SW_TABLET_MODE)])
  }

  /// Reads the pending events. Returns false when the device is gone.
  package func read() -> Bool {
    while true {
      switch device.next(.stream) {
      case .event: break
      // The kernel's buffer overflowed. This call reads the present values, and the next one stores the rest of the difference.
      case .difference: _ = device.next(.difference)
      case .none:
        position = HingeSwitch.position(device)
        return true
      case .gone: return false
      }
    }
  }
}
