import ControlProtocol
import GestureCore
import GestureTesting
import Glibc
import Testing

@testable import gestured

/// Properties of the whole daemon, over seeds. A seed that fails gives the same run again.
@Suite(.serialized)
struct SimulationTests {
  /// Seeds of a property: a quarter of $GESTURED_SEEDS, because a day takes longer than a stream of touches; and those that have found
  /// a fault:
  ///
  /// - 155: the daemon was stopped between the read of a device and the look at the clock, and a lift in between came too late.
  static let seeds =
    Array(1...max(getenv("GESTURED_SEEDS").flatMap { UInt64(String(cString: $0)) } ?? 200, 4) / 4) + [155]

  /// Enough to find each planted fault, of which one seed in twenty shows some. The search ends with the first that does.
  static let plantedSeeds: ClosedRange<UInt64> = 1...200

  /// Each gesture has an effect outside: a command, keys, a button, fingers; and a program that gets its events.
  static let configuration = ["tap", "double", "press", "swipe", "pan", "pinch", "drag", "idle"].map { name in
    let rest =
      switch name {
      case "tap": "type = \"tap\"\nfingers = 2\nrun = \"tap\""
      case "double": "type = \"tap\"\ntaps = 2\nfingers = 1\nkeys = \"leftctrl+c\""
      case "press": "type = \"long-press\"\nfingers = 1\nrun = \"press\""
      case "swipe": "type = \"swipe\"\nfingers = 3\nrun = \"swipe\"\nmax_running = 64"
      case "pan": "type = \"pan\"\nfingers = 2\nhold_keys = \"leftalt\""
      case "pinch": "type = \"pinch\"\nfingers = 3\ntouchpad = { fingers = 3 }"
      case "drag": "type = \"pan\"\nfingers = 1\nbutton = \"left\"\nmove = true"
      default: "type = \"swipe\"\nfingers = 5\nnotify = \"idle\""
      }
    // Clients trigger `idle`.
    let program = name == "idle" ? "" : "pipe = \"events \(name)\"\n"
    return "[[gesture]]\nname = \"\(name)\"\n\(rest)\n\(program)"
  }.joined(separator: "\n")

  static let start: Int64 = 101 * .second

