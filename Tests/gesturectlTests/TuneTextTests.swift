import GestureConfig
import GestureCore
import Recordings
import Testing

@testable import gesturectl

/// The parts of `tune`'s report, and whole reports of drawn hands.
struct TuneTextTests {
  // MARK: Sweeps

  @Test func `seven values are tried on each side, half as large again each`() throws {
    let key = try #require(TuneTests.key)
    for (limits, count, least, most) in [
      (0.01...500, 15, 16 / 17.0859375, 16 * 17.0859375), (8...32, 5, 8, 32), (16...16, 1, 16, 16),
    ] as [(ClosedRange<Double>, Int, Double, Double)] {
      var tried: [Double] = []
      let sweep = try KeySweep(key, now: 16, within: limits) { value in
        tried.append(value)
        return [true]
      }
      #expect(tried.count == count)
      #expect(((tried.min() ?? 0) - least).magnitude < 1e-9)
      #expect(((tried.max() ?? 0) - most).magnitude < 1e-9)
      #expect(sweep.turningPoints == [nil])
    }
  }

  @Test func `a value below the limits begins at their lower end`() throws {
    var tried: [Double] = []
    let sweep = try KeySweep(try #require(TuneTests.key), now: 0, within: 1...100) { value in
      tried.append(value)
      return [value <= 4]
    }
    #expect(tried.first == 0)
    #expect(sweep.isRecognized == [true])
    #expect(((sweep.turningPoints[0] ?? 0) / 4 - 1).magnitude < 0.005)
  }

  @Test func `the nearer end of a range is where the outcome changes`() throws {
    for (least, most, point) in [(4.0, 20.0, 20.0), (9, 40, 9)] {
      let sweep = try KeySweep(try #require(TuneTests.key), now: 12, within: 0.01...500) { value in
        [(least...most).contains(value)]
      }
      #expect(((sweep.turningPoints[0] ?? 0) / point - 1).magnitude < 0.01)
    }
  }

