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
    var (swipes, trios) = (UInt64(0), UInt64(0))
    check { random in
      let hand = Self.hand(&random)
      var set = RecognizerSet.ofAllTypes(fingers: hand.fingers.count, deviceClass)
      // It begins after a time, whatever the fingers are about to do.
      set.recognizers.removeAll { $0.type == .hold }
      return (set, hand)
    } judge: { expected in
      if expected.gestures.contains(where: { $0.hasPrefix("swipe") }) { swipes += 1 }
      if expected.gestures.contains(where: { $0.hasPrefix("pinch") || $0.hasPrefix("rotation") }) {
        trios += 1
      }
    }
    let least = Properties.seedCount / 100
    #expect(swipes > least && trios > least, "\(swipes) swipes, \(trios) pinches and rotations")
  }

  @Test(arguments: OtherHand.allCases, [DeviceClass.touchscreen, .touchpad])
  fileprivate func `the other types`(_ kind: OtherHand, _ deviceClass: DeviceClass) {
    check { random in
      (kind.set(deviceClass), kind.hand(&random))
    } judge: { expected in
      #expect(expected.gestures.contains { $0.hasPrefix(kind.rawValue) }, "\(expected.gestures)")
    }
  }

  /// Plays hands at 1000 reports a second, and at each rate.
  private func check(
    _ make: (inout SplitMix64) -> (RecognizerSet, SampledHand), judge: (HandResult) -> Void
  ) {
    var failures = 0
    for seed in UInt64(1)...Properties.seedCount / 10 where failures < 3 {
      var random = SplitMix64(seed: seed)
      let (set, hand) = make(&random)
      let expected = HandResult(set, hand.script(period: 1000, phase: 0))
      judge(expected)
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

/// Hands of the types that need sets of their own, with room to every limit.
private enum OtherHand: String, CaseIterable {
  case doubleTap = "double-tap"
  case tapDrag = "tap-drag"
  case edgePan = "edge-pan"
  case circle, stroke, transform
  case tipTap = "tip-tap"
  case hold, hover, click, sequence
  case forcePress = "force-press"

  private static let zigzag = [Point(0, 0), Point(1, 0), Point(0, 1), Point(1, 1)]

  func set(_ deviceClass: DeviceClass) -> RecognizerSet {
    var set = RecognizerSet()
    set.deviceClass = deviceClass
    let rivals: [GestureType] = self == .transform ? [] : self == .edgePan ? [.pan, .swipe] : [.tap]
    if self == .sequence {
      var parameters = SequenceParameters(deviceClass)
      parameters.steps = [
        RecognizerDefinition("tap", .tap, deviceClass),
        RecognizerDefinition("swipe", .swipe, deviceClass, fingers: 2...2),
      ]
      set.recognizers = [RecognizerDefinition(rawValue, parameters)]
      return set
    }
    set.recognizers = ([type] + rivals).map { RecognizerDefinition($0.rawValue, $0, deviceClass) }
    set.recognizers[0].name = rawValue
    set.recognizers[0].parameters.change(TapParameters.self) { $0.taps = 2 }
    set.recognizers[0].parameters.change(StrokeParameters.self) {
      $0.templates = [Self.zigzag.map { $0 * 20 }]
    }
    return set
  }

  private var type: GestureType {
    switch self {
    case .doubleTap: .tap
    case .tapDrag: .tapDrag
    case .edgePan: .edgePan
    case .circle: .circle
    case .stroke: .stroke
    case .transform: .transform
    case .tipTap: .tipTap
    case .hold: .hold
    case .hover: .hover
    case .click: .click
    case .sequence: .sequence
    case .forcePress: .forcePress
    }
  }

  func hand(_ random: inout SplitMix64) -> SampledHand {
    let center = Point(random.length(80, 120), random.length(50, 70))
    let turn = random.length(-0.15, 0.15)
    let size = random.length(12, 20)
    let tap = Timestamp(random.int(60...120)) * .millisecond
    let second = tap + Timestamp(random.int(80...160)) * .millisecond
    let duration = Timestamp(random.int(700...1200)) * .millisecond
    let still: @Sendable (Timestamp) -> Point = { _ in center }
    func finger(
      _ start: Timestamp, _ end: Timestamp, _ place: @escaping @Sendable (Timestamp) -> Point
    ) -> SampledHand.Finger { SampledHand.Finger(landsAt: start, liftsAt: end, place: place) }
    @Sendable func part(_ time: Timestamp, after start: Timestamp = 0) -> Double {
      SampledHand.smooth(Double(time - start) / Double(duration))
    }
    switch self {
    case .doubleTap:
      return SampledHand(fingers: [finger(0, tap, still), finger(second, second + tap, still)])
    case .tapDrag:
      return SampledHand(fingers: [
        finger(0, tap, still),
        finger(second, second + duration) {
          center + Point(cos(turn), sin(turn)) * (40 * part($0, after: second))
        },
      ])
    case .edgePan:
      let start = Point(random.length(1, 2.5), center.y)
      return SampledHand(fingers: [
        finger(0, duration) { start + Point(cos(turn), sin(turn)) * (40 * part($0)) }
      ])
    case .circle:
      let angle = (random.oneIn(2) ? 1.0 : -1.0) * 2.15 * Double.pi
      return SampledHand(fingers: [
        finger(0, duration) {
          center + Point(cos(turn + angle * part($0)), sin(turn + angle * part($0))) * size
        }
      ])
    case .stroke:
      return SampledHand(fingers: [
        finger(0, duration) { time in
          let way = min(max(Double(time) / Double(duration), 0), 0.999) * 3
          let (from, to) = (Self.zigzag[Int(way)], Self.zigzag[Int(way) + 1])
          let place = (from + (to - from) * SampledHand.smooth(way - Double(Int(way)))) * (size * 1.5)
          return center + Point(cos(turn), sin(turn)) * place.x + Point(-sin(turn), cos(turn)) * place.y
        }
      ])
    case .transform:
      return SampledHand(
        fingers: [-1.0, 1.0].map { side in
          finger(0, duration) { center + Point(cos(turn), sin(turn)) * (side * size * (1 + 0.6 * part($0))) }
        })
    case .tipTap:
      let angle = Double(random.int(0...3)) * .pi / 2 + turn
      let (start, beside) = (second + 200 * .millisecond, center + Point(cos(angle), sin(angle)) * 30)
      return SampledHand(fingers: [
        finger(0, start + 400 * .millisecond, still), finger(start, start + tap) { _ in beside },
      ])
    // A touchscreen's tap may take 750 ms.
    case .hold: return SampledHand(fingers: [finger(0, duration + 200 * .millisecond, still)])
    case .hover:
      let above = finger(0, duration) { center + Point(cos(turn), sin(turn)) * (40 * part($0)) }
      return SampledHand(hovering: above)
    case .click:
      return SampledHand(fingers: [finger(0, duration, still)], pressed: second..<second + 200 * .millisecond)
    case .forcePress:
      var hand = SampledHand(fingers: [finger(0, duration, still)])
      // 450 g in the middle: more and less force each within a part of a second.
      hand.force = { 450 * sin(Double.pi * part($0)) }
      return hand
    case .sequence:
      let swipe = { @Sendable (time: Timestamp) in
        let way = SampledHand.smooth(Double(time - second - 60 * .millisecond) / Double(200 * .millisecond))
        return Point(cos(turn), sin(turn)) * (40 * way)
      }
      let lift = second + 320 * .millisecond
      return SampledHand(fingers: [
        finger(0, tap, still), finger(second, lift) { center + swipe($0) },
        finger(second, lift) { center + Point(0, 18) + swipe($0) },
      ])
    }
  }
}
