import Testing

@testable import GestureCore
@testable import Output

/// The motion of a hand in, frames of a touchpad out, judged by libinput's rules.
@Suite struct VirtualTouchpadTests {
  private static let ms = Timestamp.millisecond

  @Test func `every axis begins at 0, and places are as fine in both directions`() {
    let axes = TouchpadFrames.axes
    #expect(axes.allSatisfy { $0.range.minimum == 0 && $0.range.maximum > 0 })
    #expect(axes.prefix(4).allSatisfy { $0.range == axes[0].range })
  }

  private static func motion(_ x: Double = 0, _ y: Double = 0, scale: Double = 1, rotation: Double = 0)
    -> VirtualTouchpad.Motion
  {
    var motion = VirtualTouchpad.Motion()
    motion.translation = Point(x, y)
    motion.scale = scale
    motion.rotation = rotation
    return motion
  }

  /// A straight motion of `frames` frames, `interval` µs apart; then `last`.
  private static func hand(
    fingers: Int = 3, isPinch: Bool = false, to end: VirtualTouchpad.Motion, frames: Int = 40,
    interval: Timestamp = 8 * ms, start: Double = 0.1,
    delays: [Timestamp] = [0],
    last: (inout VirtualTouchpad, Timestamp) -> Void = { $0.end(at: $1) }
  ) -> TouchpadReader {
    var reader = TouchpadReader()
    reader.delays = delays
    func at(_ share: Double) -> VirtualTouchpad.Motion {
      motion(
        end.translation.x * share, end.translation.y * share, scale: 1 + (end.scale - 1) * share,
        rotation: end.rotation * share)
    }
    reader.call(at: 1_000_000) { $0.begin(fingers: fingers, isPinch: isPinch, at(start), at: $1) }
    for frame in 1...frames {
      let time = 1_000_000 + Timestamp(frame) * interval
      let share = start + (1 - start) * Double(frame) / Double(frames)
      reader.call(at: time) { $0.follow(at(share), at: $1) }
    }
    let time = 1_000_000 + Timestamp(frames) * interval + 1
    reader.call(at: time) { last(&$0, $1) }
    reader.advance(to: time + .second)
    return reader
  }

