import GestureCore
import GestureTesting
import Testing

/// For random streams: with all gestures failing, what comes out equals what went in, later. With some recognized, it equals what
/// went in without their touches.
@Suite struct HeldStreamTests {
  private static let seeds = min(Properties.seedCount * 4, 25_000)

  @Test(arguments: [true, false])
  func `a touchpad's frames come in order`(_ keepsTimes: Bool) {
    for seed in 0..<Self.seeds {
      for takes in [false, true] {
        let stream = HeldStream(seed: seed, .pad, takes: takes, keepsTimes: keepsTimes)
        #expect(HeldStream.faults(stream.output) == [], "seed \(seed)")
        #expect(stream.isClear, "seed \(seed)")
        if takes { continue }
        let found = HeldStream.frames(stream.output)
        let wanted = HeldStream.frames(stream.input)
        #expect(found == wanted, "seed \(seed)")
        if found != wanted { return }
      }
    }
  }

  @Test(arguments: [true, false])
  func `each touch of a touchscreen comes whole or not at all, in the order of the landings`(
    _ keepsTimes: Bool
  ) {
    for seed in 0..<Self.seeds {
      for takes in [false, true] {
        let stream = HeldStream(seed: seed, .screen, takes: takes, keepsTimes: keepsTimes)
        #expect(HeldStream.faults(stream.output) == [], "seed \(seed)")
        #expect(stream.isClear, "seed \(seed)")
        let found = HeldStream.touches(stream.output)
        let wanted = HeldStream.touches(stream.input, without: stream.taken)
        #expect(found == wanted, "seed \(seed)")
        if found != wanted { return }
      }
    }
  }

  @Test(arguments: [true, false])
  func `where lifts are held, each touch of a touchscreen comes whole, or is cancelled`(_ keepsTimes: Bool) {
    for seed in 0..<Self.seeds {
      for takes in [false, true] {
        let stream = HeldStream(
          seed: seed, .screen, takes: takes, keepsTimes: keepsTimes, holdsLifts: true)
        #expect(HeldStream.faults(stream.output) == [], "seed \(seed)")
        #expect(stream.isClear, "seed \(seed)")
        let found = HeldStream.touches(stream.output, without: stream.taken)
        let wanted = HeldStream.touches(stream.input, without: stream.taken)
        #expect(found == wanted, "seed \(seed)")
        if found != wanted { return }
      }
    }
  }
}
