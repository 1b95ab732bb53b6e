/// Frames in which touches have moved and nothing else has happened: nearly all of them.
///
/// Recognizers that are finished, or short of the fingers without which motion means nothing to them, are skipped
/// (`Arena.moving`).
extension Arena {
  @inline(__always) mutating func feedMotion() {
    var next = moving
    let end = next + movingCount
    while next != end {
      next.pointee.pointee.recognizer.handleMotion(next.pointee, &self)
      next += 1
    }
  }

  /// One recognizer; inlined into the operations of its type.
  @inline(__always) mutating func handleMotion<R: Recognizer>(
    _ recognizer: UnsafeMutablePointer<R>, _ entry: UnsafeMutablePointer<ArenaEntry>
  ) {
    let proposal = recognizer.pointee.handleMotion(touches, Attempt(entry.pointee.attempt))
    if R.hasSteps { reportSteps(entry) }
    switch proposal {
    case .none: takeDeadline(recognizer, entry)
    case .changed where proposerCount == 0:
      takeDeadline(recognizer, entry)
      // No proposal is pending before it: emit directly, which is what arbitration would do first.
      entry.pointee.state = .changed
      let event = blank(entry, .changed)
      event.pointee.fingers = entry.pointee.attempt.pointee.least
      recognizer.pointee.report(&event.pointee, touches)
      if touchReporting == .all { listTouches(entry, event) }
    case .changed, .fail, .ready, .end, .cancel:
      takeDeadline(recognizer, entry)
      take(proposal, entry.pointee.index)
    }
  }

  /// In each case of the proposal: between the two the compiler would make the proposal and take it apart again.
  @inline(__always) private mutating func takeDeadline<R: Recognizer>(
    _ recognizer: UnsafeMutablePointer<R>, _ entry: UnsafeMutablePointer<ArenaEntry>
  ) {
    let deadline = recognizer.pointee.deadline
    if rarely(entry.pointee.deadline != deadline) {
      entry.pointee.deadline = deadline
      isUnsettled = true
    }
  }
}
