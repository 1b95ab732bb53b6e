import CEvdev
import CSystem
import Typing

/// The open node of a keyboard; closed by deinit.
///
/// The kernel sends the keys of the typewriter and the modifiers and nothing else. Of a key only its kind leaves `read`, and
/// the buffer in which the kernel puts the codes is overwritten before it returns.
final class Keyboard {
  let fd: Int32
  /// The modifiers of this keyboard that are held, as `KeyKind` has them.
  private(set) var held: UInt8 = 0

  /// nil: it cannot be opened; errno is the reason.
  init?(path: String) {
    fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    if fd < 0 { return nil }
    mask()
  }

  deinit { close(fd) }

  /// Without effect before Linux 4.4: `read` drops the rest.
  private func mask() {
    // Room for the codes of EV_KEY.
    var bits = [UInt64](repeating: 0, count: 12)
    let size = UInt32(bits.count * MemoryLayout<UInt64>.size)
    for type in [EV_MSC, EV_REL, EV_ABS, EV_SW] { _ = gestured_set_event_mask(fd, UInt32(type), bits, size) }
    for code in KeyKind.needed { bits[Int(code) / 64] |= 1 << (UInt64(code) % 64) }
    _ = gestured_set_event_mask(fd, UInt32(EV_KEY), bits, size)
  }

  enum Change {
    /// A key of the typewriter was pressed or repeats.
    case pressed
    /// `held` may be another.
    case modifiers
  }

  /// Gives what has come, in order; false when the device is gone.
  func read(_ changed: (Change) -> Void) -> Bool {
    withUnsafeTemporaryAllocation(of: input_event.self, capacity: 64) { buffer in
      defer { buffer.initialize(repeating: input_event()) }
      while true {
        let count = CSystem.read(fd, buffer.baseAddress, buffer.count * MemoryLayout<input_event>.stride)
        if count <= 0 { return count < 0 && (errno == EAGAIN || errno == EINTR) }
        for event in buffer.prefix(count / MemoryLayout<input_event>.stride) { take(event, changed) }
      }
    }
  }

  private func take(_ event: input_event, _ changed: (Change) -> Void) {
    if event.type == UInt16(EV_SYN) && event.code == UInt16(SYN_DROPPED) {
      // A release may be among what was lost.
      held = 0
      changed(.modifiers)
    }
    guard event.type == UInt16(EV_KEY) else { return }
    switch KeyKind(code: event.code) {
    case .typing: if event.value != 0 { changed(.pressed) }
    case .modifier(let bit):
      if event.value != 0 { held |= bit } else { held &= ~bit }
      changed(.modifiers)
    case .other: break
    }
  }
}