  @Test func `the lower of two equal changes is proposed`() throws {
    func proposal(_ outcomes: @escaping (Double) -> [Bool]) throws -> KeyProposal? {
      KeyProposal(
        try KeySweep(try #require(TuneTests.key), now: 12, within: 0.01...500) { value in outcomes(value) })
    }
    let equal = try #require(try proposal { [$0 <= 10, $0 >= 15] })
    #expect((8.9...9).contains(equal.value) && equal.rescued == 1)
    #expect((equal.change * equal.value - 12).magnitude < 1e-9)
    let higher = try #require(try proposal { [$0 <= 10, $0 >= 15, $0 >= 20] })
    #expect(higher.value == 23 && higher.rescued == 2)
    #expect((higher.change * 12 - 23).magnitude < 1e-9)
    // More than twice as far is no usual change.
    #expect(try proposal { [$0 >= 24.5] } == nil)
    #expect(try proposal { [$0 >= 23.5] }?.rescued == 1)
  }

  @Test func `a limit of 0 has no proposal`() throws {
    let sweep = try KeySweep(try #require(TuneTests.key), now: 0, within: 1...100) { [$0 >= 1.2] }
    #expect(KeyProposal(sweep) == nil)
  }

  // MARK: Numbers and words

  @Test func `two digits, down or up, and three`() {
    for (value, down, up, three) in [
      (8.97, 8.9, 9, 8.97), (5.6, 5.6, 5.6, 5.6), (0.1234, 0.12, 0.13, 0.123), (123, 120, 130, 123),
      (99.51, 99, 100, 99.5), (1, 1, 1, 1), (10, 10, 10, 10), (10.49, 10, 11, 10.5), (0, 0, 0, 0),
      (12_345, 12_000, 13_000, 12_300),
      (0.001_234_5, 0.001_2, 0.001_3, 0.001_23), (1000, 1000, 1000, 1000), (1.0049, 1, 1.1, 1),
    ] {
      #expect((Digits.rounded(value, down: true) - down).magnitude < 1e-9 * max(1, value), "\(value)")
      #expect((Digits.rounded(value, down: false) - up).magnitude < 1e-9 * max(1, value), "\(value)")
      #expect((Digits.rounded(value, digits: 3) - three).magnitude < 1e-9 * max(1, value), "\(value)")
    }
  }

  @Test func `a key has its unit, and a value three digits`() throws {
    for (type, name, unit, unitName, value, text) in [
      (GestureType.tap, KeyName.maxDuration, 1000, "ms", 251_234, "\"251ms\""),
      (.swipe, .angle, Double.pi / 180, "°", Double.pi / 6, "[\"17.1deg\", \"30deg\"]"),
      (.longPress, .allowableMovement, 1, "mm", 7.1234, "\"7.12mm\""),
      (.swipe, .minVelocity, 1, "mm/s", 61.254, "\"61.3mm/s\""),
      (.stroke, .minScore, 1, "", 0.76543, "0.765"),
      (.pan, .fingers, 1, "", 1, ""),
    ] {
      guard let key = type.keys.first(where: { $0.name == name }) else {
        #expect(name == .fingers)
        continue
      }
      let parameters = type.defaults(.touchpad)
      #expect(key.unit == unit, "\(name)")
      #expect(key.unitName(in: parameters) == unitName)
      #expect(key.text(of: value, in: parameters) == text)
    }
  }

  @Test func `a spread and a force have the unit of the configuration`() throws {
    func unit(_ lines: String, _ name: KeyName) throws -> String {
      let text = "[[gesture]]\nname = \"a\"\n\(lines)\n"
      let configuration = try #require(Configuration.load(text: text, path: "").configuration)
      let gesture = try #require(configuration.gestures.first)
      let key = try #require(gesture.type.keys.first { $0.name == name })
      return key.unitName(in: try #require(gesture.definitions[.touchpad]?.parameters))
    }
    #expect(try unit("type = \"pinch\"\nmin_spread = \"3mm\"", .minSpread) == "mm")
    #expect(try unit("type = \"pinch\"\nmin_spread = \"10%\"", .minSpread) == "")
    #expect(try unit("type = \"force-press\"\nforce = \"200g\"", .force) == "g")
    #expect(try unit("type = \"force-press\"\nforce = \"60%\"", .force) == "")
  }

  @Test func `both ends of a pair are written with three digits`() throws {
    let key = try #require(GestureType.swipe.keys.first { $0.name == .minDistance })
    let parameters = GestureType.swipe.defaults(.touchpad)
    #expect(key.text(slow: 7.12345, fast: 9.87654, in: parameters) == "[\"7.12mm\", \"9.88mm\"]")
    let ends = try #require(key.ends(in: parameters))
    #expect(ends.slow == 8 && ends.fast == 12)
    var changed = parameters
    key.set(roundedMeasure: 4.111, in: &changed)
    #expect(key.written(in: changed)?.toml == key.text(slow: 2.7407, fast: 4.111, in: parameters))
    let single = try #require(GestureType.tap.keys.first { $0.name == .maxDuration })
    #expect(single.ends(in: GestureType.tap.defaults(.touchpad)) == nil)
  }

  @Test func `a key without a title has its name in words`() {
    #expect(KeyTitle.of(.minDistance) == "Distance")
    #expect(KeyTitle.of(.fireOn) == "Fire on")
    #expect(KeyTitle.of(.taps) == "Taps")
  }

  /// Each reason, for a lower and for a higher limit.
  @Test(arguments: [
    (KeyName.minVelocity, "your motion is slower", "your motion is faster"),
    (.minDistance, "your motion is shorter", "your motion is longer"),
    (.minArc, "your motion is shorter", "your motion is longer"),
    (.minAngle, "you turn less", "you turn farther"),
    (.maxDuration, "you take less time", "you take more time"),
    (.delay, "you hold for less time", "you hold for more time"),
    (.allowableMovement, "your fingers keep still", "your fingers move while they rest"),
    (.angle, "your motion is straighter", "your motion is more slanted"),
    (.maxInterval, "your taps follow faster", "your taps follow more slowly"),
    (.maxTapDistance, "your taps are closer", "your taps are farther apart"),
    (.landWindow, "your fingers land together", "your fingers land one after another"),
    (.liftWindow, "your fingers lift together", "your fingers lift one after another"),
    (.edgeWidth, "you start nearer to the edge", "you start farther from the edge"),
    (.force, "you press less hard", "you press harder"),
    (.minScore, "your figure is less like the template", "your figure is less like the template"),
    (.decisionTime, "you start slowly", "you start slowly"),
    (.slowSpeed, "your slow motions count as fast", "your fast motions count as slow"),
    (.maxSeparation, "your fingers are close together", "your fingers are far apart"),
    (.minInterval, "your taps follow faster", "your taps follow more slowly"),
    (.rest, "you tap sooner after the others rest", "you tap later after the others rest"),
    (.settle, "your fingers land together", "your fingers land one after another"),
    (.dragLock, "you land again sooner", "you land again later"),
    (.typingGuard, "you touch sooner after typing", "you touch later after typing"),
    (.taps, "your hand needs a lower limit", "your hand needs a higher limit"),
  ]) func `a change is about the hand`(key: KeyName, lower: String, higher: String) {
    #expect(key.hand(isLower: true) == lower)
    #expect(key.hand(isLower: false) == higher)
  }

  // MARK: Attempts

  static func drawn(_ words: String, name: String = "drawn") throws -> Recording {
    let words = try MotionWords(words, .touchpad)
    return words.pad.recording(of: words.hand, name: name)
  }
  static func configuration(_ text: String) throws -> Configuration {
    var configuration = try #require(Configuration.load(text: text, path: "").configuration)
    configuration.path = nil
    return configuration
  }

  @Test func `a gesture takes as many touch sequences as it has taps or steps`() throws {
    func sequences(_ type: GestureType, _ keys: String = "") throws -> Int {
      let text = "[[gesture]]\nname = \"a\"\ntype = \"\(type.rawValue)\"\n\(keys)\n"
      let definition = try #require(try Self.configuration(text).gestures.first?.definitions[.touchpad])
      return TuneAttempts.sequences(of: definition)
    }
    #expect(try sequences(.tap) == 1)
    #expect(try sequences(.tap, "taps = 3") == 3)
    #expect(try sequences(.tapDrag) == 2)
    #expect(try sequences(.tapDrag, "taps = 2") == 3)
    #expect(try sequences(.longPress) == 1)
    #expect(try sequences(.sequence, "steps = [{ type = \"tap\" }, { type = \"pan\" }]") == 2)
  }

  @Test func `sequences of one attempt follow each other within a second`() throws {
    let configuration = try Self.configuration("[[gesture]]\nname = \"a\"\ntype = \"tap\"\ntaps = 2\n")
    let definition = try #require(configuration.gestures[0].definitions[.touchpad])
    func attempts(_ recordings: String...) throws -> TuneAttempts {
      let recordings = TuneRecordings(recordings: try recordings.map { try Self.drawn($0) })
      return TuneAttempts(try recordings.sequences(configuration), of: 0, definition)
    }
    for (words, counts, others) in [
      ("tap 1", [1], 0), ("tap 1; wait 0.99s; tap 1", [2], 0), ("tap 1; wait 1s; tap 1", [1, 1], 0),
      ("tap 1; wait 0.1s; tap 1; wait 0.1s; tap 1; wait 0.1s; tap 1", [2, 2], 0),
      ("tap 1; wait 0.1s; tap 2; wait 0.1s; tap 1", [1, 1], 1), ("tap 2; wait 0.1s; tap 3", [], 2),
    ] {
      let made = try attempts(words)
      #expect((made.spans.map(\.count), made.others) == (counts, others), "\(words)")
    }
    // Two recordings are two attempts.
    #expect(try attempts("tap 1", "tap 1").spans.map(\.recording) == [0, 1])
  }

  @Test func `a gesture of a zone is attempted in the zone, whatever rests elsewhere`() throws {
    let configuration = try Self.configuration(
      """
      [zone.corner]
      x = ["0mm", "40mm"]
      y = ["0mm", "40mm"]

      [[gesture]]
      name = "a"
      type = "tap"
      zone = "corner"

      """)
    let definition = try #require(configuration.gestures[0].definitions[.touchscreen])
    var hand = DrawnHand(center: Point(20, 20))
    hand.add(0, 6) { _ in Point(120, 90) }
    for (start, duration) in [(0.5, 0.08), (2.5, 0.9), (4.5, 0.08)] {
      hand.add(start, duration) { _ in Point(20, 20) }
    }
    let recording = DrawnPad(deviceClass: .touchscreen).recording(of: hand, name: "resting")
    let recorded = try TuneRecordings(recordings: [recording]).sequences(configuration)
    let attempts = TuneAttempts(recorded, of: 0, definition)
    #expect(attempts.outcomes(recorded) == [true, false, true])
  }

  @Test func `recordings of both classes cannot be tuned together`() throws {
    let configuration = try Self.configuration("[[gesture]]\nname = \"a\"\ntype = \"tap\"\n")
    func made(_ words: String...) throws -> TuneRecordings {
      TuneRecordings(recordings: try words.map { try Self.drawn($0) })
    }
    #expect(try made("tap 1", "tap 1").deviceClass(configuration) == .touchpad)
    #expect(try made("touchscreen: tap 1").deviceClass(configuration) == .touchscreen)
    #expect(throws: CommandFailure.self) {
      try made("tap 1", "touchscreen: tap 1").deviceClass(configuration)
    }
    #expect(throws: CommandFailure.self) { try made().deviceClass(configuration) }
  }

  // MARK: Whole reports

  private static let text = """
    [[gesture]]
    name = "next"
    type = "swipe"
    fingers = 3
    direction = "left"
    min_distance = "30mm"

    [[gesture]]
    name = "scroll"
    type = "pan"
    fingers = 3

    """
  private static let hand =
    "swipe 3 left 40mm 0.2s; wait 2s; swipe 3 left 24mm 0.2s; wait 2s; swipe 3 left 20mm 0.2s; wait 2s; tap 1"

  private static func tuning(_ words: String = hand, most: Double? = nil, text: String = text) throws
    -> Tuning
  {
    try Tuning(
      try configuration(text), gesture: 0, made: [try drawn(words, name: "mine")],
      against: [try drawn("swipe 3 left 22mm 0.2s", name: "other")], most: most)
  }

  @Test func `a whole report`() throws {
    let tuning = try Self.tuning()
    #expect((tuning.attemptCount, tuning.recognizedCount) == (3, 1))
    #expect(
      tuning.text == [
        "next (swipe, 3 fingers) on a touchpad: 1 of 3 attempts recognized",
        "1 touch sequence with another number of fingers has been left out", "",
        "min_distance = \"30mm\"; recognized up to 39.9mm; missed until 20mm, 24mm",
        "max_duration = \"500ms\"; recognized up to 112ms", "", "Not recognized:",
        "  mine, 2.200 s: lifted after 24 mm, 6 mm short of `min_distance` 30 mm",
        "  mine, 4.400 s: lifted after 20 mm, 10 mm short of `min_distance` 30 mm", "", "Proposed for next:",
        "  min_distance = \"18mm\"  # \"30mm\" now", "  your motion is shorter",
      ])
  }

  @Test func `what a change costs, and the report as JSON`() throws {
    try withFolder { folder in
      let path = "\(folder)/config.toml"
      try OutputFile.replace(path, with: Self.text)
      let tuning = try Tuning(
        try #require(Configuration.load(path: path).configuration), gesture: 0,
        made: [try Self.drawn(Self.hand, name: "mine")],
        against: [try Self.drawn("swipe 3 left 22mm 0.2s", name: "other")])
      let after = Configuration.load(text: Self.text.replacing("30mm", with: "18mm"), path: path)
      #expect(
        try tuning.costs(after) == [
          "  recognized with it: 3 of 3 attempts", "Also:", "  next: recognized in other, 0.000 s",
          "  scroll: no longer recognized in 3 touch sequences (mine, 2.200 s, …)",
        ])
      let head =
        #"{"gesture":"next","device":"touchpad","attempts":3,"recognized":1,"recognized_then":3,"changes":"#
        + #"[{"key":"min_distance","value":"\"18mm\"","now":"\"30mm\"","reason":"your motion is shorter"}]"#
      #expect(String(decoding: try tuning.json(nil), as: UTF8.self) == head + "}\n")
      #expect(
        String(decoding: try tuning.json(after), as: UTF8.self) == head
          + #","also":["next: recognized in other, 0.000 s","scroll: no longer recognized in 3 touch sequences "#
          + #"(mine, 2.200 s, …)"]}"# + "\n")
      #expect(
        try tuning.costs(Configuration.load(path: path))
          == ["  recognized with it: 1 of 3 attempts", "No other result changes."])
    }
  }

