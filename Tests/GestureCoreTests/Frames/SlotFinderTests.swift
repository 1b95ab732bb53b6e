import Testing

@testable import GestureCore

/// The slots of tracking IDs that arrive without ABS_MT_SLOT.
@Suite struct SlotFinderTests {
  /// The slot that the finder selects for the first tracking ID of a queue.
  ///
  /// - Parameter slots: the tracking ID of each slot before the queue, and in the kernel after it.
  private func slot(of id: Int32, _ slots: [(known: Int32, present: Int32)]) -> Int? {
    let finder = SlotFinder(slots: slots.count)
    for (index, slot) in slots.enumerated() { finder.set(index, known: slot.known, present: slot.present) }
    let queue = [InputEvent(time: 0, type: EventType.absolute, code: AbsoluteCode.trackingID, value: id)]
    var passed: [InputEvent] = []
    _ = finder.pass(queue.span) { passed.append($0) }
    return passed.first { $0.code == AbsoluteCode.slot }.map { Int($0.value) }
  }

  @Test func `a contact that is down`() {
    #expect(slot(of: 7, [(-1, -1), (-1, 7)]) == 1)
    #expect(slot(of: 0, [(-1, 5), (-1, 0)]) == 1)
  }

  @Test func `a contact that has ended has an empty slot`() {
    #expect(slot(of: 7, [(3, 3), (-1, -1)]) == 1)
    // Tracking ID 0 is a contact too.
    #expect(slot(of: 7, [(-1, 0), (-1, -1)]) == 1)
    #expect(slot(of: 7, [(3, 3), (-1, 0)]) == nil)
  }

  @Test func `an end belongs to a contact that the kernel no longer has`() {
    #expect(slot(of: -1, [(3, 3), (4, -1)]) == 1)
    #expect(slot(of: -1, [(3, 3), (0, -1)]) == 1)
    #expect(slot(of: -1, [(3, 3), (-1, -1)]) == nil)
  }
}
