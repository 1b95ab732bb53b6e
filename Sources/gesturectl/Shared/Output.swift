import ControlProtocol
import Evdev
import Glibc

// All output goes through this file. It escapes control characters in foreign text, and breaks lines between words where they go to
// a terminal. Commands and text that is to be copied are not broken.

enum StandardError {
  /// Writes a line of prose and its end.
  static func line(_ text: String, styled: (String) -> String = { $0 }) { lines([text], styled: styled) }

  /// Writes several lines, with the codes that `styled` adds to a line whose foreign text is escaped.
  static func lines(_ text: String, styled: (String) -> String = { $0 }) {
    lines(text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init), styled: styled)
  }

  static func lines(_ lines: [String], styled: (String) -> String = { $0 }) {
    let style = TerminalStyle.ofStandardError()
    for row in lines.flatMap({ style.rows(styled($0.printable)) }) { write(row) }
  }

  /// Writes rows that were made for this output. The caller has escaped their foreign text.
  static func rows(_ rows: [String]) { for row in rows { write(row) } }

  private static func write(_ row: String) {
    _ = TextFile.writeAll(Array((row + "\n").utf8)[...], to: STDERR_FILENO)
  }
}

/// Buffered standard output; `flush` writes the rest.
struct StandardOutput {
  private var buffer: [UInt8] = []
  private let style = TerminalStyle.ofStandardOutput()

  mutating func write(_ bytes: [UInt8]) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= 1 << 16 { flush() }
  }

  /// Writes a line of prose and its end.
  mutating func line(_ text: String) { styled(text.printable) }

  /// Writes one line at once.
  static func line(_ text: String) { lines([text]) }

  /// Writes bytes at once without escapes: JSON, which has its own, and terminal codes. The caller escapes foreign text.
  static func raw(_ bytes: [UInt8]) {
    var output = StandardOutput()
    output.write(bytes)
    output.flush()
  }

  /// Writes a line with colours. The caller escapes its parts.
  mutating func styled(_ text: String) { for row in style.rows(text) { unbroken(row) } }

  /// Writes a line with colours that is not broken: a row of a table, or text that is to be copied. The caller escapes its parts.
  mutating func unbroken(_ text: String) { write(Array((text + "\n").utf8)) }

  static func lines(_ text: some StringProtocol) {
    lines(text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) })
  }
  static func lines(_ lines: [String]) {
    var output = StandardOutput()
    for line in lines { output.line(line) }
    output.flush()
  }

  /// Writes lines that are not broken: rows of a table, or text that is to be copied.
  static func unbroken(_ lines: [String]) {
    var output = StandardOutput()
    for line in lines { output.unbroken(line.printable) }
    output.flush()
  }
  /// Writes a table at once.
  static func table(_ rows: [[String]], headings: [String] = []) {
    unbroken(TextTable.lines(rows, headings: headings, width: TerminalStyle.ofStandardOutput().width))
  }
  static func unbroken(_ text: some StringProtocol) {
    unbroken(text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) })
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
