import CEvdev
import GestureCore
import Glibc

/// A pipe in the place of a virtual device.
final class VirtualDevice {
  /// The end that the output writes and closes.
  let writer: Int32
  private let reader: Int32
  private(set) var isGone = false

  init() {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0)
    for end in ends {
      _ = Glibc.fcntl(end, F_SETFL, O_NONBLOCK)
      _ = Glibc.fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (reader, writer) = (ends[0], ends[1])
  }

  deinit { close(reader) }

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
