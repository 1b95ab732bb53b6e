import CSystem
import GestureCore

// Reading and writing: the one place where the kernel gets memory of this program. It keeps none of it after a call.

/// Opens a file or a node; −errno where that fails.
package func openDescriptor(_ path: String, _ flags: Int32) -> Int32 {
  attempt(.open) {
    let fd = unsafe open(path, flags)
    return fd < 0 ? -errno : fd
  }
}

package func fileExists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }
package func canRead(_ path: String) -> Bool { unsafe access(path, R_OK) == 0 }

/// Reads once, at most as much as the array holds: the number of bytes that are now at its start, or −errno.
package func readBytes(_ fd: Int32, into bytes: inout [UInt8]) -> Int {
  unsafe bytes.withUnsafeMutableBytes { buffer in
    attempt(.read) {
      let count = unsafe read(fd, buffer.baseAddress, buffer.count)
      return count < 0 ? -Int(errno) : count
    }
  }
}

/// Writes once: the number of bytes that were taken, or −errno.
package func writeBytes(_ bytes: RawSpan, to fd: Int32) -> Int {
  unsafe bytes.withUnsafeBytes { buffer in
    attempt(.write) {
      let count = unsafe write(fd, buffer.baseAddress, buffer.count)
      return count < 0 ? -Int(errno) : count
    }
  }
}

/// Sends once to a socket, without waiting and without SIGPIPE: the number of bytes that were taken, or −errno.
package func sendBytes(_ bytes: RawSpan, to socket: Int32) -> Int {
  unsafe bytes.withUnsafeBytes { buffer in
    attempt(.write) {
      let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
      let count = unsafe send(socket, buffer.baseAddress, buffer.count, flags)
      return count < 0 ? -Int(errno) : count
    }
  }
}

/// Writes whole events, which have the kernel's layout. False if the kernel did not take all of them.
func writeEvents(_ events: [InputEvent], to fd: Int32) -> Bool {
  // An event has no padding: each of its bytes is initialized.
  let bytes = unsafe events.span.bytes
  while true {
    let count = writeBytes(bytes, to: fd)
    if count != -Int(EINTR) { return count == bytes.byteCount }
  }
}

/// The text of an error number.
package func errorText(_ number: Int32) -> String {
  // The C library's own text, which lives as long as the program.
  unsafe String(cString: strerror(number))
}

/// A variable of the environment; nil: it is not set.
package func environmentValue(_ name: String) -> String? {
  // Nothing else runs that could change the environment meanwhile.
  guard let value = unsafe getenv(name) else { return nil }
  return unsafe String(cString: value)
}
