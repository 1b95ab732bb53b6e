import CEvdev
import Glibc

/// The terminal while `watch` runs: alternate screen, no cursor, unbuffered keys. `restore` undoes it.
final class TerminalSession {
  private let original: termios
  private var isTaken = true
  /// A descriptor that is readable after a signal.
  let signals: Int32

  /// Whether standard input and output are a capable terminal.
  static var isPossible: Bool {
    isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && Environment.value("TERM") ?? "dumb" != "dumb"
  }

  init() throws(CommandFailure) {
    var settings = termios()
    // The C library reads and writes the settings during these calls only.
    guard Self.isPossible, unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else {
      throw .unavailable("watch needs a terminal; `gesturectl monitor` and `gesturectl replay` print lines")
    }
    original = settings
    // Ctrl-C arrives as a key. These signals arrive when the terminal closes, the process is ended or the size changes.
    signals = signalDescriptor([SIGTERM, SIGINT, SIGHUP, SIGWINCH])
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

  /// - Returns: false if a signal requests the end; a change of size does not.
  func takeSignals() -> Bool {
    while case let number = gestured_signalfd_read(signals), number != 0 {
      if number != SIGWINCH { return false }
    }
    return true
  }

  /// Writes terminal codes, and characters that `Canvas` has made harmless.
  func write(_ text: String) { StandardOutput.raw(Array(text.utf8)) }
}
