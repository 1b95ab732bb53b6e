import GestureCore
import GestureTesting
import Output
import Testing

/// Which frames a twin gets: rows of frames with a verdict each (S show, H hold, X hide), and what is written.
@Suite struct TwinFramesTests {
  /// - Parameter until: a deadline at the end, with the verdict S.
  static func play(
    _ device: DeviceDescription, _ script: String, _ verdicts: String, present: String = "0",
    until: Timestamp? = nil
  ) -> String {
    var input = TouchInput(device: device)
    let deviceClass = device.deviceClass ?? .touchscreen
    var twin = TwinFrames(device, deviceClass, present: EventScript.events(present))
    var frame: [InputEvent] = []
    var letters = verdicts[...]
    var isHolding = false
    var id: Int32 = 0
    for event in EventScript.events(script) {
      _ = input.consume(event)
      if !event.isReport {
        if event.type == 3 && event.code == 0x39 && event.value >= 0 { id = event.value }
        frame.append(event)
        continue
      }
      let letter = letters.removeFirst()
      var start = TouchClaims.Start.none
      if letter == "H" && !isHolding { start = deviceClass == .touchpad ? .sequence(id) : .landings }
      isHolding = letter == "H"
      twin.take(
        frame, at: event.time, contacts: input.contacts.slots, start: start,
        words: letter == "X" ? [.hide(id: id)] : [], isHolding: isHolding)
      frame = []
    }
    if let until { twin.advance(to: until * .millisecond) }
    return TwinReader.text(twin.output)
  }

  private static let landing = "0 s 0 id 1 x 10 y 20 s 1 id 2 x 30 y 40 touch 1 double 1"

