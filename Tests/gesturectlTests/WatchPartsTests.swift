import ControlProtocol
import GestureCore
import Glibc
import Testing

@testable import gesturectl

/// The parts of `watch`: cells, colours, keys, the pad, and the sequences that are kept.
struct WatchPartsTests {
  // MARK: Cells

  private static func put(_ text: String, _ x: Int, _ y: Int, limit: Int = .max) -> (text: String, count: Int)
  {
    var canvas = Canvas(width: 6, height: 2)
    let count = canvas.put(text, x, y, limit: limit)
    return (canvas.text, count)
  }

  @Test func `a text is cut at its limit and at the border`() {
    #expect(Self.put("abcdef", 0, 0) == ("abcdef\n\n", 6))
    #expect(Self.put("abcdefg", 0, 1) == ("\nabcde…\n", 6))
    #expect(Self.put("abc", 4, 0) == ("    a…\n\n", 2))
    #expect(Self.put("ab", 4, 0) == ("    ab\n\n", 2))
    #expect(Self.put("abc", 5, 0) == ("     …\n\n", 1))
    #expect(Self.put("abc", 6, 0) == ("\n\n", 0))
    #expect(Self.put("abc", 7, 0) == ("\n\n", 0))
    #expect(Self.put("abc", 1, 0, limit: 2) == (" a…\n\n", 2))
    #expect(Self.put("abc", 1, 0, limit: 3) == (" abc\n\n", 3))
    #expect(Self.put("abc", 1, 0, limit: 0) == ("\n\n", 0))
    #expect(Self.put("abc", -1, 0) == ("bc\n\n", 3))
    #expect(Self.put("abc", 0, -1).text == "\n\n" && Self.put("abc", 0, 2).text == "\n\n")
    #expect(Self.put("a\u{1B}é漢e\u{301}", 0, 0) == ("a·é··\n\n", 5))
    #expect(Canvas(width: 0, height: -1).text == "\n")
    var canvas = Canvas(width: 2, height: 2)
    for (x, y) in [(-1, 0), (2, 0), (0, -1), (0, 2), (2, 1)] { canvas.put("x", x, y) }
    #expect(canvas.text == "\n\n")
  }

  // MARK: Colours

  private static let cells: [(CellColour, Character)] = [
    (.plain, "a"), (.faint, "b"), (.strong, "c"), (.active, "d"), (.recognized, "e"), (.cancelled, "f"),
    (.failed, "g"), (.near, "h"), (.touch(0), "i"), (.touch(1), "j"), (.touch(9), "k"), (.plain, "l"),
  ]
  private static func codes(_ colours: Screen.Ability.Colours, isUTF8: Bool = true, _ canvas: Canvas? = nil)
    -> String
  {
    var own = Canvas(width: cells.count, height: 1)
    for (x, cell) in cells.enumerated() { own.put(cell.1, x, 0, cell.0) }
    var screen = Screen(ability: Screen.Ability(colours: colours, isUTF8: isUTF8))
    return String(screen.update(canvas ?? own).dropFirst("\u{1B}[0m\u{1B}[2J\u{1B}[1;1H".count))
      .replacing("\u{1B}[", with: "^")
  }

