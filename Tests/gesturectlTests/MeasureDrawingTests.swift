import ControlProtocol
import GestureConfig
import GestureCore
import GestureTesting
import Testing

@testable import gesturectl

/// How near a gesture is to its threshold, and where the threshold is drawn.
struct MeasureDrawingTests {
  private static func trails(_ ways: [(Point, Point)]) -> [TouchTrail] {
    ways.enumerated().map { id, way in
      var trail = TouchTrail(
        RawTouch(id: Int64(id), phase: .began, position: way.0, isPhantom: false), at: 0)
      trail.follow(
        RawTouch(id: Int64(id), phase: .moved, position: way.1, isPhantom: false), at: 300 * .millisecond)
      return trail
    }
  }

  /// The bar of a gesture while two fingers are down that landed at (20, 30) and (40, 30) 300 ms ago.
  private static func measure(
    _ definition: RecognizerDefinition, _ first: Point, _ second: Point
  ) -> GestureMeasure? {
    let device = WatchModel.Device(
      title: "Pad", stage: Size(width: 100, height: 60), definitions: [definition])
    var model = WatchModel(
      devices: ["pad": device], names: EventNames(device: "pad", gestures: [definition.name]))
    let places = [[Point(20, 30), Point(40, 30)], [first, second]]
    for (time, places) in zip([Timestamp(0), 300], places) {
      model.consume(
        WatchTests.frame(time, time == 0 ? .began : .changed),
        places.enumerated().map { id, place in
          RawTouch(id: Int64(id), phase: time == 0 ? .began : .moved, position: place, isPhantom: false)
        }, device: "pad")
    }
    return GestureRow.rows(model).first?.measure
  }
  private static func two(_ parameters: some RecognizerParameters) -> RecognizerDefinition {
    RecognizerDefinition("it", parameters, fingers: 2...2)
  }

  @Test func `each type is measured by what decides it`() {
    var swipe = SwipeParameters(.touchpad)
    swipe.minDistanceFast = 12
    // The centre moves by (6, 8).
    let far = Self.measure(Self.two(swipe), Point(26, 38), Point(46, 38))
    #expect(far?.text == "10 / 12 mm" && far?.verdict == .notYet)

    var tap = TapParameters(.touchpad)
    tap.allowableMovement = 3
    // One finger has moved by 4 mm, the other by 1 mm.
    let strayed = Self.measure(Self.two(tap), Point(20, 34), Point(41, 30))
    #expect(strayed?.text == "4 / 3 mm" && strayed?.verdict == .tooMuch)

    var pinch = PinchParameters(.touchpad)
    pinch.minSpread = 1.5
    pinch.minRelativeSpread = nil
    // Each finger comes 3 mm nearer to the centre.
    #expect(Self.measure(Self.two(pinch), Point(23, 30), Point(37, 30))?.text == "3 / 1.5 mm")
    pinch.minSpread = 0.5
    #expect(Self.measure(Self.two(pinch), Point(23, 30), Point(37, 30))?.text == "3 / 0.5 mm")
    pinch.minRelativeSpread = 0.5
    // Each is 4 mm farther away from it: 40 % of 10 mm.
    #expect(Self.measure(Self.two(pinch), Point(16, 30), Point(44, 30))?.text == "0.4 / 0.5")

    var rotation = RotationParameters(.touchpad)
    rotation.minArc = 8
    // A quarter turn of a radius of 10 mm is an arc of 15.7 mm.
    #expect(Self.measure(Self.two(rotation), Point(30, 20), Point(30, 40))?.text == "15.7 / 8 mm")
    // Fingers that came closer together have gone a shorter way, and in one point they have no direction.
    #expect(Self.measure(Self.two(rotation), Point(30, 27), Point(30, 33))?.text == "4.7 / 8 mm")
    #expect(Self.measure(Self.two(rotation), Point(30, 30), Point(30, 30))?.text == "0 / 8 mm")

    var press = LongPressParameters(.touchpad)
    press.minDuration = 500 * .millisecond
    #expect(Self.measure(Self.two(press), Point(20, 30), Point(40, 30))?.text == "0.3 / 0.5 s")
  }

