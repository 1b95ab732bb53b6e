import GestureCore
import GestureTesting
import Output
import Testing

/// For any fingers and any verdicts: a twin's readers see valid events, nothing of what is hidden, and whole touches after it.
@Suite struct TwinPropertyTests {
  private static let slots = 5

  /// Fingers at random, as the kernel reports them: changes only.
  private struct Hand {
    var random: SplitMix64
    var device = TwinReader(slots: TwinPropertyTests.slots)
    private var nextID: Int32 = 1
    init(_ random: SplitMix64) { self.random = random }

    mutating func frame(at time: Timestamp, lifts: Bool) -> [InputEvent] {
      var frame: [InputEvent] = []
      func put(_ type: UInt16, _ code: UInt16, _ value: Int32) {
        frame.append(InputEvent(time: time, type: type, code: code, value: value))
      }
      for slot in 0..<TwinPropertyTests.slots where lifts || random.oneIn(2) {
        put(3, 0x2f, Int32(slot))
        let isDown = device.slots[slot].id >= 0
        if lifts ? isDown : random.oneIn(isDown ? 9 : 5) {
          put(3, 0x39, isDown ? -1 : nextID)
          nextID += 1
        }
        for code in [0x35, 0x36, 0x3a] as [UInt16] where !lifts && random.oneIn(3) {
          put(3, code, Int32(random.int(1...900)))
        }
      }
      if !lifts && random.oneIn(8) { put(1, 0x110, device.keys.contains(0x110) ? 0 : 1) }
      if lifts && device.keys.contains(0x110) { put(1, 0x110, 0) }
      for event in frame { device.take(event) }
      addKeys(&frame, at: time)
      return frame
    }

    private mutating func addKeys(_ frame: inout [InputEvent], at time: Timestamp) {
      let count = device.touches.count
      let tools: [UInt16] = [0x145, 0x14d, 0x14e, 0x14f, 0x148]
      let down: Set<UInt16> = count > 0 ? [0x14a, tools[min(count, 5) - 1]] : []
      for code in (tools + [0x14a]) where device.keys.contains(code) != down.contains(code) {
        let event = InputEvent(time: time, type: 1, code: code, value: down.contains(code) ? 1 : 0)
        frame.append(event)
        device.take(event)
      }
    }

    var contacts: UInt64 {
      device.slots.enumerated().reduce(0) { $1.element.id >= 0 ? $0 | 1 << UInt64($1.offset) : $0 }
    }
  }

  @Test(arguments: [DeviceClass.touchpad, .touchscreen])
  func `any verdicts make valid events, and nothing is left over`(_ deviceClass: DeviceClass) {
    var hiddenFrames = 0
    for seed in 0..<min(Properties.seedCount * 3, 1500) {
      var hand = Hand(SplitMix64(seed: seed))
      var twin = TwinFrames(.pad, deviceClass, present: [])
      var reader = TwinReader(slots: Self.slots)
      var time: Timestamp = 0
      var isHidden = false
      var holding: Int32?
      for number in 0..<60 {
        time += Timestamp(hand.random.int(4...40)) * .millisecond
        // Twice all fingers lift; nothing is hidden from then on.
        let lifts = number == 40 || number == 59
        let frame = hand.frame(at: time, lifts: lifts)
        while twin.deadline <= time { twin.advance(to: max(time, twin.deadline), isHolding: holding != nil) }
        for event in twin.output { reader.take(event) }
        twin.removeOutput()
        let before = reader.landings.count
        var start = TouchClaims.Start.none
        var words: [ClaimWord] = []
        let id = hand.device.touches.last
        if let id, number < 40, hand.random.oneIn(6) {
          switch hand.random.int(0...3) {
          case 0 where holding == nil && !isHidden:
            start = deviceClass == .touchpad ? .sequence(id) : .landings
            holding = id
          case 1: words = [.hide(id: id)]
          case 2: words = [.hideTouch(id: id)]
          case _: if let held = holding { words = [.pass(id: held)] }
          }
        }
        if number >= 40 || hand.random.oneIn(12) { holding = nil }
        if words == [.hide(id: id ?? 0)] {
          isHidden = true
          holding = nil
        }
        twin.take(
          frame, at: time, contacts: hand.contacts, start: start, words: words, isHolding: holding != nil)
        for event in twin.output { reader.take(event) }
        twin.removeOutput()
        if isHidden {
          hiddenFrames += 1
          // Touches of earlier sequences may have waited.
          let shown = Set(reader.landings[before...]).intersection(hand.device.touches)
          #expect(shown.isEmpty, "seed \(seed), frame \(number): a hidden touch landed")
        }
        if hand.contacts == 0 { isHidden = false }
      }
      twin.advance(to: time + .second)
      while twin.deadline != .never { twin.advance(to: max(time + .second, twin.deadline)) }
      for event in twin.output { reader.take(event) }
      #expect(reader.faults.prefix(2) == [], "seed \(seed)")
      #expect(reader.touches == [] && reader.keys == [], "seed \(seed)")
      #expect(twin.isClear, "seed \(seed)")
      check(&hand, &twin, &reader, seed, at: time + 2 * .second)
    }
    #expect(hiddenFrames > 2000)
  }

  /// The next touch in each slot is at its place.
  private func check(
    _ hand: inout Hand, _ twin: inout TwinFrames, _ reader: inout TwinReader, _ seed: UInt64,
    at time: Timestamp
  ) {
    twin.removeOutput()
    for slot in 0..<Self.slots {
      let frame = [(3, 0x2f, Int32(slot)), (3, 0x39, 900 + Int32(slot))].map {
        InputEvent(time: time, type: $0.0, code: $0.1, value: $0.2)
      }
      for event in frame { hand.device.take(event) }
      twin.take(frame, at: time, contacts: hand.contacts)
    }
    while twin.deadline != .never { twin.advance(to: max(time, twin.deadline)) }
    for event in twin.output { reader.take(event) }
    for (slot, wanted) in hand.device.slots.enumerated() {
      var found = reader.slots[slot]
      // Set by the twin itself, back to that of a finger.
      if found.values[0x37] == 0 { found.values[0x37] = nil }
      #expect(found == wanted, "seed \(seed), slot \(slot)")
    }
  }
}
