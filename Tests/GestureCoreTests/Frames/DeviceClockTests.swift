import GestureTesting
import Testing

@testable import GestureCore

/// Frames that a wireless device delivers together, with their times by MSC_TIMESTAMP (recognizers.md §1.5).
@Suite struct DeviceClockTests {
  private static let pad = DeviceDescription.pad.with { $0.otherCodes = [4: [5]] }

  /// A finger that moves 2 mm in each 8 ms. `together` frames have the kernel's time of the last of them.
  private static func events(together: Int, from start: Timestamp = 1_000_000, frames: Int = 24)
    -> [InputEvent]
  {
    (0..<frames).flatMap { number -> [InputEvent] in
      let delivered = min((number / together + 1) * together, frames) - 1
      let time = start + Timestamp(delivered) * 8_000
      func event(_ type: UInt16, _ code: UInt16, _ value: Int32) -> InputEvent {
        InputEvent(time: time, type: type, code: code, value: value)
      }
      let isFirst = number == 0
      let isLast = number == frames - 1
      return (isFirst ? [event(3, 0x39, 1), event(3, 0x36, 400), event(1, 0x14a, 1)] : [])
        + (isLast ? [event(3, 0x39, -1), event(1, 0x14a, 0)] : [event(3, 0x35, Int32(200 + 20 * number))])
        + [event(4, 5, Int32(truncatingIfNeeded: 5_000 + number * 8_000)), event(0, 0, 0)]
    }
  }

  /// The times of the frames in ms after the kernel's of the first one.
  private static func times(_ events: [InputEvent]) -> [Timestamp] {
    var clock = DeviceClock()
    var (times, start) = ([Timestamp](), 0)
    for (index, event) in events.enumerated() where event.type == 0 {
      clock.read(events.span, start..<index + 1)
      times.append((clock.time(event.time) - events[0].time) / 1000)
      start = index + 1
    }
    return times
  }

  @Test func `frames that come one by one keep the kernel's times`() {
    #expect(Self.times(Self.events(together: 1, frames: 5)) == [0, 8, 16, 24, 32])
  }

  @Test func `frames that come together have the device's intervals, from the first on`() {
    #expect(
      Self.times(Self.events(together: 4, frames: 12)) == [0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88])
  }

  @Test func `after a frame that came alone, the intervals count from the first that came with another`() {
    let alone = Self.events(together: 1, frames: 1) + Self.events(together: 4, from: 1_008_000, frames: 8)
    let number = alone.firstIndex { $0.type == 0 } ?? 0
    var device: Int32 = 5_000
    let events = alone.enumerated().map { index, event in
      guard event.type == 4 else { return event }
      if index > number { device += 8_000 }
      return InputEvent(time: event.time, type: 4, code: 5, value: device)
    }
    #expect(Self.times(events) == [0, 32, 40, 48, 56, 64, 72, 80, 88])
  }

  /// A device of which one frame comes late, because the machine was busy, is not read as one whose frames are all late.
  @Test func `the delay fades`() {
    var events = Self.events(together: 4, frames: 8)
    for pause in 1...60 {
      events += Self.events(together: 1, from: 1_000_000 + Timestamp(pause) * 3_000_000, frames: 8)
    }
    let times = Self.times(events)
    var behind: [Timestamp] = []
    for pause in 1...60 { behind.append(Timestamp(pause * 3_000 - 24) - times[8 * pause]) }
    #expect(behind.first == 21)
    #expect(behind.allSatisfy { $0 >= 0 })
    #expect((behind.last ?? 24) <= 1)
  }

  @Test func `a clock that begins again, stands, or runs too slowly is set anew`() {
    let before = Self.events(together: 4, frames: 12)
    let after = Self.events(together: 4, from: 3_000_000, frames: 8)
    // The first frame after the pause has the kernel's time, 2000, less 7/8 of the delay, which was 24.
    #expect(
      Self.times(before + after).dropFirst(12) == [1_979, 1_987, 1_995, 2_003, 2_011, 2_019, 2_027, 2_035])
    let slow = Self.events(together: 1, frames: 200).map { event in
      event.type == 4 ? InputEvent(time: event.time, type: 4, code: 5, value: event.value / 10) : event
    }
    let late = zip(Self.times(before + slow).dropFirst(12), slow.filter { $0.type == 0 }).map {
      ($1.time - before[0].time) / 1000 - $0
    }
    #expect(late.allSatisfy { $0 >= 0 && $0 <= 101 })
  }

  @Test func `a swipe and its velocity are the same with frames together and one by one`() throws {
    func swipe(_ together: Int) throws -> GestureEvent {
      let input = TouchInput(device: Self.pad)
      let definition = ArenaDefinition(
        recognizers: [RecognizerDefinition("pan", .pan, .touchpad)], stage: input.stage,
        deviceClass: input.deviceClass, implicitRequirements: true)
      let pipeline = DevicePipeline(input: input, arena: Arena(definition))
      for event in Self.events(together: together) { pipeline.consume(event) }
      return try #require(pipeline.arena.events.all.last { $0.state == .ended })
    }
    let single = try #require(try swipe(1).velocity)
    let burst = try #require(try swipe(4).velocity)
    #expect(abs(single.x - 250) < 5)
    #expect(abs(burst.x - single.x) < 5)
  }
}
