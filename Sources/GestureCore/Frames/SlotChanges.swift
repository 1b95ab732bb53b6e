/// The slots with a contact, and how they changed in this frame.
struct SlotChanges {
  /// Slots that have a contact now.
  private(set) var active: SlotSet = 0
  /// Slots whose contact at the beginning of the frame is gone, or was replaced by another.
  private(set) var lifted: SlotSet = 0
  /// Slots whose contact landed in this frame.
  private(set) var landed: SlotSet = 0
  /// Slots in which a contact came and went within the frame.
  private(set) var tapped: SlotSet = 0
  /// Slots whose contact remained when the keys were released (at a suspend, or when the device goes), until they are reported
  /// again. Their contacts were not lifted.
  private(set) var stuck: SlotSet = 0
  /// Slots whose contact was down before the first event. It is counted until it leaves, but is never a touch.
  private(set) var older: SlotSet = 0
  /// Slots with a contact, a touch or not.
  var present: SlotSet { active | older }

  mutating func beginFrame() {
    lifted = 0
    landed = 0
    tapped = 0
  }

  /// - Parameter isReplaced: whether the slot had another contact before.
  mutating func land(_ slot: SlotSet, isReplaced: Bool) {
    if isReplaced && landed & slot == 0 { lifted |= slot }
    active |= slot
    landed |= slot
  }

  mutating func leave(_ slot: SlotSet) {
    if landed & slot != 0 { tapped |= slot } else { lifted |= slot }
    active &= ~slot
    landed &= ~slot
  }

  mutating func begin(with slots: SlotSet) { older = slots }
  /// Call this when a tracking ID is reported for `slots`, or when the keys show that their contacts are gone.
  mutating func removeOlder(_ slots: SlotSet) { older &= ~slots }

  /// Ends the contacts of `slots`, because the keys show that they are gone although their slots were not reported.
  mutating func strand(_ slots: SlotSet) {
    tapped |= slots & landed
    lifted |= slots & ~landed
    active &= ~slots
    landed &= ~slots
    stuck |= slots
  }

  /// Takes slots out of `stuck` when the kernel reports an end or a new contact. Those in `reported` land anew.
  mutating func resumeStuck(_ reported: SlotSet) {
    stuck &= ~(active | lifted | tapped)
    let back = stuck & reported
    stuck &= ~back
    active |= back
    landed |= back
  }
}
