import GestureCore
import Glibc
import Testing

@testable import Evdev
@testable import gestured

/// A whole daemon with a device of 1000 frames a second, which it reads at intervals while no motion decides anything.
@Suite(.serialized)
struct SimulatedPacingTests {
  private static let device = "[[device]]\nmatch = { name = \"*\" }\nhysteresis = \"off\"\n"
  /// It is decided by the lift alone.
  private static let swipe =
    device + """
      [[gesture]]
      name = "next"
      type = "swipe"
      fingers = 3
      direction = "right"
      fire_on = "release"
      run = "true"

      """
  private static let pan =
    device + """
      [[gesture]]
      name = "drag"
      type = "pan"
      fingers = 3
      step = { every = "5mm", forward = { run = "true" }, backward = { run = "true" } }
      """

  private static let frames = 300

  /// Three fingers at a distance in mm from where they landed.
  private static func places(_ way: Double) -> [Int32: Point?] {
    [0: Point(40 + way, 30), 1: Point(60 + way, 30), 2: Point(80 + way, 40)]
  }
  /// Moves three fingers to the right, 60 mm/s, from a distance on.
  private static func move(_ hand: SimulatedHand, from start: Double = 0, wait: Int64 = .millisecond) {
    for number in 1...frames { hand.frame(places(start + 0.06 * Double(number)), wait: wait) }
  }
  /// How often the daemon reads anything while `body` runs.
  private static func reads(_ world: SimulatedWorld, _ body: () -> Void) -> Int {
    let before = world.machine.attempts[.read, default: 0]
    body()
    return world.machine.attempts[.read, default: 0] - before
  }
  @Test func `three fingers under a swipe of the release are read every few frames, and their lift at once`()
    async
  {
    await #expect(processExitsWith: .success) {
      typealias Tests = SimulatedPacingTests
      try SimulatedWorld.play(Tests.swipe, [.touchpad, .touchscreen]) { world, hands in
        for hand in hands {
          let subscriber = world.stream("Subscribe")
          hand.frame(Tests.places(0))
          let count = Tests.reads(world) { Tests.move(hand) }
          // A signal interrupts one of eight reads.
          #expect(count > Tests.frames / 5 && count < Tests.frames / 2, "\(count) reads")
          hand.frame([0: nil, 1: nil, 2: nil], wait: 0)
          #expect(subscriber.events.map { $0["state"]?.string } == ["recognized"])
          world.run(for: .second)
        }
      }
    }
  }

  @Test func `fingers that come to rest wake the daemon no more, and are read again when they go on`() async {
    await #expect(processExitsWith: .success) {
      typealias Tests = SimulatedPacingTests
      try SimulatedWorld.play(Tests.swipe) { world, hands in
        hands[0].frame(Tests.places(0))
        Tests.move(hands[0])
        world.run(for: 10 * .millisecond)
        #expect(Tests.reads(world) { world.run(for: 10 * .second) } == 0 && world.loop.nextTime == .max)
        let subscriber = world.stream("Subscribe")
        Tests.move(hands[0], from: 18)
        hands[0].frame([1: nil], wait: 0)
        #expect(subscriber.events.map { $0["state"]?.string } == ["recognized"])
      }
    }
  }

  @Test func `a slow device and a pan that has begun are read at each frame`() async {
    await #expect(processExitsWith: .success) {
      typealias Tests = SimulatedPacingTests
      try SimulatedWorld.play(Tests.swipe) { world, hands in
        hands[0].frame(Tests.places(0))
        #expect(Tests.reads(world) { Tests.move(hands[0], wait: 8 * .millisecond) } >= Tests.frames)
      }
      try SimulatedWorld.play(Tests.pan) { world, hands in
        hands[0].frame(Tests.places(0))
        Tests.move(hands[0])
        #expect(Tests.reads(world) { Tests.move(hands[0], from: 18) } >= Tests.frames)
      }
    }
  }

  @Test func `a reload and an unplug between two readings lose nothing and close the device`() async {
    await #expect(processExitsWith: .success) {
      typealias Tests = SimulatedPacingTests
      try SimulatedWorld.play(Tests.swipe) { world, hands in
        hands[0].frame(Tests.places(0))
        Tests.move(hands[0])
        world.write(Tests.pan)
        _ = world.ask("Reload")
        Tests.move(hands[0], from: 18)
        hands[0].lift()
        let subscriber = world.stream("Subscribe")
        hands[0].frame(Tests.places(0))
        Tests.move(hands[0])
        #expect(subscriber.events.first?["state"]?.string == "began")
        hands[0].lift()
        world.write(Tests.swipe)
        _ = world.ask("Reload")
        hands[0].frame(Tests.places(0))
        Tests.move(hands[0])
        world.unplug(hands[0].pad)
        world.run(for: .second)
        #expect(!hands[0].pad.isOpen && world.loop.nextTime == .max)
      }
    }
  }
}
