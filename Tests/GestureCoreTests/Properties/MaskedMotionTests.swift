import GestureCore
import GestureTesting
import Testing

/// Motion that the kernel does not send because nothing reads it (`MotionMask`) changes no event and no reason.
@Suite struct `masked motion` {
  static let devices: [(DeviceDescription, DeviceSettings)] = [
    (.screen, DeviceSettings()),
    (.screen.with { $0.axes[0x35]?.fuzz = 9 }, DeviceSettings()),
    (.screen.with { $0.axes[0x37] = AxisRange(minimum: 0, maximum: 15) }, DeviceSettings()),
    (.screen.with { $0.axes[0x3b] = AxisRange(minimum: 0, maximum: 64) }, DeviceSettings()),
    (
      .screen.with { $0.axes[0x30] = AxisRange(minimum: 0, maximum: 600) }, .with { $0.palmSize = .above(15) }
    ),
    (.screen.with { $0.axes[0x30] = AxisRange(minimum: 0, maximum: 600) }, DeviceSettings()),
    (.pad, .with { $0.hysteresis = .off }),
    (.pad.with { $0.axes[0x37] = AxisRange(minimum: 0, maximum: 2) }, .with { $0.hysteresis = .radius(0.4) }),
    (
      .pad,
      .with {
        $0.hysteresis = .off; $0.palmEdge = false; $0.thumb = false
      }
    ),
    (.pad.with { $0.otherCodes = [4: [5]] }, .with { $0.hysteresis = .off }),
    (.pad, DeviceSettings()),
    (.pad.with { $0.axes[0x3a] = AxisRange(minimum: 0, maximum: 255) }, .with { $0.hysteresis = .off }),
    (.forcePad, .with { $0.hysteresis = .off }),
    (.forceScreen, DeviceSettings()),
    (.twoSlotPad, .with { $0.hysteresis = .off }),
    (.twoSlotPad.with { $0.properties.insert(3) }, .with { $0.hysteresis = .off }),
  ]

  @Test func `random streams give the same events and reasons`() {
    var (frames, wakeUps, failures) = (0, 0, 0)
    for seed in UInt64(1)...Properties.seedCount where failures < 3 {
      let (device, settings) = Self.devices[Int(seed) % Self.devices.count]
      var contacts = ContactGenerator(device, seed: seed)
      let events = contacts.events(frames: 120)
      let set = Self.recognizers(seed, device)
      var plain = MaskedReader(device, Self.pipeline(device, settings, set), masks: false)
      plain.play(events)
      var masked = MaskedReader(device, Self.pipeline(device, settings, set), masks: true)
      masked.play(events)
      frames += masked.frames
      wakeUps += masked.wakeUps
      if plain.lines == masked.lines { continue }
      failures += 1
      let index = zip(plain.lines, masked.lines).enumerated().first { $1.0 != $1.1 }?.offset ?? 0
      Issue.record(
        "seed \(seed), \(device.name): \(plain.lines[safe: index]), masked \(masked.lines[safe: index])")
    }
    // Otherwise nothing was masked.
    #expect(wakeUps < frames * 9 / 10, "\(wakeUps) of \(frames) frames")
  }

  @Test func `recognizers do not miss the motion that is skipped`() {
    var failures = 0
    // Where nothing is smoothed and nothing can jump: elsewhere the path changes the place.
    let devices = [0, 2, 3, 5, 13].map { Self.devices[$0] }
    for seed in UInt64(1)...min(Properties.seedCount, 600) where failures < 3 {
      let (device, settings) = devices[Int(seed) % devices.count]
      var contacts = ContactGenerator(device, seed: seed)
      let events = contacts.events(frames: 120)
      let set = Self.recognizers(seed / 4, device)
      var all = MaskedReader(device, Self.pipeline(device, settings, set), masks: false, skipping: .never)
      all.play(events)
      var skipping = MaskedReader(device, Self.pipeline(device, settings, set), masks: false)
      skipping.play(events)
      if all.lines == skipping.lines { continue }
      failures += 1
      let index = zip(all.lines, skipping.lines).enumerated().first { $1.0 != $1.1 }?.offset ?? 0
      Issue.record("seed \(seed): \(all.lines[safe: index]), skipping \(skipping.lines[safe: index])")
    }
  }

