/// Counters of a gesture's actions, kept by a reload.
final class ActionCounters {
  /// How often the gesture was recognized or began, by device; `Dispatcher.triggerDevice` for triggered ones.
  private var firedOn: [String: Int] = [:]
  /// Commands running at present.
  var running = 0
  /// Commands started.
  var started = 0
  /// Commands that could not be started, or that ended with a status other than 0 before their timeout.
  var failed = 0
  var timedOut = 0
  /// Dropped actions: commands beyond `max_running`, and lines that a socket or program did not accept.
  var dropped = 0
  /// The actions that failed since the configuration was read: how many, and the last one's line and time in µs.
  private(set) var failure: (text: String, time: Int64, count: Int)?

  /// Why the last command did not start; set to nil by `trigger`, which returns it.
  var refusal: String?

  /// Keeps the line of an action that failed.
  func note(failure text: String, at time: Int64) { failure = (text, time, (failure?.count ?? 0) + 1) }
  /// The configuration was read again, and may have corrected the command.
  func forgetFailures() { failure = nil }

  /// Actions that were not carried out, by failure or because a reader did not accept them.
  var lost: Int { failed + dropped }

  func fire(on device: String) { firedOn[device, default: 0] += 1 }
  func fired(on device: String) -> Int { firedOn[device] ?? 0 }
}

/// Limits how often a line is logged, and counts suppressed lines.
struct LogLimit {
  /// Lines per period, and the period in µs: enough to see the problem, too few to fill a disk.
  private let lines: Int
  private let period: Int64
  private var start = Int64.min
  private var count = 0
  /// Lines suppressed since the last logged one.
  private var held = 0

  init(lines: Int, per period: Int64) {
    self.lines = lines
    self.period = period
  }

  /// Returns nil to suppress the line, else the number of lines suppressed before it.
  mutating func pass(at now: Int64) -> Int? {
    if start == .min || now - start >= period {
      start = now
      count = 0
    }
    count += 1
    guard count <= lines else {
      held += 1
      return nil
    }
    defer { held = 0 }
    return held
  }

  /// The end of a line that gives the number of lines suppressed before it; "" without any.
  static func note(_ held: Int) -> String { held > 0 ? " (and \(held) more before)" : "" }
}
