import Glibc

/// Lines for people on standard error; under systemd with the `<N>` prefix from which the journal takes their weight.
///
/// One write(2) a line, so that lines of commands which share the descriptor do not cut into ours.
final class Log {
  /// syslog's numbers.
  enum Level: Int32, Comparable {
    case error = 3
    case warning = 4
    case notice = 5
    case detail = 6
    case debug = 7
    static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
  }

  private let descriptor: Int32
  private let isJournal: Bool
  /// What is less weighty is not written, nor is its text made.
  var threshold = Level.detail

  /// - Parameter descriptor: where lines go; it is the journal if $JOURNAL_STREAM names it (systemd.exec(5)).
  init(descriptor: Int32 = STDERR_FILENO) {
    self.descriptor = descriptor
    isJournal = Log.isJournal(descriptor)
  }

  func error(_ text: @autoclosure () -> String) { write(.error, text) }
  func warning(_ text: @autoclosure () -> String) { write(.warning, text) }
  func notice(_ text: @autoclosure () -> String) { write(.notice, text) }
  func detail(_ text: @autoclosure () -> String) { write(.detail, text) }
  func debug(_ text: @autoclosure () -> String) { write(.debug, text) }

  /// Writes one line (or, where the text has several, one weighted line for each).
  func write(_ level: Level, _ text: () -> String) {
    guard level <= threshold else { return }
    var out = ""
    for line in text().split(separator: "\n", omittingEmptySubsequences: true) {
      out += isJournal ? "<\(level.rawValue)>\(line)\n" : "gestured: \(line)\n"
    }
    out.withUTF8 { bytes in
      var written = 0
      while written < bytes.count {
        let count = Glibc.write(descriptor, bytes.baseAddress! + written, bytes.count - written)
        guard count > 0 || errno == EINTR else { return }  // Nowhere to complain to.
        written += max(0, count)
      }
    }
  }

  private static func isJournal(_ descriptor: Int32) -> Bool {
    guard let stream = getenv("JOURNAL_STREAM") else { return false }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return false }
    return String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
  }
}

/// "No such file or directory" for ENOENT; for lines that say why.
func errorText(_ number: Int32) -> String { String(cString: strerror(number)) }
