import GestureTesting
import Glibc
import Testing

@testable import GestureCore

/// One hand, one answer: the same motion at any report rate and phase gives the same gestures, types and directions, and
/// ends within two frames.
@Suite struct `any report rate` {
  private static let rates = [60.0, 100, 125, 240, 250]

  @Test(arguments: [DeviceClass.touchscreen, .touchpad])
  func `the same hand gives the same answer`(_ deviceClass: DeviceClass) {
    var (failures, swipes, trios) = (0, 0, 0)
    for seed in UInt64(1)...max(Properties.seedCount / 10, 50) where failures < 3 {
      var random = SplitMix64(seed: seed)
      let hand = Self.hand(&random)
      var set = RecognizerSet.ofAllTypes(fingers: hand.fingers.count, deviceClass)
      // It begins after a time, whatever the fingers are about to do.
      set.recognizers.removeAll { $0.type == .hold }
      let expected = HandResult(set, hand.script(period: 1000, phase: 0))
      if expected.gestures.contains(where: { $0.hasPrefix("swipe") }) { swipes += 1 }
      if expected.gestures.contains(where: { $0.hasPrefix("pinch") || $0.hasPrefix("rotation") }) {
        trios += 1
      }
      for rate in Self.rates {
        let period = 1e6 / rate
        let result = HandResult(set, hand.script(period: period, phase: random.length(0, period)))
        let isInTime = zip(result.ends, expected.ends).allSatisfy {
          abs(Double($0 - $1)) <= 2 * period + 1000
        }
        if result.gestures == expected.gestures && isInTime { continue }
        failures += 1
        Issue.record("seed \(seed) at \(rate)/s: \(result), at 1000/s: \(expected)")
        break
      }
    }
    #expect(swipes > 5 && trios > 5, "\(swipes) swipes, \(trios) pinches and rotations")
  }

  /// A tap, a press, a swipe, a slow drag, a pinch or a turn, with room to every limit.
  private static func hand(_ random: inout SplitMix64) -> SampledHand {
    let kind = random.int(0...5)
    let count = kind < 4 ? random.int(1...4) : random.int(2...4)
    let center = Point(random.length(80, 120), random.length(50, 70))
    let rest = Timestamp(random.int(60...140)) * .millisecond
    let angle = Double(random.int(0...3)) * .pi / 2 + random.length(-0.2, 0.2)
    let way = random.length(30, 45) * (random.oneIn(2) ? 1 : -1)
    let duration: Timestamp
    switch kind {
    case 0: duration = Timestamp(random.int(60...120)) * .millisecond
    case 1: duration = Timestamp(random.int(700...900)) * .millisecond
    case 2: duration = Timestamp(random.int(120...250)) * .millisecond
    case 3: duration = Timestamp(random.int(4000...6000)) * .millisecond
    default: duration = Timestamp(random.int(250...500)) * .millisecond
    }
    let tilt = random.length(0.4, 1.1)
    var hand = SampledHand()
    for finger in 0..<count {
      let direction = tilt + 2 * .pi * Double(finger) / Double(count)
      let offset = Point(cos(direction), sin(direction)) * 14
      let start = Timestamp(random.int(0...15)) * .millisecond
      let liftsAt = start + duration + (kind < 2 ? 0 : rest + 60 * .millisecond)
      hand.fingers.append(
        SampledHand.Finger(landsAt: start, liftsAt: liftsAt) { time in
          let part = SampledHand.smooth(Double(time - rest) / Double(duration))
          switch kind {
          case 0, 1: return center + offset
          case 2, 3: return center + offset + Point(cos(angle), sin(angle)) * (abs(way) * part)
          case 4: return center + offset * (1 + (way > 0 ? 0.8 : -0.6) * part)
          default:
            let turn = direction + way / 40 * part
            return center + Point(cos(turn), sin(turn)) * 14
          }
        })
    }
    return hand
  }
}
