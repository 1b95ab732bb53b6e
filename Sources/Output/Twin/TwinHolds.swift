import GestureCore

/// The bits of `HoldQueue` for which the touches of a device wait: one of the sequence, or one of the touch in each slot.
struct TwinHolds {
  /// The slot that the last event has selected.
  private(set) var slot: Int32 = 0
  /// The hold of the sequence; 0 if it is not held.
  var ofSequence: UInt64 = 0
  /// The slots with events in the queue.
  var waiting: SlotSet = 0
  private var ofSlots = [UInt64](repeating: 0, count: SlotSet.capacity)
  private var ids = [Int32](repeating: ContactReport.noContact, count: SlotSet.capacity)

  /// The selected slot; nil for one that no set of slots has.
  var index: Int? { slot >= 0 && slot < SlotSet.capacity ? Int(slot) : nil }
  /// The tracking ID of the last landing in a slot.
  func id(in slot: Int) -> Int32 { ids[slot] }
  /// The hold of the touch in a slot; 0 if it is not held.
  subscript(slot: Int) -> UInt64 {
    get { ofSlots[slot] }
    set { ofSlots[slot] = newValue }
  }

  /// Follows the selection of slots. A touch that lands is not held yet.
  mutating func note(_ event: InputEvent) {
    guard event.type == EventType.absolute else { return }
    if event.code == AbsoluteCode.slot { slot = event.value }
    guard event.code == AbsoluteCode.trackingID, event.value >= 0, let index else { return }
    ids[index] = event.value
    ofSlots[index] = 0
  }

  /// Removes all holds, because an empty queue gives its bits anew.
  mutating func clear() {
    waiting = 0
    ofSequence = 0
    for slot in ofSlots.indices { ofSlots[slot] = 0 }
  }
}
