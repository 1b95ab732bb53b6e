/// Gesture events in order, made where they stand: an event is large, and one is made in every frame of a gesture.
package struct EventList: ~Copyable {
  private var events: OwnedList<GestureEvent>

  /// - Parameter capacity: events that fit without an allocation.
  package init(capacity: Int = 0) { events = OwnedList(capacity: capacity) }

  package var count: Int { events.count }
  package var isEmpty: Bool { count == 0 }
  package subscript(index: Int) -> GestureEvent { events[index] }
  /// A copy of them all, for those who keep them.
  package var all: [GestureEvent] { (0..<count).map { events[$0] } }

  package mutating func removeAll() { events.removeAll() }

  /// A new event at the end.
  @inline(__always) mutating func append(_ event: consuming GestureEvent) { events.append(event) }
  /// The event that was made last, to be completed.
  @inline(__always) var last: GestureEvent {
    _read { yield events[events.count &- 1] }
    _modify { yield &events[events.count &- 1] }
  }
}
