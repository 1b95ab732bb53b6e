import Glibc

enum StandardError {
  static func write(_ text: String) { _ = TextFile.writeAll(Array(text.utf8)[...], to: STDERR_FILENO) }
}

/// Standard output, written in blocks; the last one goes out with `flush`.
struct StandardOutput {
  private var buffer: [UInt8] = []

  mutating func write(_ bytes: [UInt8]) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= 1 << 16 { flush() }
  }

  mutating func write(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= 1 << 16 { flush() }
  }

  /// A reader that has gone away (`| head`) ends the command quietly, by SIGPIPE as for any filter.
  mutating func flush() {
    _ = TextFile.writeAll(buffer[...], to: STDOUT_FILENO)
    buffer.removeAll(keepingCapacity: true)
  }
}
