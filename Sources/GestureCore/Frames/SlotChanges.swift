/// Which slots have a contact, and what a frame changed of that.
struct SlotChanges {
  /// Slots with a contact now.
  private(set) var active: SlotSet = 0
  /// The contact that was there when the frame began is gone (or another has its slot).
  private(set) var lifted: SlotSet = 0
  /// A contact that was not there when the frame began is there now.
  private(set) var landed: SlotSet = 0
  /// A contact came and went within the frame.
  private(set) var tapped: SlotSet = 0
  /// Slots that kept their contact when the keys were released, at a suspend or when the device goes, until they are
  /// reported again. That was no lift.
  private(set) var stuck: SlotSet = 0
  /// Slots whose contact was down before the first event: counted until it leaves, and no touch.
  private(set) var older: SlotSet = 0
  /// Slots with a contact, a touch or not.
  var present: SlotSet { active | older }

  mutating func beginFrame() {
    lifted = 0
    landed = 0
    tapped = 0
  }

  /// - Parameter isReplaced: the slot had another contact until now.
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
  /// An identity was reported for `slots`, or the keys say that the contacts are gone.
  mutating func forgetOlder(_ slots: SlotSet) { older &= ~slots }

  /// The contacts of `slots` are gone by the keys, without a report of their own.
  mutating func strand(_ slots: SlotSet) {
    tapped |= slots & landed
    lifted |= slots & ~landed
    active &= ~slots
    landed &= ~slots
    stuck |= slots
  }

  /// Stuck slots are released when the kernel reports an end or a new contact; those in `reported` land
  /// anew.
  mutating func resumeStuck(_ reported: SlotSet) {
    stuck &= ~(active | lifted | tapped)
    let back = stuck & reported
    stuck &= ~back
    active |= back
    landed |= back
  }
}
