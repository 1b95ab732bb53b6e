import ControlProtocol
import GestureConfig
import GestureCore
import Glibc
import Recordings
import Testing

@testable import gesturectl

/// Where the outcomes of examples change, the limits that fit a hand, and the words for them.
struct FittingTests {
  // MARK: Sweeps

  private static let key = GestureType.pan.keys.first { $0.name == .minDistance }

  @Test func `each example has the value at which its outcome changes`() throws {
    let reached: [Double] = [20, 10, 11.9, 1e6, 0.001]
    let sweep = try KeySweep(#require(Self.key), now: 12, within: 0.01...500) { value in
      reached.map { $0 >= value }
    }
    #expect(sweep.isRecognized == [true, false, false, true, false])
    let points = sweep.turningPoints.map { $0.map { ($0 * 10).rounded() / 10 } }
    #expect(points == [19.9, 10, 11.9, nil, nil] || points == [20, 10, 11.9, nil, nil])
    // What is stated is recognized.
    for (point, reached) in zip(sweep.turningPoints, reached) where point != nil {
      #expect(try #require(point) <= reached)
    }
  }

  @Test func `seven values are tried on each side, half as large again each`() throws {
    let key = try #require(Self.key)
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
    let sweep = try KeySweep(try #require(Self.key), now: 0, within: 1...100) { value in
      tried.append(value)
      return [value <= 4]
    }
    #expect(tried.first == 0)
    #expect(sweep.isRecognized == [true])
    #expect(((sweep.turningPoints[0] ?? 0) / 4 - 1).magnitude < 0.005)
  }

  @Test func `the nearer end of a range is where the outcome changes`() throws {
    for (least, most, point) in [(4.0, 20.0, 20.0), (9, 40, 9)] {
      let sweep = try KeySweep(try #require(Self.key), now: 12, within: 0.01...500) { value in
        [(least...most).contains(value)]
      }
      #expect(((sweep.turningPoints[0] ?? 0) / point - 1).magnitude < 0.01)
    }
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

  // MARK: Examples

  static func drawn(_ words: String, name: String = "drawn") throws -> Recording {
    let words = try MotionWords(words, .touchpad)
    return words.pad.recording(of: words.hand, name: name)
  }
  static func configuration(_ text: String) throws -> Configuration {
    var configuration = try #require(Configuration.load(text: text, path: "").configuration)
    configuration.path = nil
    return configuration
  }

  @Test func `motions with less than a second between them are one example`() throws {
    for (words, count) in [
      ("tap 1", 1), ("tap 1; wait 0.99s; tap 1", 1), ("tap 1; wait 1s; tap 1", 2),
      ("tap 1; wait 0.1s; tap 2; wait 2s; swipe 3 left", 2),
    ] {
      let motions = Examples.motions(in: try Self.drawn(words))
      #expect(motions.map(\.name) == (count == 1 ? ["drawn"] : (1...count).map { "drawn-\($0)" }), "\(words)")
    }
  }

  @Test func `recordings of both classes cannot be taught together`() throws {
    let configuration = try Self.configuration("[[gesture]]\nname = \"a\"\ntype = \"tap\"\n")
    func made(_ words: String...) throws -> Examples { Examples(try words.map { try Self.drawn($0) }) }
    #expect(try made("tap 1", "tap 1").deviceClass(configuration) == .touchpad)
    #expect(try made("touchscreen: tap 1").deviceClass(configuration) == .touchscreen)
    #expect(throws: CommandFailure.self) {
      try made("tap 1", "touchscreen: tap 1").deviceClass(configuration)
    }
    #expect(throws: CommandFailure.self) { try made().deviceClass(configuration) }
  }

  @Test func `a motion is drawn on the pad`() throws {
    let reader = try MotionReader(Self.drawn("swipe 3 left 40mm 0.2s"), text: "")
    let rows = Teach.picture(of: reader.trails, on: Size(width: 100, height: 60))
    #expect(rows.first?.first == "╭" && rows.last?.first == "╰" && rows.count == 14)
    // A trail for each finger, which ends with a mark.
    #expect(rows.joined().count { $0 == "●" } == 3)
    #expect(rows.joined().unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) })
  }

  // MARK: What a file gets

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
    "swipe 3 left 40mm 0.2s; wait 2s; swipe 3 left 24mm 0.2s; wait 2s; swipe 3 left 20mm 0.2s"