  @Test func `each colour has its code`() {
    #expect(
      Self.codes(.sixteen)
        == "a^0;2mb^0;1mc^0;36md^0;32me^0;33mf^0;31mg^0;1;33mh^0;94mi^0;33mj^0;33mk^0ml")
    #expect(
      Self.codes(.full)
        == "a^0;2mb^0;1mc^0;36md^0;32me^0;33mf^0;31mg^0;1;33mh^0;38;2;0;114;178mi^0;38;2;179;123;0mj"
        + "^0;38;2;179;123;0mk^0ml")
    #expect(Self.codes(.none) == "a^0mb^0;1mc^0md^0me^0mf^0mg^0;1mh^0mi^0mj^0mk^0ml")
  }

  @Test func `touches have eight colours, of which no two are alike`() {
    var canvas = Canvas(width: 8, height: 1)
    for x in 0..<8 { canvas.put("x", x, 0, .touch(x)) }
    #expect(
      Self.codes(.sixteen, canvas).split(separator: "x").dropLast() == [
        "^0;94m", "^0;33m", "^0;32m", "^0;95m", "^0;36m", "^0;91m", "^0;93m", "^0;90m",
      ])
    #expect(
      (0..<9).map(TouchColour.of) == [
        "#0072b2", "#b37b00", "#00966c", "#c4649a", "#7a6ee0", "#d55e00", "#8c8600", "#777777", "#0072b2",
      ])
  }

  /// WCAG's contrast ratio of non-text: at least 3 : 1.
  @Test(arguments: ["#f4f4f4", "#222222"]) func `each colour of a touch stands out on the pad`(ground: String)
  {
    func luminance(_ colour: String) -> Double {
      let value = Int(colour.dropFirst(), radix: 16) ?? 0
      let parts = [value >> 16, value >> 8 & 255, value & 255].map { part -> Double in
        let share = Double(part) / 255
        return share <= 0.03928 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
    #expect(
      ReportPage.text("/pad.css").contains("--faint: \(ground == "#222222" ? "#222" : ground)"))
    for colour in TouchColour.all {
      let (one, other) = (luminance(colour) + 0.05, luminance(ground) + 0.05)
      #expect(max(one, other) / min(one, other) >= 3, "\(colour)")
    }
  }

  @Test func `a terminal without UTF-8 gets ASCII`() {
    var canvas = Canvas(width: 16, height: 1)
    canvas.put("a│─╭█▓▒░●…×°ä⠁⣿", 0, 0)
    #expect(Self.codes(.none, isUTF8: false, canvas) == "a|-+##%.o~xd?.. ")
    #expect(Self.codes(.none, canvas) == "a│─╭█▓▒░●…×°ä⠁⣿ ")
  }

  @Test func `a screen of another size is written whole`() {
    var screen = Screen(ability: Screen.Ability(colours: .none, isUTF8: true))
    let sizes = [(2, 1), (2, 1), (3, 1), (3, 2), (2, 2)]
    let bytes = sizes.map { screen.update(Canvas(width: $0.0, height: $0.1)).replacing("\u{1B}[", with: "^") }
    #expect(
      bytes == ["^0m^2J^1;1H  ", "", "^0m^2J^1;1H   ", "^0m^2J^1;1H   ^2;1H   ", "^0m^2J^1;1H  ^2;1H  "])
  }

  @Test(
    arguments: [
      ([:], .sixteen, false), (["LANG": "en_US.UTF-8"], .sixteen, true), (["LANG": "C.utf8"], .sixteen, true),
      (["LC_ALL": "C", "LANG": "en_US.UTF-8"], .sixteen, false),
      (["LC_ALL": "", "LC_CTYPE": "C.UTF-8", "LANG": "C"], .sixteen, true),
      (["COLORTERM": "24bit"], .full, false), (["COLORTERM": "yes"], .sixteen, false),
      (["NO_COLOR": "", "COLORTERM": "truecolor"], .full, false), (["NO_COLOR": "1"], .none, false),
    ] as [([String: String], Screen.Ability.Colours, Bool)])
  func `a terminal's ability is read from the environment`(
    _ environment: [String: String], _ colours: Screen.Ability.Colours, _ isUTF8: Bool
  ) {
    let ability = Screen.Ability { $0 == "TERM" ? "xterm" : environment[$0] }
    #expect(ability == Screen.Ability(colours: colours, isUTF8: isUTF8))
  }

  // MARK: Keys

  @Test(
    arguments: [
      ("q", [.quit]), ("\u{3}", [.quit]), ("\u{1B}", [.quit]), (" ", [.pause]), ("ph", [.earlier, .earlier]),
      ("nl", [.later, .later]), ("kj", [.up, .down]), ("0a", [.allFingers, .allFingers]),
      ("19", [.fingers(1), .fingers(9)]), ("zQ:/", []), ("\u{1B}[A\u{1B}OB", [.up, .down]),
      ("\u{1B}[C\u{1B}[D", [.later, .earlier]), ("\u{1B}[1;5Aq", [.up, .quit]), ("\u{1B}[3~k", [.up]),
      ("\u{1B}[Zk", [.up]), ("\u{1B}[", []), ("\u{1B}x", [.quit]),
    ] as [(String, [Key])])
  func `keys are read from bytes`(_ text: String, _ keys: [Key]) {
    #expect(Key.keys(in: Array(text.utf8)[...]) == keys)
  }

  // MARK: The pad

  private static func pad(
    _ stage: Size, _ width: Int, _ height: Int, _ ways: [[Point]] = [], _ phases: [RawTouch.Phase] = [],
    withheld: [Point] = []
  ) -> [String] {
    let trails = zip(ways, phases).enumerated().map { id, way in
      var trail = TouchTrail(
        RawTouch(id: Int64(id), phase: .began, position: way.0[0], isPhantom: false), at: 0)
      for point in way.0.dropFirst() {
        trail.follow(RawTouch(id: Int64(id), phase: way.1, position: point, isPhantom: false), at: 1)
      }
      return trail
    }
    var canvas = Canvas(width: width + 1, height: height + 1)
    PadView(stage: stage, trails: trails, withheld: withheld)
      .draw(on: &canvas, x: 0, y: 0, width: width, height: height)
    return canvas.text.split(separator: "\n").map(String.init)
  }

  @Test func `the pad is drawn to scale in the room that there is`() {
    let square = ["╭──╮", "│  │", "╰──╯"]
    #expect(Self.pad(Size(width: 1, height: 1), 4, 4) == square)
    #expect(Self.pad(Size(width: 80, height: 80), 4, 9) == square)
    #expect(
      Self.pad(Size(width: 80, height: 80), 20, 5) == ["╭──────╮"] + Array(repeating: "│      │", count: 3)
        + ["╰──────╯"])
    #expect(Self.pad(Size(width: 81, height: 80), 4, 9) == square)
    #expect(Self.pad(Size(width: 80, height: 81), 4, 9) == ["╭──╮", "│  │", "│  │", "╰──╯"])
    for (width, height) in [(3, 9), (9, 3), (0, 0)] {
      #expect(Self.pad(Size(width: 80, height: 80), width, height).joined().isEmpty)
    }
    for stage in [Size(width: 0, height: 80), Size(width: 80, height: 0)] {
      #expect(Self.pad(stage, 9, 9).joined().isEmpty)
    }
  }

  @Test func `a way is drawn with eight dots to a cell, and what is outside the pad is at its edge`() {
    // 16 × 16 dots of 1 mm.
    let stage = Size(width: 16, height: 16)
    let ways = [
      [Point(0, 0), Point(6, 6), Point(6, 9.9)], [Point(15, 0), Point(9, 0), Point(9, 1)],
      [Point(-3, 15), Point(3, 15)], [Point(12, 12), Point(20, 20)], [Point(15, 8), Point(20, 8)],
      [Point(9, 15), Point(9, 20)],
    ]
    #expect(
      Self.pad(
        stage, 10, 6, ways, [.moved, .ended, .cancelled, .moved, .moved, .moved],
        withheld: [Point(-5, 5), Point(40, -1)])
        == ["╭────────╮", "│⠑⢄  ●⠉⠉▒│", "│▒ ⠑⡄    │", "│   1   5│", "│⣀×  6 ⠑4│", "╰────────╯"])
  }

  // MARK: The sequences that are kept

  private static func tapped(_ model: inout WatchModel, _ count: Timestamp, device: String = "pad") {
    for number in 0..<count {
      let start = 1_000 * (Timestamp(model.count) + number)
      model.consume(
        WatchTests.frame(start, .began, fingers: 1), WatchTests.touches(20, .began, number), device: device)
      model.consume(
        WatchTests.frame(start + 50, .ended, fingers: 1), WatchTests.touches(20, .ended, number),
        device: device)
    }
  }

  @Test func `the oldest sequences are dropped, and numbers stay`() {
    var model = WatchTests.model
    model.collector.mostKept = 3
    Self.tapped(&model, 3)
    _ = model.apply(.earlier)
    #expect(model.shown?.number == 2 && model.count == 3 && model.sequences.count == 3)
    Self.tapped(&model, 1)
    #expect(model.shown?.number == 2 && model.count == 4 && model.sequences.count == 3)
    #expect(
      model.sequence(1) == nil && model.sequence(2)?.number == 2 && model.sequence(4)?.number == 4)
    #expect(model.sequence(5) == nil)
    Self.tapped(&model, 2)
    #expect(model.shown?.number == 4, "the one that was chosen is gone")
    #expect(model.sequences.map(\.number) == [4, 5, 6])
    model.consume(SequenceCollectorTests.event(9_000, 0, .recognized), EventAttachments(), device: "pad")
    #expect(model.sequences.map(\.recognized) == [[], [], [0]])
  }

  @Test func `the chosen sequence stays when older ones are dropped`() {
    var model = WatchTests.model
    model.collector.mostKept = 4
    Self.tapped(&model, 4)
    _ = model.apply(.earlier)
    Self.tapped(&model, 1)
    #expect(model.shown?.number == 3)
  }

  @Test func `a reason that comes after the lift is ranked too`() {
    var model = WatchTests.model
    Self.tapped(&model, 1)
    #expect(model.shown?.reasons.misses.isEmpty == true)
    model.consume(
      WatchTests.failed(400, 1, SequenceCollectorTests.short(11, 12)), EventAttachments(), device: "pad")
    #expect(model.shown?.reasons.otherCounts.map { $0.failure?.fingersNeeded } == [2])
    model.consume(WatchTests.frame(900, .began), WatchTests.touches(20, .began, 8, 9), device: "pad")
    model.consume(WatchTests.frame(950, .ended), WatchTests.touches(20, .ended, 8, 9), device: "pad")
    model.consume(
      WatchTests.failed(960, 1, SequenceCollectorTests.short(11, 12)), EventAttachments(), device: "pad")
    #expect(model.shown?.reasons.nearest?.index == 1)
  }

  @Test func `a device without a size has rows, but no pad`() {
    let device = WatchModel.Device(
      title: "Pad", stage: Size(width: 0, height: 0),
      definitions: [RecognizerDefinition("zoom", .pinch, .touchpad)])
    let model = WatchModel(devices: ["pad": device], names: WatchTests.names)
    let lines = WatchView.draw(model, width: 120, height: 18).text.split(separator: "\n").map(String.init)
    let left = String(repeating: " ", count: 60)
    #expect(lines[0] == "Pad, 0 × 0 mm")
    #expect(lines[1].hasPrefix(left + "╭─ no touch yet ─") && lines[2].hasPrefix(left + "│ 2⇔ zoom "))
  }

  @Test func `each device has its own sequence`() {
    var model = WatchTests.model
    model.devices["screen"] = WatchModel.Device(
      title: "Screen", stage: Size(width: 10, height: 10), definitions: [])
    #expect(model.device?.title == "Pad")
    model.consume(
      WatchTests.frame(0, .began, fingers: 1), WatchTests.touches(20, .began, 1), device: "screen")
    model.consume(WatchTests.frame(10, .began, fingers: 1), WatchTests.touches(20, .began, 1), device: "pad")
    model.consume(
      WatchTests.frame(20, .changed, fingers: 2), WatchTests.touches(20, .moved, 1, 2), device: "screen")
    #expect(
      model.sequences.map(\.fingers) == [2, 1] && model.sequences.map(\.device) == ["screen", "pad"])
    #expect(model.device?.title == "Pad")
    _ = model.apply(.earlier)
    #expect(model.device?.title == "Screen")
  }

  @Test func `the last fifty lines are kept, without changes, reasons and positions of touches`() {
    var model = WatchTests.model
    for number in 0..<52 { model.note("line \(number)") }
    #expect(model.notes.count == 50 && model.notes.first?.text == "line 2" && model.noteCount == 52)
    for state in [GestureState.began, .changed, .failed, .possible, .ended] {
      var event = SequenceCollectorTests.event(60, 0, state)
      (event.type, event.fingers, event.location) = (.pan, 2, Point(1, 2))
      model.consume(event, EventAttachments(touches: [Point(3, 4)]), device: "pad")
    }
    #expect(
      model.notes.map(\.line).suffix(2) == [
        "0.060 next pan 2 began at 1.0,2.0", "0.060 next pan 2 ended at 1.0,2.0",
      ])
    #expect(model.noteCount == 54)
  }

  @Test func `keys at the first and the last sequence`() {
    var model = WatchTests.model
    func shown(_ keys: Key...) -> [Int] {
      keys.map { key in
        _ = model.apply(key)
        return model.shown?.number ?? 0
      }
    }
    #expect(shown(.earlier, .later, .pause, .pause) == [0, 0, 0, 0])
    #expect(model.view.chosen == nil)
    Self.tapped(&model, 3)
    #expect(shown(.earlier, .earlier, .earlier, .later) == [2, 1, 1, 2])
    #expect(model.view.chosen == 2)
    #expect(shown(.later) == [3] && model.view.chosen == nil, "new sequences are shown again")
    #expect(shown(.pause) == [3] && model.view.chosen == 3)
    Self.tapped(&model, 1)
    #expect(shown(.down) == [3], "a pause stays at its sequence")
    #expect(shown(.later, .later) == [4, 4] && model.view.chosen == 4)
    #expect(shown(.earlier, .pause) == [3, 4] && model.view.chosen == nil)
  }

  @Test func `rows are scrolled within their number, and another key scrolls back`() {
    var model = WatchTests.model
    func scrolled(_ keys: Key...) -> [Int] {
      keys.map { key in
        _ = model.apply(key)
        return model.view.scroll
      }
    }
    #expect(scrolled(.up, .down, .down, .up, .up) == [0, 1, 1, 0, 0])
    #expect(scrolled(.down, .fingers(3)) == [1, 0] && model.view.fingers == 3)
    #expect(GestureRow.rows(model).map(\.name) == ["next"])
    #expect(scrolled(.down) == [0])
    _ = model.apply(.fingers(4))
    #expect(GestureRow.rows(model).isEmpty && scrolled(.down) == [0])
    _ = model.apply(.fingers(4))
    #expect(model.view.fingers == nil)
  }

  @Test func `after the lift rows are in the order of their result`() {
    let names = ["fingers", "refused", "far", "near", "possible", "cancelled", "made", "stepping", "none"]
    let device = WatchModel.Device(
      title: "Pad", stage: Size(width: 100, height: 60),
      definitions: names.enumerated().map {
        RecognizerDefinition($0.element, .pan, .touchpad, fingers: $0.offset == 0 ? 3...3 : 2...2)
      })
    var model = WatchModel(devices: ["pad": device], names: EventNames(device: "pad", gestures: names))
    WatchTests.moved(&model)
    func add(_ gesture: Int, _ state: GestureState, _ failure: Failure? = nil) {
      model.consume(
        SequenceCollectorTests.event(60, gesture, state, failure), EventAttachments(), device: "pad")
    }
    add(0, .failed, Failure(.tooFewFingers, measured: 2, limit: 3, unit: .fingers, key: .fingers))
    add(1, .failed, Failure(.prevented, by: 6))
    add(2, .failed, SequenceCollectorTests.short(1, 12))
    add(3, .failed, SequenceCollectorTests.short(11, 12))
    add(4, .possible, Failure(.waiting, by: 6))
    add(5, .began)
    add(5, .cancelled)
    add(6, .recognized)
    add(7, .step)
    #expect(GestureRow.rows(model)[2].measure?.text == "1 / 12 mm", "a failure has its own measure")
    model.consume(WatchTests.frame(60, .ended), WatchTests.touches(60, .ended, 0, 1), device: "pad")
    let rows = GestureRow.rows(model)
    #expect(
      rows.map(\.name) == [
        "made", "stepping", "cancelled", "possible", "near", "far", "refused", "fingers", "none",
      ])
    #expect(
      rows.map(\.colour)
        == [.recognized, .active, .cancelled, .plain, .failed, .failed, .failed, .faint, .faint])
    #expect(
      rows.map(\.word) == [
        "recognized", "step", "cancelled", "possible", "failed", "failed", "failed", "failed", "",
      ])
    #expect(
      rows.map { $0.measure?.text } == [
        "40 / 1.5 mm", nil, "40 / 1.5 mm", nil, "11 / 12 mm", "1 / 12 mm", nil, nil, nil,
      ])
    #expect(
      rows.map(\.reason) == [
        "", "", "", "waits for `made` to fail", "moved 11 mm, 1 mm short of `min_distance` 12 mm",
        "moved 1 mm, 11 mm short of `min_distance` 12 mm", "`made` was recognized first",
        "needs 3 fingers; had 2", "",
      ])
  }
}
