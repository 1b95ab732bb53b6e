import GestureConfig
import GestureCore
import Testing

@testable import gesturectl

/// What the page is made of, without a server.
struct StudioTests {
  static func frame(
    _ ms: Timestamp, _ state: GestureState, _ touches: [(Int64, RawTouch.Phase, Double, Double)]
  )
    -> TouchSequence.Frame
  {
    TouchSequence.Frame(
      frame: RawTouchFrame(
        time: ms * .millisecond, state: state, fingers: touches.count, touches: 0..<touches.count),
      touches: touches.map { RawTouch(id: $0.0, phase: $0.1, position: Point($0.2, $0.3), isPhantom: false) })
  }

  @Test(arguments: [0, 90, 180, 270]) func `touches of a turned panel come back where they were`(
    rotation: Int
  )
    throws
  {
    let frames = [
      Self.frame(0, .began, [(4, .began, 10.25, 20.5)]),
      Self.frame(8, .changed, [(4, .moved, 12, 25), (9, .began, 50, 70.75)]),
      Self.frame(16, .changed, [(4, .ended, 12, 25), (9, .moved, 51, 70)]),
      Self.frame(24, .ended, [(9, .ended, 51, 70)]),
    ]
    let device = WatchModel.Device(
      title: "Panel", stage: Size(width: 60, height: 100), definitions: [], deviceClass: .touchscreen)
    let recording = TouchRecording.make(frames, of: device, name: "kept", rotation: rotation)
    let text =
      "[[device]]\nmatch = { kind = \"touchscreen\" }\nrotation = \(rotation)\n[[gesture]]\ntype = \"tap\"\n"
    let configuration = try #require(Configuration.load(text: text, path: "").configuration)
    let played = try PlayedRecording(recording, configuration)
    #expect(played.model.devices["kept"]?.stage == device.stage)
    var places: [[Point]] = []
    for (_, step) in played.steps {
      if case .frame(_, let touches) = step { places.append(touches.map(\.position)) }
    }
    #expect(places.count == frames.count)
    for (got, meant) in zip(places, frames) {
      #expect(got.count == meant.touches.count)
      for (a, b) in zip(got, meant.touches.map(\.position)) { #expect((a - b).length < 0.02) }
    }
  }

  @Test func `a type says how many fingers can make it`() {
    #expect(GestureType.tipTap.possibleFingers == 2...5 && GestureType.stroke.possibleFingers.lowerBound == 1)
  }

  @Test func `actions of an example keep their text`() {
    let verbs = DesktopVerbs.verbs(
      of: """
        # Comments are of no interest.
        [[gesture]]
        name = "next"
        type = "swipe"
        run = "a 'b' \\"c\\""   # why

        [[gesture]]
        name = "volume"
        type = "pan"
        step = { every = "5mm", forward = { run = "x" } }

        [[gesture]]
        name = "drag"
        type = "pan"
        button = "left"
        move = true

        [[gesture]]
        name = "events only"
        type = "tap"
        """)
    #expect(verbs.map(\.name) == ["next", "volume", "drag"])
    #expect(verbs.map(\.words) == ["Next", "Volume", "Drag"])
    #expect(DesktopVerbs.Verb(name: "next-workspace", line: "", isStepped: false).words == "Next workspace")
    #expect(
      verbs.map(\.line) == [
        #"run = "a 'b' \"c\"""#, #"step = { every = "5mm", forward = { run = "x" } }"#,
        "button = \"left\"\nmove = true",
      ])
    #expect(verbs.map(\.isStepped) == [false, true, true])
  }

  @Test func `a graph has a box for each gesture, and what waits stands left`() throws {
    func wait(_ waiter: String, _ requirement: String) -> GestureWait {
      GestureWait(waiter: waiter, requirement: requirement, longest: 350 * .millisecond, isImplicit: true)
    }
    #expect(WaitDrawing(waits: []).svg.isEmpty)
    let svg = WaitDrawing(waits: [wait("a", "b"), wait("a", "c"), wait("b", "c")]).svg
    let columns = ["a", "b", "c"].compactMap { name in
      svg.firstMatch(of: try! Regex("<title>\(name)</title><rect x=\"([0-9.]+)\""))?[1].substring.flatMap {
        Double($0)
      }
    }
    #expect(columns == [0, 300, 600])
    #expect(svg.split(separator: "350 ms").count == 4)
  }

  @Test func `a difference ends with its last line`() {
    #expect(LineDifference.text(from: "a\nb\n", to: "a\nb\n\nc\n") == " a\n b\n+\n+c\n")
    #expect(LineDifference.text(from: "", to: "a\n") == "+a\n")
  }
}
