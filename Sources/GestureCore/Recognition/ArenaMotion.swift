/// Frames in which touches have moved and nothing else has happened: nearly all of them.
///
/// Who is out, or has too few fingers, is not asked (`moving`); nor is, while no finger leaves its place, who waits for
/// fingers that keep still (`stirring` are the others). One call a recognizer does all there is to do.
extension Arena {
  @inline(__always) mutating func feedMotion() {
    if stirringCount == movingCount || hasStray() {
      for position in 0..<movingCount { touchesMoved(moving[position]) }
    } else {
      for position in 0..<stirringCount { touchesMoved(stirring[position]) }
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

  @inline(__always) private mutating func touchesMoved(_ index: Int) {
    let entry = entries + index
    let slot = entry.pointee.slot
    switch entry.pointee.type {
    case .tap: ask(bank.taps.at(slot), entry, index)
    case .longPress: ask(bank.longPresses.at(slot), entry, index)
    case .pan: ask(bank.pans.at(slot), entry, index)
    case .swipe: ask(bank.swipes.at(slot), entry, index)
    case .pinch: ask(bank.pinches.at(slot), entry, index)
    case .rotation: ask(bank.rotations.at(slot), entry, index)
    case .edgePan: ask(bank.edgePans.at(slot), entry, index)
    case .hold: ask(bank.holds.at(slot), entry, index)
    case .tapDrag: ask(bank.tapDrags.at(slot), entry, index)
    case .transform: ask(bank.transforms.at(slot), entry, index)
    case .circle: ask(bank.circles.at(slot), entry, index)
    case .stroke: ask(bank.strokes.at(slot), entry, index)
    case .hover: break
    case .sequence: askSequence(entry, index)
    }
  }

  /// Not inlined, but made anew for each kind of recognizer, with all that it does inside.
  @inline(never) private mutating func ask<R: Recognizer>(
    _ recognizer: UnsafeMutablePointer<R>, _ entry: UnsafeMutablePointer<ArenaEntry>, _ index: Int
  ) {
    if !recognizer.pointee.isUnderWay {
      let deadline = entry.pointee.attempt.deadline
      take(recognizer.pointee.approach(touches, &entry.pointee.attempt), index)
      if entry.pointee.attempt.deadline != deadline { isUnsettled = true }
      return
    }
    if !recognizer.pointee.touchesMoved(touches, entry.attempt) { return }
    if proposerCount > 0 { return take(.changed, index) }
    // Nobody before it has a word to say, and what the others propose is no condition of it.
    entry.pointee.state = .changed
    let event = events.add()
    event.pointee.time = touches.time
    event.pointee.gesture = index
    event.pointee.type = entry.pointee.type
    event.pointee.state = .changed
    event.pointee.fingers = entry.pointee.attempt.least
    recognizer.pointee.report(&event.pointee, touches)
    if reportsTouches { listTouches(index, event) }
  }

  @inline(never) private mutating func askSequence(_ entry: UnsafeMutablePointer<ArenaEntry>, _ index: Int) {
    let deadline = entry.pointee.attempt.deadline
    take(proposeSequence(index, .frame), index)
    if entry.pointee.attempt.deadline != deadline { isUnsettled = true }
  }
}

extension UnsafeMutablePointer<ArenaEntry> {
  /// The attempt where it lies.
  @inline(__always) fileprivate var attempt: UnsafeMutablePointer<Attempt> {
    withUnsafeMutablePointer(to: &pointee.attempt) { $0 }
  }
}