  /// The process of a test, and one that runs it again, have the same order in each dictionary.
  init() { setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1) }

  /// Touches of some seconds, and when they end.
  static func hand(seed: UInt64, sequences: Int = 4) -> (frames: [SimulatedPad.Frame], end: Int64) {
    var generator = StreamGenerator(seed: seed)
    var frames: [SimulatedPad.Frame] = []
    var time = start
    for _ in 0..<sequences {
      let kind = generator.random.int(0...4)
      let stream =
        kind < 2 ? generator.stream() : kind == 2 ? swipe(&generator.random) : taps(&generator.random)
      frames += SimulatedPad.frames(of: stream, from: time)
      time += stream.end + Timestamp(generator.random.pick([60, 200, 320, 900])) * .millisecond
    }
    return (frames, time)
  }

  /// Taps of one finger, around the limits of time.
  private static func taps(_ random: inout SplitMix64) -> TouchStream {
    var stream = TouchStream()
    var time: Timestamp = 0
    for _ in 0..<random.int(1...5) {
      let down = time
      time += random.pick([40, 100, 150, 177, 179, 181, 183, 260, 600]) * .millisecond
      let place = TouchStream.Place(time: down, point: Point(80, 60))
      stream.lives.append(TouchStream.Life(down: place, end: time))
      time += random.pick([60, 140, 290, 310]) * .millisecond
    }
    return stream
  }

  /// Three fingers, 40 mm to the right.
  private static func swipe(_ random: inout SplitMix64) -> TouchStream {
    var stream = TouchStream()
    let step = Timestamp(random.int(8...16)) * .millisecond
    for finger in 0..<3 {
      func place(_ frame: Int) -> TouchStream.Place {
        let point = Point(50 + Double(frame) * 4, 40 + Double(finger) * 16)
        return TouchStream.Place(time: Timestamp(frame) * step, point: point)
      }
      stream.lives.append(
        TouchStream.Life(down: place(0), moves: (1...10).map(place), end: 11 * step))
    }
    return stream
  }

  // MARK: The effects of a run

  /// What leaves the daemon because of touches.
  struct Effects: Equatable {
    /// By what it is (the program of a gesture's events, a command, a virtual device), what has left by it, in order. Events of motion
    /// are left out, because a slow reader gets them merged.
    private(set) var all: [String: [String]] = [:]

    init(_ machine: SimulatedMachine) {
      for program in machine.programs {
        if program.line.hasPrefix("events ") {
          all[program.line, default: []] += program.lines.filter { !$0.contains(#""state":"changed""#) }
        } else {
          all[program.line, default: []].append(program.variables.joined(separator: " "))
        }
      }
      for output in machine.virtual { all[output.name, default: []] += output.keys }
    }

    /// What differs first in each way, for a message.
    func differences(from other: Effects) -> [String] {
      Set(all.keys).union(other.all.keys).sorted().compactMap { name in
        let (a, b) = (all[name] ?? [], other.all[name] ?? [])
        if a == b { return nil }
        let index = zip(a, b).prefix { $0 == $1 }.count
        return "\(name): \(a.dropFirst(index).first ?? "nothing") ≠ \(b.dropFirst(index).first ?? "nothing")"
      }
    }
  }

  /// Plays the hand of a seed. A property of it has no client and no disturbance, or all of them.
  static func play(
    seed: UInt64, isDisturbed: Bool, planted plant: @escaping (Daemon) -> Void = { _ in }
  ) throws -> (effects: Effects, faults: [String]) {
    let pad = SimulatedPad(3)
    let (frames, end) = hand(seed: seed)
    let disturbances: Disturbances = isDisturbed ? .all : []
    return try SimulatedWorld.with(
      seed: seed, disturbances, configuration, nodes: [pad], planted: plant
    ) { world in
      world.play(frames, on: pad)
      var crowd = Crowd(seed: seed)
      if isDisturbed { crowd.come(to: world, from: start, until: end) }
      // Half of the seeds look at what comes at the same time as a lift.
      if isDisturbed, seed % 2 == 0 {
        world.machine.stopOften()
        crowd.callBeforeLifts(frames, in: world)
      }
      world.run(until: end + 30 * .second)
      return (Effects(world.machine), world.faults + crowd.faults(at: end))
    }
  }

  /// What a seed's disturbed run does otherwise than its plain one.
  static func differences(
    seed: UInt64, planted plant: @escaping (Daemon) -> Void = { _ in }
  ) throws -> (found: [String], effects: Effects) {
    let plain = try play(seed: seed, isDisturbed: false, planted: plant)
    let disturbed = try play(seed: seed, isDisturbed: true, planted: plant)
    let found = plain.faults + disturbed.faults + plain.effects.differences(from: disturbed.effects)
    return (found.map { "seed \(seed): \($0)" }, plain.effects)
  }

  @Test func `events do not depend on clients, delays or signals, and replies come in order`() async {
    await #expect(processExitsWith: .success) {
      let runs = try SimulationTests.seeds.map { try SimulationTests.differences(seed: $0) }
      let found = runs.flatMap(\.found)
      #expect(found == [], "\(found.prefix(3).joined(separator: "\n"))")
      // The hands make each kind of effect.
      for name in ["tap", "press", "swipe", "gestured virtual keyboard", "gestured virtual mouse"] {
        #expect(runs.contains { $0.effects.all[name]?.isEmpty == false }, "\(name)")
      }
    }
  }

  /// Planted: a request of a client moves the clock before the device is read.
  @Test func `a deadline that runs before the device is read is found`() async {
    await #expect(processExitsWith: .success) {
      let isFound = try SimulationTests.plantedSeeds.contains { seed in
        let run = try SimulationTests.differences(seed: seed) { daemon in
          for session in daemon.sessions { session.readDevice = nil }
        }
        return run.found != []
      }
      #expect(isFound)
    }
  }
}
