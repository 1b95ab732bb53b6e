import GestureTesting
import Testing

@testable import GestureCore
@testable import Output

/// One device from its events to gestures, as the daemon drives it, on the grid of `GridStream`: with contacts that are down
/// before, lost events, frames that `TouchClaims` holds or hides, and the twin that stands for the device.
struct PipelineTrace {
  var text: String { lines.joined(separator: "\n") }
  private var lines: [String] = []
  private var random: SplitMix64
  private let names: [String]
  private var claims: TouchClaims
  private var twin: TwinFrames
  private var last = ""

  init(seed: UInt64, device: DeviceDescription) {
    var random = SplitMix64(seed: seed << 24 | 9)
    var device = device
    DeviceTrace.addAxes(&device, &random)
    var hand = RandomHand(device: device, isOnGrid: true)
    let set = GridStream(seed: seed, types: Self.types).set
    self.init(set, random, device) { (DeviceTrace.settings(&$0), { hand.frame(&$0) }) }
  }

  /// Of any device.
  init(seed: UInt64) {
    var random = SplitMix64(seed: seed << 24 | 21)
    var any = AnyDevice(SplitMix64(seed: random.next()))
    let settings = any.settings()
    var hand = AnyHand(any.description)
    let set = GridStream(seed: seed << 20, types: Self.types).set
    self.init(set, random, any.description) { _ in (settings, { hand.frame(&$0) }) }
  }

  /// Of any pad that senses force, with gestures that read buttons and forces.
  init(pressing seed: UInt64) {
    var random = SplitMix64(seed: seed << 24 | 33)
    var any = AnyDevice(SplitMix64(seed: random.next()))
    let settings = any.settings()
    var device = any.description
    let pressure: UInt16 = device.touchProtocol == .single ? 0x18 : 0x3a
    device.axes[pressure] = AxisRange(minimum: 0, maximum: 255, resolution: random.pick([0, 1, 1, 2]))
    if random.oneIn(2) { device.properties.insert(PropertyCode.pressurePad) }
    device.keys.formUnion([KeyCode.leftButton, 0x111, 0x112])
    var hand = AnyHand(device)
    let set = random.oneIn(3) ? ButtonStream(seed: seed).set : ForceStream(seed: seed).set
    self.init(set, random, device, reads: true) { _ in (settings, { hand.frame(&$0) }) }
  }

  /// A list of its own: a new type changes none of the lines.
  private static let types: [GestureType] = [
    .tap, .longPress, .pan, .swipe, .pinch, .rotation, .edgePan, .hold, .tapDrag, .tipTap, .transform,
    .circle, .stroke, .click, .sequence,
  ]

  private typealias Frames = (inout SplitMix64) -> [InputEvent]

  private init(
    _ set: RecognizerSet, _ source: SplitMix64, _ device: DeviceDescription, reads: Bool = false,
    _ make: (inout SplitMix64) -> (DeviceSettings, Frames)
  ) {
    random = source
    names = set.recognizers.map(\.name)
    let claimed = Self.settings(&random, count: names.count)
    let (settings, hand) = make(&random)
    let stage = TouchInput.surface(
      of: device, deviceClass: device.deviceClass ?? .touchscreen, settings: settings
    ).stage
    let input = TouchInput(
      device: device, settings: settings,
      edgePans: random.oneIn(4) ? set.recognizers.watchedEdges(on: stage) : [],
      readsButtons: reads && set.recognizers.readsButtons, readsForce: reads && set.recognizers.readsForce)
    claims = TouchClaims(claimed, isPerTouch: device.holdsPerTouch(input.deviceClass))
    twin = TwinFrames(device, input.deviceClass, present: [], keepsTimes: !random.oneIn(3))
    var definition = set.definition
    definition.stage = input.stage
    definition.deviceClass = input.deviceClass
    definition.isSemiMT = device.isSemiMT
    if reads { definition.forceUnits = device.forceUnits }
    lines.append("\(input.stage) \(input.deviceClass) \(input.warnings)")
    let pipeline = DevicePipeline(input: input, arena: Arena(definition))
    pipeline.setSkipping(random.pick([.usual, .atOnce, .never]))
    if random.oneIn(2) { pipeline.arena.reading.insert(.explanations) }
    pipeline.reportsWithheld = random.oneIn(2)
    play(hand, pipeline)
  }

  private static func settings(_ random: inout SplitMix64, count: Int) -> ClaimSettings {
    var settings = ClaimSettings()
    if random.oneIn(3) { settings.claims = [Claim(random.pick([2...2, 3...3, 2...Int.max]))] }
    if random.oneIn(2) { settings.cancels = [random.int(0...count - 1)] }
    for _ in 0..<random.pick([0, 1, 1, 2]) {
      settings.delays.append(
        ClaimSettings.Delay(
          gesture: random.int(0...count - 1), fingers: random.pick([1...1, 2...2, 2...4]),
          duration: random.pick([50, 100, 150]) * .millisecond))
    }
    return settings
  }