  @Test func `what is shown goes on frame by frame`() {
    let lines =
      "\(Self.landing) | 8 s 0 x 11 | 16 s 1 x 31 left 1 | 24 s 0 id -1 s 1 id -1 touch 0 double 0 left 0"
    #expect(
      Self.play(.pad, lines, "SSSS") == "\(Self.landing) | 8 s 0 x 11 | 16 s 1 x 31 left 1"
        + " | 24 s 0 id -1 s 1 id -1 left 0 touch 0 double 0")
  }

  @Test func `what is not about touches goes on while touches are hidden, but for the device's clock`() {
    var twin = TwinFrames(.pad, .touchpad, present: [])
    func event(_ type: UInt16, _ code: UInt16, _ value: Int32) -> InputEvent {
      InputEvent(time: 0, type: type, code: code, value: value)
    }
    let frame = [event(4, 5, 1000), event(5, 1, 1), event(3, 0x2f, 0), event(3, 0x39, 1), event(0, 5, 1)]
    twin.take(frame, at: 0, contacts: 1, words: [.hide(id: 1)])
    #expect(twin.output.map { [$0.type, $0.code] } == [[5, 1], [0, 0]])
  }

  @Test
  func `a sequence that is hidden from its first frame is nothing, and the next touch has its whole place`() {
    let lines =
      "\(Self.landing) | 8 s 0 x 11 | 24 s 0 id -1 s 1 id -1 touch 0 double 0 | 30 s 0 id 3 touch 1 finger 1"
    #expect(Self.play(.pad, lines, "XSSS") == "30 s 0 id 3 x 11 y 20 finger 1 touch 1")
  }

  @Test
  func `a gesture that runs ends cancelled: one touch is a palm, the others rest and leave 105 ms later`() {
    let lines = "\(Self.landing) | 40 s 0 x 11 | 48 s 0 x 12 | 60 s 0 x 13"
    #expect(
      Self.play(.pad, lines, "SSXS", until: 153) == "\(Self.landing) | 40 s 0 x 11 | 48 s 1 tool 2"
        + " | 153 s 0 tool 2 s 1 tool 2 | 153 s 0 id -1 s 1 id -1 touch 0 double 0")
    #expect(Self.play(.pad, lines, "SSXS", until: 152).hasSuffix("48 s 1 tool 2"))
    // A frame that comes before the deadline was advanced to ends it as well.
    #expect(
      Self.play(.pad, "\(lines) | 200 left 1", "SSXSS").contains(
        " | 200 s 0 tool 2 s 1 tool 2 | 200 s 0 id -1 s 1 id -1 touch 0 double 0"))
  }

  @Test func `touches under 30 ms old, a single touch and those of touchscreens leave at once`() {
    #expect(
      Self.play(.pad, "\(Self.landing) | 30 s 0 x 11", "SX") == "\(Self.landing) | 30 s 0 tool 2 s 1 tool 2"
        + " | 30 s 0 id -1 s 1 id -1 touch 0 double 0")
    #expect(
      Self.play(.pad, "0 s 0 id 1 x 1 touch 1 | 90 x 2", "SX")
        == "0 s 0 id 1 x 1 touch 1 | 90 tool 2 | 90 id -1 touch 0")
    #expect(
      Self.play(.screen, "0 s 0 id 1 x 1 s 1 id 2 x 2 touch 1 | 90 x 3", "SX")
        == "0 s 0 id 1 x 1 s 1 id 2 x 2 touch 1 | 90 s 0 tool 2 s 1 tool 2 | 90 s 0 id -1 s 1 id -1 touch 0")
  }

  @Test func `a touch in the slot of one that became a palm is a finger`() {
    let lines = "0 s 0 id 1 x 1 touch 1 | 90 x 2 | 95 id -1 touch 0 | 99 id 2 touch 1"
    #expect(Self.play(.pad, lines, "SXSS").hasSuffix("| 99 id 2 x 2 tool 0 touch 1"))
  }

  @Test func `a finger that lands while a gesture is ended waits for its end`() {
    let lines =
      "\(Self.landing) | 48 s 0 x 12 | 60 s 0 id -1 s 1 id -1 touch 0 double 0 | 70 s 2 id 9 x 5 touch 1 finger 1"
    #expect(
      Self.play(.pad, lines, "SXSS", until: 160).hasSuffix(
        "48 tool 2 | 160 s 0 tool 2 s 1 tool 2 | 160 s 0 id -1 s 1 id -1 touch 0 double 0"
          + " | 160 s 2 id 9 x 5 finger 1 touch 1"))
  }

  @Test func `held frames go on with their own times, or are nothing`() {
    let lines = "\(Self.landing) | 8 s 0 x 11 | 16 x 12 | 24 x 13"
    #expect(Self.play(.pad, lines, "HHSS") == "\(Self.landing) | 8 s 0 x 11 | 16 x 12 | 24 x 13")
    #expect(Self.play(.pad, lines, "HHHX") == "")
    #expect(Self.play(.pad, lines, "HHHH", until: 100) == "\(Self.landing) | 8 s 0 x 11 | 16 x 12 | 24 x 13")
  }

  @Test func `touches that the keys have ended are cancelled, as of a device that goes`() {
    let lines = "\(Self.landing) | 40 s 0 x 11 | 60 touch 0 double 0"
    #expect(
      Self.play(.pad, lines, "SSS", until: 165) == "\(Self.landing) | 40 s 0 x 11 | 60 s 1 tool 2"
        + " | 165 s 0 tool 2 s 1 tool 2 | 165 s 0 id -1 s 1 id -1 touch 0 double 0")
  }

  @Test func `a held tap that is recognized at its lift is nothing, and the next is whole`() {
    let tap = "\(Self.landing) left 1 | 50 s 0 id -1 s 1 id -1 touch 0 double 0 left 0"
    #expect(Self.play(.pad, tap, "HX") == "")
    #expect(Self.play(.pad, "\(tap) | 60 s 1 id 5 touch 1", "HXS") == "60 s 1 id 5 x 30 y 40 touch 1")
  }

  @Test func `a button pressed while touches are hidden stays hidden, and one from before is released`() {
    let lines =
      "0 s 0 id 1 x 1 touch 1 left 1 | 90 x 2 | 95 left 0 | 99 left 1 | 100 id -1 touch 0 | 110 left 0 | 120 left 1"
    #expect(
      Self.play(.pad, lines, "SXSSSSS")
        == "0 s 0 id 1 x 1 left 1 touch 1 | 90 tool 2 | 90 id -1 touch 0 | 95 left 0 | 120 left 1")
  }

  @Test func `values from before the grab are given with the first touch`() {
    #expect(
      Self.play(.pad, "9 s 1 id 4 touch 1", "S", present: "0 s 0 x 5 y 6 s 1 x 7 y 8 s 0 X 3")
        == "9 X 3 s 1 id 4 x 7 y 8 touch 1")
  }

  @Test func `protocol A and single touch lift`() {
    #expect(
      Self.play(
        .protocolAScreen, "0 x 5 y 5 mt touch 1 | 90 x 6 y 6 mt | 99 mt touch 0 | 110 x 9 y 9 mt touch 1",
        "SXSS")
        == "0 x 5 y 5 mt touch 1 | 90 mt touch 0 | 110 x 9 y 9 mt touch 1")
    #expect(
      Self.play(.singleTouchPad, "0 X 5 Y 5 touch 1 | 90 X 6 | 99 touch 0 | 110 Y 9 touch 1", "SXSS")
        == "0 X 5 Y 5 touch 1 | 90 touch 0 | 110 X 6 Y 9 touch 1")
  }

  @Test func `before it is removed a twin's touches end as cancelled and its buttons are released`() {
    var twin = TwinFrames(.pad, .touchpad, present: [])
    let frame = EventScript.events("\(Self.landing) left 1").filter { !$0.isReport }
    twin.take(frame, at: 0, contacts: 3)
    #expect(!twin.isClear)
    twin.removeOutput()
    twin.end(at: 90_000)
    #expect(!twin.isClear && twin.deadline == 195_000)
    twin.advance(to: 195_000)
    #expect(twin.isClear && twin.deadline == .never)
    #expect(
      TwinReader.text(twin.output)
        == "90 tool 2 | 90 left 0 | 195 s 0 tool 2 s 1 tool 2 | 195 s 0 id -1 s 1 id -1 touch 0 double 0")
  }
}