  static func lesson(_ words: String, against: [String] = [], _ text: String, known name: String) throws
    -> Lesson
  {
    try Lesson(
      known: name, Examples.motions(in: drawn(words, name: "mine")),
      against: against.map { try drawn($0, name: "other") }, in: text, path: "c.toml", LintFacts())
  }

  @Test func `a whole report of a gesture that exists`() throws {
    let lesson = try Self.lesson(Self.hand, Self.text, known: "next")
    #expect(
      lesson.lines == [
        "next: 1 of 3 examples makes it, 3 with the change", "min_distance = \"13mm\"  # \"30mm\" now",
      ])
    #expect(lesson.obstacle == nil)
    #expect(
      lesson.report == [
        "        next", "mine-1  yes", "mine-2  yes", "mine-3  yes",
        "min_distance = \"13mm\" in place of \"30mm\": your motion is shorter",
      ])
    #expect(try lesson.edited(Self.text) == Self.text.replacing("30mm", with: "13mm"))
    let json = String(decoding: JSONWriter.line { $0.object { lesson.write(to: &$0) } }, as: UTF8.self)
    #expect(
      json.hasPrefix(
        #"{"gesture":"next","type":"swipe","changes":[{"key":"min_distance","value":"\"13mm\"","now":"\"30mm\"","#
          + #""reason":"your motion is shorter"}],"examples":[{"recording":"mine-1","not_it":false,"makes":["next"]}"#
      ))
    #expect(json.contains(#""recognized":1,"recognized_then":3"#))
  }

  @Test func `a gesture that fits is not changed`() throws {
    let fits = try Self.lesson("swipe 3 left 40mm 0.2s", Self.text, known: "next")
    #expect(fits.lines == ["next: 1 of 1 example makes it", "No change is needed."] && !fits.isChanged)
    let other = try Self.lesson("swipe 3 right 40mm 0.2s", Self.text, known: "next")
    #expect(other.lines == ["next: 0 of 1 example make it", "No change of a limit helps."])
    #expect(
      other.notes.contains {
        $0.contains("`direction` does not allow that") || $0.contains("`scroll` is recognized")
      })
  }

  @Test func `what is not it moves a limit, and without one it is an obstacle`() throws {
    let between = try Self.lesson(
      "swipe 3 left 40mm 0.2s; wait 2s; swipe 3 left 24mm 0.2s", against: ["swipe 3 left 14mm 0.2s"],
      Self.text, known: "next")
    #expect(between.trial.falseRows.isEmpty && between.obstacle == nil)
    let same = try Self.lesson(Self.hand, against: ["swipe 3 left 22mm 0.2s"], Self.text, known: "next")
    #expect(same.obstacle == "other makes it, too, which is not it")
  }

  @Test func `a figure that is drawn otherwise is one more template`() throws {
    let text =
      "[[gesture]]\nname = \"flat\"\ntype = \"stroke\"\ntemplate = [[0, 0], [100, 0]]  # there\nrotation_invariant = false\n"
    let lesson = try Self.lesson("line 1 -30,0 0.4s", text, known: "flat")
    let edited = try lesson.edited(text)
    #expect(edited.contains("template = [[[0, 0], [100, 0]], [[100, 0], "), "\(edited)")
    #expect(edited.hasSuffix("]]]  # there\nrotation_invariant = false\n"), "\(edited)")
    #expect(lesson.lines.first == "flat: 0 of 1 example make it, 1 with the change")
    let again = try Self.lesson("line 1 -30,0 0.4s", edited, known: "flat")
    #expect(!again.isChanged)
    // A third way is added to a list.
    let third = try Self.lesson("line 1 0,30 0.4s", edited, known: "flat").edited(edited)
    #expect(third.split(separator: "[[").count == edited.split(separator: "[[").count + 1, "\(third)")
  }

  @Test func `an example at a slant is a swipe in the direction beside it`() {
    for (degrees, way) in [(0.0, "left"), (25, "left"), (-25, "left"), (38, "up-left"), (-38, "down-left")] {
      let angle = degrees * .pi / 180
      #expect(Heading.way(of: [Point(-30 * cos(angle), -30 * sin(angle))]) == way, "\(degrees)")
    }
    #expect(Heading.areNeighbours("right", "up-right") && !Heading.areNeighbours("right", "up"))
    #expect(!Heading.areNeighbours(nil, "up"))
  }
}
