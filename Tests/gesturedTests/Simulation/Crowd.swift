import GestureCore
import GestureTesting

@testable import gestured

/// Clients that come, call and go at random: callers that count the replies, and subscribers.
struct Crowd {
  private var random: SplitMix64
  private var clients: [SimulatedClient] = []

  init(seed: UInt64) { random = SplitMix64(seed: seed &* 77) }

  /// The calls that change nothing for a gesture of the hand.
  private static let calls = MethodCalls.all.filter { $0.turn != .stream }

  /// Each comes at a time of its own and calls until it has gone, or until the end.
  mutating func come(to world: SimulatedWorld, from start: Int64, until end: Int64) {
    for _ in 0..<random.int(1...4) {
      let first = random.int(Int(start)...Int(end))
      let isSubscriber = random.oneIn(3)
      // Clients are made at once, so that each seed has its own whatever the daemon does.
      let client = world.connect()
      clients.append(client)
      if isSubscriber {
        let output = random.pick(["{}", #"{"touches":true,"explain":true,"log":true,"output":true}"#])
        world.at(Int64(first)) {
          client.call("Subscribe", output, more: true)
          client.send()
        }
        continue
      }
      var time = Int64(first)
      while time < end {
        add(random.pick(Self.calls), of: client, at: time, in: world)
        time += Int64(random.pick([0, 2_000, 30_000, 120_000, 700_000]))
      }
      world.at(end + .second) { client.send() }
    }
  }

  /// A client calls up to 10 ms before the lifts of a hand.
  mutating func callBeforeLifts(_ frames: [SimulatedPad.Frame], in world: SimulatedWorld) {
    let client = world.connect()
    clients.append(client)
    for frame in frames
    where frame.events.contains(where: { $0.code == AbsoluteCode.trackingID && $0.value < 0 }) {
      let time = frame.time - random.pick([0, 1, 3, 10]) * .millisecond
      world.at(time) {
        client.callNumbered()
        client.call("SetEnabled", #"{"gesture":"idle","enabled":true}"#)
        client.send()
      }
    }
  }

  private mutating func add(
    _ method: (name: String, parameters: String, turn: MethodCalls.Turn), of client: SimulatedClient,
    at time: Int64, in world: SimulatedWorld
  ) {
    // The bytes of a call may come in two parts.
    let part = random.oneIn(2) ? Int.max : random.int(1...120)
    world.at(time) {
      client.callNumbered()
      client.call(method.name, method.parameters)
      client.send(atMost: part)
    }
  }

  /// What is wrong with the replies.
  func faults(at end: Int64) -> [String] {
    clients.enumerated().flatMap { number, client in
      var faults: [String] = []
      if !client.isWhole { faults.append("client \(number): a message is cut") }
      if client.numbers != Array(0..<client.numbered) {
        faults.append("client \(number): \(client.numbered) calls, replies \(client.numbers)")
      }
      return faults
    }
  }
}
