import ControlProtocol
import GestureCore
import Recordings
import Testing

@testable import gesturectl

/// What `replay` prints beside the events: its last line, the columns of a terminal, the summaries, and its commands.
struct ReplayTextTests {
  private static let names = EventNames(
    device: "pad", gestures: ["next", "zoom", "tap", "menu", "turn", "rest", "press", "a-long-name"])

  private static func sequence(_ events: GestureEvent..., fingers: [Int: ClosedRange<Int>] = [:])
    -> TouchSequence
  {
    var sequence = TouchSequence(number: 1, start: 0)
    sequence.consume(SequenceCollectorTests.frame(0, .began), [])
    var names = names
    names.fingers = fingers
    for event in events { sequence.consume(event, names) }
    sequence.consume(SequenceCollectorTests.frame(200, .ended), [])
    return sequence
  }
  private static func short(_ gesture: Int, _ measured: Double, _ limit: Double = 12) -> GestureEvent {
    SequenceCollectorTests.event(50, gesture, .failed, SequenceCollectorTests.short(measured, limit))
  }

  // MARK: The last line

  private static func tally(_ sequences: [TouchSequence], withheld: Int = 0, isExplained: Bool = false)
    -> String?
  {
    var tally = ReplayTally()
    for sequence in sequences { tally.add(sequence) }
    (tally.withheld, tally.hasRecording) = (withheld, true)
    return tally.line(isExplained: isExplained)
  }

  @Test func `a recording without touches`() {
    let none = "the recording has no touches"
    #expect(Self.tally([]) == none && Self.tally([], isExplained: true) == none)
    #expect(Self.tally([], withheld: 1) == none + "; 1 contact was withheld; --explain says why")
    #expect(Self.tally([], withheld: 1, isExplained: true) == nil, "the lines before say why")
    #expect(Self.tally([Self.sequence()], isExplained: true) == nil)
    #expect(Self.tally([], withheld: 2) == none + "; 2 contacts were withheld; --explain says why")
  }

