/// Counts of a gesture's actions; kept when the configuration is reloaded.
final class ActionCounters {
  /// How often it was recognized or began, by device; `Dispatcher.triggerDevice` for those that were triggered.
  private var firedOn: [String: Int] = [:]
  var fired: Int { firedOn.values.reduce(0, +) }
  /// Commands that run now.
  var running = 0
  /// Commands that were started.
  var started = 0
  /// Commands that could not be started, or ended with another status than 0 before their time was out.
  var failed = 0
  var timedOut = 0
  /// Actions that were dropped: commands beyond `max_running`, and lines that a socket or a program did not take.
  var dropped = 0

  func fire(on device: String) { firedOn[device, default: 0] += 1 }
  func fired(on device: String) -> Int { firedOn[device] ?? 0 }
}

/// Limits how often a line is logged, and counts those that are held back.
struct LogLimit {
  /// Lines in a period, and its length in µs: enough to see the problem, too few to fill a disk.
  private let lines: Int
  private let period: Int64
  private var start = Int64.min
  private var count = 0
  /// Lines held back since the last one that was let through.
  private var held = 0

  init(lines: Int, per period: Int64) {
    self.lines = lines
    self.period = period
  }

  /// Returns nil to hold the line back, else the number of lines held back before it.
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
}
