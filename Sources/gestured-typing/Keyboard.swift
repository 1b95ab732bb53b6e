import CEvdev
import CSystem
import Evdev
import Typing

/// The open node of a keyboard; closed by deinit.
///
/// A kernel mask passes typing keys and modifiers only. `read` returns only the kind of a key, and overwrites the buffer with the
/// codes before it returns.
final class Keyboard {
  let fd: Int32
  /// The held modifiers of this keyboard, in the bits of `KeyKind`.
  private(set) var held: UInt8 = 0

  private init(_ fd: Int32) {
    self.fd = fd
    // Before Linux 4.4 it has no effect, and `read` drops the other events.
    maskAllElse(fd, EV_KEY, KeyKind.needed)
    held = present
  }
  /// Opens the node; nil if it cannot be opened, with the reason in errno.
  // No failable initializer: that of a class keeps the memory of nil (Tests/compiler).
  static func open(_ path: String) -> Keyboard? {
    let fd = CSystem.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    return fd < 0 ? nil : Keyboard(fd)
  }

  deinit { close(fd) }

  /// The modifiers that are down according to the kernel.
  private var present: UInt8 {
    // 12 × 64 bits have room for all codes of EV_KEY.
    var bits = [UInt64](repeating: 0, count: 12)
    let size = bits.count * MemoryLayout<UInt64>.size
    guard attempt(.ioctl, { unsafe gestured_read_keys(fd, &bits, size) }) == 0 else { return 0 }
    return KeyKind.needed.reduce(0) { held, code in
      guard case .modifier(let bit) = KeyKind(code: code),
        bits[Int(code) / 64] >> (UInt64(code) % 64) & 1 != 0
      else { return held }
      return held | bit
    }
  }

  enum Change {
    /// A typing key was pressed or repeats.
    case pressed
    /// `held` may have changed.
    case modifiers
  }

  /// Passes the pending changes in order. Returns false when the device is gone.
  func read(_ changed: (Change) -> Void) -> Bool {
    unsafe withUnsafeTemporaryAllocation(of: input_event.self, capacity: 64) { buffer in
      defer { unsafe buffer.initialize(repeating: input_event()) }
      while true {
        let count = unsafe CSystem.read(
          fd, buffer.baseAddress, buffer.count * MemoryLayout<input_event>.stride)
        if count <= 0 { return count < 0 && (errno == EAGAIN || errno == EINTR) }
        for index in 0..<count / MemoryLayout<input_event>.stride { take(unsafe buffer[index], changed) }
      }
    }
  }

  private func take(_ event: input_event, _ changed: (Change) -> Void) {
    if event.type == UInt16(EV_SYN) && event.code == UInt16(SYN_DROPPED) {
      // A press or release may have been lost (SYN_DROPPED), so the held modifiers are read again.
      held = present
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
