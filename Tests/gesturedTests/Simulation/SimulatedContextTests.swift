import ControlProtocol
import GestureCore
import GestureTesting
import Glibc
import Testing

@testable import gestured

/// What the daemon has confirmed holds after a restart, however the daemon ends (interface.md §2.5).
extension SimulationTests {
  private static func ask(_ world: SimulatedWorld, _ method: String, _ parameters: String = "{}")
    -> JSONValue?
  {
    let client = world.connect()
    client.call(method, parameters)
    client.send()
    world.run(for: 10 * .second)
    return client.messages.first.flatMap { try? JSONValue(parsing: $0) }
  }

  /// The values that are set; a removed key has none.
  private static func context(_ world: SimulatedWorld) -> [String: String]? {
    guard case .object(let members)? = ask(world, "Status")?["parameters"]?["context"] else { return nil }
    return members.compactMapValues { $0.string }.filter { !$0.value.isEmpty }
  }

  /// Sets values and restarts the daemon again and again, now and then with a full disk.
  static func contextFaults(
    seed: UInt64, planted plant: @escaping (Daemon) -> Void = { _ in }
  ) throws -> [String] {
    try SimulatedWorld.with(seed: seed, .all, "[[gesture]]\nname = \"tap\"\ntype = \"tap\"\n", planted: plant)
    { world in
      var random = SplitMix64(seed: seed)
      var values: [String: String] = [:]
      var isKept = true
      for _ in 0..<6 {
        for _ in 0..<random.int(1...3) {
          let key = random.pick(["app", "mode", "locked"])
          let value = key == "locked" ? random.pick(["yes", "no"]) : random.pick(["", "one", #"a \"b\" ü"#])
          world.machine.diskError = random.oneIn(4) ? ENOSPC : nil
          let reply = ask(world, "SetContext", #"{"values":{"\#(key)":"\#(value)"}}"#)
          world.machine.diskError = nil
          guard let reply else { return ["seed \(seed): no reply to SetContext"] }
          isKept = reply["error"] == nil
          values[key] = value.isEmpty ? nil : value.replacing(#"\"#, with: "")
        }
        try world.restart(isKilled: random.oneIn(2))
        // The daemon has said that it could not keep them: then the session counts as locked.
        if !isKept { values = ["locked": "yes"] }
        let found = context(world)
        if found != values { return ["seed \(seed): \(found ?? [:]) after a restart, not \(values)"] }
        isKept = true
      }
      return world.faults
    }
  }

  @Test func `what the daemon has confirmed holds after a restart`() async {
    await #expect(processExitsWith: .success) {
      let found = try SimulationTests.seeds.prefix(20).flatMap { try SimulationTests.contextFaults(seed: $0) }
      #expect(found == [], "\(found.prefix(3).joined(separator: "\n"))")
    }
  }

  /// Planted: the daemon confirms a value that it does not write.
  @Test func `a context that is confirmed and not kept is found`() async {
    await #expect(processExitsWith: .success) {
      let isFound = try SimulationTests.plantedSeeds.contains { seed in
        try SimulationTests.contextFaults(seed: seed) { $0.contextFile = nil } != []
      }
      #expect(isFound)
    }
  }
}
