import Foundation

enum StandardError {
  static func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
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
    var sent = 0
    while sent < buffer.count {
      let count = buffer.withUnsafeBytes { unsafeBytes in
        Foundation.write(STDOUT_FILENO, unsafeBytes.baseAddress! + sent, unsafeBytes.count - sent)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        let reason = String(cString: strerror(errno))
        buffer.removeAll()
        StandardError.write("gesturectl: standard output: cannot be written: \(reason)\n")
        Foundation.exit(CommandFailure.Status.wrong.rawValue)
      }
      sent += count
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
