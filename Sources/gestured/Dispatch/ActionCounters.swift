import ControlProtocol

/// Counters of a gesture's actions, kept by a reload.
final class ActionCounters {
  /// How often the gesture was recognized or began, by device; `Dispatcher.triggerDevice` for triggered ones.
  private var firedOn: [String: Int] = [:]
  /// Commands running at present, without those that were let go.
  var running = 0
  /// Commands started.
  private(set) var started = 0
  /// Actions that could not be done, and commands that ended with a status other than 0 before their timeout.
  private(set) var failed = 0
  private(set) var timedOut = 0
  /// Commands that were not started, because too many programs that were let go still run.
  private(set) var refused = 0
  /// Dropped actions: commands beyond `max_running`, and lines that a socket or program did not accept.
  private(set) var dropped = 0
  /// What became of the last action; nil before the first.
  private(set) var last: (outcome: ActionOutcome, time: Int64)?
  /// The actions that failed since the configuration was read: how many, and the last one's line and time in µs.
  private(set) var failure: (text: String, time: Int64, count: Int)?

  func count(_ outcome: ActionOutcome, at time: Int64) {
    last = (outcome, time)
    if outcome.verdict == .failed {
      failure = (outcome.text.printable, time, (failure?.count ?? 0) + 1)
    }
    switch outcome.state {
    case .started: started += 1
    case .exited, .killed, .notStarted, .failed: if outcome.verdict == .failed { failed += 1 }
    case .timedOut: timedOut += 1
    case .refused: refused += 1
    case .dropped: dropped += 1
    case .letGo, .done: break
    }
  }

  /// The configuration was read again, and may have corrected the command.
  func forgetFailures() { failure = nil }

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
