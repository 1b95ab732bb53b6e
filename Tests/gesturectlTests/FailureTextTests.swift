import ControlProtocol
import GestureCore
import Testing

/// The sentences of the reasons.
struct FailureTextTests {
  static let names = EventNames(device: "pad", gestures: ["overview"])

  static let table: [(Failure, String)] = [
    (
      Failure(.movedTooLittle, measured: 9.9, limit: 12, unit: .mm, key: .minDistance),
      "moved 9.9 mm, 2.1 mm short of `min_distance` 12 mm"
    ),
    (
      Failure(.wrongDirection, measured: 3.11, limit: 0.48, unit: .radians, key: .angle),
      "moved 178.2° away from its direction; `angle` allows 27.5° at this speed"
    ),
    (
      Failure(.liftedTooEarly, measured: 15.15, limit: 12, unit: .mm, key: .minDistance),
      "lifted after 15.15 mm"
    ),
    (
      Failure(.wrongDirection, measured: 9, limit: 2, unit: .mm, key: nil),
      "moved 9 mm along the edge and 2 mm away from it"
    ),
    (
      Failure(.wrongDirection, measured: 9, limit: 2, unit: .mm, key: .axis),
      "moved 9 mm across its axis and 2 mm along it"
    ),
    (Failure(.neverReleased, by: 0), "all fingers lifted before `overview` had failed"),
    (Failure(.prevented, by: 0), "`overview` was recognized first"),
    (Failure(.requirementRecognized, by: 0), "required the failure of `overview`, which was recognized"),
    (
      Failure(.tooFewFingers, measured: 1, limit: 3, unit: .fingers, key: .fingers),
      "needs 3 fingers; had 1"
    ),
    (
      Failure(.heldTooLong, measured: 0.75, limit: 0.75, unit: .seconds, key: .maxDuration),
      "still held after `max_duration` 0.75 s"
    ),
    (
      Failure(.notTogether, measured: 12, limit: 10, unit: .mm),
      "the motion of two fingers differs by 12 mm; the limit is 10 mm"
    ),
    (Failure(.clicked), "the button was pressed"),
    (
      Failure(.typed, measured: 0.12, limit: 0.5, unit: .seconds, key: .typingGuard),
      "typed 0.12 s before; `typing_guard` is 0.5 s"
    ),
  ]

  @Test func `each says the quantity, the limit and the key`() {
    for (failure, sentence) in Self.table {
      #expect(FailureText.detail(failure, names: Self.names) == sentence)
    }
  }

  @Test func `a motion the other way says which way it went`() {
    func text(_ direction: Direction) -> String {
      var failure = Failure(.wrongDirection, measured: 3.1, limit: 0.8, unit: .radians, key: .direction)
      failure.direction = direction
      return FailureText.detail(failure, names: Self.names)
    }
    #expect(text(.left) == "you moved left; `direction` does not allow that")
    #expect(text(.clockwise) == "you turned clockwise; `direction` does not allow that")
    #expect(text(.in) == "your fingers moved together; `direction` does not allow that")
  }

  @Test func `a finger that did not move is not short of all of the distance`() {
    let failure = Failure(.liftedTooEarly, measured: 0.001, limit: 8, unit: .mm, key: .minDistance)
    #expect(FailureText.detail(failure, names: Self.names) == "did not move; `min_distance` is 8 mm")
  }

  @Test(arguments: [
    (0.0, KeyName.minSpread, "moved neither together nor apart; `min_spread` is 1.5 mm"),
    (0.5, .minSpread, "moved together or apart by 0.5 mm, 1 mm short of `min_spread` 1.5 mm"),
    (0, .minArc, "did not turn; `min_arc` is 1.5 mm"),
    (0.5, .minArc, "turned by 0.5 mm, 1 mm short of `min_arc` 1.5 mm"),
  ]) func `a spread and a turn are no distance of the hand`(
    _ measured: Double, _ key: KeyName, _ text: String
  ) {
    let failure = Failure(.movedTooLittle, measured: measured, limit: 1.5, unit: .mm, key: key)
    #expect(FailureText.detail(failure, names: Self.names) == text)
  }

