import BenchReference
import CSystem
import GestureCore

func sine(_ angle: Double) -> Double { sin(angle) }
func cosine(_ angle: Double) -> Double { cos(angle) }

/// The program that is measured: the C reference, or the core with one of these sets of gestures.
enum Variant: Equatable {
  case reference
  case core(gestures: Int)
  /// The core, of whose `changed` events the velocity has no reader, or which have none at all.
  case unread(Reading, name: String, gestures: Int)
  /// Four three-finger swipes, one a direction, and a three-finger tap: what many bind.
  case few
  /// The eight, and more in a corner that no finger enters.
  case idle(Int)
  /// The eight, and long presses that fail as soon as a finger moves.
  case failing(Int)

  var name: String {
    switch self {
    case .reference: "C"
    case .core(let count): "core \(count)"
    case .unread(_, let name, _): name
    case .few: "few"
    case .idle(let count): "core 8 + \(count) idle"
    case .failing(let count): "core 8 + \(count) failing"
    }
  }

  static func named(_ word: String, _ count: Int) -> Variant? {
    switch word {
    case "reference": .reference
    case "core": .core(gestures: count)
    case "velocity-unread": .unread([.changes, .steps], name: word, gestures: count)
    case "changes-unread": .unread(.steps, name: word, gestures: count)
    case "few": .few
    case "idle": .idle(count)
    case "failing": .failing(count)
    default: nil
    }
  }

  var definitions: [RecognizerDefinition] {
    switch self {
    case .reference: []
    case .core(1): Array(Self.eight.prefix(4).suffix(1))
    case .core(let count), .unread(_, _, let count): Self.eight + Self.further(count - Self.eight.count)
    case .few: Self.fourSwipes
    case .idle(let count): Self.eight + Self.idle(count)
    case .failing(let count): Self.eight + Self.failing(count)
    }
  }

  /// The eight of the C reference, with the touchscreen's presets.
  private static var eight: [RecognizerDefinition] {
    var twice = TapParameters(.touchscreen)
    twice.taps = 2
    var ways = SwipeParameters(.touchscreen)
    ways.directions = .all
    return [
      RecognizerDefinition("tap", .tap, .touchscreen),
      RecognizerDefinition("double-tap", AnyParameters(twice)),
      RecognizerDefinition("press", .longPress, .touchscreen),
      RecognizerDefinition("pan", .pan, .touchscreen),
      RecognizerDefinition("swipe", AnyParameters(ways), fingers: 3...3),
      RecognizerDefinition("pinch", .pinch, .touchscreen),
      RecognizerDefinition("rotation", .rotation, .touchscreen),
      RecognizerDefinition("edge", .edgePan, .touchscreen),
    ]
  }

  /// Further gestures of a large configuration: taps, swipes, pinches and pans of other finger counts and directions.
  private static func further(_ count: Int) -> [RecognizerDefinition] {
    let ways: [DirectionSet] = [.left, .right, .up, .down]
    return (0..<max(0, count)).map { number in
      let fingers = 2 + number / 6 % 4
      switch number % 6 {
      case 0:
        return RecognizerDefinition("tap-\(number)", .tap, .touchscreen, fingers: fingers...fingers)
      case 1:
        return RecognizerDefinition(
          "press-\(number)", .longPress, .touchscreen, fingers: fingers...fingers)
      case 2:
        return RecognizerDefinition(
          "pinch-\(number)", .pinch, .touchscreen, fingers: fingers...fingers)
      case 3:
        return RecognizerDefinition("pan-\(number)", .pan, .touchscreen, fingers: fingers...fingers)
      default:
        var swipe = SwipeParameters(.touchscreen)
        swipe.directions = ways[number % 4]
        return RecognizerDefinition("swipe-\(number)", AnyParameters(swipe), fingers: fingers...fingers)
      }
    }
  }

