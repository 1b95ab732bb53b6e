import CEvdev
import GestureCore
import Glibc

/// Plays a recording in real time: delays each event until its time.
struct ReplayPace {
  private let first: Timestamp
  /// CLOCK_MONOTONIC at the recording's first event, in µs.
  private let start: Timestamp = gestured_now()
  /// µs between the end of a recording and its next start.
  private static let pause: useconds_t = 1_000_000

  init(_ events: [InputEvent]) { first = events.first?.time ?? 0 }

  func wait(for step: ReplayRunner.Output) {
    guard let time = step.time else { return }
    // The difference may overflow, because a broken recording may have any times.
    let (due, isFar) = time.subtractingReportingOverflow(first)
    while !isFar, case let left = due - (gestured_now() - start), left > 0 {
      usleep(useconds_t(clamping: left))
    }
  }

  func rest() { usleep(Self.pause) }
}
