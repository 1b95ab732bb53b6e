/// Finds the slots of tracking IDs that the kernel sent without ABS_MT_SLOT, which is masked together with motion (`MotionMask`).
///
/// The kernel's present IDs show in which slot an ID is. The end of a contact has no ID: it ended a contact that is not present
/// any more. One frame of a queue gives what it would give without the mask. If the reader is late and several frames are
/// queued, a contact may end in place of another that ended in the same queue; after the queue all slots are as in the kernel.
package final class SlotFinder {
  /// The tracking ID of each slot after the events passed so far, or `none` or `left`.
  private var known: [Int32]
  /// The same in the kernel, after all events of the queue.
  private var present: [Int32]
  /// The slot that the frame has selected itself.
  private var selected: Int?

  private static let none: Int32 = -1
  /// The slot's contact has ended in this queue. A device takes a slot that was free before, if there is one.
  private static let left: Int32 = -2

  package init(slots: Int) {
    known = Array(repeating: SlotFinder.none, count: slots)
    present = known
  }

  /// Sets a slot's tracking ID before the queued events, and as it is in the kernel after them.
  package func set(_ slot: Int, known id: Int32, present presentID: Int32) {
    known[slot] = max(id, SlotFinder.none)
    present[slot] = max(presentID, SlotFinder.none)
  }

  /// Passes the queue with the slots of its tracking IDs. Other axes are left out, because the caller passes their present values,
  /// which are newer.
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

  /// Makes all slots as they are in the kernel, after the last event of the queue, and selects `slot`.
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

  /// Nil if no slot fits.
  private func slot(of id: Int32) -> Int? {
    if id < 0 { return known.indices.first { known[$0] >= 0 && known[$0] != present[$0] } }
    if let slot = present.firstIndex(of: id) { return slot }
    // It has ended since.
    return known.indices.first { known[$0] == SlotFinder.none && present[$0] < 0 }
      ?? known.indices.first { known[$0] < 0 && present[$0] < 0 }
  }
}

extension InputEvent {
  /// ABS_MT_SLOT at the same time.
  fileprivate func selecting(_ slot: Int) -> InputEvent {
    InputEvent(time: time, type: EventType.absolute, code: AbsoluteCode.slot, value: Int32(slot))
  }
}