  /// The driver goes on while the reader is late and between its system calls, and the queue overruns.
  @Test func `a late reader has the contacts of the kernel after each reading`() {
    var (comparisons, resyncs, failures) = (0, 0, 0)
    for seed in UInt64(1)...Properties.seedCount where failures < 3 {
      let (device, settings) = Self.devices[Int(seed) % Self.devices.count]
      var contacts = ContactGenerator(device, seed: seed)
      let events = contacts.events(frames: 200).filter { $0.type != 0 || $0.code != 3 }
      let set = Self.recognizers(seed & ~1, device)
      var reader = MaskedReader(
        device, Self.pipeline(device, settings, set), masks: true, lag: SplitMix64(seed: seed))
      reader.play(events)
      comparisons += reader.comparisons
      resyncs += reader.resyncs
      if reader.differences.isEmpty { continue }
      failures += 1
      Issue.record("seed \(seed), \(device.name): \(reader.differences.prefix(3))")
    }
    #expect(comparisons > 1000 && resyncs > 10, "\(comparisons) comparisons, \(resyncs) after overruns")
  }

  @Test func `the first frame that has more than motion is found in any reading`() {
    for seed in UInt64(1)...2000 {
      var random = SplitMix64(seed: seed)
      let frames = (0..<random.int(0...5)).map { _ in Self.frame(&random) }
      var events = frames.flatMap(\.events)
      // The end of the last frame is in the next reading.
      if random.oneIn(3) && !frames.isEmpty { events.removeLast() }
      let first = frames.firstIndex { $0.hasMore }
      let expected = first.map { frames[..<$0].reduce(0) { $0 + $1.events.count } }
      let found = MotionMask.firstOtherFrame(in: events.span)
      #expect(found == expected, "seed \(seed)")
    }
  }

  /// Axes of motion, slots and time stamps; in one of four there is something else, too.
  private static func frame(_ random: inout SplitMix64) -> (events: [InputEvent], hasMore: Bool) {
    let motion: [(UInt16, UInt16)] = [(3, 0x35), (3, 0x36), (3, 0x3a), (3, 0), (3, 0x2f), (4, 5), (0, 2)]
    let others: [(UInt16, UInt16)] = [(3, 0x39), (3, 0x37), (3, 0x3b), (1, 0x14a), (0, 3)]
    var codes = (0..<random.int(0...4)).map { _ in random.pick(motion) }
    let hasMore = random.oneIn(4)
    if hasMore { codes.insert(random.pick(others), at: random.int(0...codes.count)) }
    let events = (codes + [(0, 0)]).map { InputEvent(time: 0, type: $0.0, code: $0.1, value: 1) }
    return (events, hasMore)
  }

  @Test func `what a finger did unread is no jump`() {
    var set = RecognizerSet()
    set.recognizers = [RecognizerDefinition("swipe", .swipe, .touchpad, fingers: 3...3)]
    // No gesture needs the way of fewer fingers.
    set.recognizers[0].parameters.change(SwipeParameters.self) { $0.settle = 0 }
    let settings = DeviceSettings.with {
      $0.hysteresis = .off
      $0.palmEdge = false
      $0.thumb = false
    }
    var reader = MaskedReader(.pad, Self.pipeline(.pad, settings, set), masks: true)
    reader.play(
      EventScript.events(
        "0 s 0 id 1 x 300 y 200 | 5 x 302 | 10 x 390 | 15 x 480 s 1 id 2 x 500 y 400 s 2 id 3 x 700 y 400 | 20 s 0 x 481"
      ))
    #expect(reader.wakeUps == 4)
    #expect(!reader.lines.contains { $0.contains("jump") })
  }