  private mutating func play(_ hand: Frames, _ pipeline: DevicePipeline) {
    if random.oneIn(5) {
      pipeline.begin(withSlots: [random.int(0...1), 12], keys: random.pick([[], [0x14a, 0x145], [0x14d]]))
    }
    claims.begin()
    var time: Timestamp = 0
    for _ in 0..<random.int(40...160) {
      let frame = hand(&random)
      let next = frame.last?.time ?? time
      deadlines(until: next, pipeline)
      time = next
      take(frame, at: time, pipeline)
      if random.oneIn(30) { pipeline.logsTouches.toggle() }
      if random.oneIn(60) { claims.use(Self.settings(&random, count: names.count)) }
      if random.oneIn(90) { pipeline.cancelAll(at: time) }
      note(pipeline)
    }
    if random.oneIn(2) { pipeline.explainPresent() }
    pipeline.cancelAll(at: time)
    claims.end()
    twin.end(at: time)
    note(pipeline)
    lines.append(
      "\(pipeline.input.warnings) \(pipeline.withheldCounts.sorted { $0.key.rawValue < $1.key.rawValue })")
    lines.append("\(claims.hidden) \(claims.passed) \(claims.claimed) \(twin.isClear)")
  }

  private mutating func take(_ frame: [InputEvent], at time: Timestamp, _ pipeline: DevicePipeline) {
    if random.oneIn(60) {
      pipeline.beginResync()
      for event in frame { pipeline.consume(event) }
      pipeline.endResync(at: time)
    } else if random.oneIn(2) {
      for event in frame { pipeline.consume(event) }
    } else {
      pipeline.consume(frame.span)
    }
    let contacts = pipeline.contacts
    claims.observe(contacts, at: time, trackingID: { pipeline.trackingID(ofSlot: $0) })
    decide(pipeline)
    twin.take(
      frame.filter { !$0.isReport }, at: time, contacts: contacts.slots, start: claims.start,
      words: claims.words, isHolding: claims.isHolding)
  }

  private mutating func decide(_ pipeline: DevicePipeline) {
    claims.note { pipeline.stand(of: $0) }
    for event in pipeline.arena.events.all {
      claims.take(event.gesture, event.state) { pipeline.stand(of: $0) }
    }
    claims.conclude { pipeline.stand(of: $0) }
  }

  /// Whichever of the three is due first.
  private mutating func deadlines(until time: Timestamp, _ pipeline: DevicePipeline) {
    while case let due = min(pipeline.nextDeadline, claims.deadline, twin.deadline), due <= time,
      due != .never
    {
      pipeline.advance(to: due)
      if pipeline.nextDeadline <= due {
        Issue.record(
          "the deadline \(due) stays after it has run, so the daemon's timer does not come to rest")
        return
      }
      claims.advance(to: due)
      decide(pipeline)
      twin.advance(to: due, words: claims.words, isHolding: claims.isHolding)
      note(pipeline)
    }
  }

  private mutating func note(_ pipeline: DevicePipeline) {
    let outcome = pipeline.outcome()
    lines += pipeline.arena.events.all.map { $0.notation(names) }
    pipeline.arena.removeEvents()
    lines += pipeline.withheld.map { "\($0)" }
    pipeline.removeWithheld()
    var raw = RawTouches()
    pipeline.exchangeRawTouches(&raw)
    for frame in raw.frames {
      let touches = raw.touches[frame.touches].map { touch in
        "\(touch.id) \(touch.phase.rawValue) \(Notation.short(touch.position.x)),\(Notation.short(touch.position.y)) \(touch.isPhantom)"
      }
      lines.append("\(frame.time) \(frame.state.rawValue) \(frame.fingers) \(touches)")
    }
    lines += claims.words.map { "\($0.value) \($0.isWithdrawal)" }
    claims.removeWords()
    lines += twin.output.map { "\($0.time) \($0.type) \($0.code) \($0.value)" }
    twin.removeOutput()
    let contacts = pipeline.contacts
    let flags = [outcome.hasEvents, outcome.hasWithheld, outcome.needsMotion].map { $0 ? "1" : "0" }.joined()
    let state =
      "\(flags) \(outcome.deadline) \(outcome.faults.rawValue) \(pipeline.touchesDown) \(contacts.fingers) \(contacts.id ?? -1) \(contacts.slots) \(claims.isHolding) \(claims.deadline) \(twin.deadline)"
    if state != last { lines.append(state) }
    last = state
  }
}