  @Test func `fingers that moved around a still centre did move`() {
    var failure = Failure(.movedTooLittle, measured: 0, limit: 2.5, unit: .mm)
    failure.isAroundCentre = true
    #expect(
      FailureText.detail(failure, names: Self.names)
        == "the fingers moved, but their centre did not; 2.5 mm are needed")
    failure.measured = 0.5
    failure.key = .minDistance
    #expect(
      FailureText.detail(failure, names: Self.names)
        == "the centre of the fingers moved 0.5 mm, 2 mm short of `min_distance` 2.5 mm")
    failure.isSideBySide = true
    #expect(FailureText.detail(failure, names: Self.names) == "fingers side by side on a touchpad scroll")
    #expect(failure.touch == nil)
  }

  @Test func `a measure and its limit differ in print`() {
    let failure = Failure(.movedTooFar, measured: 7.0004, limit: 7, unit: .mm, key: .allowableMovement)
    #expect(
      FailureText.detail(failure, names: Self.names) == "moved 7.0004 mm; `allowable_movement` allows 7 mm")
    let angle = Failure(.wrongDirection, measured: 0.48001, limit: 0.48, unit: .radians, key: .angle)
    let text = FailureText.detail(angle, names: Self.names)
    #expect(text == "moved 27.5025° away from its direction; `angle` allows 27.502° at this speed")
  }

  @Test func `a condition of where is stated with its measure and its limit`() {
    func text(_ measured: Double, _ limit: Double, _ unit: Failure.Unit, _ key: KeyName) -> String {
      FailureText.detail(
        Failure(.whereDiffers, measured: measured, limit: limit, unit: unit, key: key), names: Self.names)
    }
    #expect(
      text(150, 200, .mmPerSecond, .whereSpeed)
        == "moved at 150 mm/s, 50 mm/s short of `where.speed` 200 mm/s")
    #expect(text(0.35, 0.3, .seconds, .whereDuration) == "took 0.35 s; `where.duration` allows 0.3 s")
    #expect(text(0.3, 0.3, .seconds, .whereDuration) == "took 0.3 s; `where.duration` excludes 0.3 s")
    #expect(text(12, 30, .mm, .whereDistance) == "moved 12 mm, 18 mm short of `where.distance` 30 mm")
    #expect(text(3, 0, .mm, .whereEndsIn) == "ended 3 mm outside `where.ends_in`")
    #expect(
      text(1, 2, .fingers, .whereFingers) == "had 1 finger, 1 finger short of `where.fingers` 2 fingers")
    #expect(text(3, 2, .fingers, .whereFingers) == "had 3 fingers; `where.fingers` allows 2 fingers")
  }

  /// Reasons of a maximum: the measure is larger.
  static let maxima: Set<FailureReason> = [
    .wrongDirection, .notTogether, .notStraight, .jumped, .landedTooFar, .fingersTooFarApart, .notInEdge,
  ]
  /// Reasons that name the touch.
  static let ofOneTouch: Set<FailureReason> = [.movedTooFar, .movedTooLittle, .jumped]

  @Test func `no sentence is longer than a line of a terminal`() {
    for reason in FailureReason.allCases {
      let isDirection = reason == .wrongDirection
      let unit = isDirection ? Failure.Unit.radians : .mm
      let key =
        isDirection ? KeyName.angle : Self.maxima.contains(reason) ? .maxDeviation : .allowableMovement
      for (measured, limit) in [(3.1, 0.61), (98.45, 80.55), (0.61, 3.1), (.nan, .nan), (18.95, 18.95)] {
        if Self.maxima.contains(reason) && measured <= limit || isDirection && measured > 4 { continue }
        let failure = Failure(
          reason, measured: measured, limit: limit, unit: unit,
          key: reason == .jumped ? nil : key, touch: Self.ofOneTouch.contains(reason) ? 1 : nil)
        let sentence = FailureText.detail(failure, names: Self.names)
        #expect(
          !sentence.isEmpty && sentence.count <= 80, Comment(rawValue: "\(sentence.count): \(sentence)"))
      }
    }
  }
}
