import GestureTesting
import Glibc
import Testing

@testable import GestureCore

/// The noise that Microsoft's tests of precision touchpads allow (Windows Hardware Lab Kit: jitter of stationary contacts,
/// linearity, minimum separation, report rate, latency): no gesture comes from it, and none is lost by it.
@Suite struct `noise that a certified touchpad may have` {
  private static let seeds = UInt64(1)...max(Properties.seedCount / 50, 20)
  /// 100 reports a second with more than one contact.
  private static let period = 10_000.0

  /// A walk that never leaves 0.5 mm of the origin, by number of report; half of them go round and round.
  private static func walk(_ reports: Int, _ random: inout SplitMix64) -> [Point] {
    let isCircle = random.oneIn(2)
    let (phase, speed) = (random.length(0, 6), random.length(-1.5, 1.5))
    var place = Point.zero
    return (0..<reports).map { report in
      if isCircle {
        let angle = phase + speed * Double(report)
        return Point(cos(angle), sin(angle)) * 0.49
      }
      place += Point(random.length(-0.2, 0.2), random.length(-0.2, 0.2))
      if place.length > 0.49 { place = place * (0.49 / place.length) }
      return place
    }
  }

  @Test(arguments: [2, 3, 4]) func `still contacts make a hold or a press and nothing else`(_ count: Int) {
    for seed in Self.seeds {
      var random = SplitMix64(seed: seed)
      var hand = SampledHand()
      for finger in 0..<count {
        // 11 mm apart.
        let angle = 2 * .pi * Double(finger) / Double(count)
        let place = Point(100, 60) + Point(cos(angle), sin(angle)) * (5.5 / sin(.pi / Double(count)))
        let walk = Self.walk(1_001, &random)
        hand.fingers.append(
          SampledHand.Finger(landsAt: 0, liftsAt: 10 * .second) { place + walk[min(Int($0 / 10_000), 1_000)] }
        )
      }
      var set = RecognizerSet.ofAllTypes(fingers: count, .touchpad)
      set.recognizers.append(
        RecognizerDefinition("transform", .transform, .touchpad, fingers: count...count))
      let script = hand.script(period: Self.period, phase: 0)
      let press = ["hold began", "hold cancelled", "long-press began", "long-press ended"]
      #expect(HandResult(set, script).gestures == press, "seed \(seed)")
      set.recognizers.removeAll { $0.type == .longPress }
      #expect(HandResult(set, script).gestures == ["hold began", "hold ended"], "seed \(seed)")
    }
  }

  @Test(arguments: [1, 2, 3]) func `lines that deviate by 0.5 mm keep axis and direction`(_ count: Int) {
    for seed in Self.seeds {
      var random = SplitMix64(seed: seed)
      let way = random.pick([Direction.left, .right, .up, .down])
      let unit = way.unit
      let isFast = random.oneIn(2)
      let (length, duration) = isFast ? (40.0, random.length(0.15, 0.3)) : (40, random.length(6, 8))
      var hand = SampledHand()
      for finger in 0..<count {
        let place = Point(90 + 11 * Double(finger), 60 + 4 * Double(finger % 2))
        let noise = (0...1_000).map { _ in random.length(-0.5, 0.5) }
        let lag = Timestamp(random.int(0...35)) * .millisecond
        let liftsAt = Timestamp(duration * 1e6) + 100 * .millisecond
        hand.fingers.append(
          SampledHand.Finger(landsAt: lag, liftsAt: liftsAt) { time in
            let across = Point(-unit.y, unit.x) * noise[min(Int(time / 10_000), 1_000)]
            return place + unit * (length * min(max(Double(time) / 1e6 / duration, 0), 1)) + across
          })
      }
      let script = hand.script(period: count == 1 ? 8_000 : Self.period, phase: 0)
      var set = RecognizerSet.ofAllTypes(fingers: count, .touchpad)
      let isHorizontal = way == .left || way == .right
      set.recognizers = set.recognizers.filter {
        $0.type != .tap && $0.type != .longPress && $0.type != .hold
      }
      for index in set.recognizers.indices {
        set.recognizers[index].parameters.change(PanParameters.self) {
          $0.axis = isHorizontal ? .horizontal : .vertical
          $0.directions = DirectionSet(way)
        }
      }
      let expected = isFast ? ["swipe recognized \(way.rawValue)"] : ["pan began", "pan ended"]
      #expect(HandResult(set, script).gestures == expected, "seed \(seed), \(duration) s")
    }
  }

  @Test func `two contacts from 30 mm to 11 mm and back are a pinch and nothing else`() {
    for seed in Self.seeds {
      var random = SplitMix64(seed: seed)
      let angle = random.length(0.7, 2.4)
      let duration = random.length(0.3, 1.5) * 1e6
      var hand = SampledHand()
      for side in [-1.0, 1] {
        let walk = Self.walk(1_001, &random)
        hand.fingers.append(
          SampledHand.Finger(landsAt: 0, liftsAt: Timestamp(duration) + 50 * .millisecond) { time in
            let part = 1 - abs(1 - 2 * min(Double(time) / duration, 1))
            let radius = 15 - 9.5 * part
            return Point(100, 60) + Point(cos(angle), sin(angle)) * (side * radius)
              + walk[min(Int(time / 10_000), 1_000)] * 0.5
          })
      }
      let set = RecognizerSet.ofAllTypes(fingers: 2, .touchpad)
      let result = HandResult(set, hand.script(period: Self.period, phase: 0)).gestures
      #expect(result == ["pinch began", "pinch ended"], "seed \(seed)")
    }
  }

  /// The turn of the shape: a sum of the turns of single frames would have drifted by tens of degrees.
  @Test func `three fingers that never leave 0.5 mm of where they landed never turn`() {
    for seed in Self.seeds {
      var random = SplitMix64(seed: seed)
      let walks = (0..<3).map { _ in Self.walk(1_001, &random) }
      var hand = SampledHand()
      for finger in 0..<3 {
        let angle = 2 * .pi * Double(finger) / 3
        let place = Point(100, 60) + Point(cos(angle), sin(angle)) * 6.35
        let walk = walks[finger]
        hand.fingers.append(
          SampledHand.Finger(landsAt: 0, liftsAt: 10 * .second) { place + walk[min(Int($0 / 10_000), 1_000)] }
        )
      }
      var set = RecognizerSet()
      var parameters = RotationParameters(.touchpad)
      (parameters.minArc, parameters.minAngle) = (0, 0)
      set.recognizers = [RecognizerDefinition("turn", parameters, fingers: 3...3)]
      let turns = set.run(hand.script(period: Self.period, phase: 0)).map(\.rotation)
      #expect(turns.count > 900)
      // 1 mm of 6.35 mm, by all three fingers in the same sense.
      for turn in turns { #expect(abs(turn) < 0.16, "seed \(seed)") }
    }
  }
}
