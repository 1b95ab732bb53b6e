import CEvdev
import Glibc

/// The terminal while `watch` has it: another screen, no cursor, keys at once. `restore` gives it back as it was.
final class TerminalSession {
  private let original: termios
  private var isTaken = true
  /// Readable when a signal has come.
  let signals: Int32

  /// Whether standard input and output are a terminal that can show it.
  static var isPossible: Bool {
    isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && Environment.value("TERM") ?? "dumb" != "dumb"
  }

  /// - Throws: `CommandFailure` with status 3 where there is no terminal that can show it.
  init() throws {
    var settings = termios()
    guard Self.isPossible, unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else {
      throw CommandFailure(
        .unavailable, "watch needs a terminal; `gesturectl monitor` and `gesturectl replay` print lines")
    }
    original = settings
    // Ctrl-C comes as a key; these come when the terminal is closed or the process is ended.
    signals = unsafe gestured_signalfd([SIGTERM, SIGINT, SIGHUP, SIGWINCH], 4)
    unsafe cfmakeraw(&settings)
    unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
    write("\u{1B}[?1049h\u{1B}[?25l")
  }

  deinit { restore() }

  func restore() {
    guard isTaken else { return }
    isTaken = false
    write("\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l")
    var settings = original
    unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
    close(signals)
  }

  /// Columns and rows.
  var size: (width: Int, height: Int) { TerminalStyle.size ?? (80, 24) }

  /// - Returns: false where a signal requests the end; a new size is no reason to end.
  func takeSignals() -> Bool {
    while case let number = gestured_signalfd_read(signals), number != 0 {
      if number != SIGWINCH { return false }
    }
    return true
  }

  /// Codes of the terminal, and characters that `Canvas` has made harmless.
  func write(_ text: String) { StandardOutput.raw(Array(text.utf8)) }
}
