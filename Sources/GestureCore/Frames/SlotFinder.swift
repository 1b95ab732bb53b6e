/// Finds the slots of tracking IDs that the kernel sent without ABS_MT_SLOT, which is masked together with motion (`MotionMask`).
///
/// The kernel's current IDs show in which slot a contact is. The end of a contact carries no ID, so it is assigned to a contact
/// that the kernel no longer has. For a queue of one frame the result is the same as without the mask. If the reader is late and
/// several frames are queued, an end may be assigned to another contact that ended in the same queue; after the queue all slots
/// agree with the kernel's.
package final class SlotFinder {
  /// The tracking ID of each slot after the events passed so far, or `none` or `left`.
  private var known: [Int32]
  /// The tracking ID of each slot in the kernel, after all events of the queue.
  private var present: [Int32]
  /// The slot that the frame has selected with ABS_MT_SLOT; nil if it has selected none.
  private var selected: Int?

  private static let none: Int32 = -1
  /// Marks a slot whose contact has ended in this queue. A device prefers slots that were free before for new contacts.
  private static let left: Int32 = -2

  package init(slots: Int) {
    known = Array(repeating: SlotFinder.none, count: slots)
    present = known
  }

  /// Sets a slot's tracking ID before the queued events (`id`), and in the kernel after them (`presentID`).
  package func set(_ slot: Int, known id: Int32, present presentID: Int32) {
    known[slot] = max(id, SlotFinder.none)
    present[slot] = max(presentID, SlotFinder.none)
  }

  /// Passes the queue on, and selects the slots of its tracking IDs. Other axes are left out, because the caller passes their
  /// current values, which are newer.
  ///
  /// - Returns: the index of SYN_DROPPED, or the number of events.
  package func pass(_ events: Span<InputEvent>, to body: (InputEvent) -> Void) -> Int {
    for index in events.indices {
      let event = events[index]
      switch (event.type, event.code) {
      case (EventType.synchronization, SynchronizationCode.dropped): return index
      case (EventType.synchronization, SynchronizationCode.report): selected = nil
      case (EventType.absolute, AbsoluteCode.slot):
        selected = Int(event.value)
        continue
      case (EventType.absolute, AbsoluteCode.trackingID):
        guard let slot = selected ?? slot(of: event.value) else { continue }
        body(event.selecting(slot))
        note(event.value, in: slot)
      case (EventType.absolute, _): continue
      default: break
      }
      body(event)
    }
    return events.count
  }

  /// Sends events that make all slots equal to the kernel's, after the last event of the queue, and selects `slot`.
  package func complete(selecting slot: Int32, at time: Timestamp, to body: (InputEvent) -> Void) {
    let end = InputEvent(
      time: time, type: EventType.synchronization, code: SynchronizationCode.report, value: 0)
    var isComplete = true
    for slot in known.indices where max(known[slot], SlotFinder.none) != present[slot] {
      body(end.selecting(slot))
      body(
        InputEvent(
          time: time, type: EventType.absolute, code: AbsoluteCode.trackingID, value: present[slot]))
      isComplete = false
    }
    if !isComplete { body(end) }
    body(end.selecting(Int(slot)))
  }

  private func note(_ id: Int32, in slot: Int) {
    if known.indices.contains(slot) { known[slot] = id < 0 ? SlotFinder.left : id }
  }

  /// The slot of a tracking ID; nil if no slot fits.
  private func slot(of id: Int32) -> Int? {
    if id < 0 { return known.indices.first { known[$0] >= 0 && known[$0] != present[$0] } }
    if let slot = present.firstIndex(of: id) { return slot }
    // The contact has already ended, so its slot is empty in the kernel.
    return known.indices.first { known[$0] == SlotFinder.none && present[$0] < 0 }
      ?? known.indices.first { known[$0] < 0 && present[$0] < 0 }
  }
}

extension InputEvent {
  /// An ABS_MT_SLOT event with this event's time.
  fileprivate func selecting(_ slot: Int) -> InputEvent {
    InputEvent(time: time, type: EventType.absolute, code: AbsoluteCode.slot, value: Int32(slot))
  }
}