  @Test func `a measure above its limit is too much, and a failure without a limit has none`() {
    let over = GestureMeasure(
      Failure(.movedTooFar, measured: 4.26, limit: 3, unit: .mm, key: .allowableMovement))
    #expect(over?.isCeiling == true && over?.text == "4.3 / 3 mm" && over?.part == 1)
    let short = GestureMeasure(Failure(.liftedTooEarly, measured: 9, limit: 12, unit: .mm, key: .minDistance))
    #expect(short?.isCeiling == false && short?.share == 0.75)
    #expect(GestureMeasure(Failure(.touchCancelled)) == nil)
    #expect(
      GestureMeasure(Failure(.tooManyFingers, measured: 4, limit: 3, unit: .fingers, key: .fingers)) == nil)
  }

  @Test func `a motion off its direction is not too much of anything`() {
    let failure = Failure(.wrongDirection, measured: .pi, limit: .pi / 4, unit: .radians, key: .angle)
    #expect(
      GestureMeasure(failure)?.verdict == .offCourse && GestureMeasure(failure)?.text == "180° off, limit 45°"
    )
  }

  @Test(arguments: [(DeviceClass.touchpad, 1.5), (.touchscreen, 1.6)])
  func `a limit is what the fingers make of it`(_ deviceClass: DeviceClass, _ key: Double) {
    let four = RecognizerDefinition("it", PanParameters(deviceClass), fingers: 4...4)
    #expect(four.limit(of: .minDistance) == key + 1 && four.limit(of: .edgeWidth) == nil)
    #expect(four.lengths.first?.mm == [key + 1])
    let any = RecognizerDefinition("it", PanParameters(deviceClass), fingers: 2...4)
    #expect(
      [1, 2, 3, 4, 5].map { any.limit(of: .minDistance, fingers: $0) } == [0, 0, 0.5, 1, 1].map { key + $0 })
    let press = RecognizerDefinition("it", LongPressParameters(deviceClass), fingers: 3...3)
    #expect(press.limit(of: .allowableMovement) == 1.6 + 0.5)
    let swipe = RecognizerDefinition("it", SwipeParameters(deviceClass), fingers: 4...4)
    #expect(swipe.limit(of: .minDistance) == 12)
  }

  /// The recognizer begins where the views say.
  @Test(arguments: [1, 2, 3, 4, 5]) func `a pan begins at the limit that is shown`(_ count: Int) throws {
    let text = "[[gesture]]\nname = \"pan\"\ntype = \"pan\"\nfingers = \(count)\n"
    let configuration = try #require(Configuration.load(text: text, path: "").configuration)
    let limit = try #require(configuration.gestures[0].definitions[.touchpad]?.limit(of: .minDistance))
    let begins = try [limit - 0.1, limit + 0.1].map { length in
      let words = try MotionWords("drag \(count) right \(length)mm 1s", .touchpad)
      let recording = words.pad.recording(of: words.hand, name: "drawn")
      var runner = try ReplayRunner(recording, configuration)
      var hasBegun = false
      runner.run(recording.events) { step in
        if case .event(let event, _) = step, event.state == .began { hasBegun = true }
      }
      return hasBegun
    }
    #expect(begins == [false, true])
  }

  @Test(arguments: [
    (9.94, 12.0, Failure.Unit.mm, "9.9 / 12 mm"), (0.456, 0.5, .seconds, "0.46 / 0.5 s"),
    (99.96, 100, .mmPerSecond, "100 / 100 mm/s"), (1_234.6, 999.4, .grams, "1235 / 999 g"),
    (.pi / 4, .pi, .radians, "45 / 180°"), (.pi / 2, .pi, .radiansPerSecond, "90 / 180°/s"),
    (1, 2.04, .perSecond, "1 / 2/s"), (0.996, 1, .ratio, "1 / 1"), (-0.5, 0.25, .none, "-0.5 / 0.25"),
    (100.6, 10.04, .mm, "101 / 10 mm"), (1.06, 0, .mm, "1.1 / 0 mm"),
  ]) func `a measure has three digits and its unit`(
    _ value: Double, _ limit: Double, _ unit: Failure.Unit, _ text: String
  ) {
    #expect(GestureMeasure(value, of: limit, unit).text == text)
  }

  @Test func `a share is from nothing on, and none of a limit of 0`() {
    let shares = [(6.0, 12.0), (-1, 12), (24, 12), (5, 0), (0.25, 0.5)].map {
      GestureMeasure($0.0, of: $0.1, .mm)
    }
    #expect(shares.map(\.share) == [0.5, 0, 2, 0, 0.5] && shares.map(\.part) == [0.5, 0, 1, 0, 0.5])
    #expect(GestureMeasure(Failure(.tooSlow, measured: 1, limit: 0, unit: .mm)) == nil)
    #expect(GestureMeasure(Failure(.tooSlow, measured: 3, limit: 3, unit: .mm))?.isCeiling == false)
  }

  @Test func `fingers that landed in one place spread from nothing`() {
    var pinch = PinchParameters(.touchpad)
    pinch.minRelativeSpread = 0.5
    func text(_ apart: Double) -> String? {
      let device = WatchModel.Device(
        title: "Pad", stage: Size(width: 100, height: 60), definitions: [Self.two(pinch)])
      var model = WatchModel(devices: ["pad": device], names: EventNames(device: "pad", gestures: ["it"]))
      for (time, half) in [(Timestamp(0), apart), (300, 1)] {
        model.consume(
          WatchTests.frame(time, time == 0 ? .began : .changed),
          [(Int64(0), 30 - half), (1, 30 + half)].map {
            RawTouch(
              id: $0.0, phase: time == 0 ? .began : .moved, position: Point($0.1, 30), isPhantom: false)
          }, device: "pad")
      }
      return GestureRow.rows(model).first?.measure?.text
    }
    // The recognizer's smallest radius is 2 mm.
    #expect(text(0) == "0 / 0.5" && text(5) == "0.6 / 0.5")
  }

  private static func shapes(_ definition: RecognizerDefinition, _ ways: [(Point, Point)]) -> [String] {
    ThresholdDrawing(
      definition: definition, trails: trails(ways), stage: Size(width: 100, height: 60)
    ).shapes
  }

  @Test func `a threshold is drawn where it would be reached`() {
    let ways = [(Point(20, 30), Point(26, 38)), (Point(40, 30), Point(46, 38))]
    var tap = TapParameters(.touchpad)
    tap.allowableMovement = 3
    #expect(
      Self.shapes(Self.two(tap), ways) == [
        "<circle cx=\"20\" cy=\"30\" r=\"3\"/>", "<circle cx=\"40\" cy=\"30\" r=\"3\"/>",
      ])
    var pan = PanParameters(.touchpad)
    pan.minDistance = 2.5
    #expect(Self.shapes(Self.two(pan), ways) == ["<circle cx=\"30\" cy=\"30\" r=\"2.5\"/>"])
    var pinch = PinchParameters(.touchpad)
    pinch.minSpread = 1.5
    pinch.minRelativeSpread = nil
    #expect(
      Self.shapes(Self.two(pinch), ways) == [
        "<circle cx=\"30\" cy=\"30\" r=\"11.5\"/>", "<circle cx=\"30\" cy=\"30\" r=\"8.5\"/>",
      ])
  }

  @Test func `a swipe has a sector for each direction, and an edge pan a strip for each edge`() {
    let ways = [(Point(30, 30), Point(30, 30))]
    var swipe = SwipeParameters(.touchpad)
    swipe.minDistanceFast = 10
    swipe.angleFast = .pi / 6
    swipe.directions = .right
    #expect(
      Self.shapes(RecognizerDefinition("it", swipe, fingers: 1...1), ways)
        == ["<path d=\"M30 30L38.66 25A10 10 0 0 1 38.66 35Z\"/>"])
    swipe.directions = .down
    #expect(
      Self.shapes(RecognizerDefinition("it", swipe, fingers: 1...1), ways)
        == ["<path d=\"M30 30L35 38.66A10 10 0 0 1 25 38.66Z\"/>"])
    swipe.directions = .upLeft
    #expect(
      Self.shapes(RecognizerDefinition("it", swipe, fingers: 1...1), ways)
        == ["<path d=\"M30 30L20.76 26.17A10 10 0 0 1 26.17 20.76Z\"/>"])
    swipe.directions = .all
    #expect(Self.shapes(RecognizerDefinition("it", swipe, fingers: 1...1), ways).count == 4)

    var pan = EdgePanParameters(.touchscreen)
    pan.edgeWidth = 8
    pan.edges = [.left, .right, .top, .bottom]
    #expect(
      Self.shapes(RecognizerDefinition("it", pan, fingers: 1...1), ways) == [
        "<rect x=\"0\" y=\"0\" width=\"8\" height=\"60\"/>",
        "<rect x=\"92\" y=\"0\" width=\"8\" height=\"60\"/>",
        "<rect x=\"0\" y=\"0\" width=\"100\" height=\"8\"/>",
        "<rect x=\"0\" y=\"52\" width=\"100\" height=\"8\"/>",
      ])
  }
}
