import GestureCore
import GestureTesting
import Testing

/// Units to millimetres (recognizers.md §1.3), each rule on both sides.
@Suite struct SurfaceGeometryTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let what: String
    let device: DeviceDescription
    let stage: Size
    /// Words of the one warning; empty: none.
    var warning = ""
    var settings = DeviceSettings()
    var testDescription: String { what }
  }

  static let square = DeviceDescription.screen.with { $0.setPosition(4095, 4095, resolution: 0) }
  static let bare = DeviceDescription.screen.with { $0.setPosition(3000, 4000, resolution: 0) }
  static let barePad = DeviceDescription.pad.with { $0.setPosition(1500, 1000, resolution: 0) }
  static func withPointer(_ x: Int32, _ y: Int32, width: Int32 = 1500) -> DeviceDescription {
    barePad.with {
      $0.axes[0] = AxisRange(minimum: 0, maximum: width, resolution: x)
      $0.axes[1] = AxisRange(minimum: 0, maximum: 1000, resolution: y)
    }
  }
  static let sized = DeviceSettings.with { $0.size = Size(width: 102, height: 68) }

  static let rows: [Row] = [
    Row(what: "D01 rule 2: the axes' own", device: .screen, stage: Size(width: 100, height: 60)),
    Row(what: "D02 rule 3: the pointer's", device: withPointer(12, 20), stage: Size(width: 125, height: 50)),
    Row(
      what: "rule 3 not with another range", device: withPointer(12, 20, width: 1400),
      stage: Size(width: 69, height: 50), warning: "size ="),
    Row(
      what: "rule 3: one axis of a pair", device: withPointer(12, 0),
      stage: Size(width: 125, height: 1000.0 / 12), warning: "kernel bug"),
    Row(
      what: "rule 3: one unit a millimetre is a resolution", device: withPointer(0, 1),
      stage: Size(width: 1500, height: 1000), warning: "kernel bug"),
    Row(
      what: "rule 1: the configuration", device: barePad, stage: Size(width: 102, height: 68), settings: sized
    ),
    Row(
      what: "rule 1 wins over the kernel", device: .screen, stage: Size(width: 102, height: 68),
      settings: sized),
    Row(
      what: "a range of the configuration keeps the resolution", device: .screen,
      stage: Size(width: 2000.0 / 30, height: 10),
      settings: .with { $0.range = PositionRange(x: -1000...1000, y: 100...400) }),
    Row(
      what: "a size and a range of the configuration", device: .screen, stage: Size(width: 102, height: 68),
      settings: .with {
        $0.range = PositionRange(x: -1000...1000, y: 100...400)
        $0.size = sized.size
      }),
    Row(
      what: "D03 rule 4: a touchpad", device: barePad, stage: Size(width: 69, height: 50), warning: "size ="),
    Row(
      what: "rule 5: normalized axes", device: square, stage: Size(width: 217, height: 136), warning: "size ="
    ),
    Row(
      what: "rule 5: square units", device: bare, stage: Size(width: 153.6, height: 204.8), warning: "size ="),
    Row(
      what: "an axis without a range", device: .screen.with { $0.setPosition(0, 0, resolution: 0) },
      stage: Size(width: 217, height: 136), warning: "size ="),
    Row(
      what: "a touchscreen turned by 90°", device: .screen, stage: Size(width: 60, height: 100),
      settings: .with { $0.rotation = 90 }),
    Row(
      what: "a calibration that exchanges the axes exchanges the sides", device: .screen,
      stage: Size(width: 60, height: 100),
      settings: .with { $0.calibration = Calibration([0, 1, 0, -1, 0, 1]) }),
    Row(
      what: "a mirror leaves the sides",
      device: .screen.with { $0.udev.note("LIBINPUT_CALIBRATION_MATRIX", "-1 0 1 0 1 0") },
      stage: Size(width: 100, height: 60)),
    Row(
      what: "a touchpad is not turned", device: .pad, stage: Size(width: 100, height: 60),
      settings: .with { $0.rotation = 90 }),
  ]

  @Test func `an axis of one unit`() {
    let device = DeviceDescription.screen.with {
      $0.axes[0x35] = AxisRange(minimum: 0, maximum: 1)
      $0.axes[0x36] = AxisRange(minimum: 0, maximum: 1)
    }
    let settings = DeviceSettings.with { $0.size = Size(width: 100, height: 50) }
    #expect(EventScript.trace(device, "0 s 0 id 1 x 1 y 1", settings: settings) == "0 began 1 (100, 50)")
  }

  @Test(arguments: rows) func `the size of the stage`(_ row: Row) {
    let input = TouchInput(device: row.device, settings: row.settings)
    let stage = input.stage
    let warnings = input.warnings
    #expect(
      abs(stage.width - row.stage.width) < 1e-9 && abs(stage.height - row.stage.height) < 1e-9, "\(stage)")
    #expect(warnings.count == (row.warning.isEmpty ? 0 : 1))
    #expect(warnings.allSatisfy { $0.contains(row.warning) }, "\(warnings)")
  }

  @Test(arguments: [
    (0, "(10, 20)"), (90, "(40, 10)"), (180, "(90, 40)"), (270, "(20, 90)"), (360, "(10, 20)"),
  ])
  func `a panel turned clockwise`(rotation: Int, place: String) {
    let trace = EventScript.trace(
      .screen, "0 s 0 id 1 x 300 y 600", settings: .with { $0.rotation = rotation })
    #expect(trace == "0 began 1 \(place)")
  }

  static let places: [FrameCase] = [
    FrameCase("D03 the middle", barePad, "0 s 0 id 1 x 750 y 500", "0 began 1 (34.5, 25)"),
    FrameCase(
      "a minimum below zero", .screen.with { $0.setPosition(3000, 1800, resolution: 30, minimum: -1500) },
      "0 s 0 id 1 x -1500 y 0", "0 began 1 (0, 50)"),
    FrameCase(
      "the widest axis there is",
      .screen.with { $0.axes[0x35] = AxisRange(minimum: .min, maximum: .max, resolution: .max) },
      "0 s 0 id 1 x 2147483647 y 0", "0 began 1 (2, 0)"),
  ]
  @Test(arguments: places) func `places on the stage`(_ row: FrameCase) { #expect(row.result == row.trace) }

  @Test func `D13 a position out of range is used as it is, with one warning`() {
    var input = TouchInput(device: .screen)
    var trace: [String] = []
    for event in EventScript.events("0 s 0 id 1 x 3050 y 900 | 10 y 2000 | 20 x 4000 | 30 x -9") {
      if input.consume(event) { trace.append(EventScript.text(input.takeFrames()[0])) }
    }
    #expect(
      trace == [
        "0 began 1 (101.67, 30)", "10 moved 1 (101.67, 66.67)", "20 moved 1 (133.33, 66.67)",
        "30 moved 1 (-0.3, 66.67)",
      ])
    let warnings = input.warnings
    #expect(
      warnings == [
        "screen: reports positions outside its declared range (3050,900 of 0…3000,0…1800), which are used as they "
          + "are; `range` corrects it: range = { x = [MIN, MAX], y = [MIN, MAX] } in its [[device]] table"
      ])
  }

  @Test(arguments: [
    // x beyond its maximum and within y's, on a panel whose axes are those of the turned one.
    ("0 s 0 id 1 x 1081 y 1080", true), ("0 s 0 id 1 x 1920 y 0", true),
    ("0 s 0 id 1 x 1921 y 0", false), ("0 s 0 id 1 x 1081 y 1081", false), ("0 s 0 id 1 x -1 y 0", false),
    ("0 s 0 id 1 x 1081 y -1", false), ("0 s 0 id 1 x 0 y 1921", false),
  ])
  func `ranges that are exchanged`(_ script: String, _ isExchanged: Bool) {
    let panel = DeviceDescription.screen.with { $0.setPosition(1080, 1920, resolution: 10) }
    var input = TouchInput(device: panel)
    for event in EventScript.events(script) { _ = input.consume(event) }
    #expect(input.faults == (isExchanged ? [.outOfRange, .exchangedRanges] : .outOfRange))
    let line = "set range = { x = [0, 1920], y = [0, 1080] }"
    #expect(input.warnings.count == 1 && input.warnings[0].contains(line) == isExchanged)
  }

  static let classes: [(DeviceDescription, DeviceClass?)] = [
    (.screen, .touchscreen), (.pad, .touchpad), (.singleTouchPad, .touchpad),
    (.screen.with { $0.properties = [] }, .touchscreen), (.screen.with { $0.keys = [] }, .touchscreen),
    (.pad.with { $0.properties = [1] }, .touchscreen), (.pad.with { $0.keys.insert(0x140) }, nil),
    (.pad.with { $0.keys.insert(0x14b) }, nil), (.pad.with { $0.properties.insert(5) }, nil),
    (.pad.with { $0.axes = [:] }, nil),
    (
      .screen.with {
        ($0.keys, $0.properties) = ([], [])
      }, nil
    ),
    (.screen.with { $0.axes[0x2e] = AxisRange(minimum: 0, maximum: 1) }, nil),
  ]
  @Test(arguments: classes)
  func `touchpads, touchscreens and others`(_ device: DeviceDescription, _ expected: DeviceClass?) {
    #expect(device.deviceClass == expected)
  }

  @Test func `protocols, slots and properties`() {
    #expect(DeviceDescription.screen.touchProtocol == .b && DeviceDescription.screen.slotCount == 10)
    #expect(DeviceDescription.protocolAScreen.touchProtocol == .a)
    #expect(
      DeviceDescription.singleTouchPad.touchProtocol == .single
        && DeviceDescription.singleTouchPad.slotCount == 1)
    #expect(DeviceDescription.screen.with { $0.axes[0x2f]?.maximum = 500 }.slotCount == 64)
    #expect(DeviceDescription.pad.isClickpad && !DeviceDescription.screen.isClickpad)
    #expect(
      DeviceDescription.pad.with { $0.properties.insert(3) }.isSemiMT && !DeviceDescription.pad.isSemiMT)
  }

  @Test func `a border belongs to its zone, however it was rounded`() {
    // 60 % of 1000 units at 12 units/mm, and 33 % at 30 units/mm: the one is rounded down, the other up.
    let low = Region(left: 0, right: 0.6 * (1000.0 / 12), top: 0, bottom: 50)
    #expect(low.contains(Point(600.0 / 12, 10)) && !low.contains(Point(601.0 / 12, 10)))
    let high = Region(left: 0.33 * (1000.0 / 30), right: 30, top: 0, bottom: 50)
    #expect(high.contains(Point(330.0 / 30, 10)) && !high.contains(Point(329.0 / 30, 10)))
  }
}
