/// The slots with a contact, and the frame's changes of them.
struct SlotChanges {
  /// Slots with a contact at present.
  private(set) var active: SlotSet = 0
  /// The contact at the beginning of the frame is gone, or another has its slot.
  private(set) var lifted: SlotSet = 0
  /// The present contact was not there at the beginning of the frame.
  private(set) var landed: SlotSet = 0
  /// A contact came and went within the frame.
  private(set) var tapped: SlotSet = 0
  /// Slots whose contact remained when the keys were released (at a suspend, or when the device goes), until they are reported
  /// again. This was not a lift.
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

  /// - Parameter isReplaced: the slot had another contact before.
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
  /// A tracking ID was reported for `slots`, or the keys show that the contacts are gone.
  mutating func forgetOlder(_ slots: SlotSet) { older &= ~slots }

  /// The keys show that the contacts of `slots` are gone, without reports of them.
  mutating func strand(_ slots: SlotSet) {
    tapped |= slots & landed
    lifted |= slots & ~landed
    active &= ~slots
    landed &= ~slots
    stuck |= slots
  }

  /// Releases stuck slots when the kernel reports an end or a new contact. Those in `reported` land anew.
  mutating func resumeStuck(_ reported: SlotSet) {
    stuck &= ~(active | lifted | tapped)
    let back = stuck & reported
    stuck &= ~back
    active |= back
    landed |= back
  }
}