  private static var fourSwipes: [RecognizerDefinition] {
    let ways: [DirectionSet] = [.left, .right, .up, .down]
    return ways.enumerated().map { number, way in
      var swipe = SwipeParameters(.touchscreen)
      swipe.directions = way
      return RecognizerDefinition("swipe-\(number)", AnyParameters(swipe), fingers: 3...3)
    } + [RecognizerDefinition("tap", .tap, .touchscreen, fingers: 3...3)]
  }

  private static func idle(_ count: Int) -> [RecognizerDefinition] {
    (0..<count).map { number in
      var definition = RecognizerDefinition("idle-\(number)", .pan, .touchscreen)
      definition.region = Region(left: 0, right: 2, top: 0, bottom: 2)
      return definition
    }
  }

  private static func failing(_ count: Int) -> [RecognizerDefinition] {
    (0..<count).map { RecognizerDefinition("failing-\($0)", .longPress, .touchscreen) }
  }
}

/// One variant on one stream.
struct Measurement {
  /// Best of the rounds.
  var nanosecondsPerFrame = Double.infinity
  var allocations = 0
  var gestureEvents = 0
}

/// The share of the stream that warms up storage and caches before anything is counted.
private let warmup = 0.2

/// One round of a variant on a stream: fresh state, a warm-up, then the measurement.
func measure(_ variant: Variant, _ stream: Stream, into best: inout Measurement) {
  let frames = Double(stream.frames) * (1 - warmup)
  var split = Int(Double(stream.events.count) * warmup)
  while stream.events[split - 1].type != 0 { split += 1 }
  let (before, after, allocations, made) =
    variant == .reference ? runReference(stream, split) : runCore(variant, stream, split)
  best.nanosecondsPerFrame = min(best.nanosecondsPerFrame, Double(after - before) / frames)
  best.allocations = allocations
  best.gestureEvents = made
}

private typealias Round = (before: Int64, after: Int64, allocations: Int, made: Int)

private func runReference(_ stream: Stream, _ split: Int) -> Round {
  let reference = reference_new(Double(Stream.unitsPerMillimetre), Stream.width)
  defer { reference_free(reference) }
  return stream.events.withUnsafeBytes { bytes in
    let events = bytes.assumingMemoryBound(to: reference_event.self).baseAddress!
    _ = reference_feed(reference, events, Int64(split))
    let counted = reference_allocations()
    let before = now()
    let made = reference_feed(reference, events + split, Int64(stream.events.count - split))
    return (before, now(), Int(reference_allocations() - counted), Int(made))
  }
}

private func runCore(_ variant: Variant, _ stream: Stream, _ split: Int) -> Round {
  let input = TouchInput(device: Stream.device)
  let arena = Arena(
    ArenaDefinition(recognizers: variant.definitions, stage: input.stage, deviceClass: .touchscreen))
  let pipeline = DevicePipeline(input: input, arena: arena)
  if case .unread(let reading, _, _) = variant { pipeline.arena.reading = reading }
  let events = stream.events.span
  _ = feed(pipeline, events.extracting(..<split))
  let counted = reference_allocations()
  let before = now()
  let made = feed(pipeline, events.extracting(split...))
  return (before, now(), Int(reference_allocations() - counted), made)
}

/// Events of one read(2).
private let batch = 64

/// Feeds events like the daemon, those of one read at a time, and removes the resulting events; returns their number.
/// Not inlined: scripts/bench counts the instructions between its call and its return.
@inline(never)
private func feed(_ pipeline: DevicePipeline, _ events: Span<InputEvent>) -> Int {
  var made = 0
  var start = 0
  while start < events.count {
    let end = min(start + batch, events.count)
    pipeline.consume(events.extracting(start..<end))
    made += pipeline.arena.events.count
    pipeline.arena.removeEvents()
    start = end
  }
  return made
}

/// Nanoseconds of CLOCK_MONOTONIC.
private func now() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
