/// Gesture events in order. They are filled in place, because an event is large and an active gesture makes one in every frame.
package struct EventList: ~Copyable {
  private var events: OwnedList<GestureEvent>

  /// - Parameter capacity: the number of events that fit without an allocation.
  package init(capacity: Int = 0) { events = OwnedList(capacity: capacity) }

  package var count: Int { events.count }
  package var isEmpty: Bool { count == 0 }
  package subscript(index: Int) -> GestureEvent { events[index] }
  /// A copy of all events.
  package var all: [GestureEvent] { (0..<count).map { events[$0] } }

  package mutating func removeAll() { events.removeAll() }

  /// Appends a new event.
  @inline(__always) mutating func append(_ event: consuming GestureEvent) { events.append(event) }
  /// The last event, whose measures are filled in here.
  @inline(__always) var last: GestureEvent {
    _read { yield events[events.count &- 1] }
    _modify { yield &events[events.count &- 1] }
  }
}
