extension TouchClaims {
  /// What the device reports to be down, in the pipeline and before the contact filter.
  package struct Contacts: Equatable, Sendable {
    /// Contacts that are no palms by their tool type, and fingers that the device counts without a slot.
    package var fingers: Int
    /// Tracking id of one of them.
    package var id: Int32?
    /// Slots with a contact, palms included.
    package var slots: SlotSet
    package init(fingers: Int, id: Int32?, slots: SlotSet = 0) {
      self.fingers = fingers
      self.id = id
      self.slots = slots
    }
  }
}

extension FrameAssembler {
  /// A contact that the keys have ended is none (`stuck`); the plugin has the same rule, in Lua.
  var contacts: TouchClaims.Contacts {
    var found = TouchClaims.Contacts(fingers: 0, id: nil, slots: self.slots.present)
    var slots = found.slots
    while let slot = slots.popFirst() {
      if self.slots.active.contains(slot: slot) { found.id = reports.trackingID(slot) }
      if reports[slot, AbsoluteCode.toolType] != ToolType.palm { found.fingers += 1 }
    }
    found.fingers += max(0, toolCount - found.slots.nonzeroBitCount)
    return found
  }
}
