/// Frames in which touches have moved and nothing else has happened: nearly all of them.
///
/// Who is out, or has too few fingers, is not asked (`moving`); nor is, while no finger leaves its place, who waits for
/// fingers that keep still (`stirring` are the others). One call a recognizer does all there is to do.
extension Arena {
  @inline(__always) mutating func feedMotion() {
    let asksAll = stirringCount == movingCount || hasStray()
    var next = asksAll ? moving : stirring
    let end = next + (asksAll ? movingCount : stirringCount)
    while next != end {
      touchesMoved(next.pointee)
      next += 1
    }
  }

  /// Whether a touch is farther from where it landed than those who wait for still fingers all allow.
  @inline(__always) private mutating func hasStray() -> Bool {
    var rest = touches.moved
    while rest != 0 {
      let record = touches.records + rest.popLane()
      let way = record.pointee.position - record.pointee.down
      if way.x * way.x + way.y * way.y > stillness * stillness { return true }
    }
    return false
  }

  @inline(__always) private mutating func touchesMoved(_ entry: UnsafeMutablePointer<ArenaEntry>) {
    let slot = entry.pointee.slot
    switch entry.pointee.type {
    case .tap: ask(bank.taps.at(slot), entry)
    case .longPress: ask(bank.longPresses.at(slot), entry)
    case .pan: ask(bank.pans.at(slot), entry)
    case .swipe: ask(bank.swipes.at(slot), entry)
    case .pinch: ask(bank.pinches.at(slot), entry)
    case .rotation: ask(bank.rotations.at(slot), entry)
    case .edgePan: ask(bank.edgePans.at(slot), entry)
    case .hold: ask(bank.holds.at(slot), entry)
    case .tapDrag: ask(bank.tapDrags.at(slot), entry)
    case .transform: ask(bank.transforms.at(slot), entry)
    case .circle: ask(bank.circles.at(slot), entry)
    case .stroke: ask(bank.strokes.at(slot), entry)
    case .hover: break
    case .sequence: askSequence(entry)
    }
  }

  /// Not inlined, but made anew for each kind of recognizer, with all that it does inside.
  @inline(never) private mutating func ask<R: Recognizer>(
    _ recognizer: UnsafeMutablePointer<R>, _ entry: UnsafeMutablePointer<ArenaEntry>
  ) {
    if !recognizer.pointee.isUnderWay {
      let deadline = entry.pointee.attempt.deadline
      take(recognizer.pointee.approach(touches, &entry.pointee.attempt), entry.pointee.index)
      if entry.pointee.attempt.deadline != deadline { isUnsettled = true }
      return
    }
    if !recognizer.pointee.touchesMoved(touches, entry.pointee.attempt.own) { return }
    if proposerCount > 0 { return take(.changed, entry.pointee.index) }
    // Nobody before it has a word to say, and what the others propose is no condition of it.
    entry.pointee.state = .changed
    let event = blank(entry, .changed)
    event.pointee.fingers = entry.pointee.attempt.least
    recognizer.pointee.report(&event.pointee, touches)
    if reportsTouches { listTouches(entry.pointee.index, event) }
  }

  @inline(never) private mutating func askSequence(_ entry: UnsafeMutablePointer<ArenaEntry>) {
    let deadline = entry.pointee.attempt.deadline
    take(proposeSequence(entry.pointee.index, .frame), entry.pointee.index)
    if entry.pointee.attempt.deadline != deadline { isUnsettled = true }
  }
}
