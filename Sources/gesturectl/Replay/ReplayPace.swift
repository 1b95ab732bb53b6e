import CEvdev
import GestureCore
import Glibc

/// The clock on the wall for a recording: what happens in it is held until its time.
struct ReplayPace {
  private let first: Timestamp
  /// The wall time at which the first event of the recording is due.
  private let start: Timestamp = gestured_now()
  /// The pause between the end of a recording and the next one, µs.
  private static let pause: Timestamp = 1_000_000

  init(_ events: [InputEvent]) { first = events.first?.time ?? 0 }

  func wait(for step: ReplayRunner.Step) {
    switch step {
    case .context, .roster: break
    case .withheld(let contact): wait(until: contact.time)
    case .frame(let frame, _): wait(until: frame.time)
    case .event(let event, _): wait(until: event.time)
    }
  }

  private func wait(until time: Timestamp) {
    // Times of a broken recording may lie anywhere.
    let (due, isFar) = time.subtractingReportingOverflow(first)
    if !isFar { Self.sleep(due - (gestured_now() - start)) }
  }

  func rest() { Self.sleep(Self.pause) }

  private static func sleep(_ microseconds: Timestamp) {
    guard microseconds > 0 else { return }
    var left = timespec(tv_sec: Int(microseconds / 1_000_000), tv_nsec: Int(microseconds % 1_000_000) * 1_000)
    var rest = timespec()
    while unsafe nanosleep(&left, &rest) != 0 && errno == EINTR { left = rest }
  }
}
