import CEvdev
import ControlProtocol
import GestureCore
import GestureTesting
import Testing

@testable import Evdev
@testable import gestured

/// What nodes beside the touches do to a whole daemon: lids and pens, and the overrun of a device.
@Suite(.serialized)
struct SimulatedNodeTests {
  private static let swipe = "[[gesture]]\nname = \"next\"\ntype = \"swipe\"\nfingers = 3\n"
  private static let pan = "[[gesture]]\nname = \"scroll\"\ntype = \"pan\"\nfingers = 2\n"
  private static let tap = "[[gesture]]\nname = \"tap\"\ntype = \"tap\"\n"

  /// Events without explanations, as `next recognized`.
  private static func states(_ subscriber: SimulatedClient) -> [String] {
    subscriber.events.compactMap { event in
      guard let state = event["state"]?.string, state != "changed" else { return nil }
      return "\(event["gesture"]?.string ?? "") \(state)"
    }
  }
  private static func warnings(_ world: SimulatedWorld, _ number: Int = 0) -> [String] {
    let devices = world.ask("ListDevices")["parameters"]?["devices"]?.array ?? []
    return number < devices.count ? devices[number]["warnings"]?.strings ?? [] : ["no device"]
  }
  private static func makeSwipe(_ hand: SimulatedHand, _ world: SimulatedWorld) {
    for step in 0..<9 {
      hand.frame(
        Dictionary(
          uniqueKeysWithValues: (0..<3).map { ($0, Point(30 + Double(step) * 3, 30 + 8 * Double($0))) }))
    }
    hand.lift()
    world.run(for: .second)
  }

  // MARK: The lid

