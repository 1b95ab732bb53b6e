import ControlProtocol
import GestureCore
import Testing

@testable import gestured

/// What is written of the members of an event (`EventMember`).
@Suite struct `members of events` {
  private static let surface = EventSurface(
    stage: Size(width: 100, height: 60),
    zones: [
      ("left", Region(left: 0, right: 50, top: 0, bottom: 60)),
      ("top", Region(left: 0, right: 100, top: 0, bottom: 30)),
      ("right", Region(left: 50, right: 100, top: 0, bottom: 60)),
    ], name: "left")

  /// An event that has everything, which no gesture has.
  private static var full: GestureEvent {
    var event = GestureEvent()
    (event.time, event.gestureTime, event.state) = (20_000, 10_000, .step)
    (event.fingers, event.taps, event.step, event.stepCount) = (2, 1, 1, 2)
    (event.location, event.start) = (Point(31.2, 40), Point(10, 20))
    event.placeInZone = Point(0.25, 0.75)
    event.sequence = 5_000
    (event.translation, event.velocity, event.delta) = (Point(8, 0), Point(200, 0), Point(2, -0.5))
    (event.scale, event.scaleVelocity, event.scaleFactor) = (1.2, 3, 0.1)
    (event.rotation, event.rotationVelocity, event.rotationDelta) = (0.5, 1, 0.25)
    (event.direction, event.edge, event.side, event.progress) = (.left, .left, .left, 0.5)
    (event.duration, event.score, event.distance, event.z) = (1, 0.9, 3, 0.3)
    (event.force, event.pressure, event.forceStage) = (250.5, 0.25, 1)
    event.dropped = 3
    return event
  }

