/// The gestures of an arena, and what a frame does with all of them.
struct Contestants: ~Copyable {
  /// Reached without a subscript of this type: its coroutine would allocate a frame for each access (Swift 6.3).
  var entries: OwnedList<Contestant>
  /// Those that read hovering contacts, and those that read the force of touches.
  let hovering: [Int]
  let pressing: [Int]
  /// Those that a frame of mere motion can concern, in order.
  private(set) var moving: OwnedList<Int>
  /// Those that have to know how far fewer fingers than theirs move (`LateFinger`).
  private(set) var watching: OwnedList<Int>
  /// The earliest deadline; `.never` if there is none.
  private(set) var nextDeadline = Timestamp.never
  /// Whether motion can change anything for a recognizer before touches come or go.
  private(set) var needsMotion = false
  /// A state or a deadline changed, so that the three above must be found anew.
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
    moving.removeAll()
    watching.removeAll()
    for index in 0..<count {
      nextDeadline = min(nextDeadline, entries[index].deadline)
      if !entries[index].isOccupied { continue }
      if entries[index].needsMotion { needsMotion = true }
      if entries[index].watchesFewer { watching.append(index) }
      if entries[index].concernsMotion { moving.append(index) }
    }
    isStale = false
  }

  /// A frame in which touches only move: how far fewer fingers do, until it is so far that a late one has to settle.
  @inline(never) mutating func watchFewer(_ touches: Touches) {
    for place in 0..<watching.count where entries[watching[place]].watchMotion(touches) { isStale = true }
  }

  /// Lanes of touches that a recognizer remembers.
  var remembered: TouchSet {
    var seen: TouchSet = 0
    for index in 0..<count { seen |= entries[index].attempt.seen }
    return seen
  }
  /// Drops the touches that have lifted. A sequence may have more touches than a word has bits (a palm rests while fingers come
  /// and go).
  func forget(allBut present: TouchSet) {
    for index in 0..<count { entries[index].attempt.keep(present) }
  }

  func shareTouch(_ a: Int, _ b: Int) -> Bool { entries[a].attempt.seen & entries[b].attempt.seen != 0 }
  /// Active, but too many fingers are down (§3.6): it blocks no other gesture.
  func isOver(_ index: Int) -> Bool { entries[index].isActive && entries[index].suspendsForMore }
}
