/// Frames in which touches move and nothing else happens, on devices that report the place of a touch as it is: nearly all
/// frames of a touchscreen.
///
/// They are not listed as changes: each place goes to the arena as soon as it is known (`DevicePipeline.travel`).
extension TouchInput {
  /// Slots of which a contact that was there before is reported.
  @inline(__always) var reportedSlots: SlotSet { assembler.reported & assembler.slots.active }

  /// Whether the frame is one of these.
  ///
  /// Mutating, as `Arena` explains: it would be called with a copy of the whole input.
  @inline(__always) mutating func isTravel() -> Bool {
    if rarely(!canTravel || isObserved || skipsMotion) { return false }
    if rarely(assembler.isEventful || !assembler.flags.isEmpty) { return false }
    if rarely(kept | filter.unsettled | reportedSlots & ~filter.plain != 0) { return false }
    return assembler.reshaped == 0 || areStillTouches(assembler.reshaped & assembler.slots.active)
  }

  /// Of contacts whose size, weight, tool or distance is reported.
  private mutating func areStillTouches(_ reshaped: SlotSet) -> Bool {
    var slots = reshaped
    while let slot = slots.popFirst() {
      if filter.plainVerdict(assembler.reports[slot]) != .touch { return false }
    }
    return true
  }

  @inline(__always) mutating func beginTravel(at eventTime: Timestamp) {
    head = FrameHead(time: max(head.time, eventTime))
  }
  /// The touch of a slot and its place; nil if that is the same as before.
  @inline(__always) mutating func travel(_ slot: Int) -> (touch: Int64, place: Point)? {
    let (x, y) = assembler.reports.place(slot)
    let place = geometry.point(x, y)
    if !filter.contacts.trusted(slot).pointee.follow(place) { return nil }
    return (tracker.trustedID(slot), place)
  }
  @inline(__always) mutating func endTravel() { assembler.beginFrame() }
}
