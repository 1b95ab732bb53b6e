/// The contacts that the device reports as down, counted before the contact filter.
package struct ReportedContacts: Equatable, Sendable {
  /// The number of fingers: contacts whose tool type is not a palm, and fingers that the device counts without a slot.
  package var fingers: Int
  /// The tracking ID of one of these contacts; nil if no slot has a contact.
  package var id: Int32?
  /// The slots with a contact, palms included.
  package var slots: SlotSet
  /// The slots whose contact is not a palm.
  package var counted: SlotSet
  package init(fingers: Int, id: Int32?, slots: SlotSet = 0, counted: SlotSet = 0) {
    self.fingers = fingers
    self.id = id
    self.slots = slots
    self.counted = counted
  }
}

extension FrameAssembler {
  /// The contacts after a frame. A contact that remained in its slot when the keys were released (`stuck`) does not count. The
  /// plugin has the same rule, in Lua.
  var contacts: ReportedContacts {
    var found = ReportedContacts(fingers: 0, id: nil, slots: self.slots.present)
    var slots = found.slots
    while let slot = slots.popFirst() {
      if self.slots.active.contains(slot: slot) { found.id = reports.trackingID(slot) }
      if reports[slot, AbsoluteCode.toolType] != ToolType.palm {
        found.fingers += 1
        found.counted |= SlotSet(slot: slot)
      }
    }
    found.fingers += max(0, toolCount - found.slots.nonzeroBitCount)
    return found
  }

  func trackingID(ofSlot slot: Int) -> Int32 { reports.trackingID(slot) }

  /// Where the contact of a slot is, in the device's units.
  func position(ofSlot slot: Int) -> (x: Int32, y: Int32) {
    (reports[slot, AbsoluteCode.positionX], reports[slot, AbsoluteCode.positionY])
  }
}
