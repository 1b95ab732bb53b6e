import ControlProtocol
import GestureCore
import GestureTesting
import Testing

@testable import gesturectl

/// The whole screen of `watch` in terminals of several sizes. The pad is 100 × 60 mm.
struct WatchScreenTests {
  static let names = EventNames(
    device: "pad",
    gestures: ["zoom", "next", "menu", "a-name-that-is-longer-than-22", "rest", "show-all", "off"])

  static var model: WatchModel {
    var (tap, press) = (TapParameters(.touchpad), LongPressParameters(.touchpad))
    (tap.allowableMovement, press.minDuration, press.allowableMovement) = (3, 500 * .millisecond, 3)
    var (pinch, swipe) = (PinchParameters(.touchpad), SwipeParameters(.touchpad))
    (pinch.minSpread, pinch.minRelativeSpread, swipe.minDistanceFast) = (1.5, nil, 12)
    let device = WatchModel.Device(
      title: "Pad", stage: Size(width: 100, height: 60),
      definitions: [
        RecognizerDefinition("zoom", pinch, fingers: 2...2),
        RecognizerDefinition("next", swipe, fingers: 2...3),
        RecognizerDefinition("menu", tap, fingers: 2...2),
        RecognizerDefinition("a-name-that-is-longer-than-22", tap, fingers: 1...1),
        RecognizerDefinition("rest", press, fingers: 2...2),
        RecognizerDefinition("show-all", swipe, fingers: 4...Int.max),
      ])
    return WatchModel(devices: ["pad": device], names: names)
  }

  /// Two fingers that move by 9.9 mm to the right and apart by 0.6 mm each, within 0.24 s.
  static var moved: WatchModel {
    var model = model
    for step in 0...8 {
      let (x, apart) = (20 + 1.2375 * Double(step), 0.075 * Double(step))
      let phase = step == 0 ? RawTouch.Phase.began : .moved
      let touches = [(Int64(5), 20 - apart), (6, 40 + apart)].map {
        RawTouch(id: $0.0, phase: phase, position: Point(x, $0.1), isPhantom: false)
      }
      model.consume(
        WatchTests.frame(1_000 + 30 * Timestamp(step), step == 0 ? .began : .changed), touches, device: "pad")
    }
    return model
  }

  private static func fail(_ model: inout WatchModel, _ ms: Timestamp, _ gesture: Int, _ failure: Failure) {
    model.consume(WatchTests.failed(ms, gesture, failure), EventAttachments(), device: "pad")
  }

  /// The same fingers after their lift: `next` was missed by little.
  static var missed: WatchModel {
    var model = moved
    let stray = Failure(
      .movedTooFar, measured: 3.7, limit: 3, unit: .mm, key: .allowableMovement, touch: 1)
    fail(&model, 1_090, 2, stray)
    fail(&model, 1_090, 4, stray)
    fail(&model, 1_000, 3, Failure(.tooManyFingers, measured: 2, limit: 1, unit: .fingers, key: .fingers))
    fail(&model, 1_250, 0, Failure(.movedTooLittle, measured: 0.6, limit: 1.5, unit: .mm, key: .minSpread))
    fail(&model, 1_250, 1, Failure(.liftedTooEarly, measured: 9.9, limit: 12, unit: .mm, key: .minDistance))
    fail(&model, 1_250, 5, Failure(.tooFewFingers, measured: 2, limit: 4, unit: .fingers, key: .fingers))
    let lifts = [(Int64(5), 19.4), (6, 40.6)].map {
      RawTouch(id: $0.0, phase: .ended, position: Point(29.9, $0.1), isPhantom: false)
    }
    model.consume(WatchTests.frame(1_250, .ended), lifts, device: "pad")
    return model
  }

  /// A pinch was recognized; a second sequence was cancelled by the device.
  static var recognized: WatchModel {
    var model = missed
    for (ms, state) in [(2_000, GestureState.began), (2_100, .changed), (2_200, .ended)]
      as [(Timestamp, GestureState)]
    {
      let phase: RawTouch.Phase = state == .began ? .began : state == .changed ? .moved : .ended
      let touches = [(Int64(7), 50.0), (8, 70.0)].map { id, x in
        RawTouch(
          id: id, phase: phase, position: Point(state == .began ? x : x + (x - 60) * 2, 30), isPhantom: false)
      }
      model.consume(WatchTests.frame(ms, state), touches, device: "pad")
      if state != .began {
        var event = SequenceCollectorTests.event(ms, 0, state == .changed ? .began : .ended)
        (event.type, event.fingers, event.location, event.scale) = (.pinch, 2, Point(60, 30), 3)
        model.consume(event, EventAttachments(), device: "pad")
      }
    }
    fail(&model, 2_100, 1, Failure(.prevented, by: 0))
    return model
  }

  /// A gesture that waits for another, which its row says.
  private static var waiting: WatchModel {
    var model = moved
    model.consume(
      SequenceCollectorTests.event(1_240, 0, .possible, Failure(.waiting, by: 1)), EventAttachments(),
      device: "pad")
    return model
  }

  /// What the keys have chosen: the sequence before the last, and of its gestures those with two fingers.
  private static var chosen: WatchModel {
    var model = recognized
    model.notice = "end of the recording"
    for key in [Key.earlier, .pause, .fingers(2), .down, .down] { _ = model.apply(key) }
    return model
  }

  /// A reason needs 24 columns beside its state, which 57 columns do not have; the lowest pad has one line.
  @Test func `approved output of the screen`() {
    let screens: [(name: String, model: WatchModel, sizes: [(Int, Int)])] = [
      ("before the first touch", Self.model, [(120, 20), (34, 14), (120, 5), (120, 6)]),
      ("two fingers that move", Self.moved, [(120, 40), (90, 16), (89, 16), (100, 15)]),
      (
        "a near miss after the lift", Self.missed,
        [(120, 24), (90, 16), (70, 24), (69, 24), (24, 30), (58, 16), (57, 16)]
      ),
      (
        "a recognized gesture, and the events", Self.recognized,
        [(40, 24), (80, 24), (120, 40), (200, 24), (72, 30)]
      ),
      ("a gesture that waits", Self.waiting, [(120, 16)]),
      ("what the keys have chosen", Self.chosen, [(120, 16)]),
      ("no device", WatchModel(devices: [:], names: Self.names), [(40, 3)]),
    ]
    let lines = screens.flatMap { name, model, sizes in
      sizes.flatMap { width, height in
        ["== \(name), \(width) × \(height)"]
          + LineDifference.lines(of: WatchView.draw(model, width: width, height: height).text).map(
            String.init)
      }
    }
    #expect(ApprovedFile("watch/screens.txt").differences(from: lines) == [])
  }
}
