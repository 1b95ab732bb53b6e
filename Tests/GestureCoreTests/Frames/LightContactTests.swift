import GestureCore
import GestureTesting
import Testing

/// Contacts that are too light to be touches (recognizers.md §1.6).
@Suite struct LightContactTests {
  /// 12 % of the axis is 30, and 10 % is 25.
  private static let pad = DeviceDescription.pad.with {
    $0.axes[0x3a] = AxisRange(minimum: 0, maximum: 255)
  }
  /// Five slots, sizes without a resolution.
  private static let sized = DeviceDescription.pad.with {
    $0.axes[0x30] = AxisRange(minimum: 0, maximum: 1000)
    $0.axes[0x31] = AxisRange(minimum: 0, maximum: 1000)
    $0.quirks = DeviceQuirks()
    $0.quirks?.note("AttrTouchSizeRange=150:130")
  }

  private func trace(
    _ script: String, _ device: DeviceDescription = LightContactTests.pad,
    _ change: (inout DeviceSettings) -> Void = { _ in }
  ) -> String {
    EventScript.trace(device, script, settings: DeviceSettings.with(change))
  }

  @Test func `a contact begins at the upper limit and ends below the lower one`() {
    #expect(trace("0 s 0 id 1 x 500 y 300 p 29 | 10 p 29 x 510 | 20 id -1") == "")
    #expect(trace("0 s 0 id 1 x 500 y 300 p 29 | 10 p 30 x 510") == "10 began 1 (51, 30)")
    let script = "0 s 0 id 1 x 500 y 300 p 30 | 10 p 25 x 510 | 20 p 24 x 520"
    #expect(trace(script) == "0 began 1 (50, 30)\n10 moved 1 (51, 30)\n20 ended 1 (51, 30)")
    #expect(trace(script + " | 30 p 29 | 40 p 30 x 530").hasSuffix("40 began 2 (53, 30)"))
  }

  @Test func `a contact without a reported pressure counts`() {
    #expect(trace("0 s 0 id 1 x 500 y 300") == "0 began 1 (50, 30)")
  }

  @Test func `the pressure of the slot's last contact stays`() {
    let script = "0 s 0 id 1 x 500 y 300 p 60 | 10 id -1 | 60 id 2 x 510"
    #expect(trace(script).hasSuffix("60 began 2 (51, 30)"))
  }

  @Test func `the configuration wins`() {
    #expect(trace("0 s 0 id 1 x 500 y 300 p 1", Self.pad) { $0.touchPressure = .never } != "")
    let limit = DeviceSettings.TouchLimit.units(LightLimit(begin: 50, end: 40))
    #expect(trace("0 s 0 id 1 x 500 y 300 p 49") { $0.touchPressure = limit } == "")
    #expect(trace("0 s 0 id 1 x 500 y 300 p 50") { $0.touchPressure = limit } != "")
  }

  @Test(arguments: ["AttrPressureRange=none", "AttrPressureRange=0:-2", "AttrPressureRange=300:250"])
  func `a quirk may turn the rule off`(_ line: String) {
    var device = Self.pad
    device.quirks = DeviceQuirks()
    device.quirks?.note(line)
    #expect(trace("0 s 0 id 1 x 500 y 300 p 1", device) != "")
  }

  @Test func `sizes decide by a quirk, in the place of pressure`() {
    func begins(_ words: String, _ device: DeviceDescription = LightContactTests.sized) -> Bool {
      trace("0 s 0 id 1 x 500 y 300 \(words)", device) != ""
    }
    #expect(!begins("major 150 minor 140"))
    #expect(begins("major 151 minor 131"))
    #expect(begins("major 131 minor 151"))
    #expect(!begins("major 151 minor 130"))
    // libinput needs five slots for it.
    #expect(begins("major 10 minor 10", Self.sized.with { $0.axes[0x2f]?.maximum = 3 }))
    let script = "0 s 0 id 1 x 500 y 300 major 200 minor 160 | 10 minor 130 | 20 minor 129"
    #expect(trace(script, Self.sized) == "0 began 1 (50, 30)\n20 ended 1 (50, 30)")
  }

  @Test func `sizes in millimetres`() {
    let limit = DeviceSettings.TouchLimit.lengths(begin: 7, end: 5)
    let device = Self.sized.with { $0.axes[0x30]?.resolution = 10 }
    #expect(trace("0 s 0 id 1 x 500 y 300 major 70 minor 70", device) { $0.touchSize = limit } == "")
    #expect(trace("0 s 0 id 1 x 500 y 300 major 71 minor 71", device) { $0.touchSize = limit } != "")
  }

  @Test func `while more fingers are counted than there are slots, all contacts count`() {
    let device = Self.pad.with {
      $0.axes[0x2f]?.maximum = 1
      $0.keys.insert(KeyCode.toolTripleTap)
    }
    let script = "0 s 0 id 1 x 500 y 300 p 60 s 1 id 2 x 600 y 300 p 10 triple 1"
    #expect(trace(script, device).contains("began 2"))
  }

  @Test func `touchscreens and force pads have no such rule`() {
    let screen = Self.pad.with { $0.properties.insert(PropertyCode.direct) }
    #expect(trace("0 s 0 id 1 x 500 y 300 p 1", screen) != "")
    #expect(trace("0 s 0 id 1 x 500 y 300 p 1", Self.pad.with { $0.properties.insert(0x07) }) != "")
  }

  @Test func `a reason is given for a contact that never counts`() {
    func reasons(_ script: String, _ device: DeviceDescription) -> [WithheldContact] {
      var input = TouchInput(device: device)
      input.withholding.isOn = true
      for event in EventScript.events(script) { _ = input.consume(event) }
      return input.withholding.contacts
    }
    let light = reasons("0 s 0 id 1 x 500 y 300 p 10 | 10 p 20 | 20 p 5 | 30 id -1", Self.pad)
    #expect(light.map(\.rule) == [.lightByPressure])
    #expect(light.first?.measured == 20 && light.first?.limit == 30)
    #expect(reasons("0 s 0 id 1 x 500 y 300 p 10 | 10 p 60 | 20 p 5 | 30 id -1", Self.pad) == [])
    let small = reasons("0 s 0 id 1 x 500 y 300 major 100 minor 90 | 30 id -1", Self.sized)
    #expect(small.map(\.rule) == [.lightBySize] && small.first?.limit == 150)
  }
}