  /// The reader has not read where a finger was that is away, and masks its motion again when it is back (§1.7).
  @Test(arguments: [(640, 1), (700, 2)]) func `a finger is away whose motion is masked`(
    x: Int, sequences: Int
  ) {
    var set = RecognizerSet()
    set.recognizers = [RecognizerDefinition("swipe", .swipe, .touchpad, fingers: 3...3)]
    set.recognizers[0].parameters.change(SwipeParameters.self) { $0.settle = 0 }
    let settings = DeviceSettings.with {
      $0.hysteresis = .off
      $0.palmEdge = false
      $0.thumb = false
    }
    let before = (1...60).map { "\(5 * $0) x \(300 + 5 * $0)" }
    let after = (1...60).map { "\(325 + 5 * $0) x \(x + $0)" }
    let swipe = (1...5).map {
      "\(700 + 5 * $0) s 0 x \(x + 60 + 30 * $0) s 1 x \(800 + 30 * $0) s 2 x \(1000 + 30 * $0)"
    }
    let script =
      ["0 s 0 id 1 x 300 y 200"] + before + ["305 id -1", "325 id 2 x \(x) y 200"] + after
      + ["700 s 1 id 3 x 800 y 200 s 2 id 4 x 1000 y 200"] + swipe
    let events = EventScript.events(script.joined(separator: " | "))
    var plain = MaskedReader(.pad, Self.pipeline(.pad, settings, set), masks: false)
    plain.play(events)
    var masked = MaskedReader(.pad, Self.pipeline(.pad, settings, set), masks: true)
    masked.play(events)
    #expect(masked.lines == plain.lines && masked.lines.count == sequences, "\(masked.lines)")
    #expect(masked.wakeUps < 20 && plain.wakeUps == script.count, "\(masked.wakeUps)")
  }

  /// Whether the next finger is a late one is decided where the others are when it lands.
  @Test func `motion of fewer fingers wakes the reader once, and a finger that lands after it is late`() {
    var set = RecognizerSet()
    set.recognizers = [RecognizerDefinition("swipe", .swipe, .touchscreen, fingers: 3...3)]
    var reader = MaskedReader(.screen, Self.pipeline(.screen, DeviceSettings(), set), masks: true)
    let moves = (1...100).map { "\(8 * $0) x \(300 + 5 * $0)" }
    let landing = "900 s 1 id 2 x 900 y 200 s 2 id 3 x 1000 y 200"
    let swipe = (1...10).map {
      "\(900 + 8 * $0) s 0 x \(800 + 60 * $0) s 1 x \(900 + 60 * $0) s 2 x \(1000 + 60 * $0)"
    }
    let script =
      ["0 s 0 id 1 x 300 y 200"] + moves + [landing] + swipe + ["990 s 0 id -1 s 1 id -1 s 2 id -1"]
    reader.play(EventScript.events(script.joined(separator: " | ")))
    // One report shows that the finger is no silent contact.
    #expect(reader.wakeUps == 2 + 2 + swipe.count)
    #expect(reader.lines.count == 1 && reader.lines[0].contains("\"key\":\"settle\""), "\(reader.lines)")
  }

  /// Half of the sets have no gesture of one finger.
  static func recognizers(_ seed: UInt64, _ device: DeviceDescription) -> RecognizerSet {
    var generator = StreamGenerator(seed: seed)
    var set = generator.recognizers()
    if seed % 2 == 0 { set.recognizers.removeAll { $0.fingers.lowerBound < 2 || $0.type == .sequence } }
    if set.recognizers.isEmpty {
      set.recognizers = [RecognizerDefinition("s", .swipe, device.deviceClass!, fingers: 3...3)]
    }
    if !device.forceUnits.isEmpty { set.recognizers.append(generator.forcePress(grams: 20...200)) }
    return set
  }

  static func pipeline(
    _ device: DeviceDescription, _ settings: DeviceSettings, _ set: RecognizerSet
  ) -> DevicePipeline {
    let input = TouchInput(
      device: device, settings: settings, readsButtons: set.recognizers.readsButtons,
      readsForce: set.recognizers.readsForce)
    let arena = Arena(
      ArenaDefinition(
        recognizers: set.recognizers, stage: input.stage, deviceClass: input.deviceClass,
        implicitRequirements: set.implicitRequirements, isSemiMT: device.isSemiMT))
    return DevicePipeline(input: input, arena: arena)
  }

  // MARK: What is masked

  /// Frames that reach the reader of `frames` of one finger that moves, under the gestures.
  private func wakeUps(
    _ device: DeviceDescription, _ gestures: [RecognizerDefinition], frames: Int, fingers: Int = 1,
    skipping: DevicePipeline.Skipping = .usual
  ) -> Int {
    var set = RecognizerSet()
    set.recognizers = gestures
    var reader = MaskedReader(
      device, Self.pipeline(device, DeviceSettings(), set), masks: true, skipping: skipping)
    reader.play(EventScript.events(Self.motion(frames: frames, fingers: fingers)))
    return reader.wakeUps
  }

