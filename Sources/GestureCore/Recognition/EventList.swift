/// Gesture events in order, made where they stand: an event is large, and one is made in every frame of a gesture.
package struct EventList: ~Copyable {
  private var events: UnsafeMutablePointer<GestureEvent>
  private var capacity: Int
  package private(set) var count = 0

  /// - Parameter capacity: events that fit without an allocation.
  package init(capacity: Int = 0) {
    self.capacity = max(capacity, 1)
    events = .allocate(capacity: self.capacity)
  }
  deinit { events.deallocate() }

  package var isEmpty: Bool { count == 0 }
  package subscript(index: Int) -> GestureEvent {
    precondition(index >= 0 && index < count)
    return events[index]
  }
  /// A copy of them all, for those who keep them.
  package var all: [GestureEvent] { Array(UnsafeBufferPointer(start: events, count: count)) }

  package mutating func removeAll() { count = 0 }

  /// A new, blank event at the end; good until the next call.
  @inline(__always) mutating func add() -> UnsafeMutablePointer<GestureEvent> {
    if rarely(count == capacity) { grow() }
    let place = events + count
    place.initialize(to: GestureEvent())
    count &+= 1
    return place
  }

  @inline(never) private mutating func grow() {
    let grown = UnsafeMutablePointer<GestureEvent>.allocate(capacity: 2 * capacity)
    grown.moveInitialize(from: events, count: count)
    events.deallocate()
    events = grown
    capacity *= 2
  }
}
