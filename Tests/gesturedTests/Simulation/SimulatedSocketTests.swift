import ControlProtocol
import GestureCore
import GestureTesting
import Glibc
import Testing

@testable import gestured

/// The methods of the control socket (docs/socket.md) and its subscriptions, in a whole daemon.
@Suite(.serialized)
struct SimulatedSocketTests {
  private static let configuration = """
    [[gesture]]
    name = "tap"
    type = "tap"
    notify = "tapped"

    [[gesture]]
    name = "drag"
    type = "pan"
    fingers = 1
    when = { app = "firefox" }

    [[gesture]]
    name = "turn"
    type = "rotation"
    enabled = false

    """
  private static let drag = "[[gesture]]\nname = \"drag\"\ntype = \"pan\"\nfingers = 1\n"
  private static let done = JSONValue.of("{}")

  private static func gesture(_ world: SimulatedWorld, _ name: String) -> JSONValue {
    world.ask("ListGestures")["parameters"]?["gestures"]?.array?.first { $0["name"]?.string == name } ?? .null
  }
  private static func status(_ world: SimulatedWorld) -> JSONValue {
    world.ask("Status")["parameters"] ?? .null
  }

  // MARK: Calls

  @Test func `unknown names have typed errors`() async {
    await #expect(processExitsWith: .success) {
      let service = "org.varlink.service."
      let cases: [(method: String, parameters: String, error: String, details: String)] = [
        (
          "org.gestured.Gestures.Dance", "{}", service + "MethodNotFound",
          #"{"method":"org.gestured.Gestures.Dance"}"#
        ),
        (
          "org.example.Other.Call", "{}", service + "InterfaceNotFound",
          #"{"interface":"org.example.Other"}"#
        ),
        (
          "org.varlink.service.GetInterfaceDescription", #"{"interface":"x.y"}"#,
          service + "InterfaceNotFound", #"{"interface":"x.y"}"#
        ),
        ("SetEnabled", #"{"gesture":"no","enabled":true}"#, "NoSuchGesture", #"{"name":"no"}"#),
        ("Trigger", #"{"gesture":"no"}"#, "NoSuchGesture", #"{"name":"no"}"#),
        (
          "Trigger", #"{"gesture":"tap","state":"ended"}"#, "NoSuchState",
          #"{"gesture":"tap","state":"ended"}"#
        ),
        (
          "Trigger", #"{"gesture":"tap","state":"dancing"}"#, service + "InvalidParameter",
          #"{"parameter":"state"}"#
        ),
        ("SetEnabled", #"{"gesture":"tap"}"#, service + "InvalidParameter", #"{"parameter":"enabled"}"#),
        ("SetEnabled", #"{"device":"no","enabled":true}"#, "NoSuchDevice", #"{"name":"no"}"#),
        (
          "SetEnabled", #"{"gesture":"tap","device":"x","enabled":true}"#, service + "InvalidParameter",
          #"{"parameter":"gesture"}"#
        ),
        (
          "SetEnabled", #"{"gesture":5,"enabled":true}"#, service + "InvalidParameter",
          #"{"parameter":"gesture"}"#
        ),
        ("SetContext", #"{"values":{"app":1}}"#, service + "InvalidParameter", #"{"parameter":"values"}"#),
        ("CheckConfiguration", "{}", service + "InvalidParameter", #"{"parameter":"path"}"#),
        ("Subscribe", "{}", service + "ExpectedMore", "{}"),
        ("Subscribe", #"{"types":["tipp"]}"#, service + "InvalidParameter", #"{"parameter":"types"}"#),
      ]
      try SimulatedWorld.play(Tests.configuration) { world, _ in
        for row in cases {
          let error = row.error.contains(".") ? row.error : "\(GestureInterface.name).\(row.error)"
          let expected = JSONValue.of(#"{"error":"\#(error)","parameters":\#(row.details)}"#)
          #expect(world.ask(row.method, row.parameters) == expected, "\(row.method) \(row.parameters)")
        }
      }
    }
  }

  @Test func `the status and the lists agree`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play(Tests.configuration) { world, _ in
        let status = Tests.status(world)
        #expect(status["configuration"]?.string == "\(world.directory)/config.toml")
        #expect(status["problems"]?.array == [] && status["holders"]?.array == [])
        let gestures = status["gestures"]?.array ?? []
        #expect(gestures.map { $0["name"]?.string } == ["tap", "drag", "turn"])
        #expect(gestures.map { $0["enabled"]?.bool } == [true, true, false])
        #expect(gestures.map { $0["permitted"]?.bool } == [true, false, true])
        #expect(world.ask("ListDevices")["parameters"]?["devices"] == status["devices"])
        let listed = world.ask("ListGestures")["parameters"]?["gestures"]?.array ?? []
        #expect(listed.map { $0["name"]?.string } == ["tap", "drag", "turn"])
      }
    }
  }

  @Test func `switches and the context`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play(Tests.configuration) { world, _ in
        func isDone(_ method: String, _ parameters: String) -> Bool {
          world.ask(method, parameters)["parameters"] == Tests.done
        }
        #expect(isDone("SetEnabled", #"{"gesture":"turn","enabled":true}"#))
        #expect(Tests.gesture(world, "turn")["enabled"]?.bool == true)
        #expect(isDone("SetContext", #"{"values":{"app":"firefox"}}"#))
        #expect(Tests.gesture(world, "drag")["permitted"]?.bool == true)
        #expect(isDone("SetContext", #"{"values":{"app":""}}"#))
        #expect(Tests.gesture(world, "drag")["permitted"]?.bool == false)
      }
    }
  }

  @Test func `a reload reports errors and keeps the last valid configuration`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play(Tests.configuration) { world, _ in
        let none = world.ask("Reload")["parameters"]?["problems"]?.array
        #expect(none?.allSatisfy { $0["severity"]?.string != "problem" } == true)
        world.write("[[gesture]]\ntype = \"swype\"\n")
        let problems = world.ask("Reload")["parameters"]?["problems"]?.array ?? []
        #expect(problems.count == 1 && problems.first?["severity"]?.string == "problem")
        #expect(problems.first?["line"]?.int == 2 && problems.first?["column"]?.int == 8)
        #expect(problems.first?["message"]?.string?.contains("did you mean \"swipe\"") == true)
        let status = Tests.status(world)
        #expect(status["problems"]?.array == problems && status["gestures"]?.array?.count == 3)
      }
    }
  }

  @Test func `the context is bounded`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play(Tests.configuration) { world, _ in
        func set(_ values: [(String, String)]) -> String? {
          let text = values.map { #""\#($0)":"\#($1)""# }.joined(separator: ",")
          let reply = world.ask("SetContext", #"{"values":{\#(text)}}"#)
          return reply["error"] == nil ? nil : reply["parameters"]?["parameter"]?.string ?? ""
        }
        let long = { String(repeating: "x", count: $0) }
        #expect(set([("app", long(1025))]) == "values: the value of `app` has more than 1024 bytes")
        #expect(set([(long(65), "x")]) == "values: a key has at most 64 bytes")
        #expect(Tests.status(world)["context"] == Tests.done, "nothing of it was set")
        let all = (0..<64).map { ("k\($0)", "x") }
        #expect(set(all) == nil)
        #expect(set([("k64", "x")]) == "values: at most 64 keys can be set")
        #expect(set(all.map { ($0.0, "") }) == nil)
        for number in 0..<100 {
          #expect(set([("k\(number)", long(1000))]) == nil && set([("k\(number)", "")]) == nil)
        }
        #expect(set(all) == nil, "removed keys have left room")
      }
    }
  }

  @Test func `a oneway call has no reply, and calls are answered in their order`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play(Tests.configuration) { world, _ in
        let client = world.connect()
        let call =
          #"{"method":"org.gestured.Gestures.SetEnabled","oneway":true,"parameters":{"gesture":"turn","enabled":true}}"#
        client.write(Array(call.utf8) + [0])
        client.call("ListDevices")
        client.call("org.varlink.service.GetInfo")
        client.send()
        world.run(for: 0)
        #expect(client.replies.count == 2 && client.replies.first?["parameters"]?["devices"] != nil)
        #expect(client.replies.last?["parameters"]?["product"]?.string == "gestured")
        #expect(client.replies.last?["parameters"]?["version"]?.string == GestureInterface.version)
        #expect(Tests.gesture(world, "turn")["enabled"]?.bool == true)
      }
    }
  }

  // MARK: States

  @Test func `a gesture's state, fingers, measures and age without an event`() async {
    await #expect(processExitsWith: .success) {
      let text = Tests.configuration.replacing("when = { app = \"firefox\" }", with: "")
      try SimulatedWorld.play(text) { world, hands in
        for x in [50.0, 52, 54, 56] { hands[0].frame([0: Point(x, 50)]) }
        let late = world.stream("Subscribe", #"{"gestures":["drag"]}"#)
        let states = world.ask("GetState")["parameters"]?["states"]?.array ?? []
        #expect(states.map { $0["gesture"]?.string } == ["tap", "drag", "turn"])
        guard states.count == 3 else { return }
        let (tap, drag, turn) = (states[0], states[1], states[2])
        #expect(drag["device"]?.string == "event1" && drag["type"]?.string == "pan")
        #expect(drag["state"]?.string == "changed" && drag["fingers"]?.int == 1)
        #expect(drag["location"] == .of(#"{"x":56,"y":50}"#) && drag["start"] == .of(#"{"x":50,"y":50}"#))
        let (since, time) = (drag["since"]?.double ?? 0, drag["time"]?.double ?? 0)
        #expect(since > 0 && time > since)
        #expect(
          tap["state"]?.string == "failed" && tap["since"]?.double == since && tap["translation"] == nil)
        #expect(turn["state"]?.string == "possible" && turn["fingers"]?.int == 0)
        for key in ["since", "location", "rotation"] { #expect(turn[key] == nil) }
        // The velocity of a resting finger becomes 0, because time passes without a frame.
        #expect(drag["velocity"]?["x"]?.double ?? 0 > 0)
        world.run(for: .second)
        let now = world.ask("GetState", #"{"gestures":["drag"]}"#)["parameters"]?["states"]?.array ?? []
        #expect(now.count == 1 && now.first?["velocity"]?["x"]?.double == 0)
        #expect(now.first?["since"]?.double == since && now.first?["translation"]?["x"]?.double == 6)
        #expect(now.first?["time"]?.double ?? 0 > time)
        // One that subscribes in the middle gets the whole motion.
        _ = world.ask("SetEnabled", #"{"gesture":"drag","enabled":false}"#)
        #expect(late.events.map { $0["state"]?.string } == ["cancelled"])
        #expect(late.events.first?["delta"] == .of(#"{"x":6,"y":0}"#) && late.events.first?["dropped"] == nil)
      }
    }
  }

  // MARK: Subscriptions

  @Test func `a notification for subscribers is the event's message`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play(Tests.configuration) { world, hands in
        let all = world.stream("Subscribe")
        let (taps, others) = (
          world.stream("Subscribe", #"{"gestures":["tap"]}"#),
          world.stream("Subscribe", #"{"types":["pan"]}"#)
        )
        hands[0].tap()
        #expect(all.events.map { $0["message"]?.string } == ["tapped"])
        #expect(taps.events == all.events && others.events == [])
      }
    }
  }

  @Test func `the sum of the increments is the total, whatever was dropped`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play(Tests.drag) { world, hands in
        let slow = world.stream("Subscribe", #"{"states":["began","changed","ended"]}"#)
        slow.isReading = false
        let hand = hands[0]
        hand.land(50, 50)
        // More events than the socket and the queue of a client hold.
        for step in 1...6_000 { hand.frame([0: Point(50 + Double(step % 97), 50)], wait: .millisecond) }
        hand.lift()
        slow.isReading = true
        world.run(for: .second)
        let events = slow.events
        let total = events.reduce(0) { $0 + ($1["delta"]?["x"]?.double ?? 0) }
        #expect(events.last?["state"]?.string == "ended")
        #expect(abs(total - (events.last?["translation"]?["x"]?.double ?? .nan)) < 0.2, "\(total)")
        let dropped = events.reduce(0) { $0 + ($1["dropped"]?.int ?? 0) }
        #expect(dropped > 100 && events.count + dropped > 5_900, "\(dropped)")
        func subscribers() -> JSONValue { Tests.status(world)["subscribers"] ?? .null }
        #expect(subscribers()["dropped"]?.int ?? 0 >= dropped)
        slow.end()
        #expect(subscribers()["count"]?.int == 0)
        #expect(subscribers()["dropped"]?.int ?? 0 >= dropped, "the count of one that has gone stays")
      }
    }
  }

  @Test func `contacts that were withheld are for those that want reasons, and are counted`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play("[[gesture]]\nname = \"tap\"\ntype = \"tap\"\n") { world, hands in
        let reasons = world.stream("Subscribe", #"{"explain":true,"types":["swipe"]}"#)
        let plain = world.stream("Subscribe")
        for _ in 0..<20 {
          hands[0].tap(2, 50)
          world.run(for: 200 * .millisecond)
        }
        #expect(reasons.events.map { $0["state"]?.string } == Array(repeating: "withheld", count: 20))
        #expect(
          reasons.events.first?["detail"]?.string == "landed from the side by 2 mm, within 5 mm (palm_edge)",
          "\(reasons.events.first ?? .null)")
        #expect(plain.events == [])
        #expect(Tests.status(world)["devices"]?.array?.first?["withheld"] == .of(#"{"palm-edge":20}"#))
      }
    }
  }

  /// What follows from the events of touches must follow in each frame from the one before.
  static func touchFaults(_ events: [JSONValue]) -> [String] {
    var faults: [String] = []
    var down: [Int: JSONValue] = [:]
    for event in events {
      let touches = event["touches"]?.array ?? []
      let ids = touches.compactMap { $0["id"]?.int }
      let (began, left) = (
        touches.filter { $0["phase"]?.string == "began" },
        touches.filter { ["ended", "cancelled"].contains($0["phase"]?.string) }
      )
      func note(_ isRight: Bool, _ text: String) { if !isRight { faults.append("\(text): \(event)") } }
      note(Set(ids).count == ids.count, "one touch twice")
      note(Set(down.keys).isSubset(of: ids), "a touch is missing")
      note(Set(ids.filter { down[$0] == nil }) == Set(began.compactMap { $0["id"]?.int }), "a touch began")
      for touch in touches where touch["phase"]?.string == "stationary" {
        let before = down[touch["id"]?.int ?? -1]
        note(before?["x"] == touch["x"] && before?["y"] == touch["y"], "a touch has moved")
      }
      let count = down.count
      for touch in touches { down[touch["id"]?.int ?? -1] = touch }
      for touch in left { down[touch["id"]?.int ?? -1] = nil }
      note(event["fingers"]?.int == max(count, down.count), "fingers")
      let state = count == 0 ? "began" : down.isEmpty ? "ended" : "changed"
      note([state, "cancelled"].contains(event["state"]?.string), "not \(state)")
      for axis in ["x", "y"] {
        let places = touches.compactMap { $0[axis]?.double }
        let mean = places.reduce(0, +) / Double(max(places.count, 1))
        note(abs((event["location"]?[axis]?.double ?? .nan) - mean) < 1e-3, "the location's \(axis)")
      }
    }
    if !down.isEmpty { faults.append("\(down.keys) are left") }
    return faults
  }

  @Test func `touches are sent whole and in order, without a gesture and only to those that want them`() async
  {
    await #expect(processExitsWith: .success) {
      let text = "[[gesture]]\nname = \"t\"\ntype = \"tap\"\nfingers = 5\ntaps = 3\n"
      try SimulatedWorld.play(text) { world, hands in
        let touches = world.stream("Subscribe", #"{"touches":true}"#)
        let ends = world.stream(
          "Subscribe", #"{"touches":true,"gestures":["no"],"types":["swipe"],"states":["began","ended"]}"#)
        let plain = world.stream("Subscribe")
        for seed in 1...20 as ClosedRange<UInt64> {
          let frames = SimulationTests.hand(seed: seed, sequences: 2).frames
          let offset = world.now + .second - SimulationTests.start
          world.play(
            frames.map { frame in
              (
                frame.time + offset,
                frame.events.map {
                  InputEvent(time: $0.time + offset, type: $0.type, code: $0.code, value: $0.value)
                }
              )
            }, on: hands[0].pad)
          world.run(until: (frames.last?.time ?? 0) + offset + 2 * .second)
        }
        let events = touches.events.filter { $0["type"]?.string == "touches" }
        #expect(events.count > 500 && Tests.touchFaults(events) == [], "\(events.count)")
        #expect(Set(events.map { $0["gesture"]?.string }) == [""])
        let states = ends.events.map { $0["state"]?.string }
        #expect(states.count > 40 && Set(states) == ["began", "ended"])
        #expect(plain.events == [])
      }
    }
  }

  @Test func `touches are sent before the events of gestures that they cause`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play("[[gesture]]\nname = \"t\"\ntype = \"tap\"\n") { world, hands in
        let events = world.stream("Subscribe", #"{"touches":true}"#)
        for _ in 0..<3 {
          hands[0].tap()
          world.run(for: .second)
        }
        let made = events.events.map { "\($0["type"]?.string ?? "") \($0["state"]?.string ?? "")" }
        #expect(
          made
            == Array(repeating: ["touches began", "touches ended", "tap recognized"], count: 3).flatMap { $0 }
        )
        let times = events.events.compactMap { $0["time"]?.double }
        #expect(times == times.sorted() && times[1] == times[2])
      }
    }
  }

  // MARK: Clients that do not follow the protocol

  @Test func `an invalid call gets an error, and closes its connection alone`() async {
    await #expect(processExitsWith: .success) {
      let nested = { (open: String, close: String, count: Int) in
        String(repeating: open, count: count) + "1" + String(repeating: close, count: count)
      }
      let messages: [[UInt8]] =
        [
          "{", "nonsense", "[]", #""text""#, "{}", #"{"method": 5}"#, #"{"method": "a.b", "parameters": []}"#,
          #"{"method": "a.b", "method": "a.c"}"#, #"{"method": "a.b", "more": "yes"}"#,
          #"{"method": "a.b", "x": 1}"#, "", #"{"method": "a\u0000b"}"#, nested("[", "]", 5_000),
          #"{"method": "a.b", "parameters": {"x": "# + nested(#"{"a":"#, "}", 40) + "}}",
        ].map { Array($0.utf8) } + [[0xff, 0xfe]]
      try SimulatedWorld.play(Tests.configuration) { world, _ in
        let other = world.stream("Subscribe")
        for message in messages {
          let client = world.connect()
          client.write(message + [0])
          client.send()
          world.run(for: 0)
          let text = String(decoding: message.prefix(40), as: UTF8.self)
          #expect(
            client.replies.map { $0["error"]?.string } == ["org.varlink.service.InvalidParameter"], "\(text)")
          #expect(client.isAtEnd, "\(text)")
        }
        #expect(!other.isAtEnd && Tests.status(world)["version"] != nil)
      }
    }
  }

  @Test func `a message of more than a mebibyte ends its connection`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play(Tests.configuration) { world, _ in
        let client = world.connect()
        client.write(Array(repeating: UInt8(ascii: "x"), count: 5 << 19))
        for _ in 0..<2_000 where !client.isAtEnd {
          client.send()
          world.run(for: .millisecond)
        }
        #expect(client.isAtEnd)
        for reply in client.replies {
          #expect(reply["error"]?.string == "org.varlink.service.InvalidParameter")
        }
        #expect(Tests.status(world)["version"] != nil)
      }
    }
  }

  @Test func `so many connections and no more, and always one for the lock`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play(Tests.configuration) { world, _ in
        let clients = (0..<128).map { _ in world.connect() }
        for client in clients {
          client.call("org.varlink.service.GetInfo")
          client.send()
        }
        world.run(for: 0)
        #expect(clients.allSatisfy { $0.replies.first?["parameters"] != nil })
        let refused = JSONValue.of(
          #"{"error":"org.gestured.Gestures.TooManyConnections","parameters":{"limit":128}}"#)
        #expect(world.ask("Status") == refused)
        // The places for the lock are no others: those who take them and say nothing make room for the next.
        let silent = (0..<8).map { _ in world.connect() }
        world.run(for: 0)
        #expect(silent.prefix(4).allSatisfy { $0.replies == [refused] && $0.isAtEnd })
        #expect(world.ask("SetContext", #"{"values":{"app":"a"}}"#) == refused)
        #expect(world.ask("SetContext", #"{"values":{"locked":"yes"}}"#)["parameters"] == Tests.done)
        clients[0].call("Status")
        clients[0].send()
        world.run(for: 0)
        #expect(clients[0].replies.last?["parameters"]?["context"] == .of(#"{"locked":"yes"}"#))
        clients[1].end()
        world.run(for: 0)
        #expect(Tests.status(world)["version"] != nil)
      }
    }
  }
}

private typealias Tests = SimulatedSocketTests
