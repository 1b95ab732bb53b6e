/// Identifies one timer of an `EventLoop`; never used twice.
struct TimerID: Hashable {
  fileprivate let number: Int
}

/// One-shot timers by time: a binary heap, and the handlers beside it so that removing one is cheap.
struct TimerHeap {
  private struct Entry {
    var time: Int64
    var id: TimerID
  }

  private var entries: [Entry] = []
  private var handlers: [TimerID: () -> Void] = [:]
  private var last = 0

  /// When the next timer is due, `.max` if there is none.
  var nextTime: Int64 { entries.first?.time ?? .max }

  mutating func insert(at time: Int64, _ handler: @escaping () -> Void) -> TimerID {
    last += 1
    let id = TimerID(number: last)
    handlers[id] = handler
    entries.append(Entry(time: time, id: id))
    siftUp()
    return id
  }

  mutating func remove(_ id: TimerID) {
    handlers[id] = nil
    dropRemoved()
  }

  /// The handler of the earliest timer that is due at `now`; it is then no longer in the heap.
  mutating func popDue(_ now: Int64) -> (() -> Void)? {
    guard let first = entries.first, first.time <= now else { return nil }
    let handler = handlers.removeValue(forKey: first.id)
    dropRemoved()
    return handler
  }

  /// A removed timer leaves the heap when it gets to the top, so that it never ends a wait.
  private mutating func dropRemoved() {
    while let first = entries.first, handlers[first.id] == nil { removeFirst() }
  }

  /// Equal times go in the order of insertion.
  private func isBefore(_ a: Int, _ b: Int) -> Bool {
    let (a, b) = (entries[a], entries[b])
    return a.time == b.time ? a.id.number < b.id.number : a.time < b.time
  }

  private mutating func siftUp() {
    var index = entries.count - 1
    while index > 0, isBefore(index, (index - 1) / 2) {
      entries.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func removeFirst() {
    entries.swapAt(0, entries.count - 1)
    entries.removeLast()
    var index = 0
    while 2 * index + 1 < entries.count {
      var child = 2 * index + 1
      if child + 1 < entries.count, isBefore(child + 1, child) { child += 1 }
      guard isBefore(child, index) else { return }
      entries.swapAt(index, child)
      index = child
    }
  }
}
