import ControlProtocol
import GestureCore
import Testing

@testable import gesturectl

/// The full-screen view, without a terminal.
struct WatchTests {
  static let names = EventNames(device: "pad", gestures: ["next", "zoom"])

  static var model: WatchModel {
    let device = WatchModel.Device(
      title: "Pad", stage: Size(width: 100, height: 60),
      definitions: [
        RecognizerDefinition("zoom", .pinch, .touchpad),
        RecognizerDefinition("next", .swipe, .touchpad, fingers: 2...3),
      ])
    return WatchModel(devices: ["pad": device], names: names)
  }

  static func touches(_ x: Double, _ phase: RawTouch.Phase, _ ids: Int64...) -> [RawTouch] {
    ids.map { RawTouch(id: $0, phase: phase, position: Point(x, 20 + 10 * Double($0)), isPhantom: false) }
  }
  static func frame(_ ms: Timestamp, _ state: GestureState, fingers: Int = 2) -> RawTouchFrame {
    RawTouchFrame(time: ms * Timestamp.millisecond, state: state, fingers: fingers, touches: 0..<0)
  }
  static func failed(_ ms: Timestamp, _ gesture: Int, _ failure: Failure) -> GestureEvent {
    SequenceCollectorTests.event(ms, gesture, .failed, failure)
  }

  /// Two fingers to the right by 40 mm.
  static func moved(_ model: inout WatchModel) {
    model.consume(frame(0, .began), touches(20, .began, 0, 1), device: "pad")
    model.consume(frame(50, .changed), touches(60, .moved, 0, 1), device: "pad")
  }

  @Test func `before the first touch there are the pad and the gestures`() {
    let text = WatchView.draw(Self.model, width: 100, height: 20).text
    #expect(text.hasPrefix("Pad, 100 × 60 mm\n╭") && text.contains("╭─ no touch yet ─"))
    #expect(text.contains("zoom") && text.contains("next"))
    #expect(text.contains(" space pause  ←/→ sequences  ↑/↓ rows  1-9 fingers  0 all  q quit"))
  }

  @Test func `a row says what its gesture does, until there is a reason`() {
    var model = Self.model
    model.devices["pad"]?.descriptions = ["next": "next workspace"]
    func text() -> String { WatchView.draw(model, width: 130, height: 20).text }
    #expect(text().contains("next workspace"))
    for (state, ms, x) in [(GestureState.began, 0, 20.0), (.changed, 50, 60)] {
      model.consume(
        Self.frame(Timestamp(ms), state, fingers: 4),
        Self.touches(x, state == .began ? .began : .moved, 0, 1, 2, 3), device: "pad")
    }
    #expect(text().contains("needs 2 to 3 fingers") && !text().contains("next workspace"))
  }

  @Test func `fingers are drawn to scale, with their way and their number`() {
    var model = Self.model
    Self.moved(&model)
    let lines = WatchView.draw(model, width: 100, height: 24).text.split(separator: "\n").map(String.init)
    // 14 rows within the pad's frame: 56 dots for 60 mm, two to a column.
    let rows = lines.filter { $0.hasPrefix("│") && $0.contains("⠉") || $0.contains("1") && $0.hasPrefix("│") }
    #expect(!rows.isEmpty)
    let first = lines.first { $0.hasPrefix("│") && $0.prefix(30).contains("1") }
    #expect(first.map { Array($0)[1 + Int(60 * 56 / 60 / 2)] } == "1")
    #expect(lines[1].contains("╭─ sequence 1 of 1, 0.000 s, 2 down, 0.050 s ─"))
  }

  @Test func `a contact that was withheld is on the pad, before and after touches`() {
    var model = Self.model
    let palm = WithheldContact(
      time: 80 * .millisecond, rule: .palmByEdge, position: Point(2, 30), measured: 2, limit: 5, unit: .mm)
    func marks() -> [(line: Int, column: Int?)] {
      let lines = WatchView.draw(model, width: 100, height: 24).text.split(separator: "\n").map(Array.init)
      return lines.enumerated().compactMap { line, text in
        text.firstIndex(of: "▒").map { (line, $0) }
      }
    }
    model.consume(palm, device: "pad")
    // Half of the pad's height, 28 dots of four to a row; the first cell within the frame.
    #expect(marks().map(\.line) == [2 + Int(30 * 56 / 60 / 4)])
    #expect(marks().map(\.column) == [1])
    Self.moved(&model)
    #expect(marks().isEmpty)
    model.consume(palm, device: "pad")
    #expect(marks().count == 1)
  }

