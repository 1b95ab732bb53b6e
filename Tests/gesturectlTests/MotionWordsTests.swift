import GestureCore
import Testing

@testable import gesturectl

/// The words of `make`: times, errors, and the recording that is made of them.
struct MotionWordsTests {
  @Test func `a blank after the kind of device is optional`() throws {
    let (joined, apart) = (
      try MotionWords("touchscreen:tap 1", .touchpad), try MotionWords("touchscreen: tap 1", .touchpad)
    )
    #expect(
      joined.pad.recording(of: joined.hand, name: "a").events
        == apart.pad.recording(of: apart.hand, name: "a").events)
  }

  @Test(arguments: [
    ("tap; tap", [0, 250]), ("tap 1, tap 1", [0, 250]), ("tap; wait 0.5s; tap", [0, 600]),
    ("wait 200ms; tap", [200]), ("tap 1, tap 1 after 1 s", [0, 1_100]), ("tap 1 after -1s", [0]),
    ("tap 1s; tap after -300ms; tap", [0, 700, 1_150]), ("tap; wait 0.3s; wait 0.4s; tap", [0, 500]),
  ])
  func `a motion begins after the lift of the one before`(_ words: String, _ expected: [Int]) throws {
    let fingers = try MotionWords(words, .touchpad).hand.fingers
    #expect(fingers.map { Int(($0.start * 1_000).rounded()) } == expected)
  }

  @Test func `presses of the pad move with their motion`() throws {
    let presses = try MotionWords("click 1; click 2", .touchpad).hand.presses
    #expect(
      presses.map { Int(($0.time * 1_000).rounded()) } == [200, 300, 450, 550, 1_050, 1_150, 1_300, 1_400])
    #expect(presses.map(\.isDown) == [true, false, true, false, true, false, true, false])
  }

  private static let noMotion = #"no motion is given; for example: gesturectl record --drawn "swipe 3 left""#

  @Test(arguments: [
    ("", noMotion), (" ; ,", noMotion), ("wait 1s", noMotion), ("wait", #""wait": write: wait 0.5s"#),
    ("wait left 1s", #""wait left 1s": write: wait 0.5s"#), ("tap 0", #""tap 0": a hand has 1 to 5 fingers"#),
    ("tap; tap 6", #""tap 6": a hand has 1 to 5 fingers"#), ("tap 0s", #""tap 0s": "0s" is not more than 0"#),
    ("tap 1 -1s", #""tap 1 -1s": "-1s" is not more than 0"#),
    ("tap tremor -1mm", #""tap tremor -1mm": "-1mm" is not more than 0"#),
    ("tap tremor 1s", #""tap tremor 1s": write: tap 3 [0.1s]"#),
    ("tap after 1mm", #""tap after 1mm": write: tap 3 [0.1s]"#),
    ("tap at 20", #""tap at 20": write: tap 3 [0.1s]"#),
    ("swipe 3", #""swipe 3": write: swipe 3 left [32mm] [0.2s]"#),
    ("swipe 3 in", #""swipe 3 in": write: swipe 3 left [32mm] [0.2s]"#),
    ("swipe 3 left 32", #""swipe 3 left 32": write: swipe 3 left [32mm] [0.2s]"#),
    ("swipe 3 left right", #""swipe 3 left right": write: swipe 3 left [32mm] [0.2s]"#),
    ("line 3 -20", #""line 3 -20": write: line 3 -20,20 [0.25s]: by 20 mm to the left and down"#),
    ("line 3 1,2,3", #""line 3 1,2,3": write: line 3 -20,20 [0.25s]: by 20 mm to the left and down"#),
    ("line 1 121,0", #""line 1 121,0": is larger than the pad of 120 × 75 mm"#),
    ("line 1 0,76", #""line 1 0,76": is larger than the pad of 120 × 75 mm"#),
    ("tap 3 at 121,10", #""tap 3 at 121,10": its place is not on the pad of 120 × 75 mm"#),
    ("edge left at 0,-1", #""edge left at 0,-1": its place is not on the pad of 120 × 75 mm"#),
    ("pinch in", #""pinch in": a pinch has 2 to 5 fingers; write: pinch 2 in|out [0.6s]"#),
    ("twist 1", #""twist 1": a twist has 2 to 5 fingers; write: twist 2 [0.8s]: apart and to the right"#),
    ("touchscreen: line 1 0,141", #""line 1 0,141": is larger than the pad of 220 × 140 mm"#),
    (
      "sqipe 3",
      #""sqipe 3": no motion is called sqipe; did you mean "swipe"? gesturectl help motions lists them"#
    ),
    (
      "pan 4 up",
      #""pan 4 up": no motion is called pan; did you mean "drag"? gesturectl help motions lists them"#
    ),
    ("tap 601s", "a drawn recording lasts 600 s at most"),
  ])
  func `words that draw no motion are wrong usage, and the right form is named`(
    _ words: String, _ message: String
  ) {
    #expect {
      try MotionWords(words, .touchpad)
    } throws: { error in
      let failure = error as? CommandFailure
      if failure?.message != message { Issue.record("\(failure?.message ?? "")") }
      return failure?.status == .usage
    }
  }

  @Test func `the longest recording, and units apart from their numbers`() throws {
    #expect(try MotionWords("tap 600s", .touchpad).hand.fingers.map(\.end) == [600])
    let finger = try #require(try MotionWords("swipe 1 left 3 cm in 300 ms", .touchpad).hand.fingers.first)
    #expect(finger.end == 0.3 && finger.path(0.3).x == 30)
    #expect(try MotionWords("swipe 1 left 3 cm 300 ms", .touchpad).hand.fingers.first?.end == 0.3)
  }

  // MARK: The recording

  /// Each frame: its time in ms, and its events as code and value.
  private static func frames(_ words: String) throws -> [String] {
    let words = try MotionWords(words, .touchpad)
    var (frames, line) = ([String](), "")
    for event in words.pad.recording(of: words.hand, name: "drawn").events {
      if event.type == 0 {
        #expect(event.code == 0 && event.value == 0)
        frames.append("\(event.time / 1_000):" + line)
        line = ""
      } else {
        // Keys have codes from 0x100 on, axes below.
        #expect(event.type == (event.code >= 0x100 ? 1 : 3))
        line += " " + String(event.code, radix: 16) + "=\(event.value)"
      }
    }
    #expect(line == "")
    return frames
  }

  @Test(arguments: [
    (
      "tap 2 0.02s",
      [
        "0: 2f=0 39=0 35=2000 36=1620 2f=1 39=1 35=2800 36=1380 14a=1 14d=1",
        "24: 2f=0 39=-1 2f=1 39=-1 14a=0 14d=0",
      ]
    ),
    (
      "touchscreen: tap 2 0.02s",
      ["0: 2f=0 39=0 35=4000 36=2920 2f=1 39=1 35=4800 36=2680 14a=1", "24: 2f=0 39=-1 2f=1 39=-1 14a=0"]
    ),
    (
      "tip-tap 1 right 0.05s",
      [
        "0: 2f=0 39=0 35=2400 36=1500 14a=1 145=1", "304: 2f=1 39=1 35=3200 36=1500 145=0 14d=1",
        "352: 39=-1 14d=0 145=1", "656: 2f=1 39=2 145=0 14d=1", "704: 39=-1 14d=0 145=1",
        "1000: 2f=0 39=-1 14a=0 145=0",
      ]
    ),
    (
      "click 1 0.3s",
      [
        "0: 2f=0 39=0 35=2400 36=1500 14a=1 145=1", "200: 110=1", "304: 39=-1 14a=0 145=0 110=0",
        "456: 110=1",
        "552: 110=0",
      ]
    ),
    (
      "hover 0.016s",
      ["0: 2f=0 39=0 35=1800 36=1500 3b=10", "8: 35=2400 3b=2", "16: 39=-1"]
    ),
    (
      "force-press 1 0.216s",
      [
        "0: 2f=0 39=0 35=2400 36=1500 3a=600 14a=1 145=1", "208: 3a=603", "216: 39=-1 14a=0 145=0",
      ]
    ),
    (
      "line 1 8,0 0.016s",
      ["0: 2f=0 39=0 35=2400 36=1500 14a=1 145=1", "8: 35=2560", "16: 39=-1 14a=0 145=0"]
    ),
  ])
  func `a frame has the changes that the kernel would report`(_ words: String, _ expected: [String]) throws {
    #expect(try Self.frames(words) == expected)
  }

  @Test(arguments: zip(1...5, ["145", "14d", "14e", "14f", "148"]))
  func `a touchpad has a key for each number of fingers`(_ count: Int, _ key: String) throws {
    let frames = try Self.frames("tap \(count)")
    #expect(
      frames.first?.hasSuffix(" 14a=1 \(key)=1") == true && frames.last?.hasSuffix(" 14a=0 \(key)=0") == true)
  }

  private static func axes(_ words: String) throws -> [String] {
    let words = try MotionWords(words, .touchpad)
    return words.pad.recording(of: words.hand, name: "drawn").description.axes.sorted { $0.key < $1.key }.map
    {
      "\(String($0.key, radix: 16)): \($0.value.minimum)...\($0.value.maximum), \($0.value.resolution)"
    }
  }

  @Test func `the device is a pad of 120 × 75 mm or a screen of 220 × 140 mm`() throws {
    let pad = [
      "0: 0...4800, 40", "1: 0...3000, 40", "2f: 0...4, 0", "35: 0...4800, 40", "36: 0...3000, 40",
      "39: 0...65535, 0",
    ]
    #expect(try Self.axes("tap") == pad)
    #expect(try Self.axes("force-press") == pad + ["3a: 0...10000, 10"])
    #expect(try Self.axes("tap; hover") == pad + ["3b: 0...20, 1"])
    #expect(
      try Self.axes("touchscreen: tap") == [
        "0: 0...8800, 40", "1: 0...5600, 40", "2f: 0...4, 0", "35: 0...8800, 40", "36: 0...5600, 40",
        "39: 0...65535, 0",
      ])
    let words = try [MotionWords("tap", .touchpad), MotionWords("tap", .touchscreen)]
    let devices = words.map { $0.pad.recording(of: $0.hand, name: "drawn").description }
    #expect(devices.map(\.name) == ["drawn touchpad", "drawn touchscreen"])
    #expect(
      devices.map { [$0.bus, $0.vendor, $0.product, $0.version].map { Int($0) } } == [
        [3, 1, 1, 1], [3, 1, 1, 1],
      ])
    // INPUT_PROP_POINTER and BUTTONPAD; INPUT_PROP_DIRECT.
    #expect(devices.map { $0.properties.map { Int($0) }.sorted() } == [[0, 2], [1]])
    #expect(
      devices[0].keys == [0x110, 0x145, 0x148, 0x14a, 0x14d, 0x14e, 0x14f] && devices[1].keys == [0x14a])
  }
}
