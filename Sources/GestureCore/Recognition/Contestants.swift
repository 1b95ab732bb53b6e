/// The gestures of an arena, and what a frame does to all of them.
struct Contestants: ~Copyable {
  /// There is no subscript for this, because its coroutine would allocate a frame for each access (Swift 6.3).
  var entries: OwnedList<Contestant>
  /// Gestures that read hovering contacts, and those that read the force of touches.
  let hovering: [Int]
  let pressing: [Int]
  /// Gestures that a frame of mere motion can affect, in order.
  private(set) var moving: OwnedList<Int>
  /// Gestures that need the motion of fewer fingers than theirs (`LateFinger`).
  private(set) var watching: OwnedList<Int>
  /// The earliest deadline; `.never` without one.
  private(set) var nextDeadline = Timestamp.never
  /// Whether motion can affect a recognizer before touches come or go.
  private(set) var needsMotion = false
  /// The touches that belong to an attempt.
  private(set) var remembered: TouchSet = 0
  /// Whether a state or a deadline changed, so that the values above must be computed again.
  var isStale = true

  init(_ recognizers: [RecognizerDefinition], _ definition: ArenaDefinition) {
    hovering = recognizers.indices.filter { recognizers[$0].type == .hover }
    pressing = recognizers.indices.filter { recognizers[$0].readsForce }
    entries = OwnedList(capacity: recognizers.count)
    moving = OwnedList(capacity: recognizers.count)
    watching = OwnedList(capacity: recognizers.count)
    for recognizer in recognizers { entries.append(Contestant(recognizer, definition)) }
  }

  @inline(__always) var count: Int { entries.count }

  mutating func refresh() {
    nextDeadline = .never
    needsMotion = false
    remembered = 0
    moving.removeAll()
    watching.removeAll()
    for index in 0..<count {
      nextDeadline = min(nextDeadline, entries[index].deadline)
      remembered |= entries[index].attempt.seen
      if !entries[index].isOccupied { continue }
      if entries[index].needsMotion { needsMotion = true }
      if entries[index].watchesFewer { watching.append(index) }
      if entries[index].concernsMotion { moving.append(index) }
    }
    isStale = false
  }

  /// Adds the motion of fewer fingers than a gesture needs, in frames in which touches only move, until it is far enough to make
  /// the next finger a late one.
  @inline(never) mutating func watchFewer(_ touches: Touches) {
    for index in 0..<watching.count where entries[watching[index]].watchMotion(touches) { isStale = true }
  }

  /// Drops lifted touches. A sequence may have more touches than a TouchSet has bits, for example if a palm rests while fingers
  /// come and go.
  func keepTouches(_ present: TouchSet) {
    for index in 0..<count { entries[index].attempt.keep(present) }
  }

  func shareTouch(_ a: Int, _ b: Int) -> Bool { entries[a].attempt.seen & entries[b].attempt.seen != 0 }
  /// Whether the gesture is active while too many fingers are down (§3.6). It then prevents no other gesture.
  func isOver(_ index: Int) -> Bool { entries[index].isActive && entries[index].suspendsForMore }
}
