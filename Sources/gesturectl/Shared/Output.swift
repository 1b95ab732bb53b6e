import ControlProtocol
import Evdev
import Glibc

// All output goes through this file, which escapes control characters in foreign text.

enum StandardError {
  /// Writes one line and its end.
  static func line(_ text: String) {
    _ = TextFile.writeAll(Array((text.printable + "\n").utf8)[...], to: STDERR_FILENO)
  }

  /// Writes several lines, with the codes that `styled` adds to a line whose foreign text is escaped.
  static func lines(_ text: String, styled: (String) -> String = { $0 }) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      _ = TextFile.writeAll(Array((styled(String(line).printable) + "\n").utf8)[...], to: STDERR_FILENO)
    }
  }
}

/// Buffered standard output; `flush` writes the rest.
struct StandardOutput {
  private var buffer: [UInt8] = []

  mutating func write(_ bytes: [UInt8]) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= 1 << 16 { flush() }
  }

  /// Writes one line and its end.
  mutating func line(_ text: String) { write(Array((text.printable + "\n").utf8)) }

  /// Writes one line at once.
  static func line(_ text: String) { lines([text]) }

  /// Writes bytes at once without escapes: JSON, which has its own, and terminal codes. The caller escapes foreign text.
  static func raw(_ bytes: [UInt8]) {
    var output = StandardOutput()
    output.write(bytes)
    output.flush()
  }

  /// Writes a line with colours. The caller escapes its parts.
  mutating func styled(_ text: String) { write(Array((text + "\n").utf8)) }

  static func lines(_ text: some StringProtocol) {
    lines(text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) })
  }
  static func lines(_ lines: [String]) {
    var output = StandardOutput()
    for line in lines { output.line(line) }
    output.flush()
  }

  /// Writes the buffer. If the reader is gone (`| head`), SIGPIPE ends the command without a message.
  mutating func flush() {
    let isWritten = TextFile.writeAll(buffer[...], to: STDOUT_FILENO)
    if !isWritten {
      let reason = errorText(errno)
      buffer.removeAll()
      StandardError.line("gesturectl: standard output: cannot be written: \(reason)")
      Glibc.exit(CommandFailure.Status.wrong.rawValue)
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
