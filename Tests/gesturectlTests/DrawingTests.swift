import GestureCore
import GestureTesting
import Testing

@testable import gesturectl

/// The drawings of the report and of `studio`, whole.
struct DrawingTests {
  private static func trail(
    _ id: Int64, _ way: [Point], _ phase: RawTouch.Phase, from start: Timestamp = 0
  ) -> TouchTrail {
    var trail = TouchTrail(
      RawTouch(id: id, phase: .began, position: way[0], isPhantom: false), at: start * .millisecond)
    for (step, point) in way.dropFirst().enumerated() {
      trail.follow(
        RawTouch(id: id, phase: phase, position: point, isPhantom: false),
        at: (start + 100 * Timestamp(step + 1)) * .millisecond)
    }
    return trail
  }

  private static var pad: PadDrawing {
    var tap = TapParameters(.touchpad)
    tap.allowableMovement = 3
    var pad = PadDrawing(stage: Size(width: 100, height: 60))
    pad.trails = [
      trail(5, [Point(10, 10), Point(20, 10)], .moved),
      trail(6, [Point(10, 20), Point(20, 20)], .ended, from: 20),
      trail(7, [Point(10, 30), Point(15, 30), Point(20, 30)], .cancelled),
    ]
    pad.thresholds = [
      PadDrawing.Threshold(
        number: 3, definition: RecognizerDefinition("a<b", tap, fingers: 1...1), isShown: true),
      PadDrawing.Threshold(
        number: 12, definition: RecognizerDefinition("turn", .rotation, .touchpad), isShown: false),
      PadDrawing.Threshold(
        number: 4, definition: RecognizerDefinition("menu", tap, fingers: 1...1), isShown: false),
    ]
    pad.recognitions = [PadDrawing.Mark(position: Point(50, 30), text: "\"next\" & on")]
    pad.withheld = [PadDrawing.Mark(position: Point(2, 30), text: "palm-edge")]
    return pad
  }

  @Test func `the ground has a grid of 10 mm and the palm strips`() {
    var pad = Self.pad
    #expect(pad.viewBox == "-2 -2 104 64")
    let lines = [
      #"<rect class="stage" width="100" height="60" rx="1"/>"#,
      #"<path class="grid" d="M10 0V60M20 0V60M30 0V60M40 0V60M50 0V60M60 0V60M70 0V60M80 0V60M90 0V60"#
        + #"M0 10H100M0 20H100M0 30H100M0 40H100M0 50H100"/>"#,
      #"<rect class="strip" x="0" width="5" height="60"><title>palm strip</title></rect>"#,
      #"<rect class="strip" x="99.5" width="0.5" height="60"><title>palm strip</title></rect>"#,
    ]
    #expect(pad.ground == lines[..<2].joined(separator: "\n"))
    (pad.leftStrip, pad.rightStrip) = (5, 0.5)
    #expect(pad.ground == lines.joined(separator: "\n"))
    let zone = Region(left: -5, right: 20, top: 40, bottom: 90)
    pad.zones = [("a<b", zone), ("nowhere", Region(left: 120, right: 130, top: 0, bottom: 10))]
    #expect(
      pad.ground == lines.joined(separator: "\n")
        + #"\n<g class="zone"><title>zone a&lt;b</title><rect x="0" y="40" width="20" height="20"/>"#
        .replacing(
          #"\n"#, with: "\n") + #"<text x="1" y="43" font-size="2.6">a&lt;b</text></g>"#)
    pad.zones = []
    pad.leftStrip = 0
    #expect(pad.ground == (lines[..<2] + lines[3...]).joined(separator: "\n"))
    let wide = [(2_000.0, 10.0), (2_001, 100), (20_001, 1_000)].map { width, _ in
      PadDrawing(stage: Size(width: 100, height: width)).gridStep
    }
    #expect(wide == [10, 100, 1_000])
  }

  @Test func `a touch has a dot at its landing, and a ring, a cross or a finger at its end`() {
    #expect(
      Self.pad.trailShapes == [
        #"<g class="trail f0"><title>touch 1: 0.000 s to 0.100 s</title><polyline points="10,10 20,10" "#
          + ##"data-times="0 100000" stroke="#0072b2"/><circle cx="10" cy="10" r="0.67" fill="#0072b2"/>"##
          + ##"<circle cx="20" cy="10" r="2" class="finger" fill="#0072b2"/></g>"##,
        #"<g class="trail f1"><title>touch 2: 0.020 s to 0.120 s</title><polyline points="10,20 20,20" "#
          + ##"data-times="20000 120000" stroke="#b37b00"/><circle cx="10" cy="20" r="0.67" fill="#b37b00"/>"##
          + ##"<circle cx="20" cy="20" r="1.07" fill="none" stroke="#b37b00"/></g>"##,
        #"<g class="trail f2"><title>touch 3: 0.000 s to 0.200 s</title><polyline points="10,30 15,30 20,30" "#
          + ##"data-times="0 100000 200000" stroke="#00966c"/><circle cx="10" cy="30" r="0.67" fill="#00966c"/>"##
          + ##"<path d="M19.07 29.07l1.87 1.87m0 -1.87l-1.87 1.87" stroke="#00966c"/></g>"##,
      ])
  }

