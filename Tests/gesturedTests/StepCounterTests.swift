import GestureConfig
import GestureCore
import Testing

@testable import gestured

struct StepCounterTests {
  private func steps(
    _ every: StepAction.Measure, _ axis: PanAxis = .any, _ events: [GestureEvent]
  ) -> [Int] {
    var counter = StepCounter(every: every, axis: axis)
    return events.map { counter.advance($0) }
  }

  private func pan(_ x: Double, _ y: Double, edge: Edge? = nil) -> GestureEvent {
    var event = GestureEvent()
    event.translation = Point(x, y)
    event.edge = edge
    return event
  }
  private func pinch(_ scale: Double) -> GestureEvent {
    var event = GestureEvent()
    event.scale = scale
    return event
  }
  private func turn(_ angle: Double) -> GestureEvent {
    var event = GestureEvent()
    event.rotation = angle
    return event
  }

  @Test func `steps of 5 mm along the axis, with half a step at each turn`() {
    let table: [(x: [Double], steps: [Int], why: Comment)] = [
      ([4.9, 5, 9.9, 10], [0, 1, 0, 1], "one at each 5 mm"),
      ([-4.9, -5, -10], [0, -1, -1], "also backward"),
      ([5, 8], [1, 0], "the first is as long as the next"), ([-5, -8], [-1, 0], "also backward"),
      ([17], [3], "several in one event"),
      ([17, -1], [3, -3], "out to 15 and back over 12.5, 7.5, 2.5"),
      ([15, 12.6, 12.5, 7.6, 7.5], [3, 0, -1, 0, -1], "the first after half a step, then whole ones"),
      ([5, 4.9, 5, 4.9, 5.1], [1, 0, 0, 0, 0], "no rattling on an edge"),
      ([15, 12.5, 14.9, 15], [3, -1, 0, 1], "and half a step at the next turn"),
      ([6, 0, 6, 0], [1, -1, 1, -1], "as many one way as the other"),
      ([2, -2, 2], [0, 0, 0], "nothing before the first step"),
    ]
    for row in table {
      #expect(steps(.distance(5), .horizontal, row.x.map { pan($0, 0) }) == row.steps, row.why)
    }
  }

  @Test func `steps of a part count along the zone's side, as many on each device`() {
    func parts(_ axis: PanAxis, _ area: Size?, _ events: [GestureEvent]) -> [Int] {
      var counter = StepCounter(every: .share(0.1), axis: axis, area: area)
      return events.map { counter.advance($0) }
    }
    let (pad, phone) = (Size(width: 100, height: 60), Size(width: 50, height: 20))
    #expect(parts(.horizontal, pad, [pan(9.9, 0), pan(10, 0), pan(30, 0)]) == [0, 1, 2])
    #expect(parts(.horizontal, phone, [pan(4.9, 0), pan(5, 0), pan(15, 0)]) == [0, 1, 2])
    #expect(parts(.vertical, pad, [pan(50, 5.9), pan(50, 6), pan(50, 0)]) == [0, 1, -1])
    #expect(parts(.any, pad, [pan(0, -12), pan(40, -12)]) == [-2, 0], "the axis of the first step")
    #expect(parts(.any, pad, [pan(-10, 3, edge: .right)]) == [1])
    #expect(parts(.any, pad, [pan(-10, 6, edge: .bottom)]) == [-1])
    #expect(parts(.horizontal, nil, [pan(50, 0)]) == [0], "without a device there is no area")
  }

  @Test func `steps of time count from the beginning, each at its time alone`() {
    let times: [(at: Timestamp, state: GestureState, steps: Int)] = [
      (1_000_000, .began, 0), (1_099_999, .changed, 0), (1_100_000, .changed, 1), (1_100_000, .changed, 0),
      // Suspended for 0.2 s: what was missed is not made up for.
      (1_350_000, .changed, 0), (1_400_000, .changed, 1), (1_500_000, .ended, 0),
    ]
    let events = times.map { row in
      var event = GestureEvent()
      event.time = row.at
      event.state = row.state
      event.began = 1_000_000
      return event
    }
    #expect(steps(.time(100_000), .any, events) == times.map(\.steps))
    #expect(steps(.time(100_000), .any, [GestureEvent()]) == [0])
  }

  @Test func `forward is right, down, inward; the dominant axis counts where none is set`() {
    let table: [(event: GestureEvent, axis: PanAxis, steps: Int)] = [
      (pan(6, 20), .horizontal, 1), (pan(6, 20), .vertical, 4), (pan(6, 20), .any, 4),
      (pan(-21, 6), .any, -4),
      (pan(6, 0, edge: .left), .any, 1), (pan(-6, 0, edge: .right), .any, 1),
      (pan(0, 6, edge: .top), .any, 1), (pan(0, -6, edge: .bottom), .any, 1),
      (GestureEvent(), .any, 0),
    ]
    for row in table { #expect(steps(.distance(5), row.axis, [row.event]) == [row.steps], "\(row)") }
  }

  @Test func `the axis of the first step is kept`() {
    #expect(steps(.distance(5), .any, [pan(1, 2), pan(1, 6), pan(30, 6), pan(30, 10)]) == [0, 1, 0, 1])
  }

  @Test func `ratios multiply, angles add`() {
    #expect(steps(.ratio(1.1), .any, [pinch(1.05), pinch(1.1), pinch(1.331), pinch(1)]) == [0, 1, 2, -3])
    #expect(steps(.ratio(1.5), .any, [pinch(0.6), pinch(0)]) == [-1, 0])
    #expect(steps(.angle(0.1), .any, [turn(0.3), turn(0.25), turn(-0.2)]) == [3, -1, -4])
    #expect(steps(.angle(0.1), .any, [turn(.nan), turn(.infinity)]) == [0, 0])
  }

  @Test func `a jump is limited`() {
    #expect(steps(.distance(0.001), .any, [pan(1e6, 0), pan(1e6, 0)]) == [1000, 0])
  }
}
