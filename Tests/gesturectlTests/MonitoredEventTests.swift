import ControlProtocol
import GestureCore
import Testing

@testable import gesturectl

/// What comes over the socket is read as it was written.
struct MonitoredEventTests {
  static func json(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }
  private static func written(_ body: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter()
    body(&json)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    // Every measure of an event that `monitor` prints.
    #"{"time":1.500000,"gesture_time":1.250000,"device":"pad","gesture":"b","type":"pan","state":"step","fingers":3,"#
      + #""location":{"x":1,"y":2.5000},"zone_x":0.2500,"zone_y":0.7500,"touches":[{"x":3,"y":4},{"x":5,"y":6}],"translation":{"x":7,"y":8},"#
      + #""velocity":{"x":9,"y":10},"scale":1.5000,"scale_velocity":0.2500,"rotation":0.5000,"#
      + #""rotation_velocity":0.1250,"direction":"up-left","edge":"top","side":"left","progress":0.7500,"taps":2,"#
      + #""duration":0.0625,"score":0.8750,"distance":11,"z":12,"force":250,"pressure":0.3750,"force_stage":2,"#
      + #""message":"text","step":3,"of":4}"#,
    #"{"time":0.000001,"device":"pad","gesture":"a","type":"tap","state":"recognized","fingers":1,"location":{"x":0,"y":0}}"#,
    // A failure, with each of its members.
    #"{"time":2.000000,"device":"pad","gesture":"a","type":"swipe","state":"failed","reason":"moved-too-little","#
      + #""measured":3,"limit":8,"unit":"mm","key":"min_distance","touch":2,"detail":""}"#,
    #"{"time":2.000000,"device":"pad","gesture":"a","type":"swipe","state":"failed","direction":"left","#
      + #""reason":"wrong-direction","detail":""}"#,
    #"{"time":2.000000,"device":"pad","gesture":"a","type":"swipe","state":"failed","reason":"prevented","by":"b","detail":""}"#,
  ]) func `an event is read with all its members`(text: String) throws {
    var names = EventNames(device: "pad", gestures: ["a", "b"])
    let event = try #require(MonitoredEvent(try Self.json(text), &names))
    #expect(names.gestures == ["a", "b"])
    let again = Self.written {
      EventJSON.write(event.event, names: names, attachments: event.attachments, to: &$0)
    }
    // The sentence of a failure, and the predicted end of a motion, are made anew from the other members.
    let known = text.replacing(#","detail":""}"#, with: "}").dropLast()
    #expect(again.hasPrefix(known), "\(again)")
  }

  @Test func `what this version does not have is left out`() throws {
    var names = EventNames(device: "pad", gestures: [])
    for text in [
      #"{"type":"later","state":"began"}"#, #"{"type":"tap","state":"later"}"#, #"{"type":"tap"}"#, "{}",
    ] {
      #expect(try MonitoredEvent(Self.json(text), &names) == nil)
      #expect(try MonitoredTouches(Self.json(text)) == nil)
      #expect(try MonitoredLine(Self.json(text)) == nil)
      #expect(try WithheldContact(Self.json(text)) == nil)
    }
    #expect(names.gestures == [])
    let least = try #require(
      try MonitoredEvent(Self.json(#"{"type":"tap","state":"began","gesture":"new"}"#), &names))
    #expect(names.gestures == ["new"])
    #expect(
      Self.written { EventJSON.write(least.event, names: names, to: &$0) }
        == #"{"time":0.000000,"device":"pad","gesture":"new","type":"tap","state":"began","fingers":0}"#)
    #expect(
      (least.event.taps, least.event.forceStage, least.event.step, least.event.stepCount) == (0, 0, 0, 0))
  }

  @Test func `the daemon's sentence about the context is kept`() throws {
    var names = EventNames(device: "pad", gestures: ["a"])
    let text =
      #"{"type":"tap","state":"failed","gesture":"b","reason":"context-differs","detail":"`app` is not set"}"#
    let event = try #require(MonitoredEvent(try Self.json(text), &names))
    #expect(event.event.failure?.reason == .contextDiffers)
    #expect(names.remarks == [1: "`app` is not set"])
  }

  @Test func `raw touches are read as they were written`() throws {
    let touches = [
      RawTouch(id: -4, phase: .ended, position: Point(1.5, 20), isPhantom: true),
      RawTouch(id: 3, phase: .moved, position: Point(99, 2.25), isPhantom: false),
    ]
    let frame = RawTouchFrame(time: 1_500_499, state: .changed, fingers: 2, touches: 0..<2)
    let text = Self.written { RawTouchJSON.write(frame, touches[...], device: "pad", to: &$0) }
    let read = try #require(MonitoredTouches(try Self.json(text)))
    let again = Self.written {
      RawTouchJSON.write(read.frame, read.touches[...], device: "pad", to: &$0)
    }
    #expect(again == text)
    #expect(read.line == Array("\(frame.line(touches[...]))\n".utf8))
    // A touch without a position is left out.
    let few = text.replacing(#""x":99,"#, with: "")
    #expect(try MonitoredTouches(Self.json(few))?.touches.map(\.id) == [-4])
    let none = text.replacing(#""fingers":2,"#, with: "")
    #expect(try MonitoredTouches(Self.json(none))?.frame.fingers == 0)
  }

  @Test func `a frame is only movement if no finger lands or lifts`() throws {
    for (phases, isOnlyMovement) in [
      (["moved"], true), (["stationary"], true), (["moved", "stationary"], true),
      (["moved", "began"], false),
      (["ended"], false), (["cancelled", "stationary"], false),
    ] {
      let touches = phases.map { #"{"id":1,"phase":"\#($0)","x":1,"y":1}"# }.joined(separator: ",")
      let text = #"{"type":"touches","time":1,"state":"changed","touches":[\#(touches)]}"#
      #expect(try MonitoredTouches(Self.json(text))?.isOnlyMovement == isOnlyMovement, "\(phases)")
    }
  }

  @Test func `a withheld contact is read as it was written`() throws {
    let contact = WithheldContact(
      time: 80_000, rule: .palmByEdge, position: Point(2, 30.5), measured: 1.25, limit: 5, unit: .mm)
    let text = Self.written { WithheldText.write(contact, device: "pad", to: &$0) }
    let read = try #require(WithheldContact(try Self.json(text)))
    #expect(Self.written { WithheldText.write(read, device: "pad", to: &$0) } == text)
    // Without its time and unit.
    let least = text.replacing(#""time":0.080000,"#, with: "").replacing(#""unit":"mm","#, with: "")
    let later = try #require(WithheldContact(try Self.json(least)))
    #expect((later.time, later.unit) == (0, .device))
  }

  @Test(arguments: [
    ("notice", "gestured: ready"), ("warning", "gestured: warning: ready"),
    ("error", "gestured: error: ready"),
  ]) func `a line of the log has its level`(level: String, text: String) throws {
    let json = Self.written { LogJSON.write("ready", level: level, at: 9_120_000, to: &$0) }
    #expect(try MonitoredLine(Self.json(json))?.text == text)
  }
}