  @Test func `zones are on the pad, under the touches`() {
    var model = Self.model
    var corner = Region(left: 0, right: 25, top: 0, bottom: 20)
    corner.reachesRight = false
    model.devices["pad"]?.zones = [("corner", corner)]
    let lines = WatchView.draw(model, width: 100, height: 24).text.split(separator: "\n").map(String.init)
    #expect(
      lines[2].hasPrefix("│corner┄┄┄┄┄┄") && lines[3].hasPrefix("│┆          ┆"), "\(lines[2])\n\(lines[3])")
    #expect(lines[6].hasPrefix("│┄┄┄┄┄┄┄┄┄┄┄┄ "), "\(lines[6])")
  }

  @Test func `a contact that was withheld stands among the events`() {
    var model = Self.model
    model.consume(
      WithheldContact(
        time: 80 * .millisecond, rule: .palmByEdge, position: Point(2, 30), measured: 2, limit: 5, unit: .mm),
      device: "pad")
    let text = WatchView.draw(model, width: 100, height: 20).text
    #expect(text.contains("0.080 contact withheld palm-edge: landed from the side by 2 mm, within 5 mm"))
  }

  @Test func `a bar shows the deciding quantity against its threshold`() {
    var model = Self.model
    Self.moved(&model)
    let text = WatchView.draw(model, width: 100, height: 20).text
    #expect(text.contains("██████████ 40 / 12 mm"))
    #expect(text.contains("░░░░░░░░░░ 0 / 1.5 mm"))
  }

  @Test func `the wrong number of fingers has no measure, however far they go`() {
    var model = Self.model
    for (state, ms, x) in [(GestureState.began, 0, 20.0), (.changed, 50, 60)] {
      model.consume(
        Self.frame(Timestamp(ms), state, fingers: 4),
        Self.touches(x, state == .began ? .began : .moved, 0, 1, 2, 3), device: "pad")
    }
    for row in GestureRow.rows(model) where row.name == "next" {
      #expect(row.needsOtherFingers && row.measure == nil && row.reason == "needs 2 to 3 fingers")
    }
    #expect(GestureMeasure(12, of: 12, .mm).verdict == .reached)
    #expect(GestureMeasure(11.9, of: 12, .mm).verdict == .notYet)
    #expect(GestureMeasure(3, of: 3, .mm, isCeiling: true).verdict == .within)
    #expect(GestureMeasure(3.1, of: 3, .mm, isCeiling: true).verdict == .tooMuch)
  }

  @Test func `a gesture of more fingers than were down has not lost to another one`() {
    var model = Self.model
    model.consume(Self.frame(0, .began, fingers: 1), Self.touches(20, .began, 0), device: "pad")
    model.consume(Self.frame(50, .changed, fingers: 1), Self.touches(60, .moved, 0), device: "pad")
    model.consume(Self.failed(60, 0, Failure(.prevented, by: 1)), EventAttachments(), device: "pad")
    let row = GestureRow.rows(model).first { $0.name == "next" }
    #expect(row?.needsOtherFingers == true && row?.measure == nil && row?.reason == "needs 2 to 3 fingers")
  }

  @Test func `a gesture is named as a person would say it`() {
    #expect(
      GestureWords.phrase(.rotation, way: "counterclockwise", fingers: 2...2) == "two-finger turn to the left"
    )
    #expect(GestureWords.phrase(.tap, way: nil, fingers: 1...1, taps: 2) == "one-finger double tap")
    #expect(
      GestureWords.phrase(.swipe, way: "left, up-left", fingers: 3...4)
        == "three- to four-finger swipe to the left or up and to the left")
    #expect(GestureWords.phrase(.pan, way: "any", fingers: 2...Int.max) == "pan")
    #expect(GestureWords.phrase(.edgePan, way: "top", fingers: 1...1) == "one-finger pan from the top edge")
  }

  @Test func `when the fingers have left the nearest miss comes first`() {
    var model = Self.model
    Self.moved(&model)
    let short = Failure(.liftedTooEarly, measured: 9.9, limit: 12, unit: .mm, key: .minDistance)
    let far = Failure(.movedTooLittle, measured: 0.3, limit: 1.5, unit: .mm, key: .minSpread)
    model.consume(Self.failed(60, 1, far), EventAttachments(), device: "pad")
    model.consume(Self.failed(60, 0, short), EventAttachments(), device: "pad")
    #expect(GestureRow.rows(model).map(\.name) == ["zoom", "next"])
    model.consume(Self.frame(60, .ended), Self.touches(60, .ended, 0, 1), device: "pad")
    #expect(GestureRow.rows(model).map(\.name) == ["next", "zoom"])
    let text = WatchView.draw(model, width: 100, height: 20).text
    #expect(text.contains("nearly     ████████░░ 9.9 / 12 mm"))
    #expect(text.contains("0.000 s to 0.060 s, 2 fingers ─"))
  }

  @Test func `the nearest miss stands out, and the others are faint`() {
    var model = Self.model
    Self.moved(&model)
    let short = Failure(.liftedTooEarly, measured: 9.9, limit: 12, unit: .mm, key: .minDistance)
    let far = Failure(.movedTooLittle, measured: 0.3, limit: 1.5, unit: .mm, key: .minSpread)
    model.consume(Self.failed(60, 1, far), EventAttachments(), device: "pad")
    model.consume(Self.failed(60, 0, short), EventAttachments(), device: "pad")
    model.consume(Self.frame(60, .ended), Self.touches(60, .ended, 0, 1), device: "pad")
    let canvas = WatchView.draw(model, width: 120, height: 24)
    let lines = canvas.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let place = lines.firstIndex { $0.contains("nearly") } ?? 0
    #expect(lines[place + 1].contains("│    lifted after 9.9 mm, 2.1 mm short of `min_distance` 12 mm "))
    #expect(lines[place + 2].contains("zoom") && !lines[place + 2].contains("█"))
    #expect(canvas.row(place + 1).contains { $0.colour == .near })
    #expect(!canvas.row(place + 2).dropFirst(60).contains { ![.plain, .faint].contains($0.colour) })
  }

  @Test func `rows that do not fit are scrolled to, and every key is named`() {
    let device = WatchModel.Device(
      title: "Pad", stage: Size(width: 100, height: 60),
      definitions: (0..<30).map { RecognizerDefinition("gesture-\($0)", .tap, .touchpad) })
    var model = WatchModel(devices: ["pad": device], names: EventNames(device: "pad", gestures: []))
    #expect(WatchView.draw(model, width: 100, height: 20).text.contains("more (↓)"))
    for key in Key.keys(in: Array(String(repeating: "\u{1B}[B", count: 25).utf8)[...]) {
      _ = model.apply(key)
    }
    let text = WatchView.draw(model, width: 100, height: 20).text
    #expect(text.contains("gesture-29") && !text.contains("gesture-24"))
    for _ in 0..<10 { _ = model.apply(.down) }
    #expect(model.view.scroll == 29)
    _ = model.apply(.up)
    #expect(model.view.scroll == 28)
    let narrow = WatchView.draw(model, width: 40, height: 30).text
    for key in ["space pause", "sequences", "rows", "fingers", "0 all", "q quit"] {
      #expect(narrow.contains(key))
    }
  }

  @Test func `keys step through sequences, filter and pause`() {
    var model = Self.model
    for start in [0, 1_000, 2_000] as [Timestamp] {
      model.consume(Self.frame(start, .began), Self.touches(20, .began, start), device: "pad")
      model.consume(Self.frame(start + 50, .ended), Self.touches(20, .ended, start), device: "pad")
    }
    var numbers: [Int] = []
    for key in Key.keys(in: Array("\u{1B}[Dpp\u{1B}[C".utf8)[...]) {
      let goesOn = model.apply(key)
      #expect(goesOn)
      numbers.append(model.shown?.number ?? 0)
    }
    #expect(numbers == [2, 1, 1, 2])
    _ = model.apply(.fingers(3))
    #expect(GestureRow.rows(model).map(\.name) == ["next"])
    _ = model.apply(.allFingers)
    #expect(GestureRow.rows(model).count == 2)
    _ = model.apply(.pause)
    #expect(model.view.isPaused && Key.keys(in: [3]) == [.quit])
    let goesOn = model.apply(.quit)
    #expect(!goesOn)
  }

  @Test func `every size of the terminal is drawn, however small`() {
    var model = Self.model
    Self.moved(&model)
    for width in [1, 5, 20, 60, 89, 90, 200] {
      for height in [1, 2, 3, 5, 12, 16, 60] {
        let canvas = WatchView.draw(model, width: width, height: height)
        #expect(canvas.width == width && canvas.height == height)
      }
    }
  }

  @Test func `only lines that differ are written again, and NO_COLOR has no colours`() {
    var screen = Screen(
      ability: Screen.Ability(environment: {
        ["LANG": "C.UTF-8", "NO_COLOR": "1", "COLORTERM": "truecolor"][$0]
      }))
    var canvas = Canvas(width: 4, height: 2)
    canvas.put("ab", 0, 0, .failed)
    var bytes = screen.update(canvas)
    #expect(bytes == "\u{1B}[0m\u{1B}[2J\u{1B}[1;1H\u{1B}[0mab\u{1B}[0m  \u{1B}[2;1H    ")
    bytes = screen.update(canvas)
    #expect(bytes.isEmpty)
    canvas.put("é", 0, 1)
    bytes = screen.update(canvas)
    #expect(bytes == "\u{1B}[2;1Hé   ")
    #expect(
      Screen.Ability(environment: { ["COLORTERM": "truecolor", "TERM": "xterm"][$0] })
        == Screen.Ability(colours: .full, isUTF8: false))
    #expect(
      Screen.Ability(environment: { ["LANG": "de_DE.UTF-8", "TERM": "linux"][$0] })
        == Screen.Ability(colours: .sixteen, isUTF8: true))
  }

  @Test func `control characters in names do not reach the terminal`() {
    var canvas = Canvas(width: 8, height: 1)
    canvas.put("a\u{1B}[2Jb", 0, 0)
    #expect(canvas.text == "a·[2Jb\n")
  }
}

extension Canvas {
  /// The lines of the screen without trailing blanks.
  var text: String {
    (0..<height).map { y in
      var line = String(row(y).map(\.character))
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}
