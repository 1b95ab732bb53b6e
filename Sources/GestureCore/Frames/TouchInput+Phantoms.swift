// Handling of more fingers than slots (recognizers.md §1.7).
extension TouchInput {
  /// The slots to keep for one frame. Synaptics touchpads drop the second contact in the frame in which a third finger lands, and
  /// restart it in the next.
  mutating func slotsToKeep() -> SlotSet {
    let count = assembler.toolCount
    guard count >= 3, count > assembler.keys.toolCountBefore, count > assembler.slotCount else { return 0 }
    return built.head.flags.contains(.resync) ? 0 : assembler.slots.lifted & ~assembler.slots.landed
  }

  /// The number of fingers that the device counts without a slot, if every slot is taken.
  mutating func wantedPhantoms() -> Int {
    guard assembler.touchProtocol != .a, assembler.toolCount > assembler.slotCount else { return 0 }
    let taken = (assembler.slots.active | overflow.kept).nonzeroBitCount
    return taken == assembler.slotCount ? assembler.toolCount - taken : 0
  }

  mutating func setPhantoms(_ count: Int) {
    guard count != tracker.phantomCount else { return }
    var slots = filter.touching
    var top: Point?
    while let slot = slots.popFirst() {
      let position = filter.contacts[slot].position
      if top == nil || position.y < top!.y { top = position }
    }
    let isLift = !built.head.flags.contains(.resync) && !tracker.hasCancelled
    tracker.setPhantoms(count, at: top ?? overflow.lastPosition, isLift ? .ended : .cancelled)
    overflow.lastPosition = top ?? overflow.lastPosition
  }
}
