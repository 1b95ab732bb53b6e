import Testing

@testable import GestureCore
@testable import Output

/// Gesture events in, input events out.
@Suite struct PointerFollowerTests {
  private static func event(_ fill: (inout GestureEvent) -> Void) -> GestureEvent {
    var event = GestureEvent()
    fill(&event)
    return event
  }

  /// The (code, value) of each event; −1 for the end of a frame.
  private static func follow(
    _ follower: PointerFollower, _ events: [GestureEvent], _ wheel: inout Wheel
  ) -> [[Int32]] {
    var follower = follower
    var frame: [InputEvent] = []
    for event in events { follower.follow(event, &wheel, into: &frame) }
    return frame.map { $0.isReport ? [-1, 0] : [Int32($0.code), $0.value] }
  }

  private static func pan(_ places: (Double, Double)...) -> [GestureEvent] {
    places.map { x, y in event { $0.translation = Point(x, y) } }
  }

  @Test func `the pointer follows in whole units, and what is left is not lost`() {
    var wheel = Wheel()
    let follower = PointerFollower(scroll: 0, move: 0.125, axis: .any)  // 1.5 units a mm
    let frames = Self.follow(follower, Self.pan((1, 0), (1, 0), (2, -1), (3, -1)), &wheel)
    #expect(frames == [[0, 1], [-1, 0], [0, 2], [1, -1], [-1, 0], [0, 1], [-1, 0]])
  }

  @Test func `a detent for 5 mm, up where the fingers go down, and REL_WHEEL with each full one`() {
    var wheel = Wheel()
    let follower = PointerFollower(scroll: 1, move: 0, axis: .any)
    // 24 units a mm: 96, then 48 more are 144, a detent and 24; back by 144.
    let frames = Self.follow(follower, Self.pan((0, 4), (0, 6), (0, 0)), &wheel)
    #expect(
      frames == [[0x0b, 96], [-1, 0], [8, 1], [0x0b, 48], [-1, 0], [8, -1], [0x0b, -144], [-1, 0]])
  }

  @Test func `the detents of two gestures add up to one`() {
    var wheel = Wheel()
    let follower = PointerFollower(scroll: 1, move: 0, axis: .any)
    #expect(Self.follow(follower, Self.pan((0, 3)), &wheel) == [[0x0b, 72], [-1, 0]])
    #expect(Self.follow(follower, Self.pan((0, 3)), &wheel) == [[8, 1], [0x0b, 72], [-1, 0]])
  }

  @Test(arguments: [
    (
      PanAxis.any, [[6, -1], [0x0c, -120], [-1, 0]],
      [[8, 1], [0x0b, 120], [6, -1], [0x0c, -120], [-1, 0]]
    ),
    (.horizontal, [[6, -1], [0x0c, -120], [-1, 0]], [[6, -1], [0x0c, -120], [-1, 0]]),
    (.vertical, [], [[8, 1], [0x0b, 120], [-1, 0]]),
  ])
  func `the wheel turns along the axis of the pan`(_ axis: PanAxis, _ right: [[Int32]], _ diagonal: [[Int32]])
  {
    var wheel = Wheel()
    let follower = PointerFollower(scroll: 1, move: 0, axis: axis)
    #expect(Self.follow(follower, Self.pan((5, 0)), &wheel) == right)
    wheel = Wheel()
    #expect(Self.follow(follower, Self.pan((5, 5)), &wheel) == diagonal)
  }

  @Test func `a wheel turns by the angle of a rotation, clockwise is down, a negative factor the other way`()
  {
    let turn = [0.1, 0.25, -0.05].map { angle in Self.event { $0.rotation = angle * .pi / 0.6 } }
    var wheel = Wheel()
    let down = Self.follow(PointerFollower(scroll: 1, move: 1, axis: .any), turn, &wheel)
    // 30° are two detents, 45° more, then 90° back.
    #expect(
      down == [
        [8, -2], [0x0b, -240], [-1, 0], [8, -3], [0x0b, -360], [-1, 0], [8, 6], [0x0b, 720], [-1, 0],
      ])
    wheel = Wheel()
    let up = Self.follow(PointerFollower(scroll: -0.5, move: 0, axis: .any), [turn[0]], &wheel)
    #expect(up == [[8, 1], [0x0b, 120], [-1, 0]])
  }

  @Test func `a wheel turns by a tenth of a pinch, apart is up, a negative factor the other way`() {
    // 2.086 detents, then −1.574.
    let pinch = [1.22, 1.05].map { scale in Self.event { $0.scale = scale } }
    var wheel = Wheel()
    let frames = Self.follow(PointerFollower(scroll: 1, move: 0, axis: .any), pinch, &wheel)
    #expect(frames == [[8, 2], [0x0b, 250], [-1, 0], [8, -1], [0x0b, -188], [-1, 0]])
    wheel = Wheel()
    let other = Self.follow(PointerFollower(scroll: -2, move: 0, axis: .any), [pinch[0]], &wheel)
    #expect(other.first == [8, -4])
  }

  @Test func `a circle is one turn, each time`() {
    var wheel = Wheel()
    let circle = { (direction: Direction) in Self.event { $0.direction = direction } }
    let frames = Self.follow(
      PointerFollower(scroll: 0.25, move: 0, axis: .any), [circle(.clockwise), circle(.counterclockwise)],
      &wheel)
    #expect(frames == [[8, -6], [0x0b, -720], [-1, 0], [8, 6], [0x0b, 720], [-1, 0]])
  }

  @Test func `an event without motion is no frame`() {
    var wheel = Wheel()
    let follower = PointerFollower(scroll: 1, move: 1, axis: .any)
    #expect(Self.follow(follower, [Self.event { _ in }, Self.event { $0.direction = .left }], &wheel) == [])
  }

  @Test func `a button is pressed and released in a frame of its own`() {
    let codes = PointerButton.allCases.map { [InputEvent].key($0.code, isDown: true)[0].code }
    #expect(codes == [0x110, 0x112, 0x111, 0x113, 0x114])
    let frame = [InputEvent].key(PointerButton.back.code, isDown: false)
    #expect(frame.map(\.value) == [0, 0] && frame[1].isReport)
  }
}