  @Test func `JSON has the members in the order of the table`() throws {
    var names = EventNames(device: "event7", gestures: ["a", "b"])
    (names.surface, names.roster) = (Self.surface, [0, 1])
    var json = JSONWriter()
    var step = GestureEvent()
    (step.type, step.step, step.time, step.fingers, step.taps) = (.tap, 1, 60_000, 2, 1)
    let attachments = EventAttachments(touches: [Point(1, 2)], steps: [step], message: "m")
    EventJSON.write(Self.full, names: names, attachments: attachments, to: &json)
    let text = String(decoding: json.bytes, as: UTF8.self)
    let tail = text.components(after: "\"of\":2,")
    #expect(
      tail
        == """
        "steps":[{"step":1,"time":0.060000,"type":"tap","fingers":2,"location":{"x":0,"y":0},"taps":1}],\
        "start":{"x":10,"y":20},"zone":["left","top"],"delta":{"x":2,"y":-0.5000},"scale_factor":0.1000,\
        "rotation_delta":0.2500,"dropped":3,"predicted_end":{"x":107.8000,"y":0},"stage":{"width":100,"height":60},"in":["a","b"]}
        """)
  }

  @Test func `a client's gesture has a number and a text in place of the height`() throws {
    var event = GestureEvent()
    (event.type, event.number) = (.client, 3)
    var names = EventNames(device: "event7", gestures: ["letter"])
    names.remarks = [0: "L"]
    var json = JSONWriter()
    EventJSON.write(event, names: names, to: &json)
    let value = try JSONValue(parsing: json.bytes)
    #expect((value["number"]?.double, value["text"]?.string) == (3, "L"))
    #expect(value["z"] == nil)
    let block = CommandEnvironment(inherited: []).make(
      for: CommandEnvironment.GestureEntries(name: "letter", type: .client),
      CommandInput(OutgoingEvent(event, names: names)))
    let entries = block.bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    #expect(entries.contains("GESTURED_NUMBER=3") && entries.contains("GESTURED_TEXT=L"))
  }

  @Test func `the table has the words of directions and sides`() {
    let sides = TipTapSide.allCases.filter { $0 != .any }.map(\.rawValue)
    for words in [DirectionSet.swipeWords, sides] {
      #expect(EventMember.all.contains { "\($0.help)".hasPrefix(words.joined(separator: ", ")) })
    }
  }

  private static func environment(_ event: GestureEvent, touches: [Point] = []) -> [String: String] {
    let environment = CommandEnvironment(inherited: [])
    let gesture = CommandEnvironment.GestureEntries(name: "a", type: .pan)
    var found: [String: String] = [:]
    var names = EventNames(device: "event7", gestures: [])
    names.surface = surface
    let outgoing = OutgoingEvent(event, names: names, touches: touches[...])
    let block = environment.make(for: gesture, CommandInput(outgoing, steps: -3))
    #expect(block.bytes.last == 0)
    for entry in block.bytes.dropLast().split(separator: 0, omittingEmptySubsequences: false) {
      let pair = entry.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      found[String(decoding: pair[0], as: UTF8.self)] = String(decoding: pair[1], as: UTF8.self)
    }
    return found
  }

  @Test func `the environment has the values as text`() {
    let found = Self.environment(Self.full, touches: [Point(1, 2.5), Point(-3, 4)])
    #expect(found["GESTURED_TOUCHES"] == "1,2.5000 -3,4")
    #expect(found["GESTURED_ZONE"] == "left top")
    #expect((found["GESTURED_ZONE_X"], found["GESTURED_ZONE_Y"]) == ("0.2500", "0.7500"))
    #expect((found["GESTURED_START_X"], found["GESTURED_START_Y"]) == ("10", "20"))
    #expect((found["GESTURED_DELTA_X"], found["GESTURED_DELTA_Y"]) == ("2", "-0.5000"))
    #expect((found["GESTURED_SCALE_FACTOR"], found["GESTURED_ROTATION_DELTA"]) == ("0.1000", "0.2500"))
    #expect((found["GESTURED_PREDICTED_END_X"], found["GESTURED_PREDICTED_END_Y"]) == ("107.8000", "0"))
    #expect((found["GESTURED_STAGE_WIDTH"], found["GESTURED_STAGE_HEIGHT"]) == ("100", "60"))
  }

  @Test func `no variable stands for what an event has not`() {
    let found = Self.environment(GestureEvent())
    #expect(
      Set(found.keys)
        == Set(
          ["GESTURE", "TYPE", "STATE", "TIME", "DEVICE", "NODE", "FINGERS", "X", "Y", "STEPS"].map {
            "GESTURED_\($0)"
          }))
  }

  @Test func `ten touches and many zones fit`() {
    var event = Self.full
    event.start = .zero
    let touches = (0..<10).map { Point(-999.9999 - Double($0), -999.9999) }
    let places = Self.environment(event, touches: touches)["GESTURED_TOUCHES"]
    #expect(places?.split(separator: " ").count == 10)
    #expect(places?.hasSuffix("-1008.9999,-999.9999") == true)
  }

  @Test func `merged events have the increments of all since the last one that was read`() {
    let lane = CommandLane(device: "event7")
    func add(_ kind: CommandQueue.Kind, _ state: GestureState, _ x: Double, steps: Int = 0) {
      var event = Self.full
      (event.state, event.time, event.translation) = (state, Timestamp(x * 1000), Point(x, -x))
      (event.scale, event.rotation) = (1 + x / 10, x / 10)
      let outgoing = OutgoingEvent(event, names: EventNames(device: "event7", gestures: []))
      let input = CommandInput(outgoing, steps: steps)
      lane.append(CommandQueue.Entry(kind: kind, commands: [], input: input, limit: 4))
    }
    func next() -> GestureEvent? { lane.next(mayMerge: true)?.input.event }
    add(.once, .began, 2)
    add(.once, .began, 2)
    for _ in 0..<2 { #expect(next()?.delta == Point(2, -2), "two tables of one event") }
    for x in 3...5 {
      add(.changed, .changed, Double(x))
      add(.step(forward: [], backward: []), .changed, Double(x), steps: 1)
    }
    #expect(lane.waiting.count == 2)
    let changed = next()
    #expect((changed?.delta, changed?.dropped) == (Point(3, -3), 2))
    #expect(((changed?.scaleFactor ?? 0) * 1000).rounded() == 1250)
    #expect(((changed?.rotationDelta ?? 0) * 10).rounded() == 3)
    #expect(next()?.delta == Point(5, -5), "steps are read apart")
    add(.once, .ended, 6)
    let ended = next()
    #expect((ended?.delta, ended?.dropped) == (Point(1, -1), 0))
  }
}

extension String {
  /// What stands after the first place of a text.
  fileprivate func components(after text: String) -> String {
    guard let range = firstRange(of: text) else { return "" }
    return String(self[range.upperBound...])
  }
}
