import CEvdev
import ControlProtocol
import GestureCore
import Glibc
import Testing

@testable import Evdev
@testable import gestured

/// Devices of a whole daemon: those that it may not open, those that are named, and what is wrong with what they report.
@Suite(.serialized)
struct SimulatedDeviceTests {
  private static let tap = "[[gesture]]\nname = \"t\"\ntype = \"tap\"\n"
  private static let press = "[[gesture]]\nname = \"press\"\ntype = \"long-press\"\nmin_duration = \"50ms\"\n"

  private static func states(_ subscriber: SimulatedClient) -> [String] {
    subscriber.events.compactMap { event in
      event["state"]?.string.map { "\(event["device"]?.string ?? "") \($0)" }
    }
  }
  private static func devices(_ world: SimulatedWorld) -> [JSONValue] {
    world.run(for: 10 * .millisecond)
    return world.ask("ListDevices")["parameters"]?["devices"]?.array ?? []
  }
  /// The numbers of the nodes, with `?` where there is a problem.
  private static func nodes(_ world: SimulatedWorld) -> [String] {
    devices(world).map {
      ($0["node"]?.string ?? "").suffix(1) + ($0["problem"] == nil ? "" : "?")
    }
  }

  // MARK: A slot that keeps its contact

  /// Taps whose lifts lack the end of the contact: only the key of the touch is released.
  private static func tapWithoutEnd(_ pad: SimulatedPad, _ world: SimulatedWorld, times: Int32) {
    for id in 1...times {
      for values in [
        [
          (EventType.absolute, AbsoluteCode.slot, 0), (EventType.absolute, AbsoluteCode.trackingID, 100 + id),
          (EventType.absolute, AbsoluteCode.positionX, 500),
          (EventType.absolute, AbsoluteCode.positionY, 300),
          (EventType.key, KeyCode.touch, 1),
        ], [(EventType.key, KeyCode.touch, 0)],
      ] as [[(UInt16, UInt16, Int32)]] {
        let time = world.now
        pad.send(
          values.map { InputEvent(time: time, type: $0.0, code: $0.1, value: $0.2) } + [.report(at: time)])
        world.run(for: 50 * .millisecond)
      }
    }
  }

