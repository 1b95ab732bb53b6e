import ControlProtocol
import Evdev
import GestureConfig
import GestureCore
import Glibc
import Testing

@testable import gesturectl

/// Where `watch` gets its devices, touches and events.
struct WatchSourceTests {
  private static let configuration = """
    [[gesture]]
    name = "menu"
    type = "tap"
    fingers = 2

    [[gesture]]
    name = "next"
    type = "swipe"
    fingers = 3
    direction = "up"
    min_distance = "15mm"
    """

  // MARK: Recordings

  private static func played(_ words: String) throws -> PlayedRecording {
    let words = try MotionWords(words, .touchpad)
    let loaded = try #require(Configuration.load(text: configuration, path: "c.toml").configuration)
    return try PlayedRecording(words.pad.recording(of: words.hand, name: "hand"), loaded)
  }

  @Test func `a recording is shown as its frames and events, each at its time`() throws {
    let played = try Self.played("tap 2; wait 10s; swipe 3 up")
    #expect(
      played.model.devices.keys.map(\.self) == ["hand"] && played.model.device?.title == "drawn touchpad")
    #expect(played.model.device?.definitions.map(\.name) == ["menu", "next"])
    let stage = played.model.device?.stage
    #expect(stage?.width == 120 && stage?.height == 75)
    #expect(zip(played.steps, played.steps.dropFirst()).allSatisfy { $0.time <= $1.time })

    var model = played.model
    let source = RecordedSource(played.steps, device: "hand")
    #expect(source.take(into: &model) && model.count == 1 && !source.isOver && model.notice == "")
    let left = source.timeout()
    #expect((0...104).contains(left), "the lift of the tap comes next")
    source.skipToEnd()
    #expect(source.take(into: &model) && source.isOver)
    #expect(model.sequences.map(\.recognized) == [[0], [1]] && model.notice == "end of the recording")
    #expect(model.notes.count == 2 && model.notes[0].text.hasPrefix("0.104 menu tap 2 recognized"))
    #expect(!source.take(into: &model) && source.timeout() == -1 && source.descriptor == -1)
  }

  @Test func `a paused recording waits`() throws {
    var model = try Self.played("tap 2").model
    let frame = ReplayRunner.Output.frame(
      WatchTests.frame(0, .began, fingers: 1), WatchTests.touches(20, .began, 1)[...])
    let later = ReplayRunner.Output.frame(
      WatchTests.frame(60_000, .ended, fingers: 1), WatchTests.touches(20, .ended, 1)[...])
    let source = RecordedSource([(0, frame), (60_000_000, later)], device: "hand")
    source.setPaused(true)
    source.setPaused(true)
    #expect(!source.take(into: &model) && source.timeout() == -1 && model.count == 0)
    source.setPaused(false)
    #expect(source.take(into: &model) && model.count == 1)
    #expect((50_000...60_001).contains(source.timeout()))
    source.setPaused(false)
    #expect(!source.take(into: &model) && model.notice == "")
    let broken = RecordedSource([(.min, frame), (.max, later)], device: "hand")
    #expect(
      broken.take(into: &model) && broken.timeout() == .max, "times of a broken recording do not overflow")
    let none = RecordedSource([], device: "hand")
    #expect(none.timeout() == -1 && none.take(into: &model) && model.notice == "end of the recording")
  }

  // MARK: The daemon's devices

  private static func devices() throws -> [String: WatchModel.Device] {
    let status = """
      {"devices":[
        {"name":"Pad","node":"/dev/input/event7","kind":"touchpad","width":100,"height":60,
         "zones":[{"name":"corner","left":70,"right":100,"top":0,"bottom":18}]},
        {"name":"Screen","node":"/tmp/hand.evemu","kind":"touchscreen","width":200,"height":120},
        {"name":"Other","node":"/dev/input/event9","kind":"touchpad"}],
       "gestures":[{"name":"menu","device":"event7","type":"tap","fingers":"2","zone":"corner",
          "keys":{"allowable_movement":9.5,"max_duration":0.4}},
        {"name":"next","device":"event7","type":"swipe","fingers":"3","keys":{"min_distance":[20,30]}},
        {"name":"gone","device":"event7","type":"pan","fingers":"2..4"},
        {"name":"strange","device":"event7","type":"wave","fingers":"2"},
        {"name":"menu","device":"hand","type":"tap","fingers":"2"}]}
      """
    return WatchedDevices(status: try JSONValue(parsing: Array(status.utf8))).devices
  }
  private static func distance(_ definition: RecognizerDefinition?) -> Double? {
    definition?.parameters.as(SwipeParameters.self)?.minDistanceFast
  }

  @Test func `each device has the gestures, limits and zones that the daemon says`() throws {
    let devices = try Self.devices()
    #expect(devices.keys.sorted() == ["event7", "hand"])
    let pad = try #require(devices["event7"])
    #expect(pad.title == "Pad" && pad.stage.width == 100 && pad.stage.height == 60)
    #expect(pad.definitions.map(\.name) == ["menu", "next", "gone"])
    #expect(pad.definitions.map(\.fingers) == [2...2, 3...3, 2...4])
    #expect(Self.distance(pad.definitions[1]) == 30)
    let tap = try #require(pad.definitions[0].parameters.as(TapParameters.self))
    #expect(tap.allowableMovement == 9.5 && tap.maxDuration == 400_000)
    let region = try #require(pad.definitions[0].region)
    #expect(region == Region(left: 70, right: 100, top: 0, bottom: 18))
    #expect(region.reachesRight && !region.reachesBottom && pad.zones.map(\.name) == ["corner"])
    #expect(
      devices["hand"]?.definitions.map(\.name) == ["menu"] && devices["hand"]?.deviceClass == .touchscreen)
  }

  @Test func `a row and a summary say what kept a touch from a gesture, as the daemon words it`() throws {
    var model = WatchModel(devices: try Self.devices())
    model.consume(WatchTests.frame(0, .began), WatchTests.touches(20, .began, 1, 2), device: "event7")
    model.consume(WatchTests.frame(50, .ended), WatchTests.touches(20, .ended, 1, 2), device: "event7")
    let events = [
      #"{"gesture":"menu","type":"tap","reason":"disabled","detail":"disabled""#,
      #"{"gesture":"next","type":"swipe","reason":"landed-outside","zone":["corner"],"measured":10,"unit":"mm","detail":"""#,
      #"{"gesture":"touch","type":"tap","reason":"other-class","detail":"for touchscreens; this is a touchpad""#,
    ]
    for event in events {
      let json = try JSONValue(
        parsing: Array((event + #","state":"failed","time":0.05,"device":"event7"}"#).utf8))
      let known = try #require(MonitoredEvent(json, &model.names))
      model.consume(known.event, known.attachments, device: "event7")
    }
    let reasons = Dictionary(GestureRow.rows(model).map { ($0.name, $0.reason) }) { first, _ in first }
    #expect(reasons["menu"] == "disabled")
    #expect(reasons["touch"] == "for touchscreens; this is a touchpad")
    let text = SequenceText(names: model.names)
    #expect(
      text.details(try #require(model.shown)).sorted() == [
        "menu: disabled", "touch: for touchscreens; this is a touchpad",
      ])
  }
}
