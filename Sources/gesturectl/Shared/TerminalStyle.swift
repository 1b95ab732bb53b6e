import Glibc

/// Colours of an output; off in a pipe, with NO_COLOR (https://no-color.org), and if TERM is "dumb".
struct TerminalStyle {
  /// A terminal gets aligned columns, a pipe single spaces.
  var isTerminal: Bool
  var hasColour: Bool

  static let plain = TerminalStyle(isTerminal: false, hasColour: false)

  static func ofStandardOutput() -> TerminalStyle { of(STDOUT_FILENO) }
  static func ofStandardError() -> TerminalStyle { of(STDERR_FILENO) }

  static func of(_ descriptor: Int32) -> TerminalStyle {
    let isTerminal = isatty(descriptor) == 1
    let refuses =
      !(Environment.value("NO_COLOR") ?? "").isEmpty || (Environment.value("TERM") ?? "dumb") == "dumb"
    return TerminalStyle(isTerminal: isTerminal, hasColour: isTerminal && !refuses)
  }

  /// The terminal's columns at present; nil turns wrapping off.
  var width: Int? { isTerminal ? Self.size?.width : nil }

  /// Columns and rows of standard output; nil if unknown.
  static var size: (width: Int, height: Int)? {
    var size = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  func callAsFunction(_ colour: CellColour, _ text: String) -> String {
    hasColour ? "\u{1B}[\(colour.code ?? "")m\(text)\u{1B}[0m" : text
  }
}

/// Runs a shell command in the foreground of this terminal, so that an editor, sudo or a pager can use it.
enum TerminalProgram {
  /// - Returns: the exit status, as a shell would say it: 127 if there is no such program, 128 + n for a signal.
  static func run(_ command: String) -> Int32 {
    let status = unsafe system(command)
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }
}
