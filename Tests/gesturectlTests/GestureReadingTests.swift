import GestureConfig
import GestureCore
import Recordings
import Testing

@testable import gesturectl

/// How `teach` reads a motion, and the table and the words that it makes of it.
struct GestureReadingTests {
  @Test func `the most specific type comes first`() {
    #expect(
      GestureReading.types.map(\.rawValue) == [
        "click", "force-press", "tip-tap", "tap-drag", "tap", "circle", "edge-pan", "pinch", "rotation",
        "swipe",
        "long-press", "pan", "hold", "transform", "stroke",
      ])
  }

  @Test func `more taps or fingers than usual are written`() {
    for (type, fingers, taps, lines) in [
      (GestureType.tap, 1, 1, []), (.tap, 1, 2, ["taps = 2"]), (.tap, 1, 3, ["taps = 3"]),
      (.tapDrag, 1, 2, []), (.tapDrag, 1, 3, ["taps = 2"]), (.tipTap, 2, 1, []),
      (.tipTap, 3, 1, ["resting = 2"]), (.swipe, 5, 5, []), (.pan, 5, 5, []),
    ] as [(GestureType, Int, Int, [String])] {
      #expect(
        GestureReading.counts(type, fingers: fingers, taps: taps) == lines, "\(type) \(fingers) \(taps)")
    }
  }

  @Test func `each type is tried in its variants`() {
    func trials(_ type: GestureType, figure: String? = nil) -> [[String]] {
      GestureReading.trials(type, fingers: 1, taps: 2, figure: figure)
    }
    #expect(trials(.tap) == [["taps = 2"], ["taps = 2", "allowable_movement = \"4mm\""]])
    #expect(
      trials(.stroke) == []
        && trials(.stroke, figure: "template = x") == [["template = x", "max_duration = \"10s\""]])
    #expect(trials(.edgePan) == [["edges = [\"left\", \"right\", \"top\", \"bottom\"]"]])
    #expect(trials(.pan) == [[]])
    #expect(
      trials(.swipe) == [
        ["direction = [\"left\", \"right\", \"up\", \"down\"]"],
        [
          "direction = [\"left\", \"right\", \"up\", \"down\", \"up-left\", \"up-right\", \"down-left\", "
            + "\"down-right\"]"
        ],
      ])
  }

  private static func reading(
    _ type: GestureType, fingers: Int = 1, taps: Int = 1, figure: String? = nil,
    _ change: (inout GestureEvent) -> Void = { _ in }
  ) -> GestureReading {
    var event = GestureEvent()
    change(&event)
    return GestureReading(type, fingers: fingers, taps: taps, figure: figure, first: event, last: event)
  }

  @Test func `a reading has its way and its keys`() {
    for (reading, way, keys) in [
      (Self.reading(.tap), nil, []), (Self.reading(.tap, taps: 2), "double", ["taps = 2"]),
      (Self.reading(.tap, taps: 3), "3", ["taps = 3"]), (Self.reading(.tapDrag, taps: 3), nil, ["taps = 2"]),
      (Self.reading(.tipTap, fingers: 3) { $0.side = .left }, "left", ["resting = 2", "side = \"left\""]),
      (Self.reading(.swipe) { $0.direction = .upLeft }, "up-left", ["direction = \"up-left\""]),
      (Self.reading(.swipe), nil, []),
      (Self.reading(.circle) { $0.direction = .clockwise }, "clockwise", ["direction = \"clockwise\""]),
      (Self.reading(.edgePan) { $0.edge = .top }, "top", ["edges = [\"top\"]"]),
      (Self.reading(.pinch) { $0.scale = 0.99 }, "in", ["direction = \"in\""]),
      (Self.reading(.pinch) { $0.scale = 1 }, "out", ["direction = \"out\""]),
      (Self.reading(.pinch) { $0.scale = 1.5 }, "out", ["direction = \"out\""]),
      (
        Self.reading(.rotation) { $0.rotation = -0.1 }, "counterclockwise",
        ["direction = \"counterclockwise\""]
      ),
      (Self.reading(.rotation) { $0.rotation = 0 }, "clockwise", ["direction = \"clockwise\""]),
      (Self.reading(.rotation) { $0.rotation = 0.5 }, "clockwise", ["direction = \"clockwise\""]),
      (
        Self.reading(.pan) { $0.translation = Point(-3, 2) }, "horizontal", ["axis = \"horizontal\""]
      ),
      (Self.reading(.pan) { $0.translation = Point(2, -2) }, "horizontal", ["axis = \"horizontal\""]),
      (Self.reading(.pan) { $0.translation = Point(2, -3) }, "vertical", ["axis = \"vertical\""]),
      (Self.reading(.stroke, figure: "template = x"), nil, ["template = x"]),
      (Self.reading(.longPress, fingers: 2), nil, []),
    ] as [(GestureReading, String?, [String])] {
      #expect(reading.way == way, "\(reading.type.rawValue)")
      #expect(reading.keys == keys, "\(reading.type.rawValue)")
    }
    #expect(
      GestureReading.listed([Self.reading(.tap), Self.reading(.swipe) { $0.direction = .left }])
        == "tap, swipe left")
  }

  @Test func `a figure has 24 points in percent of its longer side`() throws {
    #expect(Figure.path([]) == nil)
    #expect(Figure.path([Point(3, 4), Point(3, 4)]) == nil)
    // 23 mm to the right and 23 mm down: a point every 2 mm.
    let path = (0...23).map { Point(10 + Double($0), 20) } + (1...23).map { Point(33, 20 + Double($0)) }
    let line = Figure.line([try #require(Figure.path(path))])
    let right = (0...11).map { "[\(Int((Double($0) * 200 / 23).rounded())), 0]" }
    let down = (0...11).map { "[100, \(Int(((Double($0) * 2 + 1) * 100 / 23).rounded()))]" }
    #expect(line == "template = [\((right + down).joined(separator: ", "))]")
    // The shorter side is in percent of the longer one.
    #expect(Figure.path([Point(0, 0), Point(0.5, 0), Point(0.5, 0.25)])?.last == Point(100, 50))
  }

  // MARK: Drafts

  @Test func `a table has what was chosen`() {
    var draft = GestureDraft(name: "a \"b\"", type: .swipe, fingers: 3, action: "run = \"x\"")
    #expect(
      draft.text == "[[gesture]]\nname = \"a \\\"b\\\"\"\ntype = \"swipe\"\nfingers = 3\nrun = \"x\"\n")
    draft.fingers = nil
    draft.keys = ["direction = \"left\"", "min_velocity = 0"]
    draft.newZone = (1, 2, 3, 4)
    let rest = "direction = \"left\"\nmin_velocity = 0\n"
    let end = "run = \"x\"\n"
    #expect(draft.text == "[[gesture]]\nname = \"a \\\"b\\\"\"\ntype = \"swipe\"\n" + rest + end)
    for (zone, written) in [
      ("az-AZ_09", "az-AZ_09"), ("my zone", "\"my zone\""), ("é", "\"é\""), ("a.b", "\"a.b\""),
      ("a/", "\"a/\""),
      ("a:", "\"a:\""), ("@", "\"@\""), ("[", "\"[\""), ("`", "\"`\""), ("{", "\"{\""),
    ] {
      draft.zone = zone
      #expect(
        draft.text == "[zone.\(written)]\nx = [\"1%\", \"2%\"]\ny = [\"3%\", \"4%\"]\n\n[[gesture]]\n"
          + "name = \"a \\\"b\\\"\"\ntype = \"swipe\"\n\(rest)zone = \"\(zone)\"\n\(end)")
    }
  }

  @Test func `a name is free`() {
    for (type, way, taken, name) in [
      (GestureType.swipe, "left", [], "swipe-left-3"), (.tap, "double", [], "double-tap-3"),
      (.tap, nil, [], "tap-3"), (.hold, nil, [], "hold-3"),
      (.swipe, "left", ["swipe-left-3"], "swipe-left-3-2"),
      (.swipe, "left", ["swipe-left-3", "swipe-left-3-2", "swipe-left-3-3"], "swipe-left-3-4"),
    ] as [(GestureType, String?, [String], String)] {
      #expect(GestureDraft.name(type, way: way, fingers: 3, taken: taken) == name)
    }
  }

  @Test func `fingers are written unless they are the default`() {
    for (type, fingers, written) in [
      (GestureType.tap, 1, nil), (.tap, 2, 2), (.pan, 1, 1), (.pan, 2, 2), (.tipTap, 3, nil),
      (.swipe, 1, nil),
    ] as [(GestureType, Int, Int?)] {
      #expect(GestureDraft.written(fingers, type) == written, "\(type) \(fingers)")
    }
  }

  // MARK: Words

  @Test func `a gesture in words`() {
    for (type, way, fingers, taps, words) in [
      (GestureType.tap, nil, 1...1, 1, "one-finger tap"), (.tap, nil, 2...2, 2, "two-finger double tap"),
      (.tap, nil, 3...3, 3, "three-finger triple tap"), (.tap, nil, 4...4, 4, "four-finger 4-fold tap"),
      (.tapDrag, nil, 1...1, 2, "one-finger tap and drag"),
      (.swipe, "left, up-right", 5...5, 1, "five-finger swipe to the left or up and to the right"),
      (.swipe, "any", 2...4, 1, "two- to four-finger swipe"), (.swipe, nil, 6...6, 1, "swipe"),
      (.swipe, nil, 0...1, 1, "swipe"), (.swipe, nil, 1...6, 1, "swipe"),
      (.swipe, nil, 1...5, 1, "one- to five-finger swipe"),
      (.rotation, "clockwise", 2...2, 1, "two-finger turn to the right"),
      (.circle, "clockwise", 1...1, 1, "one-finger circle clockwise"),
      (.edgePan, "top", 1...1, 1, "one-finger pan from the top edge"),
      (.pan, "horizontal, any, vertical", 2...2, 1, "two-finger pan sideways or up or down"),
      (.longPress, nil, 1...1, 1, "one-finger long press"),
    ] as [(GestureType, String?, ClosedRange<Int>, Int, String)] {
      #expect(GestureWords.phrase(type, way: way, fingers: fingers, taps: taps) == words)
    }
    #expect(GestureWords.phrase(.swipe, way: "up", fingers: 1...1) == "one-finger swipe up")
    #expect(GestureWords.phrase(.tap, way: nil, fingers: 1...1) == "one-finger tap")
  }

  @Test func `a definition in words has its taps`() throws {
    for (keys, words) in [
      ("type = \"tap\"", "one-finger tap"),
      ("type = \"tap\"\ntaps = 3\nfingers = 2", "two-finger triple tap"),
      ("type = \"tap\"\ntaps = \"any\"", "one-finger tap"),
      ("type = \"pinch\"\ndirection = \"in\"", "two-finger pinch in"),
    ] {
      let configuration = try FittingTests.configuration("[[gesture]]\nname = \"a\"\n\(keys)\n")
      let definition = try #require(configuration.gestures[0].definitions[.touchpad])
      #expect(GestureWords.phrase(definition) == words)
    }
  }

  // MARK: Motions

  private static func readings(_ words: String) throws -> String {
    GestureReading.listed(try MotionReader(try FittingTests.drawn(words), text: "").readings())
  }

  @Test func `a motion is read as every type that recognizes it`() throws {
    for (words, read) in [
      ("swipe 3 left 30mm 0.2s", "swipe left, pan horizontal, transform, stroke"),
      // Slower than a swipe must be.
      ("drag 3 left 30mm 0.6s", "pan horizontal, transform, stroke"), ("tap 2", "tap"),
      ("long-press 1 1s", "long-press, hold"), ("pinch 2 out", "pinch"), ("rotation 2 left", "rotation"),
    ] {
      let list = try Self.readings(words)
      #expect(list.hasPrefix(read), "\(words): \(list)")
    }
  }

  @Test func `a recording without touches cannot be bound`() throws {
    let empty = Recording(name: "none", description: try FittingTests.drawn("tap 1").description, events: [])
    let failure = #expect(throws: CommandFailure.self) { try MotionReader(empty, text: "") }
    #expect(failure?.message == "none: it has no touches")
  }
}
