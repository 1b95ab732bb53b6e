import GestureTesting
import Glibc
import Testing

@testable import GestureCore

/// No motion decides anything between two readings (`PacedReading`), so a device that is read at intervals gives its events as early as
/// one that is read at each frame.
@Suite struct `paced reading` {
  private static let period: Timestamp = 1_000

  @Test(arguments: [SwipeFire.threshold, .release], [DeviceClass.touchscreen, .touchpad])
  func `nothing is decided by motion within an interval`(_ fireOn: SwipeFire, _ deviceClass: DeviceClass) {
    var (frames, left, failures) = (0, 0, 0)
    for seed in UInt64(1)...Properties.seedCount / 2 where failures < 3 {
      var random = SplitMix64(seed: seed)
      let count = random.int(1...5)
      var reader = PacedReader(Self.recognizers(count, fireOn, deviceClass))
      reader.play(Self.hand(count, &random).script(period: Double(Self.period), phase: 0))
      frames += reader.frames
      left += reader.left
      if reader.late.isEmpty { continue }
      failures += 1
      Issue.record("seed \(seed), \(count) fingers: \(reader.late)")
    }
    // A hand rests, speeds up and slows down, and begins a pan or ends a swipe on its way.
    #expect(left > frames / 50 && left < frames, "\(left) of \(frames) frames were left unread")
  }

  @Test func `fingers that go on under a swipe of the release are read every fourth frame`() {
    var reader = PacedReader(Self.recognizers(3, .release, .touchpad, with: []))
    reader.play(Self.circle.script(period: Double(Self.period), phase: 0))
    #expect(reader.left > reader.frames * 3 / 5, "\(reader.left) of \(reader.frames)")
  }

  @Test func `a device of 125 frames a second is read at each frame`() {
    var reader = PacedReader(Self.recognizers(3, .release, .touchpad, with: []))
    reader.play(Self.circle.script(period: 8_000, phase: 0))
    #expect(reader.left == 0 && reader.frames > 50)
  }

  @Test func `a pan that has begun is read at each frame`() {
    var reader = PacedReader(Self.recognizers(3, .release, .touchpad, with: [.pan]))
    reader.play(Self.circle.script(period: Double(Self.period), phase: 0))
    #expect(reader.left < 20 && reader.frames > 500, "\(reader.left)")
  }

  @Test func `each frame has a reader while touches are subscribed`() {
    var reader = PacedReader(Self.recognizers(3, .release, .touchpad, with: []))
    reader.pipeline.logsTouches = true
    reader.play(Self.circle.script(period: Double(Self.period), phase: 0))
    #expect(reader.left == 0)
  }

  private static func recognizers(
    _ count: Int, _ fireOn: SwipeFire, _ deviceClass: DeviceClass,
    with others: [GestureType] = [.tap, .longPress, .pinch]
  ) -> RecognizerSet {
    var set = RecognizerSet()
    set.deviceClass = deviceClass
    set.recognizers = ([.swipe] + others).filter { $0 != .pinch || count > 1 }.map {
      RecognizerDefinition($0.rawValue, $0, deviceClass, fingers: count...count)
    }
    set.recognizers[0].parameters.change(SwipeParameters.self) {
      $0.directions = .all
      $0.fireOn = fireOn
    }
    return set
  }

  /// Fingers that go round, up to 16 mm from where they landed.
  private static let circle = hand(3, until: 700_000) { time in
    let turn = Double(max(0, time - 20_000)) / 100_000
    return (Point(cos(turn) - 1, sin(turn)) * 8, 1)
  }

  /// Fingers that go one way, with a turn to the side, or apart.
  private static func hand(_ count: Int, _ random: inout SplitMix64) -> SampledHand {
    let (start, duration) = (random.length(0, 300_000), random.length(60_000, 900_000))
    let (way, side, apart) = (
      random.length(5, 30), random.length(-10, 10), random.oneIn(4) ? random.length(-0.4, 0.8) : 0
    )
    let angle = random.length(0, 2 * .pi)
    return hand(count, until: Timestamp(start + duration + random.length(0, 200_000))) { time in
      let part = SampledHand.smooth((Double(time) - start) / duration)
      let along = Point(cos(angle), sin(angle)) * (way * (part - 0.5))
      let across = Point(-sin(angle), cos(angle)) * (side * part * part)
      return (along + across, 1 + apart * part)
    }
  }

