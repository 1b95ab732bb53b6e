import ControlProtocol
import GestureCore
import Testing

@Test(arguments: [
  ("plain Größe 中\tx", "plain Größe 中\tx"), ("\u{1b}[31mred", "\\u{1b}[31mred"),
  ("a\nb\r\0", "a\\u{a}b\\u{d}\\u{0}"),
  ("\u{7f}\u{9b}2J", "\\u{7f}\\u{9b}2J"), ("\u{2028}\u{202e}x\u{2066}", "\\u{2028}\\u{202e}x\\u{2066}"),
  ("", ""),
])
func `control characters are escaped`(text: String, expected: String) { #expect(text.printable == expected) }

/// Every type of event as text and as JSON, compared literally: scripts depend on it.
struct EventTextTests {
  static let names = EventNames(device: "event7", gestures: ["g", "pan \"2\"\n"])

  struct Row: Sendable, CustomTestStringConvertible {
    var text: String
    var json: String
    var event: GestureEvent
    var attachments: @Sendable () -> EventAttachments = { EventAttachments() }
    var testDescription: String { text }

    init(
      _ text: String, _ json: String,
      attachments: @escaping @Sendable () -> EventAttachments = { EventAttachments() },
      _ build: (inout GestureEvent) -> Void
    ) {
      self.text = text
      self.json = json
      self.attachments = attachments
      event = GestureEvent()
      event.time = 60_000
      event.fingers = 1
      event.location = Point(31.25, 40)
      build(&event)
    }
  }

  static let place = #""location":{"x":31.2500,"y":40}"#
  static func json(
    _ type: String, _ state: String, _ rest: String, fingers: Int = 1, time: String = "0.060000"
  )
    -> String
  {
    #"{"time":\#(time),"device":"event7","gesture":"g","type":"\#(type)","state":"\#(state)","fingers":\#(fingers),"#
      + place + rest + "}"
  }

  static let rows = [
    Row(
      "0.060 g swipe 3 recognized left at 31.2,40.0",
      json("swipe", "recognized", #","direction":"left""#, fingers: 3)
    ) {
      ($0.type, $0.fingers, $0.direction) = (.swipe, 3, .left)
    },
    Row("0.060 g tap 1 recognized taps 2 at 31.2,40.0", json("tap", "recognized", #","taps":2"#)) {
      $0.taps = 2
    },
    Row("0.060 g tap 1 recognized at 31.2,40.0", json("tap", "recognized", #","taps":1"#)) { $0.taps = 1 },
    Row(
      "0.430 g tap 1 recognized at 31.2,40.0 complete 0.080",
      #"{"time":0.430000,"gesture_time":0.080000,"device":"event7","gesture":"g","type":"tap","state":"recognized","fingers":1,"#
        + place + #","taps":1}"#
    ) { ($0.time, $0.gestureTime, $0.taps) = (430_000, 80_000, 1) },
    Row(
      "1.210 g long-press 1 ended at 31.2,40.0 after 0.710 s",
      json("long-press", "ended", #","duration":0.7100"#, time: "1.210000")
    ) { ($0.time, $0.type, $0.state, $0.duration) = (1_210_000, .longPress, .ended, 0.71) },
    Row(
      "0.060 g pan 1 began by +2.0,+0.0 (+200,+0 mm/s) at 31.2,40.0",
      json(
        "pan", "began",
        #","translation":{"x":2,"y":0},"velocity":{"x":200,"y":0},"predicted_end":{"x":101.8000,"y":0}"#)
    ) { ($0.type, $0.state, $0.translation, $0.velocity) = (.pan, .began, Point(2, -0.0), Point(200, -0.0)) },
    Row(
      "0.060 g edge-pan 1 changed left by -2.1,+0.1 (-86,+2 mm/s) progress 0.13 at 31.2,40.0",
      json(
        "edge-pan", "changed",
        #","translation":{"x":-2.0600,"y":0.1234},"velocity":{"x":-86.4000,"y":2.4567},"edge":"left","progress":0.1256,"predicted_end":{"x":-45.1736,"y":1.3493}"#
      )
    ) {
      ($0.type, $0.state, $0.edge, $0.progress) = (.edgePan, .changed, .left, 0.12557)
      ($0.translation, $0.velocity) = (Point(-2.06, 0.12341), Point(-86.4, 2.4567))
    },
    Row(
      "0.060 g pinch 2 began scale 1.20 (+9.94/s) at 31.2,40.0",
      json("pinch", "began", #","scale":1.2000,"scale_velocity":9.9400"#, fingers: 2)
    ) { ($0.type, $0.state, $0.fingers, $0.scale, $0.scaleVelocity) = (.pinch, .began, 2, 1.2, 9.94) },
    Row(
      "0.060 g rotation 2 began rotation +18.0° (+450°/s) at 31.2,40.0",
      json("rotation", "began", #","rotation":0.3142,"rotation_velocity":7.8540"#, fingers: 2)
    ) {
      ($0.type, $0.state, $0.fingers, $0.rotation, $0.rotationVelocity) = (
        .rotation, .began, 2, .pi / 10, .pi * 2.5
      )
    },
    Row(
      "0.060 g transform 1 began by +0.0,+0.0 (+0,+0 mm/s) scale 1.00 (+0.00/s) rotation -18.0° (+0°/s) at 31.2,40.0",
      json(
        "transform", "began",
        #","translation":{"x":0,"y":0},"velocity":{"x":0,"y":0},"scale":1,"scale_velocity":0,"rotation":-0.3142,"rotation_velocity":0,"predicted_end":{"x":0,"y":0}"#
      )
    ) {
      ($0.type, $0.state, $0.translation, $0.velocity) = (.transform, .began, .zero, .zero)
      ($0.scale, $0.scaleVelocity, $0.rotation, $0.rotationVelocity) = (1, 0, -.pi / 10, 0)
    },
    Row(
      "0.060 g circle 1 recognized clockwise at 31.2,40.0",
      json("circle", "recognized", #","direction":"clockwise""#)
    ) { ($0.type, $0.direction) = (.circle, .clockwise) },
    Row(
      "0.060 g stroke 1 recognized score 0.97 at 31.2,40.0", json("stroke", "recognized", #","score":0.9700"#)
    ) {
      ($0.type, $0.score) = (.stroke, 0.97)
    },
    Row(
      "0.060 g hover 1 began distance 3.0 mm z 0.30 at 31.2,40.0",
      json("hover", "began", #","distance":3,"z":0.3000"#)
    ) { ($0.type, $0.state, $0.distance, $0.z) = (.hover, .began, 3, 0.3) },
    Row("0.060 g sequence 1 step 1 of 2 at 31.2,40.0", json("sequence", "step", #","step":1,"of":2"#)) {
      ($0.type, $0.state, $0.step, $0.stepCount) = (.sequence, .step, 1, 2)
    },
    Row(
      #"0.060 g hold 1 began at 31.2,40.0 touches 1.0,2.0 3.5,4.0 message "a \"b\"\n\u0001é""#,
      #"{"time":0.060000,"device":"event7","gesture":"g","type":"hold","state":"began","fingers":1,"#
        + place + #","touches":[{"x":1,"y":2},{"x":3.5000,"y":4}],"message":"a \"b\"\n\u0001é"}"#,
      attachments: { EventAttachments(touches: [Point(1, 2), Point(3.5, 4)], message: "a \"b\"\n\u{1}é") }
    ) { ($0.type, $0.state) = (.hold, .began) },
    Row(
      "0.060 g tap failed moved-too-far: touch 1 moved 9.1 mm; `allowable_movement` allows 7 mm",
      #"{"time":0.060000,"device":"event7","gesture":"g","type":"tap","state":"failed","reason":"moved-too-far","#
        + #""measured":9.1000,"limit":7,"unit":"mm","key":"allowable_movement","touch":1,"#
        + #""detail":"touch 1 moved 9.1 mm; `allowable_movement` allows 7 mm"}"#
    ) {
      $0.state = .failed
      $0.failure = Failure(
        .movedTooFar, measured: 9.1, limit: 7, unit: .mm, key: .allowableMovement, touch: 1)
    },
    Row(
      "0.060 g swipe failed wrong-direction: moved 178.1° away from its direction; `angle` allows 27.5° at this speed",
      #"{"time":0.060000,"device":"event7","gesture":"g","type":"swipe","state":"failed","reason":"wrong-direction","#
        + #""measured":3.1084,"limit":0.4800,"unit":"rad","key":"angle","#
        + #""detail":"moved 178.1° away from its direction; `angle` allows 27.5° at this speed"}"#
    ) {
      ($0.type, $0.state) = (.swipe, .failed)
      $0.failure = Failure(.wrongDirection, measured: 3.1084, limit: 0.48, unit: .radians, key: .angle)
    },
    Row(
      "0.060 g tap failed prevented: `pan \"2\"\\u{a}` was recognized first",
      #"{"time":0.060000,"device":"event7","gesture":"g","type":"tap","state":"failed","reason":"prevented","#
        + #""by":"pan \"2\"\n","detail":"`pan \"2\"\n` was recognized first"}"#
    ) {
      $0.state = .failed
      $0.failure = Failure(.prevented, by: 1)
    },
    Row(
      "0.060 g tap possible waiting: waits for `pan \"2\"\\u{a}` to fail",
      #"{"time":0.060000,"device":"event7","gesture":"g","type":"tap","state":"possible","reason":"waiting","#
        + #""by":"pan \"2\"\n","detail":"waits for `pan \"2\"\n` to fail"}"#
    ) {
      $0.state = .possible
      $0.failure = Failure(.waiting, by: 1)
    },
  ]

  @Test(arguments: rows) func `an event is written as specified`(row: Row) {
    var text: [UInt8] = []
    var json = JSONWriter()
    EventText.write(row.event, names: Self.names, attachments: row.attachments(), to: &text)
    EventJSON.write(row.event, names: Self.names, attachments: row.attachments(), to: &json)
    #expect(String(decoding: text, as: UTF8.self) == row.text)
    #expect(String(decoding: json.bytes, as: UTF8.self) == row.json)
  }

  @Test func `the JSON of every reason can be read back and has a sentence`() throws {
    for reason in FailureReason.allCases {
      var event = GestureEvent()
      event.state = .failed
      event.failure = Failure(reason, measured: 1.5, limit: 2, unit: .mm, key: .minDistance)
      var json = JSONWriter()
      EventJSON.write(event, names: Self.names, to: &json)
      let value = try JSONValue(parsing: json.bytes)
      #expect(value["reason"]?.string == reason.rawValue)
      #expect(value["detail"]?.string?.contains("1.5 mm") == true, "\(reason)")
    }
  }

  @Test func `a direction is printed by the motion of the fingers`() {
    let across = Failure(.wrongDirection, measured: 2.58, limit: 0.17, unit: .mm, key: .axis)
    let outward = Failure(.wrongDirection, measured: 0, limit: -2, unit: .mm)
    #expect(
      FailureText.detail(across, names: Self.names) == "moved 2.58 mm across its axis and 0.17 mm along it")
    #expect(
      FailureText.detail(outward, names: Self.names) == "moved 0 mm along the edge and -2 mm away from it")
  }

  @Test func `measures that are not finite are omitted`() throws {
    var event = GestureEvent()
    event.type = .pinch
    (event.scale, event.scaleVelocity, event.z) = (.infinity, .nan, -.infinity)
    event.velocity = Point(.nan, 0)
    var json = JSONWriter()
    EventJSON.write(event, names: Self.names, to: &json)
    let value = try JSONValue(parsing: json.bytes)
    for key in ["scale", "scale_velocity", "z", "velocity", "taps", "touches", "message"] {
      #expect(value[key] == nil, "\(key)")
    }
  }

  @Test func `the buffers are reused`() {
    var json = JSONWriter()
    for row in Self.rows {
      json.removeAll()
      EventJSON.write(row.event, names: Self.names, to: &json)
    }
    json.removeAll()
    EventJSON.write(Self.rows[0].event, names: Self.names, to: &json)
    #expect(String(decoding: json.bytes, as: UTF8.self) == Self.rows[0].json)
  }
}
