import CSystem
import ControlProtocol
import Evdev

/// Writes messages to standard error; under systemd with the prefix `<N>`, from which the journal takes the priority.
///
/// Never blocks: lines are queued if the reader is slow, and lost if the queue is full (`LineOutput`).
final class Log {
  /// syslog's priorities.
  enum Level: Int32, Comparable {
    case error = 3
    case warning = 4
    case notice = 5
    case detail = 6
    case debug = 7
    /// The name that clients receive.
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

  /// Bytes queued for a slow reader.
  private static let capacity = 1 << 18

  private let output: LineOutput
  private let isJournal: Bool
  /// Messages of lower priority are neither made nor written.
  var threshold = Level.detail
  /// Receives lines of the level `notice` and above as well, except the output of commands. Set while a client subscribes.
  /// With the name of the gesture that the line is about, and begins with.
  var sink: ((Level, String, _ gesture: String?) -> Void)?
  /// Receives each line that a command prints, with the gesture's name. Set while a client subscribes to it.
  var outputSink: ((_ gesture: String, String) -> Void)?

  /// - Parameter descriptor: the output. It is the journal if $JOURNAL_STREAM names it (systemd.exec(5)).
  init(descriptor: Int32 = STDERR_FILENO) {
    let isJournal = Log.isJournal(descriptor)
    self.isJournal = isJournal
    output = LineOutput(descriptor: descriptor, capacity: Log.capacity) { count in
      Log.prefix(.warning, isJournal) + "\(count) lines were lost, because standard error was not read"
    }
  }

  func error(_ text: @autoclosure () -> String) { write(.error, text) }
  func warning(_ text: @autoclosure () -> String) { write(.warning, text) }
  func warning(of gesture: String, _ text: @autoclosure () -> String) { write(.warning, of: gesture, text) }
  func notice(_ text: @autoclosure () -> String) { write(.notice, text) }
  func debug(_ text: @autoclosure () -> String) { write(.debug, text) }

  /// Writes one line. Control characters are escaped, so foreign text cannot forge a line.
  ///
  /// - Parameter gesture: the gesture that it is about, which is named first.
  func write(_ level: Level, of gesture: String? = nil, _ text: () -> String) {
    guard level <= threshold else { return }
    let line = (gesture.map { "gesture \"\($0)\": \(text())" } ?? text()).printable
    output.write(Array("\(Log.prefix(level, isJournal))\(line)\n".utf8))
    if level <= .notice { sink?(level, line, gesture) }
  }

  private static func prefix(_ level: Level, _ isJournal: Bool) -> String {
    isJournal ? "<\(level.rawValue)>" : "gestured: "
  }

  /// Makes the loop write queued lines.
  func attach(to loop: EventLoop) { output.attach(to: loop) }

  /// Writes the queue at the end, if it is still read.
  func finish() { output.finish() }

  private static func isJournal(_ descriptor: Int32) -> Bool {
    guard let stream = environmentValue("JOURNAL_STREAM") else { return false }
    guard let facts = fileFacts(descriptor) else { return false }
    return stream == "\(facts.st_dev):\(facts.st_ino)"
  }
}
