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

  static func check(
    _ model: WatchModel, _ width: Int, _ height: Int, _ expected: String,
    _ place: SourceLocation = #_sourceLocation
  ) {
    let text = WatchView.draw(model, width: width, height: height).text
    if text != expected + "\n" { Issue.record("\(width) × \(height):\n\(text)", sourceLocation: place) }
  }

  @Test func `before the first touch`() {
    Self.check(
      Self.model, 120, 20,
      """
      Pad, 100 × 60 mm
      ╭──────────────────────────────────╮╭─ no touch yet ───────────────────────────────────────────────────────────────────╮
      │                                  ││ 2⇔ zoom                                                                          │
      │                                  ││ 2→ next                                                                          │
      │                                  ││ 2• menu                                                                          │
      │                                  ││ 1• a-name-that-is-longer…                                                        │
      │                                  ││ 2◉ rest                                                                          │
      │                                  ││ 4→ show-all                                                                      │
      │                                  ││                                                                                  │
      │                                  ││                                                                                  │
      │                                  ││                                                                                  │
      │                                  ││                                                                                  │
      ╰──────────────────────────────────╯╰──────────────────────────────────────────────────────────────────────────────────╯
      ╭─ events ─────────────────────────────────────────────────────────────────────────────────────────────────────────────╮
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      ╰──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────╯
       space pause  ←/→ sequences  ↑/↓ rows  1-9 fingers  0 all  q quit
      """)
    Self.check(
      Self.model, 34, 14,
      """
      Pad, 100 × 60 mm
      ╭──────────╮
      │          │
      │          │
      │          │
      ╰──────────╯
      ╭─ no touch yet ─────────────────╮
      │ 2⇔ zoom                        │
      │ 2→ next                        │
      │ 2• menu                        │
      │ and 3 more (↓)                 │
      ╰────────────────────────────────╯
       space pause  ←/→ sequences
       ↑/↓ rows  1-9 fingers  0 all  q …
      """)
  }

  @Test func `two fingers that move`() {
    Self.check(
      Self.moved, 120, 40,
      """
      Pad, 100 × 60 mm
      ╭──────────────────────────────────────────────────────────╮╭─ sequence 1 of 1, 1.000 s, 2 down, 1.240 s ──────────────╮
      │                                                          ││ 2⇔ zoom                   ████░░░░░░ 0.6 / 1.5 mm        │
      │                                                          ││ 2→ next                   ████████░░ 9.9 / 12 mm         │
      │                                                          ││ 2• menu                   ██████████ 9.9 / 3 mm          │
      │                                                          ││ 1• a-name-that-is-longer… needs 1 finger                 │
      │                                                          ││ 2◉ rest                   ████░░░░░░ 0.24 / 0.5 s        │
      │           ⢀⣀⡤⠤⠤⠤1                                        ││ 4→ show-all               needs 4 or more fingers        │
      │                                                          ││                                                          │
      │                                                          ││                                                          │
      │                                                          ││                                                          │
      │                                                          ││                                                          │
      │                                                          ││                                                          │
      │           ⠠⠤⠤⠤⠤⢄2                                        ││                                                          │
      │                                                          ││                                                          │
      │                                                          ││                                                          │
      │                                                          ││                                                          │
      │                                                          ││                                                          │
      │                                                          ││                                                          │
      │                                                          ││                                                          │
      ╰──────────────────────────────────────────────────────────╯│                                                          │
                                                                  │                                                          │
                                                                  │                                                          │
                                                                  │                                                          │
                                                                  ╰──────────────────────────────────────────────────────────╯
      ╭─ events ─────────────────────────────────────────────────────────────────────────────────────────────────────────────╮
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      ╰──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────╯
       space pause  ←/→ sequences  ↑/↓ rows  1-9 fingers  0 all  q quit
      """)
    Self.check(
      Self.moved, 90, 16,
      """
      Pad, 100 × 60 mm
      ╭────────────────────╮╭─ sequence 1 of 1, 1.000 s, 2 down, 1.240 s ──────────────────────╮
      │                    ││ 2⇔ zoom                   ████░░░░░░ 0.6 / 1.5 mm                │
      │    ⣀1              ││ 2→ next                   ████████░░ 9.9 / 12 mm                 │
      │    ⠁               ││ 2• menu                   ██████████ 9.9 / 3 mm                  │
      │                    ││ 1• a-name-that-is-longer… needs 1 finger                         │
      │    ⠉2              ││ 2◉ rest                   ████░░░░░░ 0.24 / 0.5 s                │
      │                    ││ 4→ show-all               needs 4 or more fingers                │
      ╰────────────────────╯╰──────────────────────────────────────────────────────────────────╯
      ╭─ events ───────────────────────────────────────────────────────────────────────────────╮
      │                                                                                        │
      │                                                                                        │
      │                                                                                        │
      │                                                                                        │
      ╰────────────────────────────────────────────────────────────────────────────────────────╯
       space pause  ←/→ sequences  ↑/↓ rows  1-9 fingers  0 all  q quit
      """)
    Self.check(
      Self.moved, 89, 16,
      """
      Pad, 100 × 60 mm
      ╭─────────────────╮╭─ events ───────────────────────────────────────────────────────────╮
      │                 ││                                                                    │
      │   ⠤1            ││                                                                    │
      │                 ││                                                                    │
      │   ⠒2            ││                                                                    │
      │                 ││                                                                    │
      ╰─────────────────╯╰────────────────────────────────────────────────────────────────────╯
      ╭─ sequence 1 of 1, 1.000 s, 2 down, 1.240 s ───────────────────────────────────────────╮
      │ 2⇔ zoom                   ████░░░░░░ 0.6 / 1.5 mm                                     │
      │ 2→ next                   ████████░░ 9.9 / 12 mm                                      │
      │ 2• menu                   ██████████ 9.9 / 3 mm                                       │
      │ 1• a-name-that-is-longer… needs 1 finger                                              │
      │ and 2 more (↓)                                                                        │
      ╰───────────────────────────────────────────────────────────────────────────────────────╯
       space pause  ←/→ sequences  ↑/↓ rows  1-9 fingers  0 all  q quit
      """)
    Self.check(
      Self.moved, 100, 15,
      """
      Pad, 100 × 60 mm
      ╭─────────────────────────────────────╮╭─ sequence 1 of 1, 1.000 s, 2 down, 1.240 s ───────────────╮
      │                                     ││ 2⇔ zoom                   ████░░░░░░ 0.6 / 1.5 mm         │
      │                                     ││ 2→ next                   ████████░░ 9.9 / 12 mm          │
      │                                     ││ 2• menu                   ██████████ 9.9 / 3 mm           │
      │       ⠤⠤⠤1                          ││ 1• a-name-that-is-longer… needs 1 finger                  │
      │                                     ││ 2◉ rest                   ████░░░░░░ 0.24 / 0.5 s         │
      │                                     ││ 4→ show-all               needs 4 or more fingers         │
      │                                     ││                                                           │
      │       ⠒⠒⠒2                          ││                                                           │
      │                                     ││                                                           │
      │                                     ││                                                           │
      │                                     ││                                                           │
      ╰─────────────────────────────────────╯╰───────────────────────────────────────────────────────────╯
       space pause  ←/→ sequences  ↑/↓ rows  1-9 fingers  0 all  q quit
      """)
  }

  @Test func `a near miss after the lift`() {
    Self.check(
      Self.missed, 120, 24,
      """
      Pad, 100 × 60 mm
      ╭───────────────────────────────────────────────╮╭─ sequence 1 of 1, 1.000 s to 1.250 s, 2 fingers ────────────────────╮
      │                                               ││ 2→ next                   nearly     ████████░░ 9.9 / 12 mm         │
      │                                               ││    lifted after 9.9 mm, 2.1 mm short of `min_distance` 12 mm        │
      │                                               ││ 2⇔ zoom                   moved together or apart by 0.6 mm, 0.9 mm │
      │                                               ││                           short of `min_spread` 1.5 mm              │
      │         ⠤⠤⠤⠤●                                 ││ 2• menu                   touch 1 moved 9.92 mm;                    │
      │                                               ││                           `allowable_movement` allows 3 mm          │
      │                                               ││ 2◉ rest                   touch 1 moved 9.92 mm;                    │
      │                                               ││                           `allowable_movement` allows 3 mm          │
      │                                               ││ other finger counts: a-name-that-is-longer-than-22, show-all        │
      │         ⠒⠒⠒⠒●                                 ││                                                                     │
      │                                               ││                                                                     │
      │                                               ││                                                                     │
      │                                               ││                                                                     │
      │                                               ││                                                                     │
      ╰───────────────────────────────────────────────╯╰─────────────────────────────────────────────────────────────────────╯
      ╭─ events ─────────────────────────────────────────────────────────────────────────────────────────────────────────────╮
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      │                                                                                                                      │
      ╰──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────╯
       space pause  ←/→ sequences  ↑/↓ rows  1-9 fingers  0 all  q quit
      """)
    Self.check(
      Self.missed, 90, 16,
      """
      Pad, 100 × 60 mm
      ╭────────────────────╮╭─ sequence 1 of 1, 1.000 s to 1.250 s, 2 fingers ─────────────────╮
      │                    ││ 2→ next                   nearly     ████████░░ 9.9 / 12 mm      │
      │    ⣀●              ││    lifted after 9.9 mm, 2.1 mm short of `min_distance` 12 mm     │
      │    ⠁               ││ 2⇔ zoom                   moved together or apart by 0.6 mm, 0.… │
      │                    ││ 2• menu                   touch 1 moved 9.92 mm; `allowable_mov… │
      │    ⠉●              ││ 2◉ rest                   touch 1 moved 9.92 mm; `allowable_mov… │
      │                    ││ other finger counts: a-name-that-is-longer-than-22, show-all     │
      ╰────────────────────╯╰──────────────────────────────────────────────────────────────────╯
      ╭─ events ───────────────────────────────────────────────────────────────────────────────╮
      │                                                                                        │
      │                                                                                        │
      │                                                                                        │
      │                                                                                        │
      ╰────────────────────────────────────────────────────────────────────────────────────────╯
       space pause  ←/→ sequences  ↑/↓ rows  1-9 fingers  0 all  q quit
      """)
    Self.check(
      Self.missed, 70, 24,
      """
      Pad, 100 × 60 mm
      ╭────────────────────╮
      │                    │
      │    ⣀●              │
      │    ⠁               │
      │                    │
      │    ⠉●              │
      │                    │
      ╰────────────────────╯
      ╭─ sequence 1 of 1, 1.000 s to 1.250 s, 2 fingers ───────────────────╮
      │ 2→ next                   nearly     ████████░░ 9.9 / 12 mm        │
      │    lifted after 9.9 mm, 2.1 mm short of `min_distance` 12 mm       │
      │ 2⇔ zoom                   moved together or apart by 0.6 mm, 0.9 … │
      │ 2• menu                   touch 1 moved 9.92 mm; `allowable_movem… │
      │ 2◉ rest                   touch 1 moved 9.92 mm; `allowable_movem… │
      │ other finger counts: a-name-that-is-longer-than-22, show-all       │
      ╰────────────────────────────────────────────────────────────────────╯
      ╭─ events ───────────────────────────────────────────────────────────╮
      │                                                                    │
      │                                                                    │
      │                                                                    │
      │                                                                    │
      ╰────────────────────────────────────────────────────────────────────╯
       space pause  ←/→ sequences  ↑/↓ rows  1-9 fingers  0 all  q quit
      """)
    Self.check(
      Self.missed, 69, 24,
      """
      Pad, 100 × 60 mm
      ╭────────────────────╮
      │                    │
      │    ⣀●              │
      │    ⠁               │
      │                    │
      │    ⠉●              │
      │                    │
      ╰────────────────────╯
      ╭─ sequence 1 of 1, 1.000 s to 1.250 s, 2 fingers ──────────────────╮
      │ 2→ next                   nearly     ████████░░ 9.9 / 12 mm       │
      │    lifted after 9.9 mm, 2.1 mm short of `min_distance` 12 mm      │
      │ 2⇔ zoom                   moved together or apart by 0.6 mm, 0.9… │
      │ 2• menu                   touch 1 moved 9.92 mm; `allowable_move… │
      │ 2◉ rest                   touch 1 moved 9.92 mm; `allowable_move… │
      │ other finger counts: a-name-that-is-longer-than-22, show-all      │
      ╰───────────────────────────────────────────────────────────────────╯
      ╭─ events ──────────────────────────────────────────────────────────╮
      │                                                                   │
      │                                                                   │
      │                                                                   │
      │                                                                   │
      ╰───────────────────────────────────────────────────────────────────╯
       space pause  ←/→ sequences  ↑/↓ rows  1-9 fingers  0 all  q quit
      """)
    Self.check(
      Self.missed, 24, 30,
      """
      Pad, 100 × 60 mm
      ╭──────────────────────╮
      │                      │
      │                      │
      │    ⠉⠉●               │
      │                      │
      │    ⠒⠒●               │
      │                      │
      │                      │
      ╰──────────────────────╯
      ╭─ sequence 1 of 1, … ─╮
      │ 2→ next              │
      │    lifted after 9.9  │
      │    mm, 2.1 mm        │
      │    short of          │
      │    `min_distance`    │
      │    12 mm             │
      │ 2⇔ zoom              │
      │ and 4 more (↓)       │
      ╰──────────────────────╯
      ╭─ events ─────────────╮
      │                      │
      │                      │
      │                      │
      │                      │
      ╰──────────────────────╯
       space pause
       ←/→ sequences  ↑/↓ rows
       1-9 fingers  0 all
       q quit
      """)
  }

  @Test func `a recognized gesture, and the events`() {
    Self.check(
      Self.recognized, 120, 24,
      """
      Pad, 100 × 60 mm
      ╭───────────────────────────────────────────────╮╭─ sequence 2 of 2, 2.000 s to 2.200 s, 2 fingers ────────────────────╮
      │                                               ││ 2⇔ zoom                   ended                                     │
      │                                               ││ 2→ next                   `zoom` was recognized first               │
      │                                               ││ 2• menu                                                             │
      │                                               ││ 2◉ rest                                                             │
      │                                               ││ other finger counts: a-name-that-is-longer-than-22, show-all        │
      │                                               ││                                                                     │
      │                                               ││                                                                     │
      │              ●⠉⠉⠉⠉⠉⠉⠉⠉⠁        ⠈⠉⠉⠉⠉⠉⠉⠉⠉⠉●    ││                                                                     │
      │                                               ││                                                                     │
      │                                               ││                                                                     │
      │                                               ││                                                                     │
      │                                               ││                                                                     │
      │                                               ││                                                                     │
      │                                               ││                                                                     │
      ╰───────────────────────────────────────────────╯╰─────────────────────────────────────────────────────────────────────╯
      ╭─ events ─────────────────────────────────────────────────────────────────────────────────────────────────────────────╮
      │ 2.100 zoom began scale 3.00 at 60.0,30.0                                                                             │
      │ 2.200 zoom ended scale 3.00 at 60.0,30.0                                                                             │
      │                                                                                                                      │
      │                                                                                                                      │
      ╰──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────╯
       space pause  ←/→ sequences  ↑/↓ rows  1-9 fingers  0 all  q quit
      """)
    Self.check(
      Self.recognized, 72, 30,
      """
      Pad, 100 × 60 mm
      ╭──────────────────────────────╮
      │                              │
      │                              │
      │                              │
      │                              │
      │         ●⠠⠄⠄⠤⠠⠄     ⠤⠠⠄⠤⠠⠄●  │
      │                              │
      │                              │
      │                              │
      │                              │
      ╰──────────────────────────────╯
      ╭─ sequence 2 of 2, 2.000 s to 2.200 s, 2 fingers ─────────────────────╮
      │ 2⇔ zoom                   ended                                      │
      │ 2→ next                   `zoom` was recognized first                │
      │ 2• menu                                                              │
      │ 2◉ rest                                                              │
      │ other finger counts: a-name-that-is-longer-than-22, show-all         │
      │                                                                      │
      │                                                                      │
      │                                                                      │
      │                                                                      │
      ╰──────────────────────────────────────────────────────────────────────╯
      ╭─ events ─────────────────────────────────────────────────────────────╮
      │ 2.100 zoom began scale 3.00 at 60.0,30.0                             │
      │ 2.200 zoom ended scale 3.00 at 60.0,30.0                             │
      │                                                                      │
      │                                                                      │
      ╰──────────────────────────────────────────────────────────────────────╯
       space pause  ←/→ sequences  ↑/↓ rows  1-9 fingers  0 all  q quit
      """)
    Self.check(
      Self.recognized, 70, 24,
      """
      Pad, 100 × 60 mm
      ╭────────────────────╮
      │                    │
      │                    │
      │                    │
      │      ●⠉⠉⠉⠁   ⠉⠉⠉⠉● │
      │                    │
      │                    │
      ╰────────────────────╯
      ╭─ sequence 2 of 2, 2.000 s to 2.200 s, 2 fingers ───────────────────╮
      │ 2⇔ zoom                   ended                                    │
      │ 2→ next                   `zoom` was recognized first              │
      │ 2• menu                                                            │
      │ 2◉ rest                                                            │
      │ other finger counts: a-name-that-is-longer-than-22, show-all       │
      │                                                                    │
      ╰────────────────────────────────────────────────────────────────────╯
      ╭─ events ───────────────────────────────────────────────────────────╮
      │ 2.100 zoom began scale 3.00 at 60.0,30.0                           │
      │ 2.200 zoom ended scale 3.00 at 60.0,30.0                           │
      │                                                                    │
      │                                                                    │
      ╰────────────────────────────────────────────────────────────────────╯
       space pause  ←/→ sequences  ↑/↓ rows  1-9 fingers  0 all  q quit
      """)
  }
}
