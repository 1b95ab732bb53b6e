import ControlProtocol
import GestureCore
import Glibc
import Testing

@testable import Evdev
@testable import gestured

/// The lock fails closed: what happens to `locked` at the end of programs and of the daemon, and what subscribers then receive.
@Suite(.serialized)
struct SimulatedLockTests {
  private static let tap = "[[gesture]]\ntype = \"tap\"\n"

  private static func play(_ body: (SimulatedWorld) throws -> Void) throws {
    try SimulatedWorld.play(tap) { world, _ in try body(world) }
  }
  private static func context(_ world: SimulatedWorld) -> JSONValue? {
    world.run(for: 10 * .millisecond)
    return world.ask("Status")["parameters"]?["context"]
  }
  private static func set(_ world: SimulatedWorld, _ values: String) {
    #expect(world.ask("SetContext", #"{"values":\#(values)}"#) == .of(#"{"parameters":{}}"#))
  }
  /// A program that holds values until its end.
  private static func hold(_ world: SimulatedWorld, _ values: String, _ client: SimulatedClient? = nil)
    -> SimulatedClient
  {
    let client = client ?? world.connect()
    client.call("SetContext", #"{"values":\#(values),"hold":true}"#)
    client.send()
    world.run(for: 10 * .millisecond)
    #expect(client.replies.last == .of(#"{"parameters":{}}"#))
    return client
  }

  @Test func `a damaged file counts as locked`() async {
    await #expect(processExitsWith: .success) {
      try Tests.play { world in
        let file = "\(world.directory)/socket.context"
        Tests.set(world, #"{"app":"a"}"#)
        #expect(fileFacts(file)?.st_mode == S_IFREG | 0o600)
        for (text, mode) in [
          (#"{"app": 1"#, 0o600), ("", 0o600), (#"{"locked": 1}"#, 0o600), (#"{"locked": "maybe"}"#, 0o600),
          (#"{"app": "b"}"#, 0o666), (String(repeating: "[", count: 100_000), 0o600),
        ] as [(String, mode_t)] {
          try world.restart { writeFile(file, text, mode: mode) }
          #expect(Tests.context(world) == .of(#"{"locked":"yes"}"#), "\(text.prefix(20))")
          Tests.set(world, #"{"locked":"no"}"#)
          try world.restart()
          #expect(Tests.context(world) == .of(#"{"locked":"no"}"#), "\(text.prefix(20))")
        }
        #expect(world.log.split(separator: "\n").count { $0.contains("last context is damaged") } == 6)
      }
    }
  }

  @Test func `once known, an unknown lock counts as locked`() async {
    await #expect(processExitsWith: .success) {
      try Tests.play { world in
        for (value, found) in [("", ""), ("no", "no"), ("", "yes"), ("no", "no")] {
          Tests.set(world, #"{"locked":"\#(value)"}"#)
          #expect(Tests.context(world)?["locked"]?.string ?? "" == found)
        }
      }
    }
  }

  @Test func `the end of a program, and of the daemon, releases its keys and locks`() async {
    await #expect(processExitsWith: .success) {
      try Tests.play { world in
        var program = Tests.hold(world, #"{"locked":"no","app":"a"}"#)
        Tests.set(world, #"{"mode":"x"}"#)
        program.end()
        #expect(Tests.context(world) == .of(#"{"app":"","locked":"yes","mode":"x"}"#))
        for isKilled in [false, true] {
          program = Tests.hold(world, #"{"locked":"no","app":"a"}"#)
          #expect(Tests.context(world)?["locked"]?.string == "no")
          try world.restart(isKilled: isKilled)
          let found = Tests.context(world)
          #expect(found?["locked"]?.string == "yes" && found?["app"]?.string ?? "" == "")
        }
        program = Tests.hold(world, #"{"locked":"no"}"#)
        #expect(Tests.context(world)?["locked"]?.string == "no")
      }
    }
  }

  @Test func `a program that starts does not unlock what another has locked`() async {
    await #expect(processExitsWith: .success) {
      try Tests.play { world in
        _ = Tests.hold(world, #"{"locked":"no"}"#)
        Tests.set(world, #"{"locked":"yes"}"#)
        try world.restart()
        let again = Tests.hold(world, #"{"locked":"no","app":"a"}"#)
        #expect(Tests.context(world) == .of(#"{"app":"a","locked":"yes"}"#))
        // Its next report is news.
        _ = Tests.hold(world, #"{"locked":"no"}"#, again)
        #expect(Tests.context(world)?["locked"]?.string == "no")
        for value in ["yes", "no"] {
          Tests.set(world, #"{"locked":"\#(value)"}"#)
          #expect(Tests.context(world)?["locked"]?.string == value)
        }
      }
    }
  }

  @Test func `a full disk fails the call, and counts as locked`() async {
    await #expect(processExitsWith: .success) {
      try Tests.play { world in
        Tests.set(world, #"{"locked":"no","app":"a"}"#)
        world.machine.diskError = ENOSPC
        let reply = world.ask("SetContext", #"{"values":{"locked":"yes"}}"#)
        #expect(reply["error"]?.string == "org.gestured.Gestures.NotKept")
        #expect(Tests.context(world)?["locked"]?.string == "yes")
        // A program that holds its values says nothing that is kept, so it goes on.
        _ = Tests.hold(world, #"{"title":"x"}"#)
        try world.restart(isKilled: true)
        #expect(Tests.context(world) == .of(#"{"locked":"yes"}"#))
        world.machine.diskError = nil
        Tests.set(world, #"{"locked":"no"}"#)
        try world.restart(isKilled: true)
        #expect(Tests.context(world) == .of(#"{"locked":"no"}"#))
      }
    }
  }

  @Test func `subscribers receive no touches and no withheld contacts while it is locked`() async {
    await #expect(processExitsWith: .success) {
      try SimulatedWorld.play(Tests.tap) { world, hands in
        let touches = world.stream("Subscribe", #"{"touches":true,"explain":true}"#)
        func events() -> [String] {
          touches.events.map { "\($0["type"]?.string ?? "") \($0["state"]?.string ?? "")" }
        }
        func tapAtEdgeAndInside() {
          for x in [2.0, 50] { hands[0].tap(x, 60) }
          world.run(for: .second)
        }
        tapAtEdgeAndInside()
        let all = Set(events())
        #expect(all.isSuperset(of: ["touches began", "touches ended", "tap recognized"]), "\(all)")
        #expect(all.contains { $0.hasSuffix("withheld") }, "\(all)")
        hands[0].land()
        Tests.set(world, #"{"locked":"yes"}"#)
        let last = touches.events.last { $0["type"]?.string == "touches" }
        #expect(
          ["ended", "cancelled"].contains(last?["state"]?.string), "no touch stays down for a subscriber")
        hands[0].lift()
        let count = events().count
        tapAtEdgeAndInside()
        #expect(events().count == count, "\(events().dropFirst(count))")
        Tests.set(world, #"{"locked":"no"}"#)
        tapAtEdgeAndInside()
        #expect(Set(events().dropFirst(count)).isSuperset(of: all), "\(events().dropFirst(count))")
      }
    }
  }
}

private typealias Tests = SimulatedLockTests
