import ControlProtocol
import GestureCore
import Testing

@testable import gestured

/// Clients that call in unusual ways are answered, and disturb no other one.
extension SimulationTests {
  /// Runs in a world for each of a few seeds. The body returns what was wrong.
  private static func faults(_ body: (SimulatedWorld) -> [String]) throws -> [String] {
    try seeds.prefix(8).flatMap { seed in
      try SimulatedWorld.with(seed: seed, .all, configuration) { world in
        (body(world) + world.faults).map { "seed \(seed): \($0)" }
      }
    }
  }

  /// Whether a new client is answered within 10 s of the simulation.
  private static func isAnswering(_ world: SimulatedWorld) -> Bool {
    let client = world.connect()
    client.callNumbered()
    client.send()
    world.run(for: 10 * .second)
    return client.numbers == [0]
  }

  private static func sendAll(_ client: SimulatedClient, atMost most: Int, in world: SimulatedWorld) {
    while !client.hasSentAll {
      client.send(atMost: most)
      world.run(for: .millisecond)
    }
    world.run(for: 10 * .second)
  }

  @Test func `calls byte by byte, and all at once, are answered in order`() async {
    await #expect(processExitsWith: .success) {
      let found = try SimulationTests.faults { world in
        let (slow, fast) = (world.connect(), world.connect())
        slow.callNumbered()
        SimulationTests.sendAll(slow, atMost: 1, in: world)
        for _ in 0..<1_000 { fast.callNumbered() }
        fast.send()
        let isAnswering = SimulationTests.isAnswering(world)
        SimulationTests.sendAll(fast, atMost: .max, in: world)
        return (slow.numbers == [0] ? [] : ["byte by byte: \(slow.numbers)"])
          + (fast.numbers == Array(0..<1_000) && fast.isWhole ? [] : ["all at once: \(fast.numbers.count)"])
          + (isAnswering ? [] : ["another client is not answered"])
      }
      #expect(found == [], "\(found.prefix(3).joined(separator: "\n"))")
    }
  }

  @Test func `clients that do not read, or go in the middle of a call, leave nothing behind`() async {
    await #expect(processExitsWith: .success) {
      let found = try SimulationTests.faults { world in
        // More bytes than the sockets hold.
        let deaf = world.connect()
        deaf.isReading = false
        for _ in 0..<20_000 { deaf.call("Status") }
        for _ in 0..<100 {
          deaf.send()
          world.run(for: .millisecond)
        }
        var found: [String] = []
        if deaf.hasSentAll { found.append("the calls of a client that does not read are all taken") }
        let most = world.daemon.control.connections.map(\.queue.count).max() ?? 0
        // Sixteen replies, and the one with which the client is paused.
        if most > 17 { found.append("\(most) replies wait") }
        if !SimulationTests.isAnswering(world) { found.append("another client is not answered") }
        for _ in 0..<50 {
          let client = world.connect()
          client.call("Subscribe", more: true)
          client.send()
          client.call("Status")
          client.send(atMost: 20)
          world.run(for: .millisecond)
          client.end()
        }
        for client in world.clients { client.end() }
        world.run(for: 10 * .second)
        let left = world.daemon.control.connections.count
        if left > 0 { found.append("\(left) connections are left") }
        return found
      }
      #expect(found == [], "\(found.prefix(3).joined(separator: "\n"))")
    }
  }
}
