/// When another number of fingers is another decision, on touchpads (recognizers.md §3.6, Another count).
struct FingerPeriod {
  /// The last number that stayed for long enough, and until when.
  private var lasting = 0
  private var lastedUntil: Timestamp = 0
  /// When the number changed last, and when it has been another one for long enough; `.never` if nothing waits for that.
  private(set) var since: Timestamp = 0
  private(set) var due = Timestamp.never

  /// Notes a frame in which touches came or went.
  mutating func note(_ touches: Touches) {
    let (was, now) = (touches.before.count, touches.downCount)
    if was == now { return }
    if touches.time - since >= MotionLife.grace { (lasting, lastedUntil) = (was, touches.time) }
    since = touches.time
    due = now == 0 ? .never : since + MotionLife.grace
  }
  mutating func end() { due = .never }
  /// Whether the number has been another one than `count` since `time`, for long enough.
  func hasBeenOther(than count: Int, since time: Timestamp) -> Bool { lasting != count && lastedUntil > time }
  /// Whether the number has changed, and something will be decided anew.
  func isChanging(at time: Timestamp) -> Bool { due != .never && due > time }
}
