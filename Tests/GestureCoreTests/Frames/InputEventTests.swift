import GestureCore
import Testing

@Suite struct InputEventTests {
  /// The sum of two times fits: what is beyond any clock is bounded, and all that is not keeps its time.
  @Test(
    arguments: [0, 1, -1, 999_999, 1_000_000, .max / 2, .max / 2 - 1, -(.max / 2), -(.max / 2) + 1]
      as [Timestamp])
  func `a time up to half of the largest is kept`(_ time: Timestamp) {
    let event = InputEvent(time: time, type: 3, code: 0, value: 1)
    #expect(event.time == time)
    var other = InputEvent(time: 0, type: 3, code: 0, value: 1)
    other.time = time
    #expect(other == event)
  }

  @Test(arguments: [.max / 2 + 1, .max, .min, -(.max / 2) - 1] as [Timestamp])
  func `a larger one is half of the largest`(_ time: Timestamp) {
    let event = InputEvent(time: time, type: 3, code: 0, value: 1)
    #expect(event.time == (time < 0 ? -(.max / 2) : .max / 2))
  }
}
