/// The pauses between attempts to start or reach another program. Each is twice as long as the one before, up to `longest`.
struct Backoff {
  /// µs.
  let shortest: Int64
  let longest: Int64
  /// µs. After an attempt that lasted at least this long, the next pause is the shortest again.
  let steady: Int64
  private var doublings = 0

  init(shortest: Int64, longest: Int64, steady: Int64) {
    self.shortest = shortest
    self.longest = longest
    self.steady = steady
  }

  /// µs until the next attempt.
  ///
  /// - Parameter lasted: µs that the last attempt lasted.
  mutating func pause(after lasted: Int64) -> Int64 {
    if lasted >= steady { doublings = 0 }
    let pause = shortest << Int64(doublings)
    if pause >= longest { return longest }
    doublings += 1
    return pause
  }
}
