import ControlProtocol
import GestureCore
import Glibc
import Testing

@testable import gestured

/// Programs that recognize gestures of type `client`: Recognize and Propose (recognizers.md §4.17), in a whole daemon.
@Suite(.serialized)
struct SimulatedRecognizerTests {
  private static let letter =
    "[[gesture]]\nname = \"letter\"\ntype = \"client\"\npatience = \"20s\"\n"
  private static let tap = "[[gesture]]\nname = \"tap\"\ntype = \"tap\"\n"
  private static let waitingTap = tap + "require_failure_of = \"letter\"\n"

  /// A program that recognizes a gesture.
  private final class Recognizer {
    private let world: SimulatedWorld
    let client: SimulatedClient
    let token: String
    /// How many of the replies were looked at.
    private var seen = 1

    init(_ world: SimulatedWorld) {
      self.world = world
      client = world.stream("Recognize", #"{"gesture":"letter"}"#)
      token = client.replies.first?["parameters"]?["started"]?["token"]?.string ?? ""
      #expect(!token.isEmpty && client.replies[0]["parameters"]?["started"]?["patience"]?.double != nil)
    }

    /// The frames since the last call.
    func frames() -> [JSONValue] {
      let new = client.replies.dropFirst(seen)
      seen += new.count
      return new.compactMap { $0["parameters"]?["frame"] }
    }

    /// The phases of a frame's touches; `reset:failed` for the end of an attempt.
    static func phases(_ frame: JSONValue) -> [String] {
      let phases = frame["touches"]?.array?.compactMap { $0["phase"]?.string } ?? []
      return phases.isEmpty ? ["reset:\(frame["reset"]?.string ?? "")"] : phases
    }
    static func number(_ frame: JSONValue?) -> Int { frame?["number"]?.int ?? -1 }

    /// The number of the first new frame with these phases; −1 without one. Later frames stay new.
    func until(_ phases: String...) -> Int {
      let new = client.replies.dropFirst(seen)
      for (index, reply) in new.enumerated() {
        guard let frame = reply["parameters"]?["frame"], Self.phases(frame) == phases else { continue }
        seen += index + 1
        return Self.number(frame)
      }
      return -1
    }

    func call(_ frame: Int, _ state: String, _ more: String = "") -> JSONValue {
      world.ask(
        "Propose", #"{"gesture":"letter","token":"\#(token)","frame":\#(frame),"state":"\#(state)"\#(more)}"#)
    }
    /// Whether the proposal counts.
    func propose(_ frame: Int, _ state: String, _ more: String = "") -> Bool? {
      call(frame, state, more)["parameters"]?["counted"]?.bool
    }
  }

  /// The states of events, as `tap recognized`, without explanations.
  private static func states(_ subscriber: SimulatedClient) -> [String] {
    subscriber.events.compactMap { event in
      guard let state = event["state"]?.string, !["failed", "possible", "changed"].contains(state) else {
        return nil
      }
      return "\(event["gesture"]?.string ?? "") \(state)"
    }
  }
  private static func event(_ subscriber: SimulatedClient, _ gesture: String, _ state: String) -> JSONValue {
    subscriber.events.first { $0["gesture"]?.string == gesture && $0["state"]?.string == state } ?? .null
  }
  private static func isPermitted(_ world: SimulatedWorld) -> Bool? {
    world.ask("ListGestures")["parameters"]?["gestures"]?.array?
      .first { $0["name"]?.string == "letter" }?["permitted"]?.bool
  }
  private static func explained(_ world: SimulatedWorld) -> SimulatedClient {
    world.stream("Subscribe", #"{"explain":true}"#)
  }
  /// The error of a call, without the interface's name.
  private static func refusal(_ reply: JSONValue) -> String {
    let error = reply["error"]?.string ?? "none"
    let prefix = "\(GestureInterface.name)."
    return error.hasPrefix(prefix) ? String(error.dropFirst(prefix.count)) : error
  }

  @Test func `a program gets the frames, and its values are those of the event`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play(Tests.letter + "run = \"letter\"\n") { world, hands in
        let (hand, program) = (hands[0], Recognizer(world))
        let subscriber = world.stream("Subscribe")
        hand.land(30, 30)
        hand.frame([0: Point(40, 30)])
        hand.lift()
        let frames = program.frames()
        #expect(frames.map(Recognizer.number) == [1, 2, 3])
        #expect(frames.flatMap(Recognizer.phases) == ["began", "moved", "ended"])
        let touches = frames.flatMap { $0["touches"]?.array ?? [] }
        #expect(
          touches.map { $0["x"]?.double } == [30, 40, 40] && Set(touches.map { $0["id"]?.int }).count == 1)
        #expect(Set(frames.map { $0["device"]?.string }) == ["event1"])
        let values = #","values":{"text":"L","number":3,"translation":{"x":7,"y":0}}"#
        #expect(program.propose(3, "ended", values) == true)
        let end = program.frames()
        #expect(end.map(Recognizer.phases) == [["reset:ended"]] && Recognizer.number(end.first) == 3)
        #expect(program.propose(3, "ready") == false, "the attempt is over")
        #expect(Tests.states(subscriber) == ["letter began", "letter ended"])
        #expect(subscriber.events.allSatisfy { $0["text"]?.string == "L" && $0["number"]?.double == 3 })
        let variables = world.machine.programs.first { $0.line == "letter" }?.variables ?? []
        #expect(variables.contains("GESTURED_TEXT=L") && variables.contains("GESTURED_DX=7"), "\(variables)")
      }
    }
  }