  @Test func `a slot that keeps its contact is warned of once`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play(Tests.tap, [.touchscreen]) { world, hands in
        let subscriber = world.stream("Subscribe")
        Tests.tapWithoutEnd(hands[0].pad, world, times: 3)
        world.run(for: .second)
        #expect(Tests.states(subscriber) == [])
        hands[0].tap()
        world.run(for: .second)
        #expect(Tests.states(subscriber) == ["event1 recognized"])
        let lines = world.log.split(separator: "\n").filter { $0.contains("kept its contact") }
        #expect(lines.count == 1 && lines[0].contains("the contact is cancelled"))
      }
    }
  }

  @Test func `it does not count for claims after the next landing`() async {
    await #expect(processExitsWith: .success) {
      let claim = "claim = \"2..\"\n"
      let text =
        "[settings]\nconsume = \"plugin\"\n[[device]]\nmatch = { name = \"*\" }\n" + claim + Tests.tap
      try SimulatedWorld.play(text, [.touchscreen]) { world, hands in
        func claims() -> JSONValue? { Tests.devices(world).first?["claims"] }
        Tests.tapWithoutEnd(hands[0].pad, world, times: 1)
        hands[0].frame([1: Point(90, 30), 2: Point(99, 30)], wait: 50 * .millisecond)
        hands[0].lift()
        hands[0].tap()
        #expect(claims()?["way"]?.string == "plugin" && claims()?["grabbed"]?.bool == false)
        #expect(["claimed", "refused", "withdrawn"].map { claims()?[$0]?.int } == [1, 0, 0])
        world.write(text.replacing(claim, with: ""))
        _ = world.ask("Reload")
        #expect(Tests.devices(world).first != nil && claims() == nil)
        world.write(text)
        _ = world.ask("Reload")
        #expect(claims()?["withdrawn"]?.int == 1)
      }
    }
  }

  @Test func `how the touches of each gesture are hidden`() async {
    await #expect(processExitsWith: .success) {
      let start = """
        [settings]
        consume = "plugin"
        [zone.left]
        x = ["0%", "50%"]
        y = ["0%", "100%"]
        [[device]]
        match = { name = "*" }

        """
      let gestures = [
        ("tap", 3, "cancels_touches = true\n"),
        ("pan", 3, "cancels_touches = true\ndelays_touches = \"80ms\"\n"), ("pinch", 2, ""),
      ]
      .map { "[[gesture]]\nname = \"\($0.0)\"\ntype = \"\($0.0)\"\nfingers = \($0.1)\n\($0.2)" }.joined()
      try SimulatedWorld.play(start + gestures) { world, _ in
        func taken() -> [String?] {
          (world.ask("ListGestures")["parameters"]?["gestures"]?.array ?? []).map { $0["taken"]?.string }
        }
        #expect(
          taken() == [
            "cancelled when it is recognized", "held for up to 80 ms, cancelled when it begins", nil,
          ])
        for (claim, words) in [
          ("claim = \"3..\"\n", ""), ("claim = [{ fingers = 3, zone = \"left\" }]\n", " in the zone left"),
        ] {
          world.write(start + claim + gestures)
          _ = world.ask("Reload")
          let claimed = "claimed from the first frame\(words)"
          #expect(taken() == [claimed, claimed, nil])
        }
      }
    }
  }

  // MARK: Coming and going

  @Test func `a report makes no attempt to grab a device, and a finger that rests sets no timer`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play(Tests.tap) { world, hands in
        world.run(for: 60 * .second)
        let before = world.machine.attempts
        for _ in 0..<20 { #expect(Tests.devices(world).count == 1) }
        for call in [SystemCall.fork, .ioctl] { #expect(world.machine.attempts[call] == before[call]) }
        // The attempt that shows another program's grab waits for the lift, and is not made again and again.
        hands[0].land()
        world.run(for: 60 * .second)
        #expect(world.loop.nextTime == .max)
      }
    }
  }

  @Test func `two devices have each their own gestures, and one that goes cancels its own`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play(Tests.press, [.touchpad, .touchscreen]) { world, hands in
        let subscriber = world.stream("Subscribe")
        for hand in hands { hand.land() }
        world.run(for: .second)
        #expect(Set(Tests.states(subscriber)) == ["event1 began", "event2 began"])
        world.unplug(hands[0].pad)
        world.run(for: .second)
        #expect(Tests.states(subscriber).dropFirst(2) == ["event1 cancelled"])
        hands[1].lift()
        #expect(Tests.states(subscriber).dropFirst(3) == ["event2 ended"])
      }
    }
  }

  @Test func `a node without rights is named, until it has them or goes`() async {
    await #expect(processExitsWith: .success) {
      let pads = [SimulatedPad(1), SimulatedPad(2, .touchscreen)]
      for goes in [false, true] {
        let surroundings = SimulatedWorld.Surroundings(prepare: { $0.machine.refused[pads[0].path] = EACCES })
        try SimulatedWorld.with(seed: 1, [.order], Tests.tap, nodes: pads, in: surroundings) { world in
          #expect(Set(Tests.nodes(world)) == ["1?", "2"])
          world.change(pads[0])
          #expect(Set(Tests.nodes(world)) == ["1?", "2"])
          let line =
            "cannot use \(pads[0].path) (simulated): permission denied; gesturectl doctor prints the command"
          #expect(world.log.split(separator: "\n").count { $0.contains(line) } == 1)
          if goes {
            world.unplug(pads[0])
            #expect(Tests.nodes(world) == ["2"])
          } else {
            world.machine.refused = [:]
            world.change(pads[0])
            #expect(Tests.nodes(world) == ["1", "2"])
          }
        }
      }
    }
  }

  @Test func `of named devices alone one is used, and one that is missing is reported`() async {
    await #expect(processExitsWith: .success) {
      let pads = [SimulatedPad(1), SimulatedPad(2, .touchscreen)]
      let missing = "\(SimulatedNode.directory)event9"
      let surroundings = SimulatedWorld.Surroundings(options: { $0.devices = [missing, pads[1].path] })
      try SimulatedWorld.with(seed: 1, [.order], Tests.tap, nodes: pads, in: surroundings) { world in
        #expect(Set(Tests.nodes(world)) == ["2", "9?"])
        let problem = Tests.devices(world).compactMap { $0["problem"]?.string }
        #expect(problem.count == 1 && problem[0].contains("no such device; it is used when it appears"))
        #expect(world.log.contains("cannot use \(missing)"))
        // Also not when it is plugged in later.
        world.change(pads[0])
        world.unplug(pads[1])
        #expect(Tests.nodes(world) == ["9?"] && !world.log.contains(pads[0].path))
      }
    }
  }

  // MARK: Reports

  @Test func `positions outside the declared range are logged once`() async {
    await #expect(processExitsWith: .success) {
      let text = "reports positions outside its declared range"
      try SimulatedWorld.play(Tests.tap) { world, hands in
        let subscriber = world.stream("Subscribe")
        func warnings() -> [String] { Tests.devices(world).first?["warnings"]?.strings ?? [] }
        #expect(warnings() == [])
        for count in [1, 2] {
          for x in [250.0, 250, 50] {
            hands[0].tap(x, 60)
            world.run(for: .second)
          }
          #expect(Tests.states(subscriber).suffix(1) == ["event1 recognized"])
          #expect(warnings().count == 1 && warnings()[0].contains(text), "\(count)")
          _ = world.ask("Reload")
        }
        let lines = world.log.split(separator: "\n").filter { $0.contains(text) }
        #expect(lines.count == 1 && lines[0].contains("\(hands[0].pad.path) (simulated): "))
      }
    }
  }

  @Test func `a switch is open only while a condition needs it`() async {
    await #expect(processExitsWith: .success) {
      let folded = Tests.tap + "when = { tablet = \"yes\" }\n"
      try SimulatedWorld.play(Tests.tap, [.touchscreen], beside: { SimulatedState(5, .hinge) }) {
        world, _, hinge in
        func context() -> JSONValue? { world.ask("Status")["parameters"]?["context"] }
        #expect(!hinge.isOpen && context() == .of("{}"))
        world.write(folded)
        _ = world.ask("Reload")
        #expect(hinge.isOpen && context() == .of(#"{"laptop":"yes","lid":"open","tablet":"no"}"#))
        hinge.set(UInt16(SW_TABLET_MODE), true, at: world.now)
        world.run(for: .millisecond)
        #expect(context() == .of(#"{"laptop":"no","lid":"open","tablet":"yes"}"#))
        world.unplug(hinge)
        world.run(for: .millisecond)
        #expect(context() == .of(#"{"laptop":"","lid":"","tablet":""}"#))
        world.plug(SimulatedState(6, .hinge, on: [UInt16(SW_TABLET_MODE)]))
        world.run(for: .millisecond)
        #expect(context()?["tablet"]?.string == "yes")
        world.write(Tests.tap)
        _ = world.ask("Reload")
        #expect(context() == .of(#"{"laptop":"","lid":"","tablet":""}"#))
      }
    }
  }
}

private typealias Tests = SimulatedDeviceTests
