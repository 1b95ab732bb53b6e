import Testing

@testable import GestureCore

/// What `gesturectl status devices` says of the contact filter.
@Suite struct FilterFactsTests {
  private func facts(
    _ device: DeviceDescription, _ change: (inout DeviceSettings) -> Void = { _ in }, edgePans: EdgeSet = []
  ) -> FilterFacts {
    TouchInput(device: device, settings: .with(change), edgePans: edgePans).filterFacts
  }

  @Test func `a pad without pressure`() {
    let facts = facts(.pad)
    #expect(facts.leftStrip == 5 && facts.rightStrip == 5)
    #expect(facts.palmPressure == nil && facts.palmSize == nil)
    #expect(facts.detectsThumbs && facts.rejectsJumps)
    #expect(facts.hysteresis == 0.25 && facts.hysteresisWaits)
  }

  @Test func `a pad with pressure and size`() {
    let device = DeviceDescription.pad.with {
      $0.axes[0x3a] = AxisRange(minimum: 0, maximum: 255)
      $0.axes[0x30] = AxisRange(minimum: 0, maximum: 400, resolution: 10)
    }
    #expect(facts(device).palmPressure == 130)
    #expect(facts(device) { $0.palmPressure = .never }.palmPressure == nil)
    #expect(facts(device) { $0.palmSize = .above(25) }.palmSize == 250)
    #expect(facts(device, edgePans: [.left]).leftStrip == 0)
    #expect(facts(device, edgePans: [.right]).rightStrip == 0)
  }

  /// A contact wider than 25 mm on a large touchscreen is the heel of a hand (recognizers.md §1.6).
  @Test(arguments: [(0, nil), (1, 25), (4, 100)] as [(Int32, Int?)])
  func `a large screen detects heels if it reports widths in mm`(_ unitsPerMillimetre: Int32, _ size: Int?) {
    let device = DeviceDescription.screen.with {
      $0.setPosition(6000, 3600, resolution: 30)
      $0.axes[0x30] = AxisRange(minimum: 0, maximum: 400, resolution: unitsPerMillimetre)
    }
    #expect(facts(device).palmSize == size)
  }

  @Test func `hysteresis that is off, on, and of one axis`() {
    #expect(facts(.pad) { $0.hysteresis = .off }.hysteresis == nil)
    let fixed = facts(.pad) { $0.hysteresis = .radius(0.7) }
    #expect(fixed.hysteresis == 0.7 && !fixed.hysteresisWaits)
    #expect(facts(.screen).hysteresis == nil)
    #expect(facts(.screen.with { $0.axes[0x36]?.fuzz = 30 }).hysteresis == 1)
    #expect(!facts(.screen).rejectsJumps && !facts(.screen).detectsThumbs)
  }
}
