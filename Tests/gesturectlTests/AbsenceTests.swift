import ControlProtocol
import GestureConfig
import GestureCore
import Testing

@testable import gesturectl

/// Why gestures received no touch, as the summary of a touch sequence says it (interface.md §3.1).
struct AbsenceTests {
  @Test func `fingers that moved are not said to be still`() throws {
    let pan = "[[gesture]]\nname = \"pan\"\ntype = \"pan\"\nfingers = 4\n"
    let turned = try Self.details("rotation 4 right", pan)
    #expect(turned.count == 1 && turned[0][0].contains("centre"), "\(turned)")
    let pinch = "[[gesture]]\nname = \"zoom\"\ntype = \"pinch\"\n"
    let moved = try Self.details("drag 2 left 30mm", pinch)
    #expect(moved == [["zoom: moved neither together nor apart; `min_spread` is 1.5 mm"]])
    let three = try Self.details("drag 3 left 30mm", pinch + "fingers = 3\n")
    #expect(
      three.count == 1 && three[0][0].contains(" together ") && !three[0][0].contains("did not move"),
      "\(three)")
  }

  /// The reasons after each touch sequence of drawn fingers. The pad is 120 × 75 mm.
  private static func details(
    _ words: String, _ configuration: String, _ commands: String..., chosen: [String] = []
  ) throws -> [[String]] {
    let words = try MotionWords(words, .touchpad)
    let loaded = try #require(Configuration.load(text: configuration, path: "c.toml").configuration)
    let recording = words.pad.recording(of: words.hand, name: "drawn")
    var runner = try ReplayRunner(recording, loaded, commands: TimedCommand.sorted(parsing: commands))
    var collector = SequenceCollector()
    let text = SequenceText(names: runner.names, isFiltered: !chosen.isEmpty)
    var sequences: [TouchSequence] = []
    runner.run(recording.events) { step in
      switch step {
      case .frame(let frame, let touches): sequences += collector.consume(frame, touches)
      case .event(let event, _):
        if chosen.isEmpty || chosen.contains(text.names.gesture(event.gesture)) {
          collector.consume(event, text.names)
        }
      default: break
      }
    }
    return (sequences + collector.finish()).map { text.details($0) }
  }

  private static func tap(_ name: String, _ more: String = "", fingers: Int = 1) -> String {
    "[[gesture]]\nname = \"\(name)\"\ntype = \"tap\"\nfingers = \(fingers)\n\(more)\n"
  }
  private static let corner = "[zone.corner]\nx = [\"0mm\", \"20mm\"]\ny = [\"0mm\", \"20mm\"]\n"

  @Test func `a touch beside the zone is so many mm outside it`() throws {
    let configuration = Self.corner + Self.tap("mute", "zone = \"corner\"")
    #expect(try Self.details("tap 1 at 26.6,10", configuration) == [["mute: landed 6.6 mm outside `corner`"]])
    #expect(try Self.details("tap 1 at 23,24", configuration) == [["mute: landed 5 mm outside `corner`"]])
    #expect(
      try Self.details("tap 1 at 20.5,10", configuration) == [["mute: landed 0.5 mm outside `corner`"]])
  }

  @Test func `a gesture that is over says so of a touch that it does not take`() throws {
    let tap = Self.tap("next", fingers: 2)
    #expect(
      try Self.details("tap 2; wait 0.5s; tap 2", tap) == [[], []], "all fingers have lifted between them")
    var sequence = TouchSequence(number: 1, start: 0)
    let names = EventNames(device: "pad", gestures: ["next"])
    sequence.consume(WatchTests.frame(0, .began), WatchTests.touches(20, .began, 1, 2))
    sequence.consume(SequenceCollectorTests.event(100, 0, .recognized), names)
    var late = SequenceCollectorTests.event(300, 0, .failed)
    late.failure = Failure(.over, measured: 0.1, unit: .seconds, touch: 3)
    sequence.consume(late, names)
    sequence.consume(WatchTests.frame(400, .ended), WatchTests.touches(40, .ended, 1, 2))
    #expect(sequence.fired(0))
    #expect(
      SequenceText(names: names).details(sequence)
        == ["next: over from 0.1 s until all fingers have lifted; touch 3 is not one of it"])
  }

  @Test func `the nearest zone comes first`() throws {
    let far = "[zone.far]\nx = [\"90mm\", \"100mm\"]\n"
    let configuration =
      Self.corner + far + Self.tap("b", "zone = \"far\"") + Self.tap("a", "zone = \"corner\"")
    #expect(
      try Self.details("tap 1 at 30,10", configuration)
        == [["a: landed 10 mm outside `corner`", "b: landed 60 mm outside `far`"]])
  }

  @Test func `a gesture for another device or class says for which`() throws {
    #expect(
      try Self.details("tap 1", Self.tap("next", "device = \"touchscreen\""))
        == [["next: for touchscreens; this is a touchpad"]])
    let named = try Self.details("tap 1", Self.tap("next", "device = \"SynPS*\""))
    #expect(named.first?.first?.hasPrefix("next: `device` is \"SynPS*\"; this is \"") == true, "\(named)")
  }

  @Test func `a device that is not used says why, of all gestures at once`() throws {
    let ignored = "[[device]]\nmatch = { name = \"*\" }\nignore = true\n"
    #expect(
      try Self.details("tap 1", ignored + ["a", "b", "c"].map { Self.tap($0) }.joined())
        == [["3 gestures: the device is not used: the configuration ignores it (`ignore = true`)"]])
  }

  @Test func `a disabled gesture says so, by the commands before the sequence`() throws {
    #expect(try Self.details("tap 1", Self.tap("next", "enabled = false")) == [["next: disabled"]])
    let switched = try Self.details(
      "tap 1; wait 1s; tap 1", Self.tap("next"), "0.5 disable next")
    #expect(switched == [[], ["next: paused by a command"]])
  }

  @Test func `a zone whose touches belong to others is named`() throws {
    func masked(_ mask: String, _ own: String = "") throws -> [[String]] {
      let zone = Self.corner + "gestures = \"\(mask)\"\n"
      let other = mask == "own" ? Self.tap("own", "zone = \"corner\"", fingers: 2) : ""
      return try Self.details("tap 1 at 15,12", zone + Self.tap("next", own) + other)
    }
    #expect(try masked("none") == [["next: landed in the dead zone `corner`"]])
    #expect(
      try masked("own").last?.last == "next: landed in `corner`, whose touches belong to other gestures")
  }

  @Test func `gestures for other finger counts are named only if nothing else can be`() throws {
    let one = Self.tap("one", "enabled = false")
    let three = Self.tap("three", "enabled = false", fingers: 3)
    #expect(try Self.details("tap 1", one + three) == [["one: disabled"]])
    #expect(try Self.details("tap 2", one + three) == [["one, three: disabled"]])
  }

  @Test func `a finger beside the zone is named where enough fingers were down`() throws {
    let configuration = Self.corner + Self.tap("mute", "zone = \"corner\"", fingers: 2)
    // The fingers of the hand are side by side; the second is beyond the zone.
    let beside = try Self.details("tap 2 at 19,10", configuration)
    #expect(beside.first == ["mute: touch 2 landed 9 mm outside `corner`"])
    #expect(
      try Self.details("tap 2 at 50,50", configuration).first?.first?.hasSuffix("outside `corner`") == true)
    // One finger is too few wherever it lands.
    #expect(try Self.details("tap 1 at 10,10", configuration) == [["mute: needs 2 fingers"]])
  }

  @Test func `nothing is said of gestures that were not chosen, nor once a gesture was recognized`() throws {
    let both = Self.tap("next", "enabled = false") + Self.tap("other", "enabled = false")
    #expect(try Self.details("tap 1", both, chosen: ["other"]) == [["other: disabled"]])
    #expect(try Self.details("tap 1", Self.tap("made") + both) == [[]])
  }
}
