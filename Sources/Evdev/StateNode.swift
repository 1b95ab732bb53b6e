import CEvdev
import CSystem

/// An open node. Only the state of some of its keys or switches is read. Closed by deinit.
///
/// A kernel mask excludes all other codes, so a switch's hot keys and a pen's positions neither reach the daemon nor wake it.
package final class StateNode {
  package let fd: Int32
  private let device: Libevdev
  private let type: Int32
  private let codes: [UInt16]

  private init(_ fd: Int32, _ device: Libevdev, _ type: Int32, _ codes: [UInt16]) {
    self.fd = fd
    self.device = device
    self.type = type
    self.codes = codes
  }

  /// Opens a node. This is a function because Embedded Swift (6.3) never frees an object whose initializer fails.
  ///
  /// - Parameter type: the event type of the codes, EV_KEY or EV_SW.
  /// - Throws: the errno of open(2), or ENOTSUP for a node without any of the codes.
  package static func opened(
    _ path: String, _ type: Int32, _ codes: [UInt16]
  ) throws(SystemFailure) -> StateNode {
    let fd = openDescriptor(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard fd >= 0 else { throw SystemFailure(number: -fd) }
    maskAllElse(fd, type, codes)
    guard let device = Libevdev.opened(fd),
      codes.contains(where: { device.has(type: UInt32(type), code: UInt32($0)) })
    else {
      close(fd)
      throw SystemFailure(number: ENOTSUP)
    }
    return StateNode(fd, device, type, codes)
  }

  deinit { close(fd) }

  /// Whether a key or switch is on, as of the last `read`, and at first as of opening; nil if the node does not have it.
  package func isOn(_ code: Int32) -> Bool? {
    device.has(type: UInt32(type), code: UInt32(code)) ? device.value(type, UInt16(code)) != 0 : nil
  }

  /// Whether any of the codes is on.
  package var isAnyOn: Bool { codes.contains { isOn(Int32($0)) == true } }

  /// Reads the pending events. Returns false when the device is gone.
  package func read() -> Bool {
    while true {
      switch device.next(LIBEVDEV_READ_FLAG_NORMAL) {
      case .event: break
      // The kernel's buffer overflowed. This call reads the present values, and the next one stores the rest of the difference.
      case .difference: _ = device.next(LIBEVDEV_READ_FLAG_SYNC)
      case .none: return true
      case .gone: return false
      }
    }
  }
}

/// The positions of a laptop's hinge that its switches report; nil where no switch does.
package struct HingePosition: Equatable, Sendable {
  /// Whether the laptop is closed (SW_LID).
  package var isClosed: Bool?
  /// Whether a convertible is in tablet use (SW_TABLET_MODE).
  package var isTablet: Bool?

  package static let type = EV_SW
  package static let codes = [UInt16(SW_LID), UInt16(SW_TABLET_MODE)]

  package init(isClosed: Bool? = nil, isTablet: Bool? = nil) {
    self.isClosed = isClosed
    self.isTablet = isTablet
  }

  /// The position by several nodes: a switch is on if one of its kind is.
  package init(of nodes: [StateNode]) {
    self.init(
      isClosed: Self.any(nodes.compactMap { $0.isOn(SW_LID) }),
      isTablet: Self.any(nodes.compactMap { $0.isOn(SW_TABLET_MODE) }))
  }

  private static func any(_ states: [Bool]) -> Bool? { states.isEmpty ? nil : states.contains(true) }
}

package enum PenTools {
  package static let type = EV_KEY
  /// The tools of a pen that are in proximity while their key is down: BTN_TOOL_PEN, BTN_TOOL_RUBBER, and BTN_TOOL_BRUSH,
  /// BTN_TOOL_PENCIL and BTN_TOOL_AIRBRUSH, which some pens have instead.
  package static let codes = [
    BTN_TOOL_PEN, BTN_TOOL_RUBBER, BTN_TOOL_BRUSH, BTN_TOOL_PENCIL, BTN_TOOL_AIRBRUSH,
  ].map {
    UInt16($0)
  }
}