  @Test func `recognitions, withheld contacts and thresholds have their names as titles`() {
    let pad = Self.pad
    #expect(
      pad.recognitionShapes == [
        #"<path class="mark" d="M50 29l1 1l-1 1l-1 -1z"><title>&quot;next&quot; &amp; on</title></path>"#
      ])
    #expect(
      pad.withheldShapes == [
        #"<path class="withheld" d="M0 28h4v4h-4zM0 29L1 28M0 30L2 28M0 31L3 28M0 32L4 28M1 32L4 29M2 32L4 30"#
          + #"M3 32L4 31"><title>palm-edge</title></path>"#
      ])
    let circles = [10, 20, 30].map { #"<circle cx="10" cy="\#($0)" r="3"/>"# }.joined()
    #expect(
      pad.thresholdShapes == [
        #"<g class="threshold t3 shown"><title>thresholds of a&lt;b</title>\#(circles)</g>"#,
        #"<g class="threshold t4"><title>thresholds of menu</title>\#(circles)</g>"#,
      ])
    #expect(
      pad.svg == #"<svg class="pad" viewBox="-2 -2 104 64" role="img" aria-label="touches on the pad">"#
        + "\n"
        + ([pad.ground] + pad.thresholdShapes + pad.trailShapes + pad.recognitionShapes + pad.withheldShapes)
        .joined(separator: "\n") + "\n</svg>")
  }

  // MARK: Trails

  @Test func `a trail omits what is not visible, and ends where the touch ended`() {
    var trail = Self.trail(
      1, [Point(0, 0), Point(0.1, 0), Point(0.2, 0), Point(5, 0), Point(4.9, 0)], .moved)
    #expect(trail.points.map(\.position.x) == [0, 0.2, 5] && trail.reach == 5)
    #expect(trail.start == 0 && trail.end == 400_000)
    trail.follow(RawTouch(id: 1, phase: .ended, position: Point(4.9, 0), isPhantom: false), at: 500_000)
    #expect(trail.points.last?.time == 500_000 && trail.phase == .ended && trail.end == 500_000)
    #expect(Self.trail(1, [Point(0, 0), Point(0, 0)], .cancelled).points.count == 2)
    #expect(Self.trail(1, [Point(0, 0), Point(0, 0.5)], .moved).reach == 0.5)
  }

  @Test(
    arguments: [
      (0, "0.000"), (499, "0.000"), (500, "0.001"), (5_000, "0.005"), (50_000, "0.050"), (999_500, "1.000"),
      (12_345_678, "12.346"), (-499, "0.000"), (-500, "-0.001"), (-1_500_499, "-1.500"),
    ] as [(Timestamp, String)])
  func `times are seconds with three decimals`(_ time: Timestamp, _ text: String) {
    #expect(time.seconds == text)
  }

  @Test(
    arguments: [
      (0, "0"), (10, "10"), (100, "100"), (0.5, "0.5"), (-0.25, "-0.25"), (1.2345, "1.23"), (1.999, "2"),
      (-0.001, "0"),
    ] as [(Double, String)])
  func `numbers have at most two decimals`(_ number: Double, _ text: String) { #expect(number.svg == text) }

  // MARK: Thresholds

  private static func shapes(
    _ definition: RecognizerDefinition, _ landings: [Point] = [Point(30, 30)]
  ) -> [String] {
    ThresholdDrawing(
      definition: definition,
      trails: landings.enumerated().map { trail(Int64($0.offset), [$0.element], .moved) },
      stage: Size(width: 100, height: 60)
    ).shapes
  }
  private static func circle(_ x: Int, _ y: Int, _ radius: String) -> String {
    #"<circle cx="\#(x)" cy="\#(y)" r="\#(radius)"/>"#
  }

  @Test func `a zone is cut at the border of the pad, and comes before the threshold`() {
    var tap = RecognizerDefinition("it", .tap, .touchpad)
    tap.region = Region(left: -10, right: 50, top: 20, bottom: 70)
    let shapes = Self.shapes(tap)
    #expect(shapes.first == #"<rect x="0" y="20" width="50" height="40"/>"# && shapes.count == 2)
    tap.region = Region(left: 60, right: 120, top: -5, bottom: 30)
    #expect(Self.shapes(tap).first == #"<rect x="60" y="0" width="40" height="30"/>"#)
  }

  @Test func `a limit that there is not has no shape`() {
    var tap = TapParameters(.touchpad)
    for (limit, expected) in [(0.5, [Self.circle(30, 30, "0.5")]), (0, []), (.infinity, [])] {
      tap.allowableMovement = limit
      #expect(Self.shapes(RecognizerDefinition("it", tap, fingers: 1...1)) == expected)
    }
    var press = LongPressParameters(.touchpad)
    press.allowableMovement = 2
    #expect(Self.shapes(RecognizerDefinition("it", press, fingers: 1...1)) == [Self.circle(30, 30, "2")])
    #expect(
      Self.shapes(RecognizerDefinition("it", .rotation, .touchpad), [Point(20, 30), Point(40, 30)]).isEmpty)
    var pinch = PinchParameters(.touchpad)
    let two = [Point(20, 30), Point(40, 30)]
    pinch.minRelativeSpread = nil
    for (spread, radii) in [(10.0, ["20"]), (9.5, ["19.5", "0.5"]), (12, ["22"])] {
      pinch.minSpread = spread
      let own = RecognizerDefinition("it", pinch, fingers: 2...2)
      #expect(Self.shapes(own, two) == radii.map { Self.circle(30, 30, $0) })
      #expect(Self.shapes(own, [Point(20, 30)]).isEmpty)
    }
    pinch.minRelativeSpread = 0.2
    #expect(Self.shapes(RecognizerDefinition("it", pinch, fingers: 2...2), two).isEmpty)
  }

  @Test func `a sector is around its direction, and narrow if one is diagonal`() {
    var swipe = SwipeParameters(.touchpad)
    (swipe.minDistanceFast, swipe.angleFast) = (10, .pi / 6)
    func paths(_ directions: DirectionSet) -> [String] {
      swipe.directions = directions
      return Self.shapes(RecognizerDefinition("it", swipe, fingers: 1...1))
    }
    func path(_ from: String, _ to: String) -> String {
      #"<path d="M30 30L\#(from)A10 10 0 0 1 \#(to)Z"/>"#
    }
    #expect(paths(.left) == [path("21.34 35", "21.34 25")])
    #expect(paths(.up) == [path("25 21.34", "35 21.34")])
    #expect(paths(.upRight) == [path("33.83 20.76", "39.24 26.17")])
    #expect(paths(.downRight) == [path("39.24 33.83", "33.83 39.24")])
    #expect(paths(.downLeft) == [path("26.17 39.24", "20.76 33.83")])
    #expect(
      paths([.right, .upLeft]) == [path("39.24 26.17", "39.24 33.83"), path("20.76 26.17", "26.17 20.76")])
  }

  // MARK: Waits

  @Test func `a gesture that waits is left of the one that it waits for`() {
    let long = "a-name-of-25-characters-x"
    func wait(_ waiter: String, _ requirement: String, _ longest: Timestamp, isImplicit: Bool = false)
      -> GestureWait
    {
      GestureWait(
        waiter: waiter, requirement: requirement, longest: longest * .millisecond, isImplicit: isImplicit)
    }
    let waits = [
      wait("tap", "tap-twice", 350, isImplicit: true), wait("tap-twice", "tap-<thrice>", 1_500),
      wait(long, "tap-<thrice>", 20),
    ]
    func arrow(_ kind: String, _ way: String, _ x: String, _ y: String, _ time: String) -> String {
      #"<g class="\#(kind)"><path class="wait" d="\#(way)" marker-end="url(#arrow)"/><text class="time" x="\#(x)" "#
        + #"y="\#(y)">\#(time) ms</text></g>"#
    }
    func box(_ title: String, _ x: Int, _ y: Int, _ text: String? = nil) -> String {
      #"<g><title>\#(title)</title><rect x="\#(x)" y="\#(y)" width="190" height="30" rx="5"/>"#
        + #"<text x="\#(x + 95)" y="\#(y + 20)">\#(text ?? title)</text></g>"#
    }
    let parts = [
      #"<svg class="waits" viewBox="-2 -2 794 80" width="794" role="img" aria-label="which gestures wait for which">"#,
      #"<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">"#,
      #"<path d="M0 0L8 4L0 8z"/></marker></defs>"#,
      arrow("implicit", "M190 15L300 15", "228.5", "11", "350"),
      arrow("explicit", "M490 15L600 15", "528.5", "11", "1500"),
      arrow("explicit", "M490 61L600 15", "528.5", "40.9", "20"), box("tap", 0, 0), box("tap-twice", 300, 0),
      box("tap-&lt;thrice&gt;", 600, 0), box(long, 300, 46, "a-name-of-25-characters…"), "</svg>",
    ]
    #expect(WaitDrawing(waits: waits).svg == parts.joined())
    #expect(WaitDrawing(waits: []).svg == "")
    let whole = String(long.dropLast())
    #expect(WaitDrawing(waits: [wait(whole, "tap", 20)]).svg.contains(">\(whole)</text>"))
    // A box for each gesture, and no more room than they need.
    #expect(WaitDrawing(waits: [wait("a", "b", 20)]).svg.contains(#"viewBox="-2 -2 494 34""#))
  }
}