  /// - Parameter motion: the translation in mm and the scale, by the time in µs.
  private static func hand(
    _ count: Int, until end: Timestamp, _ motion: @escaping @Sendable (Timestamp) -> (Point, Double)
  ) -> SampledHand {
    var hand = SampledHand()
    for finger in 0..<count {
      let direction = 0.7 + 2 * .pi * Double(finger) / Double(count)
      let offset = Point(cos(direction), sin(direction)) * (count == 1 ? 0 : 10)
      hand.fingers.append(
        SampledHand.Finger(landsAt: 0, liftsAt: end) { time in
          let (translation, scale) = motion(time)
          return Point(50, 30) + translation + offset * scale
        })
    }
    return hand
  }
}

/// Plays frames to a pipeline, and counts those that an owner leaves unread for an interval.
private struct PacedReader {
  let pipeline: DevicePipeline
  private let device: DeviceDescription
  private(set) var frames = 0
  private(set) var left = 0
  /// What motion has decided within an interval.
  private(set) var late: [String] = []
  private var reported: [Int64: [UInt16: Int32]] = [:]

  init(_ set: RecognizerSet) {
    device = set.deviceClass == .touchpad ? .pad : .screen
    let settings = DeviceSettings.with {
      $0.hysteresis = .off
      $0.palmEdge = false
      $0.thumb = false
    }
    pipeline = `masked motion`.pipeline(device, settings, set)
  }

  mutating func play(_ script: TouchScript) {
    var end: Timestamp?
    for step in script.steps {
      guard case .frame(let frame) = step else { continue }
      let events = events(of: frame)
      if events.isEmpty { continue }
      frames += 1
      pipeline.consume(events.span)
      let isMotion = frame.changes.allSatisfy { $0.phase == .moved }
      if let intervalEnd = end, isMotion, frame.head.time < intervalEnd {
        left += 1
        for index in 0..<pipeline.arena.events.count {
          let event = pipeline.arena.events[index]
          late.append("\(event.state.rawValue) of gesture \(event.gesture) at \(event.time) µs")
        }
      } else {
        end = pipeline.mayBePaced() ? frame.head.time + PacedReading.interval : nil
      }
      pipeline.takeEvents()
      pipeline.removeTakenEvents()
    }
  }

  /// Only what has changed, as the kernel sends it.
  private mutating func events(of frame: TouchFrame) -> [InputEvent] {
    var events: [InputEvent] = []
    for change in frame.changes {
      var values = [(AbsoluteCode.trackingID, Int32(-1))]
      if change.phase != .ended {
        values = [
          (AbsoluteCode.trackingID, Int32(change.id)),
          (AbsoluteCode.positionX, units(change.position.x, AbsoluteCode.positionX)),
          (AbsoluteCode.positionY, units(change.position.y, AbsoluteCode.positionY)),
        ]
      }
      let changed = values.filter { reported[change.id, default: [:]][$0.0] != $0.1 }
      for (code, value) in changed { reported[change.id, default: [:]][code] = value }
      if changed.isEmpty { continue }
      for (code, value) in [(AbsoluteCode.slot, Int32(change.id - 1))] + changed {
        events.append(
          InputEvent(time: frame.head.time, type: EventType.absolute, code: code, value: value))
      }
    }
    return events.isEmpty ? [] : events + [InputEvent(time: frame.head.time, type: 0, code: 0, value: 0)]
  }

  private func units(_ place: Double, _ code: UInt16) -> Int32 {
    let range = device.axes[code]!
    return range.minimum + Int32((place * Double(range.resolution)).rounded())
  }
}