  @Test(arguments: [3, 4])
  func `the fingers land apart and libinput decides within one frame`(_ fingers: Int) throws {
    let reader = Self.hand(fingers: fingers, to: Self.motion(60, 0))
    let landing = try #require(reader.landing)
    #expect(landing.fingers.count { $0 != nil } == fingers)
    #expect(landing.keys == [KeyCode.touch, fingers == 3 ? KeyCode.toolTripleTap : KeyCode.toolQuadTap])
    let places = landing.fingers.compactMap(\.self)
    let heights = places.map(\.y).sorted()
    #expect(
      places[0].y == heights[0] && places[1].y == heights[fingers - 1], "the first two are top and bottom")
    #expect(
      heights[0] < heights[1] && heights[fingers - 2] < heights[fingers - 1], "and no other is as high or low"
    )
    let begin = try #require(reader.begin)
    #expect(reader.frames[begin].time - landing.time == Self.ms)
    #expect(!reader.hasJump)
  }

  @Test(
    arguments: [
      (60.0, 0.0, 40, 8000), (-60, 35, 40, 8000), (0, -20, 10, 16000), (180, 0, 12, 8000),
      (0, 300, 12, 16667),
      (120, -120, 100, 1000), (3, 1, 5, 8000),
    ] as [(Double, Double, Int, Timestamp)])
  func `the swipe is as long as the hand's, however fast`(
    _ x: Double, _ y: Double, _ frames: Int, _ interval: Timestamp
  ) throws {
    let reader = Self.hand(to: Self.motion(x, y), frames: frames, interval: interval)
    #expect(reader.swiped.distance(to: Point(x, y)) <= 0.1, "\(reader.swiped)")
    #expect(!reader.hasJump)
    let last = try #require(reader.frames.last)
    #expect(last.fingers.allSatisfy { $0 == nil } && last.keys.isEmpty && reader.touchpad.isIdle)
    let end = 1_000_000 + Timestamp(frames) * interval
    #expect(last.time - end <= 101 * Self.ms, "lifted \(last.time - end) µs after the hand")
  }

  @Test(
    arguments: [[50], [0, 4000], [2000, 0, 0, 7000, 0], [0, 0, 0, 0, 12_000]] as [[Timestamp]], [60.0, 120])
  func `a frame that is written late makes no jump`(_ delays: [Timestamp], _ length: Double) {
    let reader = Self.hand(to: Self.motion(length, 0), frames: 25, delays: delays)
    #expect(!reader.hasJump)
    #expect(reader.swiped.distance(to: Point(length, 0)) <= 0.1, "\(reader.swiped)")
  }

  @Test func `a usual swipe is followed without lag`() {
    let reader = Self.hand(to: Self.motion(60, 0), last: { _, _ in })
    #expect(reader.swiped.distance(to: Point(60, 0)) <= 0.1)
    #expect(reader.frames.last?.time == 1_000_000 + 40 * 8 * Self.ms)
  }

  @Test(
    arguments: [(2, 1.8, 0.0), (3, 0.4, 0), (4, 3, 0), (2, 1, 1.5), (3, 1, -2), (4, 0.2, 0)]
      as [(Int, Double, Double)])
  func `a pinch has the hand's scale, a rotation its angle`(
    _ fingers: Int, _ scale: Double, _ rotation: Double
  ) throws {
    let reader = Self.hand(fingers: fingers, isPinch: true, to: Self.motion(scale: scale, rotation: rotation))
    #expect((reader.pinched.scale - scale).magnitude <= 0.01 * scale, "\(reader.pinched)")
    #expect((reader.pinched.rotation - rotation).magnitude <= 0.01, "\(reader.pinched)")
    #expect(!reader.hasJump)
    let begin = try #require(reader.begin)
    let landing = try #require(reader.landing)
    #expect(reader.frames[begin].time - landing.time == Self.ms)
    #expect(reader.frames.last?.fingers.allSatisfy { $0 == nil } == true)
  }

  @Test func `cancelled lifts one finger, and the others when libinput has cancelled`() throws {
    let reader = Self.hand(to: Self.motion(60, 0), last: { $0.cancel(at: $1) })
    let lifts = reader.frames.suffix(2)
    let first = try #require(lifts.first)
    let last = try #require(lifts.last)
    #expect(first.fingers.count { $0 != nil } == 2 && first.keys == [KeyCode.touch, KeyCode.toolDoubleTap])
    #expect(last.fingers.allSatisfy { $0 == nil } && last.keys.isEmpty)
    #expect(last.time - first.time == 105 * Self.ms)
    #expect(reader.touchpad.isIdle)
  }

  @Test func `a gesture that begins meanwhile waits for it, and its end too`() throws {
    var reader = Self.hand(to: Self.motion(60, 0), last: { $0.cancel(at: $1) })
    let start = Timestamp(3_000_000)
    let moved = Self.motion(40, 0)
    reader.call(at: start) { $0.begin(fingers: 3, isPinch: false, Self.motion(4, 0), at: $1) }
    reader.call(at: start + 20_000) { $0.follow(Self.motion(10, 0), at: $1) }
    reader.call(at: start + 30_000) { $0.cancel(at: $1) }
    reader.call(at: start + 40_000) { $0.begin(fingers: 4, isPinch: false, moved, at: $1) }
    reader.call(at: start + 50_000) { $0.end(at: $1) }
    reader.advance(to: start + 500_000)
    let landings = reader.frames.filter { $0.fingers.count { $0 != nil } == 4 }
    #expect(landings.first?.time == start + 135_000)
    let first = try #require(landings.first?.fingers[0])
    let last = try #require(landings.last?.fingers[0])
    // 3.1 mm to decide, 0.1 mm to begin.
    #expect((last.x - first.x - 43.2).magnitude < 0.11)
    #expect(reader.frames.last?.fingers.allSatisfy { $0 == nil } == true && reader.touchpad.isIdle)
  }

  @Test func `cancelled before libinput has decided is a lift without a gesture`() {
    var reader = TouchpadReader()
    reader.call(at: 0) { $0.begin(fingers: 3, isPinch: false, Self.motion(3, 0), at: $1) }
    reader.call(at: 500) { $0.cancel(at: $1) }
    reader.advance(to: .second)
    #expect(reader.frames.count == 3 && reader.begin == nil && reader.touchpad.isIdle)
  }

  @Test func `the axis of slots has the slots of the most fingers, and no other`() throws {
    let axis = TouchpadFrames.axes.first { $0.code == AbsoluteCode.slot }
    let range = try #require(axis?.range)
    var frames = TouchpadFrames()
    var output: [InputEvent] = []
    frames.land(VirtualTouchpad.mostFingers, VirtualTouchpad.Motion(), into: &output)
    let slots = output.filter { $0.code == AbsoluteCode.slot && $0.type == EventType.absolute }.map(\.value)
    #expect(slots.sorted() == Array(range.minimum...range.maximum))
  }

  /// A reader takes an id that comes again for the same finger.
  @Test func `each tracking id of the axis is used before one comes again`() throws {
    let axis = TouchpadFrames.axes.first { $0.code == AbsoluteCode.trackingID }
    let range = try #require(axis?.range)
    let ids = range.minimum...range.maximum
    var frames = TouchpadFrames()
    var used: [Int32] = []
    while used.count < ids.count {
      var output: [InputEvent] = []
      frames.land(VirtualTouchpad.mostFingers, VirtualTouchpad.Motion(), into: &output)
      used += output.filter { $0.code == AbsoluteCode.trackingID && $0.type == EventType.absolute }.map(
        \.value)
      frames.lift(VirtualTouchpad.mostFingers, into: &output)
    }
    #expect(used.count == ids.count && Set(used) == Set(ids))
  }
}
