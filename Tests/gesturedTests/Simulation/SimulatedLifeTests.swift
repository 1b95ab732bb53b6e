import ControlProtocol
import GestureCore
import GestureTesting
import Glibc
import Testing

@testable import gestured

/// A daemon's life: devices go and come, configurations change, disks are full, readers stop.
extension SimulationTests {
  /// A day in which anything may happen, and what was wrong with it.
  private final class Life {
    private var random: SplitMix64
    private let world: SimulatedWorld
    private let pad: SimulatedPad
    private let watcher: SimulatedClient
    private var crowd: Crowd
    private let start: Counts
    private(set) var faults: [String] = []
    private var isPlugged = false

    /// What a daemon has beside its configuration.
    private struct Counts: Equatable {
      let watches, timers, connections, sessions: Int
      /// How many descriptors there are of each kind.
      let descriptors: [String: Int]
      init(_ world: SimulatedWorld) {
        (watches, timers) = world.loop.counts
        connections = world.daemon.control.connections.count
        sessions = world.daemon.sessions.count
        descriptors = DispatchBench.descriptors().reduce(into: [:]) { counts, entry in
          // "7 socket:[1234]", "8 anon_inode:inotify", "9 /tmp/file".
          let target = entry.drop { $0 != " " }.dropFirst()
          counts[String(target.prefix { $0 != "[" || target.hasPrefix("anon_inode") }), default: 0] += 1
        }
      }
    }

    init(_ world: SimulatedWorld, _ pad: SimulatedPad, seed: UInt64) {
      random = SplitMix64(seed: seed &* 5)
      (self.world, self.pad) = (world, pad)
      crowd = Crowd(seed: seed)
      // The timer that is open from the first hold on stays.
      world.daemon.dispatcher.holds.set(true)
      world.daemon.dispatcher.holds.set(false)
      world.run(for: 60 * .second)
      start = Counts(world)
      watcher = world.connect()
      watcher.call("Subscribe", more: true)
      watcher.send()
    }

    func live() {
      world.plug(pad)
      isPlugged = true
      let (frames, _) = SimulationTests.hand(seed: random.next(), sequences: 8)
      // The hand began at `start`.
      let offset = world.now + .second - SimulationTests.start
      for frame in frames {
        let events = frame.events.map {
          InputEvent(time: $0.time + offset, type: $0.type, code: $0.code, value: $0.value)
        }
        world.at(frame.time + offset) { [pad] in pad.send(events) }
      }
      let end = (frames.last?.time ?? 0) + offset
      crowd.come(to: world, from: world.now, until: end)
      while world.now < end {
        let next = world.now + Int64(random.int(1...1_500)) * .millisecond
        happen(at: world.now + Int64(random.int(0...500)) * .millisecond)
        world.run(until: next)
        lookAtBounds()
      }
      close()
    }

    private func note(_ isRight: Bool, _ text: @autoclosure () -> String) {
      if !isRight { faults.append("\(world.now): \(text())") }
    }

    // MARK: What happens

    private func happen(at time: Int64) {
      let (world, pad) = (world, pad)
      switch random.int(0...6) {
      case 0:
        isPlugged.toggle()
        let isPlugged = isPlugged
        world.at(time) { isPlugged ? world.plug(pad) : world.unplug(pad) }
      case 1:
        let count = random.int(1...8)
        let text = SimulationTests.configuration.components(count)
        world.at(time) { world.write(text) }
      case 2: world.at(time) { world.write("[[gesture]]\nname = 3\n") }
      case 3:
        world.at(time) { world.machine.diskError = ENOSPC }
        world.at(time + .second) { world.machine.diskError = nil }
      case 4:
        world.at(time) { world.machine.programsRead = false }
        world.at(time + .second) { world.machine.programsRead = true }
      case 5:
        let slow = world.connect()
        slow.isReading = false
        slow.call("Subscribe", #"{"touches":true,"explain":true,"log":true,"output":true}"#, more: true)
        world.at(time) { slow.send() }
      default:
        let length = random.pick([0, 300_000, 5_000_000, 12_000_000] as [Int64])
        world.machine.duration = { _ in length }
      }
    }

    // MARK: What holds

    private func lookAtBounds() {
      let most = world.daemon.control.connections.map(\.queue.count).max() ?? 0
      note(most <= 1_024, "\(most) entries wait for a client")
      if world.daemon.sessions.isEmpty { lookForHeld() }
    }

    /// A file with problems leaves the last good one in use.
    private func lookAtConfiguration() {
      let count = random.int(1...7)
      for text in [SimulationTests.configuration.components(count), "[[gesture]]\nname = 3\n"] {
        world.write(text)
        world.run(for: 5 * .second)
        let found = world.daemon.configuration.gestures.count
        note(found == count, "\(found) gestures are configured, not \(count)")
      }
    }

    private func lookForHeld() {
      for output in world.machine.virtual where !(output.down.isEmpty && output.touching.isEmpty) {
        note(false, "\(output.name) has \(output.down) \(output.touching) down")
      }
    }

    /// Everything ends, and what is left is a new daemon.
    private func close() {
      // A plug that is due later would come after the end.
      world.run(for: 2 * .second)
      world.machine.diskError = nil
      world.machine.programsRead = true
      world.unplug(pad)
      world.run(for: 5 * .second)
      lookAtConfiguration()
      lookForHeld()
      lookAtEvents()
      faults += crowd.faults(at: world.now)
      for client in world.clients { client.end() }
      world.write(SimulationTests.configuration)
      world.run(for: 60 * .second)
      let end = Counts(world)
      note(end == start, "\(start) became \(end)")
      note(world.machine.programs.allSatisfy { !$0.isRunning || $0.end == .max }, "a command still runs")
      faults += world.faults
    }

    /// Each gesture begins and ends, one after the other, and each message is whole.
    private func lookAtEvents() {
      note(watcher.isWhole && !watcher.isAtEnd, "the subscriber's last message is cut")
      var running: Set<String> = []
      for event in watcher.events {
        guard let gesture = event["gesture"]?.string, let state = event["state"]?.string else { continue }
        switch state {
        case "began": note(running.insert(gesture).inserted, "\(gesture) began twice")
        case "changed": note(running.contains(gesture), "\(gesture) changed before it began")
        case "ended", "cancelled":
          note(running.remove(gesture) != nil, "\(gesture) \(state) without a beginning")
        default: break
        }
      }
      note(running == [], "\(running) did not end")
    }
  }

  static func life(seed: UInt64) throws -> [String] {
    try SimulatedWorld.with(seed: seed, .all, configuration) { world in
      let life = Life(world, SimulatedPad(3), seed: seed)
      life.live()
      return life.faults.map { "seed \(seed): \($0)" }
    }
  }

  @Test func `nothing stays down, lost, cut or open, whatever comes and goes`() async {
    await #expect(processExitsWith: .success) {
      let found = try SimulationTests.seeds.flatMap { try SimulationTests.life(seed: $0) }
      #expect(found == [], "\(found.prefix(3).joined(separator: "\n"))")
    }
  }
}

extension String {
  /// The first gestures of a configuration.
  fileprivate func components(_ count: Int) -> String {
    split(separator: "[[gesture]]").prefix(count).map { "[[gesture]]\($0)" }.joined()
  }
}
