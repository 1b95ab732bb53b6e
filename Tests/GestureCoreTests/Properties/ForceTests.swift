import GestureCore
import GestureTesting
import Testing

@Suite struct `force` {
  /// Whether a gesture reads the force makes no difference to the others: not to their motion, their velocity or their waits.
  @Test(arguments: [DeviceDescription.forcePad, .forceScreen])
  func `a force press that is not made changes no other gesture`(_ device: DeviceDescription) {
    var failures = 0
    for seed in UInt64(1)...min(Properties.seedCount, 400) where failures < 3 {
      var contacts = ContactGenerator(device, seed: seed)
      contacts.replaces = false
      let events = contacts.events(frames: 120)
      var generator = StreamGenerator(seed: seed)
      var set = generator.recognizers()
      set.deviceClass = device.deviceClass!
      let without = Self.lines(device, set, events)
      let index = set.recognizers.count
      set.recognizers.append(generator.forcePress(grams: 5000...5000))
      let with = Self.lines(device, set, events).filter { !$0.hasPrefix("\(index) ") }
      if with == without { continue }
      failures += 1
      Issue.record("seed \(seed): \(zip(with, without).first { $0 != $1 } ?? ("more", "lines"))")
    }
  }

  private static func lines(
    _ device: DeviceDescription, _ set: RecognizerSet, _ events: [InputEvent]
  ) -> [String] {
    let input = TouchInput(
      device: device, readsButtons: set.recognizers.readsButtons, readsForce: set.recognizers.readsForce)
    var definition = set.definition
    definition.stage = input.stage
    var reader = MaskedReader(
      device, DevicePipeline(input: input, arena: Arena(definition)), masks: false, skipping: .never)
    reader.play(events)
    return reader.lines
  }

  /// What a plain reading of the documentation makes of the same forces.
  private struct Stages {
    let first: Double
    let second: Double
    private(set) var stage = 0

    init(_ first: Double, _ second: Double) { (self.first, self.second) = (first, second) }

    mutating func take(_ force: Double) -> String? {
      let before = stage
      switch stage {
      case 0: stage = force >= second ? 2 : force >= first ? 1 : 0
      case 1: stage = force >= second ? 2 : force < 0.9 * first ? 0 : 1
      default: stage = force < 0.9 * first ? 0 : force < 0.9 * second ? 1 : 2
      }
      if stage == before { return nil }
      return before == 0 ? "began \(stage)" : stage == 0 ? "ended \(before)" : "changed \(stage)"
    }
  }

  @Test func `random forces go through the stages as documented`() throws {
    var changes = 0
    for seed in UInt64(1)...300 {
      var random = SplitMix64(seed: seed)
      let second = random.pick([210.0, 300, 500])
      var stages = Stages(200, second)
      var expected: [String] = []
      var script = "0 d1 50,50"
      for time in 1...60 {
        let force = Double(random.int(0...6000)) / 10
        script += " | \(time) f1 \(force)"
        if let change = stages.take(force) { expected.append("\(change) at \(time)") }
      }
      if stages.stage > 0 { expected.append("ended \(stages.stage) at 100") }
      let set = try RecognizerSet("force-press force=200g,\(Int(second))g")
      let events = set.run(try TouchScript(script + " | 100 u1"))
      #expect(
        events.map { "\($0.state.rawValue) \($0.forceStage) at \($0.time / 1000)" } == expected,
        "seed \(seed)")
      changes += expected.count
    }
    #expect(changes > 3000)
  }

  @Test(
    arguments: [
      (4095, 12, true, ForceUnit.allCases), (255, 0, true, [.share]), (255, 0, false, []),
      (255, 1, false, ForceUnit.allCases),
    ] as [(Int32, Int32, Bool, [ForceUnit])])
  func `a pad measures force by its axis and its property`(
    _ maximum: Int32, _ resolution: Int32, _ isPressurePad: Bool, _ units: [ForceUnit]
  ) {
    let device = DeviceDescription.pad.with {
      $0.axes[0x3a] = AxisRange(minimum: 0, maximum: maximum, resolution: resolution)
      if isPressurePad { $0.properties.insert(PropertyCode.pressurePad) }
    }
    #expect(device.forceUnits == Set(units))
  }

  @Test(
    arguments: [(nil, false), (199, true), (200, true), (200.1, false), (400, false)] as [(Double?, Bool)])
  func `the second stage must be more than the first`(_ second: Double?, _ isContradiction: Bool) {
    var parameters = GestureType.forcePress.defaults(.touchpad)
    parameters.change(ForcePressParameters.self) { $0.force = ForceStages(.grams, 200, second) }
    #expect(parameters.contradictions.isEmpty == !isContradiction)
  }

  @Test func `without a pressure axis there is no force`() {
    #expect(DeviceDescription.pad.with { $0.properties.insert(PropertyCode.pressurePad) }.forceUnits == [])
  }
}

extension StreamGenerator {
  /// With random fingers and a force within the range, simultaneous with nothing.
  mutating func forcePress(grams: ClosedRange<Int>) -> RecognizerDefinition {
    let count = random.int(1...3)
    var press = RecognizerDefinition("force", .forcePress, .touchpad, fingers: count...count)
    let first = Double(random.int(grams))
    let force = ForceStages(.grams, first, random.oneIn(2) ? 2 * first : nil)
    press.parameters.change(ForcePressParameters.self) { $0.force = force }
    return press
  }
}

extension DeviceDescription {
  /// A gram a unit, to 255 g.
  static let forcePad = DeviceDescription.pad.with {
    $0.axes[0x3a] = AxisRange(minimum: 0, maximum: 255, resolution: 1)
  }
  static let forceScreen = DeviceDescription.screen.with {
    $0.axes[0x3a] = AxisRange(minimum: 0, maximum: 255, resolution: 1)
  }
}
