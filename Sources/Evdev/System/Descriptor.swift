import CSystem
import GestureCore

// System calls that read and write. Only here the kernel gets memory of this program, and only during the call.

/// Opens a file or node; returns −errno on failure.
package func openDescriptor(_ path: String, _ flags: Int32) -> Int32 {
  attempt(.open) {
    let fd = unsafe open(path, flags)
    return fd < 0 ? -errno : fd
  }
}

package func fileExists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }
package func canRead(_ path: String) -> Bool { unsafe access(path, R_OK) == 0 }

/// Reads once, at most as much as the array holds. Returns the number of bytes now at its start, or −errno.
package func readBytes(_ fd: Int32, into bytes: inout [UInt8]) -> Int {
  unsafe bytes.withUnsafeMutableBytes { buffer in
    attempt(.read) {
      let count = unsafe read(fd, buffer.baseAddress, buffer.count)
      return count < 0 ? -Int(errno) : count
    }
  }
}

/// Writes once. Returns the number of bytes written, or −errno.
package func writeBytes(_ bytes: RawSpan, to fd: Int32) -> Int {
  unsafe bytes.withUnsafeBytes { buffer in
    attempt(.write) {
      let count = unsafe write(fd, buffer.baseAddress, buffer.count)
      return count < 0 ? -Int(errno) : count
    }
  }
}

/// Sends once to a socket, without blocking and without SIGPIPE. Returns the number of bytes sent, or −errno.
package func sendBytes(_ bytes: RawSpan, to socket: Int32) -> Int {
  unsafe bytes.withUnsafeBytes { buffer in
    attempt(.write) {
      let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
      let count = unsafe send(socket, buffer.baseAddress, buffer.count, flags)
      return count < 0 ? -Int(errno) : count
    }
  }
}

/// Writes whole events, which have the kernel's layout. False if the kernel did not accept all of them.
func writeEvents(_ events: [InputEvent], to fd: Int32) -> Bool {
  // An event has no padding, so all its bytes are initialized.
  let bytes = unsafe events.span.bytes
  while true {
    let count = writeBytes(bytes, to: fd)
    if count != -Int(EINTR) { return count == bytes.byteCount }
  }
}

package func errorText(_ number: Int32) -> String {
  // The C library's static text.
  unsafe String(cString: strerror(number))
}

/// An environment variable; nil if it is not set.
package func environmentValue(_ name: String) -> String? {
  // The program has one thread, so the environment does not change meanwhile.
  guard let value = unsafe getenv(name) else { return nil }
  return unsafe String(cString: value)
}

package func removeEnvironmentValue(_ name: String) { _ = unsafe unsetenv(name) }