  @Test func `a factor bounds a change`() throws {
    for (most, proposed) in [(1.2, nil), (1.42, nil), (1.43, "21mm"), (1.66, "21mm"), (1.67, "18mm")]
      as [(Double, String?)]
    {
      let tuning = try Self.tuning(most: most)
      #expect(tuning.changes.first?.toml == proposed.map { "\"\($0)\"" }, "\(most)")
      if proposed == nil {
        #expect(
          tuning.text.last == "No change of a limit by up to a factor of \(most) would help.")
      }
    }
    #expect(try Self.tuning("swipe 3 left 40mm 0.2s").text.last == "No change is needed.")
    #expect(
      try Self.tuning("swipe 3 right 40mm 0.2s").text.last
        == "No change of a limit would help.")
  }

  @Test func `a change to less than half is far`() throws {
    for (limit, isFar) in [("36mm", false), ("37mm", true)] {
      let tuning = try Self.tuning(text: Self.text.replacing("30mm", with: limit))
      #expect(tuning.changes.first?.toml == "\"18mm\"")
      #expect(tuning.text.last?.contains("less than half") == isFar)
    }
  }

  @Test func `several sequences of other gestures are left out`() throws {
    let lines = try Self.tuning("swipe 3 left 40mm 0.2s; wait 2s; tap 1; wait 2s; tap 2").text
    #expect(
      lines == [
        "next (swipe, 3 fingers) on a touchpad: 1 of 1 attempt recognized",
        "2 touch sequences with another number of fingers have been left out", "",
        "min_distance = \"30mm\"; recognized up to 39.9mm",
        "max_duration = \"500ms\"; recognized up to 112ms", "",
        "No change is needed.",
      ])
  }

  @Test func `no attempt at all is an error`() throws {
    let failure = #expect(throws: CommandFailure.self) { try Self.tuning("tap 1; wait 1s; tap 2") }
    #expect(failure?.message == "none of the 2 touch sequences has as many fingers as next")
  }
}