@Suite struct ScreenPointerTests {
  /// 200 × 100 mm, 10 units a mm, from 100 on.
  private static let device = DeviceDescription(
    properties: [PropertyCode.direct],
    axes: [
      AbsoluteCode.slot: AxisRange(minimum: 0, maximum: 9),
      AbsoluteCode.positionX: AxisRange(minimum: 100, maximum: 2100, fuzz: 4, resolution: 10),
      AbsoluteCode.positionY: AxisRange(minimum: 0, maximum: 1000, resolution: 10),
    ])

  private static func place(_ rotation: Int, _ place: Point) throws -> [Int32] {
    let stage =
      rotation % 180 == 0 ? Size(width: 200, height: 100) : Size(width: 100, height: 200)
    let pointer = try #require(ScreenPointer(device, stage: stage, rotation: rotation))
    var frame: [InputEvent] = []
    pointer.move(to: place, into: &frame)
    #expect(frame.map(\.code) == [AbsoluteCode.x, AbsoluteCode.x, AbsoluteCode.y, AbsoluteCode.y, 0])
    #expect(frame[0].value != frame[1].value && frame[2].value != frame[3].value, "no value repeats")
    #expect((pointer.x.minimum...pointer.x.maximum).contains(frame[0].value))
    return [frame[1].value, frame[3].value]
  }

  @Test func `a place of the stage is a place of the picture, also of a turned panel`() throws {
    #expect(try Self.place(0, Point(50, 25)) == [600, 250])
    #expect(try Self.place(0, Point(200, 100)) == [2100, 1000])
    #expect(try Self.place(180, Point(50, 25)) == [600, 250])
    // Upright: the width is the panel's height.
    #expect(try Self.place(90, Point(50, 50)) == [500, 600])
    #expect(try Self.place(270, Point(0, 200)) == [0, 2100])
    #expect(try Self.place(0, Point(-3, 300)) == [100, 1000], "on the screen")
  }

  @Test func `the axes are the screen's, without its fuzz`() throws {
    let pointer = try #require(
      ScreenPointer(Self.device, stage: Size(width: 100, height: 200), rotation: 90))
    #expect(pointer.x == AxisRange(minimum: 0, maximum: 1000, resolution: 10))
    #expect(pointer.y == AxisRange(minimum: 100, maximum: 2100, resolution: 10))
    #expect(ScreenPointer(DeviceDescription(), stage: Size(width: 1, height: 1), rotation: 0) == nil)
  }
}