  private static func motion(frames: Int, fingers: Int) -> String {
    let slots = 0..<fingers
    var parts = ["0 " + slots.map { "s \($0) id \($0 + 1) x \(100 + 80 * $0) y 300" }.joined(separator: " ")]
    for frame in 1...frames {
      let way = abs(100 - frame % 200)
      // The kernel sends the slot only where it is another one.
      let moves = slots.map { (fingers > 1 ? "s \($0) " : "") + "x \(100 + 80 * $0 + way)" }
      parts.append("\(8 * frame) " + moves.joined(separator: " "))
    }
    return parts.joined(separator: "|")
  }

  @Test func `one finger under gestures of three wakes the reader twice`() {
    let gestures = [
      RecognizerDefinition("swipe", .swipe, .touchscreen, fingers: 3...3),
      RecognizerDefinition("pinch", .pinch, .touchscreen, fingers: 4...4),
      RecognizerDefinition("circle", .circle, .touchscreen, fingers: 2...2),
    ]
    // Its landing, and one report from which on it is known to be no silent contact.
    #expect(wakeUps(.screen, gestures, frames: 1000) == 2)
  }

  @Test(arguments: [2, 4, 5, 10]) func `fingers that no gesture reads wake the reader a few times`(
    fingers: Int
  ) {
    let swipe = RecognizerDefinition("swipe", .swipe, .touchscreen, fingers: 3...3)
    let screen = DeviceDescription.screen.with { $0.axes[AbsoluteCode.slot]?.maximum = 9 }
    #expect((2...4).contains(wakeUps(screen, [swipe], frames: 1000, fingers: fingers)))
  }

  /// A reload makes a new pipeline, for which the finger is no touch.
  @Test(arguments: [(DeviceDescription.screen, DeviceClass.touchscreen), (.pad, .touchpad)])
  func `a finger from before the first event wakes the reader a few times`(
    device: DeviceDescription, deviceClass: DeviceClass
  ) {
    var set = RecognizerSet()
    set.recognizers = [RecognizerDefinition("tap", .tap, deviceClass, fingers: 1...1)]
    var reader = MaskedReader(
      device, Self.pipeline(device, DeviceSettings(), set), masks: true, skipping: .usual)
    reader.begin(withSlots: [0])
    let moves = (1...1000).map { "\(8 * $0) x \(300 + $0 % 200)" }
    reader.play(EventScript.events(moves.joined(separator: " | ") + " | 9000 id -1 | 9100 id 7 | 9150 id -1"))
    #expect((3...6).contains(reader.wakeUps))
    #expect(reader.lines.count == 1, "\(reader.lines)")
  }

  @Test func `a tap of three fingers is concerned until the finger has moved too far`() {
    let tap = RecognizerDefinition("tap", .tap, .touchscreen, fingers: 3...3)
    #expect((3...40).contains(wakeUps(.screen, [tap], frames: 1000)))
  }

  @Test func `a pan of one finger is concerned`() {
    let pan = RecognizerDefinition("pan", .pan, .touchscreen, fingers: 1...1)
    #expect(wakeUps(.screen, [pan], frames: 1000) == 1001)
  }

  @Test func `a pad is masked after 5 000 reports`() {
    let swipe = RecognizerDefinition("swipe", .swipe, .touchpad, fingers: 3...3)
    #expect(wakeUps(.pad, [swipe], frames: 6000) == 5001)
    #expect(wakeUps(.pad, [swipe], frames: 6000, skipping: .atOnce) < 4)
  }

  @Test func `the log of touches has motion that nothing else reads`() {
    var set = RecognizerSet()
    set.recognizers = [RecognizerDefinition("swipe", .swipe, .touchscreen, fingers: 3...3)]
    let pipeline = Self.pipeline(.screen, DeviceSettings(), set)
    let events = EventScript.events(Self.motion(frames: 20, fingers: 1))
    for event in events.prefix(12) { pipeline.consume(event) }
    let before = pipeline.needsMotion
    pipeline.logsTouches = true
    let after = pipeline.needsMotion
    #expect(!before && after)
    for event in events.dropFirst(12) { pipeline.consume(event) }
    let touches = pipeline.rawTouches
    #expect(touches.frames.count == 17)
    #expect(touches.touches.last?.position == Point(6, 10))
  }
}

extension [String] {
  fileprivate subscript(safe index: Int) -> String { indices.contains(index) ? self[index] : "nothing" }
}