  @Test func `the lid and the fold turn an internal touchpad off and on`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play(Tests.swipe, beside: { SimulatedState(5, .hinge) }) { world, hands, hinge in
        let subscriber = world.stream("Subscribe")
        Tests.makeSwipe(hands[0], world)
        var count = 1
        #expect(Tests.states(subscriber).count == count)
        for (code, reason) in [(SW_LID, #"`lid` is "closed""#), (SW_TABLET_MODE, #"`tablet` is "yes""#)] {
          hinge.set(UInt16(code), true, at: world.now)
          world.run(for: .millisecond)
          #expect(Tests.warnings(world).contains { $0.contains(reason) }, "\(Tests.warnings(world))")
          let gesture = world.ask("ListGestures")["parameters"]?["gestures"]?.array?.first
          #expect(gesture?["permitted"]?.bool == false)
          Tests.makeSwipe(hands[0], world)
          #expect(Tests.states(subscriber).count == count)
          hinge.set(UInt16(code), false, at: world.now)
          world.run(for: .millisecond)
          #expect(!Tests.warnings(world).contains { $0.contains("makes no") })
          Tests.makeSwipe(hands[0], world)
          count += 1
          #expect(Tests.states(subscriber).count == count)
        }
      }
    }
  }

  @Test func `a lid that is closed from the beginning counts, and so does the end of its switch`() async {
    await #expect(processExitsWith: .success) {
      let hinge = { SimulatedState(5, .hinge, on: [UInt16(SW_LID)]) }
      try SimulatedWorld.play(Tests.swipe, beside: hinge) { world, hands, hinge in
        let subscriber = world.stream("Subscribe")
        #expect(Tests.warnings(world).contains { $0.contains(#"`lid` is "closed""#) })
        Tests.makeSwipe(hands[0], world)
        #expect(Tests.states(subscriber) == [])
        world.unplug(hinge)
        world.run(for: .millisecond)
        Tests.makeSwipe(hands[0], world)
        #expect(Tests.states(subscriber) == ["next recognized"])
      }
    }
  }

  @Test func `a lid cancels, and fingers that stay are no touches`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play(Tests.pan + Tests.swipe, beside: { SimulatedState(5, .hinge) }) {
        world, hands, hinge in
        let (hand, subscriber) = (hands[0], world.stream("Subscribe"))
        func move(_ places: [Double]) {
          for x in places { hand.frame([0: Point(x, 30), 1: Point(x, 40)]) }
        }
        move([30, 34, 38])
        #expect(Tests.states(subscriber) == ["scroll began"])
        hinge.set(UInt16(SW_LID), true, at: world.now)
        world.run(for: .millisecond)
        #expect(Tests.states(subscriber) == ["scroll began", "scroll cancelled"])
        hinge.set(UInt16(SW_LID), false, at: world.now)
        world.run(for: .millisecond)
        move([42, 46, 50])
        hand.lift()
        world.run(for: .second)
        Tests.makeSwipe(hand, world)
        #expect(Tests.states(subscriber) == ["scroll began", "scroll cancelled", "next recognized"])
      }
    }
  }

  @Test func `the context turns a device off, or ignores it`() async {
    await #expect(processExitsWith: .success) {
      let device = "[[device]]\nmatch = { kind = \"touchpad\" }\n"
      for (table, value, reason) in [
        ("when = { touchpad = { not = \"off\" } }\n", "off", #"`touchpad` is "off""#),
        ("ignore = true\nwhen = { touchpad = \"off\" }\n", "off", "ignores it in this context"),
      ] {
        try SimulatedWorld.play(device + table + Tests.swipe) { world, hands in
          let subscriber = world.stream("Subscribe")
          _ = world.ask("SetContext", #"{"values":{"touchpad":"\#(value)"}}"#)
          #expect(Tests.warnings(world).contains { $0.contains(reason) }, "\(Tests.warnings(world))")
          Tests.makeSwipe(hands[0], world)
          #expect(Tests.states(subscriber) == [])
          _ = world.ask("SetContext", #"{"values":{"touchpad":""}}"#)
          Tests.makeSwipe(hands[0], world)
          #expect(Tests.states(subscriber) == ["next recognized"])
        }
      }
    }
  }

  // MARK: The pen

  private static let near = "its pen is near"

  @Test func `no gesture while a pen is near, and again some time after it`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play(
        Tests.tap + Tests.pan.replacing("2", with: "1"), [.touchscreen],
        beside: { SimulatedState(5, .pen, group: "event1") }
      ) { world, hands, pen in
        let (hand, subscriber) = (hands[0], world.stream("Subscribe"))
        var taps = 0
        for key in [BTN_TOOL_PEN, BTN_TOOL_RUBBER] {
          pen.set(UInt16(key), true, at: world.now)
          world.run(for: .millisecond)
          #expect(Tests.warnings(world).contains { $0.contains(Tests.near) })
          hand.tap()
          pen.set(UInt16(key), false, at: world.now)
          world.run(for: .millisecond)
          // The hand lifts some ms after its pen.
          hand.tap()
          #expect(Tests.states(subscriber).count == taps)
          world.run(for: 150 * .millisecond)
          #expect(!Tests.warnings(world).contains { $0.contains(Tests.near) })
          hand.tap()
          taps += 1
          #expect(Tests.states(subscriber) == Array(repeating: "tap recognized", count: taps))
          world.run(for: .second)
        }
        // A pan is cancelled, and its finger is no touch afterwards.
        for x in [30.0, 40, 50] { hand.frame([0: Point(x, 30)]) }
        pen.set(UInt16(BTN_TOOL_PEN), true, at: world.now)
        world.run(for: .millisecond)
        #expect(Tests.states(subscriber).suffix(2) == ["scroll began", "scroll cancelled"])
        pen.set(UInt16(BTN_TOOL_PEN), false, at: world.now)
        world.run(for: 200 * .millisecond)
        for x in [60.0, 70, 80] { hand.frame([0: Point(x, 30)]) }
        hand.lift()
        world.run(for: .second)
        hand.tap()
        #expect(Tests.states(subscriber).suffix(2) == ["scroll cancelled", "tap recognized"])
      }
    }
  }

  @Test func `a pen that is near from the beginning, that comes later, and that goes`() async {
    await #expect(processExitsWith: .success) {
      let pen = { SimulatedState(5, .pen, group: "event1", on: [UInt16(BTN_TOOL_PEN)]) }
      try SimulatedWorld.play(Tests.tap, [.touchscreen], beside: pen) { world, hands, pen in
        func isOff() -> Bool { Tests.warnings(world).contains { $0.contains(Tests.near) } }
        #expect(isOff())
        world.unplug(pen)
        world.run(for: .second)
        #expect(!isOff())
        let later = SimulatedState(6, .pen, group: "event1", on: [UInt16(BTN_TOOL_PEN)])
        world.plug(later)
        world.run(for: .millisecond)
        #expect(isOff())
        world.write("[[device]]\nmatch = { kind = \"touchscreen\" }\npen_guard = false\n" + Tests.tap)
        _ = world.ask("Reload")
        #expect(!isOff())
        let subscriber = world.stream("Subscribe")
        hands[0].tap()
        #expect(Tests.states(subscriber) == ["tap recognized"])
      }
    }
  }

  @Test func `a pen is open only where it is needed`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play(Tests.tap, [.touchscreen], beside: { SimulatedState(5, .pen, group: "tablet") })
      { world, hands, pen in
        #expect(!pen.isOpen)
        world.write(Tests.tap + "when = { pen = \"yes\" }\n")
        _ = world.ask("Reload")
        func context() -> JSONValue? { world.ask("Status")["parameters"]?["context"] }
        #expect(pen.isOpen && context() == .of(#"{"pen":"no"}"#))
        pen.set(UInt16(BTN_TOOL_PEN), true, at: world.now)
        world.run(for: .millisecond)
        #expect(context() == .of(#"{"pen":"yes"}"#))
        let subscriber = world.stream("Subscribe")
        hands[0].tap()
        #expect(Tests.states(subscriber) == ["tap recognized"])
        world.write(Tests.tap)
        _ = world.ask("Reload")
        #expect(!pen.isOpen)
      }
    }
  }

  // MARK: Overruns

  /// Wherever the kernel loses frames, the daemon has the contacts that are there, each gesture that began ends, no touch stays, and the next tap is one.
  @Test func `after an overrun the touches are those of the device`() async {
    await #expect(processExitsWith: .success) {
      var lost = 0
      for seed in 1...40 as ClosedRange<UInt64> {
        let pad = SimulatedPad(1)
        try SimulatedWorld.with(seed: seed, [.signals, .order], SimulationTests.configuration, nodes: [pad]) {
          world in
          var random = SplitMix64(seed: seed)
          let subscriber = world.stream("Subscribe", #"{"touches":true}"#)
          var frames = SimulationTests.hand(seed: seed).frames[...]
          while let frame = frames.first {
            let gone = frames.prefix(random.oneIn(6) ? random.int(1...12) : 0)
            frames.removeFirst(max(gone.count, 1))
            let time = gone.last?.time ?? frame.time
            world.run(until: time)
            guard !gone.isEmpty else {
              pad.send(frame.events)
              world.run(for: 0)
              continue
            }
            lost += gone.count
            pad.lose(gone.map(\.events), at: time)
            world.run(for: 0)
            let contacts = world.daemon.sessions.first?.pipeline.contacts.slots
            #expect(contacts == pad.contacts, "seed \(seed) at \(time)")
          }
          world.run(for: 60 * .second)
          #expect(world.daemon.sessions.map(\.touchCounts.down) == [0], "seed \(seed)")
          let hand = SimulatedHand(world, pad)
          let before = subscriber.events.count
          hand.frame([0: Point(50, 50), 1: Point(70, 50)], wait: 50 * .millisecond)
          hand.lift()
          world.run(for: .second)
          let after = subscriber.events.dropFirst(before).map {
            "\($0["type"]?.string ?? "") \($0["state"]?.string ?? "")"
          }
          #expect(after.contains("tap recognized"), "seed \(seed): \(after)")
          let touches = subscriber.events.filter { $0["type"]?.string == "touches" }
          #expect(SimulatedSocketTests.touchFaults(touches) == [], "seed \(seed)")
        }
      }
      #expect(lost > 200)
    }
  }
}

private typealias Tests = SimulatedNodeTests
