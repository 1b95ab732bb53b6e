import ControlProtocol
import Evdev
import Glibc

// All that gesturectl says goes through this file, so that control characters in the text of others are escaped.

enum StandardError {
  /// One line; its end is added.
  static func line(_ text: String) {
    _ = TextFile.writeAll(Array((text.printable + "\n").utf8)[...], to: STDERR_FILENO)
  }

  /// A text of several lines.
  static func lines(_ text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) { self.line(String(line)) }
  }
}

/// Standard output, written in blocks; the last one goes out with `flush`.
struct StandardOutput {
  private var buffer: [UInt8] = []

  mutating func write(_ bytes: [UInt8]) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= 1 << 16 { flush() }
  }

  /// One line; its end is added.
  mutating func line(_ text: String) { write(Array((text.printable + "\n").utf8)) }

  /// One line, written at once.
  static func line(_ text: String) {
    var output = StandardOutput()
    output.line(text)
    output.flush()
  }

  /// Bytes that the program made itself, written at once: JSON, which has escapes of its own, and the codes of a
  /// terminal. Text of others in them is escaped before.
  static func raw(_ bytes: [UInt8]) {
    var output = StandardOutput()
    output.write(bytes)
    output.flush()
  }

  /// A line with colours, whose parts are escaped already.
  mutating func styled(_ text: String) { write(Array((text + "\n").utf8)) }

  /// A text of several lines.
  static func lines(_ text: some StringProtocol) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) { self.line(String(line)) }
  }

  /// A reader that has gone away (`| head`) ends the command quietly, by SIGPIPE as for any filter.
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