  @Test(arguments: [true, false]) func `the force of the touches, where the gesture reads it`(_ reads: Bool)
    async
  {
    await #expect(processExitsWith: .success) { [reads] in
      try SimulatedWorld.play(Tests.letter + "reads_force = \(reads)\n", [.forcepad]) { world, hands in
        let (hand, program) = (hands[0], Recognizer(world))
        hand.land(30, 30)
        hand.frame([:], [(0, AbsoluteCode.contactPressure, 300)])
        hand.frame([0: Point(40, 30)], [(0, AbsoluteCode.contactPressure, 400)])
        hand.lift()
        let touches = program.frames().flatMap { $0["touches"]?.array ?? [] }
        let expected: [(String, Double?, Double?)] =
          reads
          ? [("began", 0, 0), ("stationary", 300, 0.3), ("moved", 400, 0.4), ("ended", 400, 0.4)]
          : [("began", nil, nil), ("moved", nil, nil), ("ended", nil, nil)]
        #expect(touches.map { $0["phase"]?.string } == expected.map(\.0))
        #expect(touches.map { $0["force"]?.double } == expected.map(\.1))
        #expect(touches.map { $0["pressure"]?.double } == expected.map(\.2))
      }
    }
  }

  @Test func `the size of the touches, whose change alone is no frame`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play(Tests.letter, [.touchscreen]) { world, hands in
        let (hand, program) = (hands[0], Recognizer(world))
        hand.land(30, 30)
        hand.frame([0: Point(40, 30)], [(0, AbsoluteCode.touchMajor, 60)])
        hand.frame([:], [(0, AbsoluteCode.touchMajor, 75)])
        hand.lift()
        let touches = program.frames().flatMap { $0["touches"]?.array ?? [] }
        #expect(touches.map { $0["phase"]?.string } == ["began", "moved", "ended"])
        #expect(touches.map { $0["size"]?.double } == [nil, 6, 7.5])
      }
    }
  }

  @Test func `ten fingers`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play(Tests.letter, [.touchscreen]) { world, hands in
        let (hand, program) = (hands[0], Recognizer(world))
        let subscriber = world.stream("Subscribe")
        for finger in 0..<10 { hand.frame([Int32(finger): Point(10 + 16 * Double(finger), 40)]) }
        for finger in (0..<10).reversed() { hand.frame([Int32(finger): nil], wait: 40 * .millisecond) }
        let frames = program.frames()
        let phases = frames.map(Recognizer.phases)
        #expect(phases.map(\.count) == Array(1...10) + (1...10).reversed())
        #expect(phases.prefix(10).allSatisfy { $0.count { $0 == "began" } == 1 })
        #expect(phases.suffix(10).allSatisfy { $0.count { $0 == "ended" } == 1 })
        #expect(program.propose(Recognizer.number(frames.last), "ended", #","values":{"number":10}"#) == true)
        let ended = Tests.event(subscriber, "letter", "ended")
        #expect(ended["fingers"]?.int == 10 && ended["number"]?.double == 10)
      }
    }
  }

  // MARK: Who recognizes

  @Test func `one program for a gesture, and its token`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play(Tests.letter + Tests.tap) { world, hands in
        let (hand, program) = (hands[0], Recognizer(world))
        func refusal(_ gesture: String) -> String {
          Tests.refusal(world.stream("Recognize", #"{"gesture":"\#(gesture)"}"#).replies.first ?? .null)
        }
        #expect(refusal("letter") == "AlreadyRecognized")
        #expect(refusal("tap") == "NoSuchGesture" && refusal("none") == "NoSuchGesture")
        #expect(
          Tests.refusal(world.ask("Recognize", #"{"gesture":"letter"}"#))
            == "org.varlink.service.ExpectedMore")
        hand.land()
        let frame = program.until("began")
        #expect(
          Tests.refusal(
            world.ask(
              "Propose", #"{"gesture":"letter","token":"0","frame":\#(frame),"state":"ready"}"#))
            == "NotRecognizing")
        let long = String(repeating: "x", count: 257)
        for wrong in [
          #""state":"possible""#, #""state":"ready","values":{"scale":0}"#,
          #""state":"ready","values":{"text":"\#(long)"}"#, #""state":"ready","values":{"number":1e300}"#,
          #""state":"ready","values":{"other":1}"#, #""state":"ready","values":[]"#,
          #""state":"ready","values":{"location":{"x":1}}"#, #""state":"ready","reason":"\#(long)""#,
          #""state":"ready","more":1"#,
        ] {
          let call = #"{"gesture":"letter","token":"\#(program.token)","frame":\#(frame),\#(wrong)}"#
          #expect(
            Tests.refusal(world.ask("Propose", call)) == "org.varlink.service.InvalidParameter", "\(wrong)")
        }
        for number in ["0", #""1""#] {
          let call = #"{"gesture":"letter","token":"\#(program.token)","frame":\#(number),"state":"ready"}"#
          #expect(Tests.refusal(world.ask("Propose", call)) == "org.varlink.service.InvalidParameter")
        }
        let subscriber = world.stream("Subscribe")
        #expect(program.propose(frame, "ready") == true)
        #expect(Tests.states(subscriber) == ["letter began"])
      }
    }
  }

  @Test func `without a program it is out, and nothing waits for it`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play(Tests.letter + Tests.waitingTap) { world, hands in
        let subscriber = Tests.explained(world)
        #expect(Tests.isPermitted(world) == false)
        let gestures = world.ask("ListGestures")["parameters"]?["gestures"]?.array
        #expect(gestures?.first { $0["name"]?.string == "tap" }?["waits_for"]?.array == [])
        hands[0].tap()
        #expect(Tests.states(subscriber) == ["tap recognized"])
        let failed = Tests.event(subscriber, "letter", "failed")
        #expect(failed["reason"]?.string == "context-differs")
        #expect(failed["detail"]?.string?.contains("no program recognizes it") == true)
        _ = Recognizer(world)
        #expect(Tests.isPermitted(world) == true)
      }
    }
  }

  // MARK: Arbitration

  @Test func `another gesture waits for it, and gets its reason`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play(Tests.letter + Tests.waitingTap) { world, hands in
        let (program, subscriber) = (Recognizer(world), Tests.explained(world))
        hands[0].tap()
        #expect(Tests.event(subscriber, "tap", "possible")["by"]?.string == "letter")
        let lift = program.until("ended")
        #expect(program.propose(lift, "failed", #","reason":"looks like no letter""#) == true)
        let failed = Tests.event(subscriber, "letter", "failed")
        #expect(
          failed["reason"]?.string == "client-failed" && failed["detail"]?.string == "looks like no letter")
        #expect(Tests.states(subscriber) == ["tap recognized"])
        #expect(program.frames().map(Recognizer.phases) == [["reset:failed"]])
      }
    }
  }

  @Test func `a silent program holds another gesture up for no longer than patience`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play(Tests.letter.replacing("20s", with: "100ms") + Tests.waitingTap) {
        world, hands in
        let (program, subscriber) = (Recognizer(world), Tests.explained(world))
        hands[0].tap()
        world.run(for: 55 * .millisecond)
        #expect(Tests.states(subscriber) == [])
        world.run(for: 10 * .millisecond)
        #expect(Tests.states(subscriber) == ["tap recognized"])
        let failed = Tests.event(subscriber, "letter", "failed")
        #expect(failed["reason"]?.string == "no-answer" && failed["key"]?.string == "patience")
        #expect(failed["limit"]?.double == 0.1)
        #expect(program.until("reset:failed") > 0)
      }
    }
  }

  @Test func `it prevents and is prevented`() async {
    await #expect(processExitsWith: .success) {
      let drag = "[[gesture]]\nname = \"drag\"\ntype = \"pan\"\nfingers = 1\n"
      try SimulatedWorld.play(Tests.letter + drag) { world, hands in
        let (hand, program) = (hands[0], Recognizer(world))
        let subscriber = world.stream("Subscribe")
        hand.land()
        #expect(program.propose(program.until("began"), "ready") == true)
        hand.frame([0: Point(70, 30)])
        hand.lift()
        #expect(program.propose(program.until("ended"), "ended") == true)
        #expect(Tests.states(subscriber) == ["letter began", "letter ended"])
        #expect(program.until("reset:ended") > 0)
        world.run(for: .second)
        for x in [30.0, 34, 38] { hand.frame([0: Point(x, 30)]) }
        let began = program.until("began")
        #expect(Tests.states(subscriber).last == "drag began")
        #expect(program.until("reset:failed") > 0)
        #expect(program.propose(began, "ready") == false)
      }
    }
  }

  @Test func `its end in the middle of a gesture cancels, and it is out again`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play(Tests.letter + Tests.waitingTap) { world, hands in
        let (hand, program) = (hands[0], Recognizer(world))
        let subscriber = world.stream("Subscribe")
        hand.land()
        #expect(program.propose(program.until("began"), "ready") == true)
        program.client.end()
        world.run(for: 0)
        #expect(Tests.states(subscriber) == ["letter began", "letter cancelled"])
        #expect(Tests.isPermitted(world) == false)
        hand.lift()
        world.run(for: .second)
        hand.tap()
        #expect(Tests.states(subscriber).last == "tap recognized")
        let next = Recognizer(world)
        hand.land()
        #expect(next.propose(next.until("began"), "ready") == true, "another may recognize it now")
      }
    }
  }

  @Test func `touches that it has not seen are those of its next attempt`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play(Tests.letter) { world, hands in
        let (hand, program) = (hands[0], Recognizer(world))
        func id(_ frame: JSONValue?) -> Int? { frame?["touches"]?.array?.first?["id"]?.int }
        hand.tap()
        hand.frame([0: Point(70, 30)])
        let frames = program.frames()
        #expect(frames.map(Recognizer.phases) == [["began"], ["ended"], ["began"]])
        #expect(program.propose(Recognizer.number(frames[1]), "ended") == true)
        let new = program.frames()
        #expect(new.map(Recognizer.phases) == [["reset:ended"], ["began"]])
        #expect(id(new.last) == id(frames.last))
        #expect(program.propose(Recognizer.number(new.last), "ready") == true)
      }
    }
  }

  // MARK: Devices and configurations

  @Test func `two devices`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play(Tests.letter, [.touchpad, .touchscreen]) { world, hands in
        let program = Recognizer(world)
        for hand in hands { hand.land() }
        let frames = program.frames()
        #expect(Set(frames.compactMap { $0["device"]?.string }) == ["event1", "event2"])
        #expect(Set(frames.map(Recognizer.number)).count == 2)
        for (frame, state) in zip(frames, ["failed", "ready"]) {
          #expect(program.propose(Recognizer.number(frame), state) == true)
        }
        let states = world.ask("GetState")["parameters"]?["states"]?.array ?? []
        #expect(states.map { $0["state"]?.string } == ["failed", "began"])
      }
    }
  }

  @Test func `a reload keeps the program and drops the attempt`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play(Tests.letter) { world, hands in
        let (hand, program) = (hands[0], Recognizer(world))
        let subscriber = world.stream("Subscribe")
        hand.land()
        let before = program.until("began")
        #expect(program.propose(before, "ready") == true)
        world.write(Tests.letter + "# changed\n")
        _ = world.ask("Reload")
        #expect(Tests.states(subscriber) == ["letter began", "letter cancelled"])
        #expect(program.until("reset:cancelled") > 0)
        hand.lift()
        world.run(for: .second)
        hand.land()
        #expect(program.propose(before, "ready") == false)
        #expect(program.propose(program.until("began"), "ready") == true)
      }
    }
  }

  @Test func `a configuration without it ends the connection`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play(Tests.letter) { world, _ in
        let program = Recognizer(world)
        world.write(Tests.tap)
        _ = world.ask("Reload")
        #expect(Tests.refusal(program.client.replies.last ?? .null) == "NoSuchGesture")
        #expect(program.client.isAtEnd)
      }
    }
  }

  @Test func `a device that goes cancels the attempt`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play(Tests.letter) { world, hands in
        let program = Recognizer(world)
        let subscriber = world.stream("Subscribe")
        hands[0].land()
        #expect(program.propose(program.until("began"), "ready") == true)
        world.unplug(hands[0].pad)
        world.run(for: 0)
        #expect(Tests.states(subscriber) == ["letter began", "letter cancelled"])
        #expect(program.until("reset:cancelled") > 0)
      }
    }
  }

  @Test func `a program gets nothing of a locked session`() async {
    await #expect(processExitsWith: .success) {
      let text = Tests.letter + Tests.waitingTap + "when = { locked = \"yes\" }\n"
      try SimulatedWorld.play(text) { world, hands in
        let program = Recognizer(world)
        let subscriber = world.stream("Subscribe")
        _ = world.ask("SetContext", #"{"values":{"locked":"yes"}}"#)
        #expect(Tests.isPermitted(world) == false)
        hands[0].tap()
        #expect(Tests.states(subscriber) == ["tap recognized"])
        #expect(program.frames() == [])
        _ = world.ask("SetContext", #"{"values":{"locked":"no"}}"#)
        #expect(Tests.isPermitted(world) == true)
      }
    }
  }

  // MARK: Programs that misbehave

  @Test func `a program that does not read loses motion, and no landing`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play(Tests.letter.replacing("20s", with: "0s")) { world, hands in
        let (hand, program) = (hands[0], Recognizer(world))
        program.client.isReading = false
        // More than the sockets hold.
        for _ in 0..<30 {
          hand.frame([0: Point(30, 30)], wait: 5 * .millisecond)
          for step in 0..<200 {
            hand.frame([0: Point(31 + Double(step % 40), 30)], wait: 5 * .millisecond)
          }
          hand.lift()
        }
        program.client.isReading = true
        world.run(for: .second)
        let phases = program.frames().map(Recognizer.phases)
        #expect(phases.count { $0 == ["began"] } == 30)
        #expect(phases.count { $0 == ["moved"] } < 30 * 200)
      }
    }
  }

  @Test func `a program that proposes without end delays no gesture`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play(Tests.letter + Tests.tap) { world, hands in
        let program = Recognizer(world)
        let subscriber = world.stream("Subscribe")
        let flood = world.connect()
        flood.isReading = false
        for _ in 0..<5_000 {
          flood.call(
            "Propose", #"{"gesture":"letter","token":"\#(program.token)","frame":1,"state":"changed"}"#)
        }
        flood.send()
        hands[0].tap()
        #expect(Tests.states(subscriber).contains("tap recognized"))
      }
    }
  }
}

private typealias Tests = SimulatedRecognizerTests