  @Test func `the sequences without a gesture, and the near misses in them`() {
    let made = Self.sequence(SequenceCollectorTests.event(50, 1, .recognized), Self.short(0, 11))
    let none = Self.sequence()
    let near = Self.sequence(Self.short(0, 6), Self.short(1, 5.9), Self.short(2, 11))
    let far = Self.sequence(Self.short(0, 5))
    #expect(Self.tally([made]) == nil && Self.tally([made, made]) == nil)
    #expect(Self.tally([none]) == "no gesture was recognized in 1 touch sequence; --explain says why")
    #expect(Self.tally([far, none]) == "no gesture was recognized in 2 touch sequences; --explain says why")
    #expect(
      Self.tally([near])
        == "no gesture was recognized in 1 touch sequence; --explain says why (2 near misses)")
    #expect(
      Self.tally([made, Self.sequence(Self.short(0, 11)), made], withheld: 3)
        == "a gesture was recognized in 2 of 3 touch sequences; --explain says why not in the others (1 near miss)"
    )
    var first = none
    first.wait(for: [1])
    #expect(
      Self.tally([first, made, none])
        == "a gesture was recognized in 2 of 3 touch sequences; --explain says why not in the others")
    var tally = ReplayTally()
    tally.add(near)
    let (one, again) = (tally.line(), tally.line())
    #expect(one == again, "the line is the same each time")
  }

  // MARK: Summaries

  @Test func `five misses are listed, and the rest are counted`() {
    func lines(_ count: Int, _ style: TerminalStyle = .plain) -> [String] {
      var sequence = TouchSequence(number: 7, start: 1_020_000)
      sequence.consume(SequenceCollectorTests.frame(1_020, .began, fingers: 1), [])
      for gesture in 0..<count { sequence.consume(Self.short(gesture, 11 - Double(gesture)), Self.names) }
      sequence.consume(SequenceCollectorTests.frame(1_480, .ended, fingers: 0), [])
      return SequenceText(names: Self.names, style: style).lines(sequence)
    }
    let listed = [
      "sequence 7, 1.020 s to 1.480 s, 1 finger: nothing recognized",
      "  next: moved 11 mm, 1 mm short of `min_distance` 12 mm",
      "  zoom: moved 10 mm, 2 mm short of `min_distance` 12 mm",
      "  tap: moved 9 mm, 3 mm short of `min_distance` 12 mm",
      "  menu: moved 8 mm, 4 mm short of `min_distance` 12 mm",
      "  turn: moved 7 mm, 5 mm short of `min_distance` 12 mm",
    ]
    #expect(lines(5) == listed)
    #expect(lines(6) == listed + ["  1 gesture missed by more: --explain=all"])
    #expect(lines(7) == listed + ["  2 gestures missed by more: --explain=all"])
    #expect(lines(8) == listed + ["  3 gestures missed by more: --explain=all"])
    // On a terminal the sentences are below each other, and the nearest miss stands out.
    let terminal = lines(3, TerminalStyle(isTerminal: true, hasColour: true)).map {
      $0.replacing("\u{1B}[", with: "^")
    }
    #expect(
      terminal == [
        "^1msequence 7, 1.020 s to 1.480 s, 1 finger: ^0m^31mnothing recognized^0m",
        "  ^1;33mnext^0m: moved 11 mm, 1 mm short of `min_distance` 12 mm",
        "  zoom: moved 10 mm, 2 mm short of `min_distance` 12 mm",
        "  tap:  moved 9 mm, 3 mm short of `min_distance` 12 mm",
      ])
  }

  @Test func `gestures with one reason are one line`() {
    let text = SequenceText(names: Self.names, style: TerminalStyle(isTerminal: false, hasColour: true))
    func details(_ sequence: TouchSequence) -> [String] {
      text.details(sequence).map { $0.replacing("\u{1B}[", with: "^") }
    }
    let sentence = "moved 3 mm, 9 mm short of `min_distance` 12 mm"
    #expect(details(Self.sequence(Self.short(0, 3), Self.short(1, 3))) == ["next, zoom: \(sentence)"])
    #expect(
      details(Self.sequence(Self.short(0, 3), Self.short(1, 3), Self.short(2, 3))) == [
        "3 gestures: \(sentence)"
      ])
    func refused(_ gesture: Int, _ failure: Failure) -> GestureEvent {
      SequenceCollectorTests.event(50, gesture, .failed, failure)
    }
    #expect(
      details(
        Self.sequence(
          refused(0, Failure(.prevented, by: 3)), refused(1, Failure(.clicked)),
          refused(2, Failure(.clicked)),
          refused(2, Failure(.clicked))))
        == ["next: `menu` was recognized first", "2 gestures: the button was pressed"])
    #expect(
      details(
        Self.sequence(
          refused(0, Failure(.tooFewFingers, measured: 2, limit: 1, unit: .fingers, key: .fingers)),
          fingers: [0: 1...1]))
        == ["next: needs 1 finger"])
    #expect(
      details(
        Self.sequence(
          Self.short(0, 3), Self.short(1, 3), Self.short(2, 3), fingers: [0: 1...2, 1: 5...5, 2: 4...4]))
        == ["3 gestures need 2, 4 or 5 fingers"])
    let made = Self.sequence(
      SequenceCollectorTests.event(50, 3, .recognized), SequenceCollectorTests.event(60, 1, .began),
      SequenceCollectorTests.event(70, 1, .cancelled), Self.short(0, 11))
    #expect(
      text.heading(made).replacing("\u{1B}[", with: "^")
        == "^1msequence 1, 0.000 s to 0.200 s, 3 fingers: ^0m^32mmenu^0m, ^33mzoom (cancelled)^0m")
    #expect(
      details(made) == ["next: moved 11 mm, 1 mm short of `min_distance` 12 mm"], "no miss is the nearest")
  }

  // MARK: Columns

  @Test func `a terminal has columns, which a long name shifts in its own line only`() {
    var columns = EventColumns()
    columns.reserve(["next", "zoom"])
    func line(_ state: GestureState, _ gesture: Int, _ change: (inout GestureEvent) -> Void = { _ in })
      -> String
    {
      var event = SequenceCollectorTests.event(1_250, gesture, state)
      (event.type, event.fingers, event.location) = (.pan, 2, Point(10, 20))
      change(&event)
      return columns.line(
        event, Self.names, EventAttachments(), TerminalStyle(isTerminal: true, hasColour: false))
    }
    #expect(line(.began, 0) == "   1.250  next  pan          2  began       at 10.0,20.0")
    #expect(
      line(.step, 2) { ($0.step, $0.stepCount, $0.time) = (1, 3, 12_345_678_000) }
        == "12345.678  tap   pan          2             step 1 of 3 at 10.0,20.0")
    #expect(
      line(.failed, 1) { $0.failure = SequenceCollectorTests.short(11, 12) }
        == "   1.250  zoom  pan             failed      moved 11 mm, 1 mm short of `min_distance` 12 mm")
    #expect(line(.ended, 7) == "   1.250  a-long-name  pan          2  ended       at 10.0,20.0")
    #expect(line(.ended, 0) == "   1.250  next         pan          2  ended       at 10.0,20.0")
    var names = Self.names
    names.remarks = [0: "saved"]
    var event = SequenceCollectorTests.event(1_250, 0, .recognized)
    (event.type, event.fingers, event.location) = (.client, 2, Point(10, 20))
    #expect(
      columns.line(event, names, EventAttachments(), TerminalStyle(isTerminal: true, hasColour: false))
        == "   1.250  next         client       2  recognized  at 10.0,20.0 text \"saved\"")
    columns.reserve([String(repeating: "x", count: 40)])
    #expect(line(.ended, 0).hasPrefix("   1.250  next" + String(repeating: " ", count: 28) + "  pan "))
  }

  @Test func `each state has its colour`() {
    let style = TerminalStyle(isTerminal: true, hasColour: true)
    let states: [GestureState] = [
      .recognized, .began, .changed, .ended, .step, .cancelled, .failed, .possible,
    ]
    #expect(
      states.map { style($0.colour, "x").dropFirst(2).prefix { $0 != "m" } }
        == ["32", "36", "36", "36", "36", "33", "31", "2"])
    #expect(style(.strong, "x") == "\u{1B}[1mx\u{1B}[0m" && TerminalStyle.plain(.strong, "x") == "x")
    #expect(
      "ab".leading(4) == "  ab" && "ab".trailing(4) == "ab  " && "abc".leading(2) == "abc"
        && "abc".trailing(2) == "abc")
  }

  // MARK: Commands

  private static func text(_ command: TimedCommand) -> String {
    "\(command.time)"
      + command.actions.map {
        switch $0 {
        case .setEnabled(let gesture, let enabled): " \(enabled ? "enable" : "disable") \(gesture)"
        case .context(let key, let value): " \(key)=\(value)"
        case .typing: " typing"
        }
      }.joined()
  }

  @Test(arguments: [
    ("0.06 resume next", "60000 enable next"), ("1 pause two words", "1000000 disable two words"),
    ("0 enable next", "0 enable next"), ("0 disable next", "0 disable next"),
    ("-0.5 typing", "-500000 typing"), ("0.0000004 typing", "0 typing"),
    ("2 context app=mpv mode=", "2000000 app=mpv mode="),
    ("0 context a=b=c", "0 a=b=c"),
  ])
  func `a command has its time in seconds`(_ words: String, _ expected: String) throws {
    #expect(try Self.text(TimedCommand(parsing: words)) == expected)
  }

  @Test(arguments: [
    "", "1", "1 enable", "typing", "x typing", "1 typing now", "1 play next", "nan typing", "inf typing",
    "1e12 typing",
    "1 context app", "1 context =mpv", "typing enable next",
  ])
  func `another command is wrong usage`(_ words: String) {
    #expect {
      try TimedCommand(parsing: words)
    } throws: { error in
      let failure = error as? CommandFailure
      return failure?.status == .usage
        && failure?.message
          == "--do \"\(words)\": expected \"SECONDS pause NAME\", \"SECONDS resume NAME\", "
          + "\"SECONDS context KEY=VALUE\" or \"SECONDS typing\""
    }
  }

  @Test func `a value may begin with a combining mark`() throws {
    // A title that begins with the rest of an emoji, as pages have.
    let command = try TimedCommand(parsing: "1 context title=\u{FE0F}x")
    guard case .context(let key, let value)? = command.actions.first else {
      Issue.record("\(command.actions)")
      return
    }
    #expect(key == "title" && Array(value.unicodeScalars) == ["\u{FE0F}", "x"])
  }

  @Test func `commands are sorted by time, and those of one time keep their order`() throws {
    let commands = try TimedCommand.sorted(parsing: ["2 enable b", "1 enable z", "1 disable z", "1 enable a"])
    #expect(
      commands.map(Self.text)
        == ["1000000 enable z", "1000000 disable z", "1000000 enable a", "2000000 enable b"])
  }

  // MARK: The recording of demo

  @Test func `demo ends before the first sequence of four fingers`() throws {
    func recording(_ words: String) throws -> Recording {
      let words = try MotionWords(words, .touchpad)
      return words.pad.recording(of: words.hand, name: "drawn")
    }
    let cut = try recording("tap 1; swipe 3 left; tap 4; tap 2").upToSequence(withFingers: 4)
    #expect(cut.events.count == (try recording("tap 1; swipe 3 left")).events.count && cut.name == "drawn")
    let three = try recording("tap 1; swipe 3 left; tap 2")
    #expect(three.upToSequence(withFingers: 4).events.count == three.events.count)
    let first = try recording("tap 4; tap 1")
    #expect(
      first.upToSequence(withFingers: 4).events.count == first.events.count, "no sequence comes before it")
  }
}
