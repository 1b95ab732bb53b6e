import CSystem
import ControlProtocol
import Evdev

/// Messages on standard error; under systemd with the `<N>` prefix from which the journal takes their priority.
///
/// Writing never waits: lines that the reader does not take are queued, and lost when the queue is full (LineOutput).
final class Log {
  /// syslog's numbers.
  enum Level: Int32, Comparable {
    case error = 3
    case warning = 4
    case notice = 5
    case detail = 6
    case debug = 7
    /// The word that clients read.
    var word: String {
      switch self {
      case .error: "error"
      case .warning: "warning"
      case .notice: "notice"
      case .detail: "detail"
      case .debug: "debug"
      }
    }
    static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
  }

  /// Bytes that wait for the reader of standard error.
  private static let capacity = 1 << 18

  private let output: LineOutput
  private let isJournal: Bool
  /// Messages of lower priority are not written, and their text is not made.
  var threshold = Level.detail
  /// Also gets the lines of notices and above, which the output of commands is not; while a client has subscribed.
  var sink: ((Level, String) -> Void)?

  /// - Parameter descriptor: where lines go; it is the journal if $JOURNAL_STREAM names it (systemd.exec(5)).
  init(descriptor: Int32 = STDERR_FILENO) {
    let isJournal = Log.isJournal(descriptor)
    self.isJournal = isJournal
    output = LineOutput(descriptor: descriptor, capacity: Log.capacity) { count in
      Log.prefix(.warning, isJournal) + "\(count) lines were lost: standard error was not read"
    }
  }

  func error(_ text: @autoclosure () -> String) { write(.error, text) }
  func warning(_ text: @autoclosure () -> String) { write(.warning, text) }
  func notice(_ text: @autoclosure () -> String) { write(.notice, text) }
  func detail(_ text: @autoclosure () -> String) { write(.detail, text) }
  func debug(_ text: @autoclosure () -> String) { write(.debug, text) }

  /// Writes one line, in which control characters are escaped: a text of others makes no line of its own.
  func write(_ level: Level, _ text: () -> String) {
    guard level <= threshold else { return }
    let line = text().printable
    output.write(Array("\(Log.prefix(level, isJournal))\(line)\n".utf8))
    if level <= .notice { sink?(level, line) }
  }

  private static func prefix(_ level: Level, _ isJournal: Bool) -> String {
    isJournal ? "<\(level.rawValue)>" : "gestured: "
  }

  /// Lines that wait are written by the loop from here on.
  func attach(to loop: EventLoop) { output.attach(to: loop) }

  /// Writes the queue at the end, if the reader still reads.
  func finish() { output.finish() }

  private static func isJournal(_ descriptor: Int32) -> Bool {
    guard let stream = environmentValue("JOURNAL_STREAM") else { return false }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return false }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }
}
