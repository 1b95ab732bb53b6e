import CEvdev
import GestureCore
import Glibc

/// A socket in the place of a virtual device.
final class VirtualDevice {
  /// The end that the output writes and closes.
  let writer: Int32
  private let reader: Int32
  private(set) var isGone = false

  init() {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    precondition(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    (reader, writer) = (ends[0], ends[1])
  }

  deinit { close(reader) }

  /// Whether the device is removed, or is within a minute. A process that another test starts at this moment has all descriptors
  /// until it executes its program.
  var wasRemoved: Bool {
    for _ in 0..<6_000 {
      _ = events()
      if isGone { return true }
      poll(nil, 0, 10)
    }
    return false
  }

  /// The events since the last call, without SYN_REPORT, and whether the device has been removed.
  func events() -> [InputEvent] {
    var found: [InputEvent] = []
    var event = input_event()
    while true {
      let count = read(reader, &event, MemoryLayout<input_event>.stride)
      if count == 0 { isGone = true }
      guard count == MemoryLayout<input_event>.stride else { return found }
      if event.type != UInt16(EV_SYN) {
        found.append(InputEvent(time: 0, type: event.type, code: event.code, value: event.value))
      }
    }
  }

  /// Key events as `code:value`.
  func keys() -> [String] {
    events().filter { $0.type == EventType.key }.map { "\(String($0.code, radix: 16)):\($0.value)" }
  }
}
