import Testing

@testable import GestureCore
@testable import Output

/// What the wheel does after the lift.
@Suite struct ScrollMomentumTests {
  private static func lift(_ translation: Point, _ velocity: Point) -> GestureEvent {
    var event = GestureEvent()
    (event.translation, event.velocity, event.state) = (translation, velocity, .ended)
    return event
  }

  /// Units of the vertical wheel, by the calls of `advance` at these times; the last call is at rest.
  private static func units(_ lift: GestureEvent, _ follower: PointerFollower, at times: [Timestamp])
    -> [Int32]
  {
    var wheel = Wheel()
    var frame: [InputEvent] = []
    var follower = follower
    follower.follow(lift, &wheel, into: &frame)
    guard var momentum = ScrollMomentum(after: lift, follower, at: 0) else { return [] }
    var sums: [Int32] = []
    for (place, time) in times.enumerated() {
      frame = []
      let isMoving = momentum.advance(to: time, &wheel, into: &frame)
      #expect(isMoving == (place < times.count - 1), "\(time)")
      sums.append(frame.filter { $0.code == RelativeCode.wheelHighResolution }.reduce(0) { $0 + $1.value })
      #expect(frame.allSatisfy { $0.isReport || $0.code > RelativeCode.y })
    }
    return sums
  }

  @Test func `it comes to rest where predicted_end is`() {
    let lift = Self.lift(Point(0, 10), Point(0, 100))
    #expect(((lift.predictedEnd ?? .zero).y * 10).rounded() == 599)
    let follower = PointerFollower(scroll: 1, move: 1, axis: .any)
    // 49.9 mm of 24 units; after 99.996 ms 1 − 0.998^99.996 of them.
    let sums = Self.units(lift, follower, at: [99_999, 10_000_000])
    #expect(sums.reduce(0, +) == 1197)
    #expect(sums[0] == 217)
  }

  @Test func `it ends when less than a unit of the wheel is left`() {
    let lift = Self.lift(.zero, Point(0, 100))
    let follower = PointerFollower(scroll: 1, move: 0, axis: .any)
    // ln(1197.6) / −ln 0.998 = 3 540 ms.
    #expect(Self.units(lift, follower, at: [3_541_525 - 8_333, 3_541_525]).count == 2)
    #expect(Self.units(Self.lift(.zero, Point(0, 0.08)), follower, at: [0]).isEmpty, "0.96 units")
  }

  @Test func `a late call changes only how much comes at once`() {
    let lift = Self.lift(.zero, Point(30, -400))
    let follower = PointerFollower(scroll: 0.5, move: 0, axis: .vertical)
    let steady = stride(from: Timestamp(8_333), through: 5_000_000, by: 8_333).prefix { $0 < 3_800_000 }
    let regular = Self.units(lift, follower, at: steady + [6_000_000])
    let late = Self.units(lift, follower, at: [8_400, 500_000, 500_001, 6_000_000])
    let whole: Int32 = regular.reduce(0, +)
    #expect(late.reduce(0, +) == whole)
    #expect(regular[0] == late[0])
    #expect(late[2] == 0)
  }

  @Test func `a dial goes on as a pan does, along the axis alone`() {
    var lift = GestureEvent()
    (lift.rotation, lift.rotationVelocity) = (1, 2)
    let turn = 2 * GestureEvent.coastingTime / PointerFollower.anglePerDetent * 120
    let follower = PointerFollower(scroll: 1, move: 0, axis: .any)
    #expect(Self.units(lift, follower, at: [20_000_000]) == [-Int32(turn)])
    var pinch = GestureEvent()
    (pinch.scale, pinch.scaleVelocity) = (2, 1)
    let growth = 0.5 * GestureEvent.coastingTime / PointerFollower.logScalePerDetent * 120
    #expect(Self.units(pinch, follower, at: [20_000_000]) == [Int32(growth)])
    let across = PointerFollower(scroll: 1, move: 0, axis: .horizontal)
    #expect(Self.units(Self.lift(.zero, Point(0, 500)), across, at: [0]).isEmpty)
  }
}
