import GestureCore
import Testing

/// Palms, thumbs, hover, jitter and jumps (recognizers.md §1.6), both sides of every limit.
@Suite struct ContactFilterTests {
  @Test(arguments: palms + edges + thumbs) func `contacts that are not touches`(_ row: FrameCase) {
    #expect(row.result == row.trace)
  }
  @Test(arguments: hover + jitter + jumps) func `positions that are not motion`(_ row: FrameCase) {
    #expect(row.result == row.trace)
  }

  static let sized = DeviceDescription.screen.with {
    $0.axes[0x30] = AxisRange(minimum: 0, maximum: 999, resolution: 10)
    $0.axes[0x31] = AxisRange(minimum: 0, maximum: 999, resolution: 10)
  }
  /// 200 mm wide: a hand rests on it while it draws.
  static let large = sized.with { $0.axes[0x35] = AxisRange(minimum: 0, maximum: 6000, resolution: 30) }
  static let palm25 = DeviceSettings.with { $0.palmSize = .above(25) }

  static let palms: [FrameCase] = [
    FrameCase(
      "D12 MT_TOOL_PALM and back", .screen,
      "0 s 0 id 1 x 300 y 300 | 100 tool 2 | 150 x 600 | 200 tool 0 | 240 id -1",
      """
      0 began 1 (10, 10)
      100 cancelled 1 (10, 10)
      200 began 2 (20, 10)
      240 ended 2 (20, 10)
      """),
    FrameCase(
      "a palm from the start", .screen, "0 s 0 id 1 x 300 y 300 tool 2 | 100 tool 0", "100 began 1 (10, 10)"),
    FrameCase("a dial is no finger", .screen, "0 s 0 id 1 x 300 y 300 tool 10 | 10 id -1", ""),
    FrameCase("a pen is no finger", .screen, "0 s 0 id 1 x 300 y 300 tool 1 | 10 id -1", ""),
    FrameCase(
      "pressure: 130 is a finger, 131 a palm, for good", .pad,
      "0 s 0 id 1 x 300 y 300 p 130 | 10 p 131 | 20 p 50 | 30 id -1 | 40 id 2",
      """
      0 began 1 (30, 30)
      10 cancelled 1 (30, 30)
      40 began 2 (30, 30)
      """),
    FrameCase(
      "pressure on touchscreens means nothing", .screen, "0 s 0 id 1 x 300 y 300 p 999", "0 began 1 (10, 10)"),
    FrameCase(
      "pressure off", .pad, "0 s 0 id 1 x 300 y 300 p 255", "0 began 1 (30, 30)",
      settings: .with { $0.palmPressure = .never }),
    FrameCase(
      "size: 25 mm is a finger, more a palm", sized, "0 s 0 id 1 x 300 y 300 major 250 | 10 major 251",
      "0 began 1 (10, 10)\n10 cancelled 1 (10, 10)", settings: palm25),
    FrameCase("size: minor counts as well", sized, "0 s 0 id 1 x 300 y 300 minor 251", "", settings: palm25),
    FrameCase("size off", sized, "0 s 0 id 1 x 300 y 300 major 999", "0 began 1 (10, 10)"),
    FrameCase(
      "size: a heel on a large touchscreen", large, "0 s 0 id 1 x 300 y 300 major 250 | 10 major 251",
      "0 began 1 (10, 10)\n10 cancelled 1 (10, 10)"),
    FrameCase(
      "size: no heel on a smaller one",
      large.with { $0.axes[0x35] = AxisRange(minimum: 0, maximum: 5999, resolution: 30) },
      "0 s 0 id 1 x 300 y 300 major 999", "0 began 1 (10, 10)"),
    FrameCase(
      "size: no heel where widths have no unit",
      large.with { $0.axes[0x30] = AxisRange(minimum: 0, maximum: 9999) },
      "0 s 0 id 1 x 300 y 300 major 9999", "0 began 1 (10, 10)"),
    FrameCase(
      "size: no heel if it is off", large, "0 s 0 id 1 x 300 y 300 major 999", "0 began 1 (10, 10)",
      settings: .with { $0.palmSize = .never }),
    FrameCase(
      "size without a resolution is in units of the surface",
      .screen.with { $0.axes[0x30] = AxisRange(minimum: 0, maximum: 9999) },
      "0 s 0 id 1 x 300 y 300 major 750 | 10 major 751", "0 began 1 (10, 10)\n10 cancelled 1 (10, 10)",
      settings: palm25),
  ]

  static let edges: [FrameCase] = [
    FrameCase("the left strip", .pad, "0 s 0 id 1 x 49 y 300 | 10 y 200 | 20 id -1", ""),
    FrameCase("beside the left strip", .pad, "0 s 0 id 1 x 50 y 300", "0 began 1 (5, 30)"),
    FrameCase("the right strip", .pad, "0 s 0 id 1 x 951 y 300", ""),
    FrameCase("beside the right strip", .pad, "0 s 0 id 1 x 950 y 300", "0 began 1 (95, 30)"),
    FrameCase(
      "at most 5 mm of a wide pad", .pad.with { $0.setPosition(1400, 600, resolution: 10) },
      "0 s 0 id 1 x 50 y 300", "0 began 1 (5, 30)"),
    FrameCase(
      "5 % of a pad of 80 mm", .pad.with { $0.setPosition(800, 600, resolution: 10) },
      "0 s 0 id 1 x 39 y 300 | 10 id -1 | 20 id 2 x 40", "20 began 1 (4, 30)"),
    FrameCase(
      "leaving the strip within 0.5 s begins a touch there; coming back is motion", .pad,
      "0 s 0 id 1 x 40 y 300 | 10 x 69 | 20 x 70 | 30 x 45",
      "20 began 1 (7, 30) landed 0 (4, 30)\n30 moved 1 (4.5, 30)"),
    FrameCase(
      "leaving it at 499 ms", .pad, "0 s 0 id 1 x 40 y 300 | 499 x 71",
      "499 began 1 (7.1, 30) landed 0 (4, 30)"),
    FrameCase("leaving it at 500 ms", .pad, "0 s 0 id 1 x 40 y 300 | 500 x 71 | 700 x 139 | 800 id -1", ""),
    FrameCase(
      "leaving it later, 10 mm from the landing", .pad,
      "0 s 0 id 1 x 40 y 300 | 700 x 139 | 710 x 140", "710 began 1 (14, 30) landed 0 (4, 30)"),
    FrameCase(
      "10 mm along the strip are no way out of it", .pad, "0 s 0 id 1 x 40 y 300 | 700 y 500 | 710 x 69", ""),
    FrameCase(
      "a second touch that is no palm lifts the verdict", .pad,
      "0 s 0 id 1 x 30 y 300 | 10 y 310 | 20 s 1 id 2 x 500 y 300",
      "20 began 1 (50, 30); began 2 (3, 31) landed 0 (3, 30)"),
    FrameCase(
      "those that land come first, whatever their slots; a strip is none beside another touch", .pad,
      "0 s 0 id 1 x 30 y 300 s 2 id 2 x 20 y 300 | 20 s 1 id 3 x 10 y 300 s 3 id 4 x 500 y 300",
      """
      20 began 1 (1, 30); began 2 (50, 30); began 3 (3, 30) landed 0 (3, 30); began 4 (2, 30) landed 0 (2, 30)
      """),
    FrameCase("two palms are two palms", .pad, "0 s 0 id 1 x 30 y 300 s 1 id 2 x 970 y 300", ""),
    FrameCase(
      "a touch that lifts in the frame of the landing is no company", .pad,
      "0 s 1 id 1 x 500 y 300 | 10 s 0 id 2 x 30 y 300 s 1 id -1 | 20 s 0 id -1",
      "0 began 1 (50, 30)\n10 ended 1 (50, 30)"),
    FrameCase(
      "a touch that lands in the same frame, in a later slot, is", .pad,
      "0 s 0 id 1 x 30 y 300 s 1 id 2 x 500 y 300", "0 began 1 (3, 30); began 2 (50, 30)"),
    FrameCase(
      "beside a touch a finger may land in the strip", .pad,
      "0 s 0 id 1 x 500 y 300 | 10 s 1 id 2 x 30 y 300", "0 began 1 (50, 30)\n10 began 2 (3, 30)"),
    FrameCase(
      "a palm beside it is no company", .pad, "0 s 0 id 1 x 30 y 300 | 10 s 1 id 2 x 500 y 300 p 200", ""),
    FrameCase(
      "a finger counted beyond the slots is", .twoSlotPad,
      "0 s 0 id 1 x 30 y 300 s 1 id 2 x 20 y 300 | 20 triple 1",
      """
      20 rereference; began 1 (3, 30) landed 0 (3, 30); began 2 (2, 30) landed 0 (2, 30); began phantom 3 (3, 30)
      """),
    FrameCase(
      "a palm that turns into a finger has not landed in the strip", .pad,
      "0 s 0 id 1 x 30 y 300 tool 2 | 100 tool 0", "100 began 1 (3, 30)"),
    FrameCase(
      "a palm by pressure in the strip is one for good", .pad, "0 s 0 id 1 x 30 y 300 p 200 | 10 p 20 x 500",
      ""),
    FrameCase(
      "the corner below is the thumb's", .pad,
      "0 s 0 id 1 x 30 y 590 | 10 s 1 id 2 x 500 y 300 | 600 s 0 y 550",
      "10 began 1 (50, 30)\n600 began 2 (3, 55) landed 0 (3, 59)"),
    FrameCase(
      "the jump rule goes on while it is held", .pad,
      "0 s 0 id 1 x 10 y 300 | 12 x 20 | 24 x 90 | 36 x 241",
      "24 began 1 (9, 30) landed 0 (1, 30)\n36 jumped 1 (24.1, 30)"),
    FrameCase(
      "and compares with the motion of the held frames", .pad,
      "0 s 0 id 1 x 10 y 300 | 12 x 20 | 24 x 90 | 36 x 229",
      "24 began 1 (9, 30) landed 0 (1, 30)\n36 moved 1 (22.9, 30)"),
    FrameCase(
      "a jump in a held frame is not dropped, and the next frame has none", .pad,
      "0 s 0 id 1 x 10 y 300 | 12 x 20 | 24 x 300 | 36 x 600",
      "24 began 1 (30, 30) landed 0 (1, 30)\n36 moved 1 (60, 30)"),
    FrameCase(
      "hysteresis begins at the release", .pad,
      "0 s 0 id 1 x 40 y 300 | 10 x 80 | 20 x 84 | 30 x 86",
      "10 began 1 (8, 30) landed 0 (4, 30)\n30 moved 1 (8.1, 30)",
      settings: .with { $0.hysteresis = .radius(0.5) }),
    FrameCase(
      "69 mm: too narrow for strips", .pad.with { $0.setPosition(690, 600, resolution: 10) },
      "0 s 0 id 1 x 9 y 300", "0 began 1 (0.9, 30)"),
    FrameCase("a touchscreen has none", .screen, "0 s 0 id 1 x 9 y 300", "0 began 1 (0.3, 10)"),
    FrameCase(
      "70 mm: wide enough", .pad.with { $0.setPosition(700, 600, resolution: 10) },
      "0 s 0 id 1 x 30 y 300", ""),
    FrameCase(
      "switched off", .pad, "0 s 0 id 1 x 9 y 300", "0 began 1 (0.9, 30)",
      settings: .with { $0.palmEdge = false }),
  ]

  static let thumbs: [FrameCase] = [
    FrameCase("below 92 % of the height", .pad, "0 s 0 id 1 x 500 y 553 | 10 x 501 | 20 id -1", ""),
    FrameCase("not below it", .pad, "0 s 0 id 1 x 500 y 552", "0 began 1 (50, 55.2)"),
    FrameCase(
      "leaving the zone", .pad, "0 s 0 id 1 x 500 y 560 | 10 y 552 | 20 y 560",
      "10 began 1 (50, 55.2) landed 0 (50, 56)\n20 moved 1 (50, 56)"),
    FrameCase("below 85 %, slim", .pad, "0 s 0 id 1 x 500 y 511 major 100 minor 59", ""),
    FrameCase("below 85 %, round", .pad, "0 s 0 id 1 x 500 y 511 major 100 minor 60", "0 began 1 (50, 51.1)"),
    FrameCase("below 85 %, heavy", .pad, "0 s 0 id 1 x 500 y 511 p 101", ""),
    FrameCase("below 85 %, light", .pad, "0 s 0 id 1 x 500 y 511 p 100", "0 began 1 (50, 51.1)"),
    FrameCase(
      "faster than 20 mm/s for ten frames", .pad,
      "0 s 0 id 1 x 500 y 580 | 10 x 503 | 20 x 506 | 30 x 509 | 40 x 512 | 50 x 515 | 60 x 518 | 70 x 521 | 80 x 524 | 90 x 527 | 100 x 530 | 110 x 533",
      "100 began 1 (53, 58) landed 0 (50, 58)\n110 moved 1 (53.3, 58)"),
    FrameCase(
      "20 mm/s is not faster", .pad,
      "0 s 0 id 1 x 500 y 580 | 10 x 502 | 20 x 504 | 30 x 506 | 40 x 508 | 50 x 510 | 60 x 512 | 70 x 514 | 80 x 516 | 90 x 518 | 100 x 520 | 110 x 522",
      ""),
    FrameCase(
      "late and more than 25 mm below the others", .pad,
      "0 s 0 id 1 x 500 y 200 | 101 s 1 id 2 x 500 y 451", "0 began 1 (50, 20)"),
    FrameCase(
      "25 mm below", .pad, "0 s 0 id 1 x 500 y 200 | 101 s 1 id 2 x 500 y 450",
      "0 began 1 (50, 20)\n101 began 2 (50, 45)"),
    FrameCase(
      "not late", .pad, "0 s 0 id 1 x 500 y 200 | 100 s 1 id 2 x 500 y 451",
      "0 began 1 (50, 20)\n100 began 2 (50, 45.1)"),
    FrameCase(
      "late, lower and more than 35 mm beside", .pad,
      "0 s 0 id 1 x 500 y 200 | 101 s 1 id 2 x 149 y 210", "0 began 1 (50, 20)"),
    FrameCase(
      "35 mm beside", .pad, "0 s 0 id 1 x 500 y 200 | 101 s 1 id 2 x 150 y 210",
      "0 began 1 (50, 20)\n101 began 2 (15, 21)"),
    FrameCase(
      "more than 35 mm beside, on one line", .pad, "0 s 0 id 1 x 500 y 200 | 101 s 1 id 2 x 149 y 200",
      "0 began 1 (50, 20)\n101 began 2 (14.9, 20)"),
    FrameCase(
      "two that land together are of one age", .pad,
      "0 s 0 id 1 x 500 y 200 | 101 s 1 id 2 x 500 y 451 s 2 id 3 x 400 y 200",
      "0 began 1 (50, 20)\n101 began 2 (50, 45.1); began 3 (40, 20)"),
    FrameCase(
      "a touch that lifts in that frame is none of the others", .pad,
      "0 s 1 id 1 x 500 y 200 | 101 s 0 id 2 x 500 y 451 s 1 id -1",
      "0 began 1 (50, 20)\n101 ended 1 (50, 20); began 2 (50, 45.1)"),
    FrameCase(
      "late and beside, but higher", .pad,
      "0 s 0 id 1 x 500 y 200 | 101 s 1 id 2 x 149 y 190", "0 began 1 (50, 20)\n101 began 2 (14.9, 19)"),
    FrameCase(
      "no clickpad, no thumbs", .pad.with { $0.properties = [0] }, "0 s 0 id 1 x 500 y 590",
      "0 began 1 (50, 59)"),
    FrameCase(
      "50 mm: high enough for thumbs", .pad.with { $0.setPosition(1000, 500, resolution: 10) },
      "0 s 0 id 1 x 500 y 480", ""),
    FrameCase(
      "49 mm: too low for thumbs", .pad.with { $0.setPosition(1000, 490, resolution: 10) },
      "0 s 0 id 1 x 500 y 480", "0 began 1 (50, 48)"),
    FrameCase(
      "switched off", .pad, "0 s 0 id 1 x 500 y 590", "0 began 1 (50, 59)",
      settings: .with { $0.thumb = false }),
  ]

  static let hoverScreen = DeviceDescription.screen.with {
    $0.axes[0x3b] = AxisRange(minimum: 0, maximum: 64)
  }
  static let hover: [FrameCase] = [
    FrameCase(
      "D15 hover, then touch, then hover", hoverScreen,
      "0 s 0 id 1 x 300 y 300 d 40 | 10 x 330 | 20 d 32 | 30 d 0 | 40 x 360 | 50 d 16 | 60 id -1",
      """
      0 hover began 1 (10, 10) d=? z=0.63
      10 hover moved 1 (11, 10) d=? z=0.63
      20 hover moved 1 (11, 10) d=? z=0.5
      30 began 2 (11, 10); hover ended 1 (11, 10) d=? z=0
      40 moved 2 (12, 10)
      50 ended 2 (12, 10); hover began 3 (12, 10) d=? z=0.25
      60 hover ended 3 (12, 10) d=? z=0.25
      """),
    FrameCase(
      "a distance in mm", .screen.with { $0.axes[0x3b] = AxisRange(minimum: 0, maximum: 64, resolution: 4) },
      "0 s 0 id 1 x 300 y 300 d 40", "0 hover began 1 (10, 10) d=10 z=0.63"),
    FrameCase(
      "the least distance", .screen.with { $0.axes[0x3b] = AxisRange(minimum: 0, maximum: 1, resolution: 1) },
      "0 s 0 id 1 x 300 y 300 d 1 | 10 d 0",
      "0 hover began 1 (10, 10) d=1 z=1\n10 began 2 (10, 10); hover ended 1 (10, 10) d=0 z=0"),
    FrameCase(
      "a distance without a range", .screen.with { $0.axes[0x3b] = AxisRange(minimum: 0, maximum: 0) },
      "0 s 0 id 1 x 300 y 300 d 1", "0 hover began 1 (10, 10) d=? z=1"),
    FrameCase(
      "hover lost with events", hoverScreen, "0 s 0 id 1 x 300 y 300 d 64 | 10 drop | 20 id -1",
      "0 hover began 1 (10, 10) d=? z=1\n20 resync; hover cancelled 1 (10, 10) d=? z=1"),
  ]

  static let fuzzy = DeviceDescription.screen.with {
    $0.axes[0x35]?.fuzz = 30
    $0.axes[0x36]?.fuzz = 15
  }
  /// 40 units/mm, no fuzz.
  static let finePad = DeviceDescription.pad.with { $0.setPosition(4000, 2400, resolution: 40) }

  static let jitter: [FrameCase] = [
    FrameCase(
      "fuzz: the point is dragged by an ellipse of that size", fuzzy,
      "0 s 0 id 1 x 300 y 300 | 10 x 330 | 20 x 331 | 30 x 360 | 40 x 330 | 50 y 330",
      """
      0 began 1 (10, 10)
      20 moved 1 (10.03, 10)
      30 moved 1 (11, 10)
      50 moved 1 (11, 10.5)
      """),
    FrameCase(
      "a report of another axis alone is no motion, whichever way the centre was rounded", fuzzy,
      "0 s 0 id 1 x 300 y 300 | 10 x 332 y 320 | 20 major 5", "0 began 1 (10, 10)\n10 moved 1 (10.44, 10.28)"),
    FrameCase(
      "a fuzz of one unit on one axis", .screen.with { $0.axes[0x36]?.fuzz = 1 },
      "0 s 0 id 1 x 300 y 300 | 10 x 303", "0 began 1 (10, 10)"),
    FrameCase(
      "a fuzz of one unit on the other", .screen.with { $0.axes[0x35]?.fuzz = 1 },
      "0 s 0 id 1 x 300 y 300 | 10 y 303", "0 began 1 (10, 10)"),
    FrameCase(
      "fuzz, switched off", fuzzy, "0 s 0 id 1 x 300 y 300 | 10 x 303",
      "0 began 1 (10, 10)\n10 moved 1 (10.1, 10)", settings: .with { $0.hysteresis = .off }),
    FrameCase(
      "a radius of the configuration", .screen, "0 s 0 id 1 x 300 y 300 | 10 x 315 | 20 x 330",
      "0 began 1 (10, 10)\n20 moved 1 (10.5, 10)", settings: .with { $0.hysteresis = .radius(0.5) }),
    FrameCase(
      "D14 right, left, right within 40 ms each: 0.25 mm from then on", finePad,
      "0 s 0 id 1 x 2002 y 1200 | 8 x 2000 | 16 x 2002 | 24 x 2000 | 32 x 2002 | 40 x 1998 | 48 x 2002 | 56 x 2013",
      """
      0 began 1 (50.05, 30)
      8 moved 1 (50, 30)
      16 moved 1 (50.05, 30)
      24 moved 1 (50, 30)
      56 moved 1 (50.08, 30)
      """),
    FrameCase(
      "right, rest, right is a steady finger", finePad,
      "0 s 0 id 1 x 2000 y 1200 | 8 x 1998 | 16 x 2000 | 24 major 5 | 32 x 2002",
      "0 began 1 (50, 30)\n8 moved 1 (49.95, 30)\n16 moved 1 (50, 30)\n32 moved 1 (50.05, 30)"),
    FrameCase(
      "40 ms apart is a wobble", finePad,
      "0 s 0 id 1 x 2002 y 1200 | 8 x 2000 | 48 x 2002 | 88 x 2000 | 128 x 2002",
      "0 began 1 (50.05, 30)\n8 moved 1 (50, 30)\n48 moved 1 (50.05, 30)\n88 moved 1 (50, 30)"),
    FrameCase(
      "41 ms apart is a slow finger", finePad,
      "0 s 0 id 1 x 2002 y 1200 | 8 x 2000 | 16 x 2002 | 24 x 2000 | 65 x 2002 | 73 x 2000",
      """
      0 began 1 (50.05, 30)
      8 moved 1 (50, 30)
      16 moved 1 (50.05, 30)
      24 moved 1 (50, 30)
      65 moved 1 (50.05, 30)
      73 moved 1 (50, 30)
      """),
    FrameCase(
      "a touchscreen does not look for wobbles", .screen,
      "0 s 0 id 1 x 300 y 300 | 8 x 303 | 16 x 300 | 24 x 303",
      """
      0 began 1 (10, 10)
      8 moved 1 (10.1, 10)
      16 moved 1 (10, 10)
      24 moved 1 (10.1, 10)
      """),
  ]

  static let jumps: [FrameCase] = [
    FrameCase(
      "within one instant nothing is a jump", .pad, "0 s 0 id 1 x 200 y 300 | 12 x 210 | 12 x 240 | 24 x 241",
      "0 began 1 (20, 30)\n12 moved 1 (21, 30)\n12 moved 1 (24, 30)\n24 moved 1 (24.1, 30)"),
    FrameCase(
      "a microsecond is time enough", .pad, "0 s 0 id 1 x 200 y 300 | 12 x 210 | 12.001 x 240 | 24 x 241",
      "0 began 1 (20, 30)\n12 moved 1 (21, 30)\n12 jumped 1 (24, 30)\n24 moved 1 (24.1, 30)"),
    FrameCase(
      "20 mm in 12 ms are a finger's", .pad, "0 s 0 id 1 x 200 y 300 | 12 x 400",
      "0 began 1 (20, 30)\n12 moved 1 (40, 30)"),
    FrameCase(
      "more are a jump, and the frame after it is none", .pad,
      "0 s 0 id 1 x 200 y 300 | 12 x 401 | 24 x 700 | 36 x 701",
      """
      0 began 1 (20, 30)
      12 jumped 1 (40.1, 30)
      24 moved 1 (70, 30)
      36 moved 1 (70.1, 30)
      """),
    FrameCase(
      "7 mm more than the frame before", .pad, "0 s 0 id 1 x 200 y 300 | 12 x 210 | 24 x 290",
      "0 began 1 (20, 30)\n12 moved 1 (21, 30)\n24 moved 1 (29, 30)"),
    FrameCase(
      "more than 7 mm more", .pad, "0 s 0 id 1 x 200 y 300 | 12 x 210 | 24 x 291",
      "0 began 1 (20, 30)\n12 moved 1 (21, 30)\n24 jumped 1 (29.1, 30)"),
    FrameCase(
      "normalized to 12 ms", .pad, "0 s 0 id 1 x 200 y 300 | 6 x 210 | 12 x 260",
      "0 began 1 (20, 30)\n6 moved 1 (21, 30)\n12 jumped 1 (26, 30)"),
    FrameCase(
      "judgement over 30 ms", .pad, "0 s 0 id 1 x 200 y 300 | 30 x 720",
      "0 began 1 (20, 30)\n30 jumped 1 (72, 30)"),
    FrameCase(
      "no judgement over more than 30 ms", .pad, "0 s 0 id 1 x 200 y 300 | 30.001 x 720",
      "0 began 1 (20, 30)\n30 moved 1 (72, 30)"),
    FrameCase(
      "no comparison with an interval of more than 30 ms", .pad,
      "0 s 0 id 1 x 200 y 300 | 31 x 210 | 43 x 300",
      "0 began 1 (20, 30)\n31 moved 1 (21, 30)\n43 moved 1 (30, 30)"),
    FrameCase(
      "touchscreens are as fast as they say", .screen, "0 s 0 id 1 x 300 y 300 | 8 x 1800",
      "0 began 1 (10, 10)\n8 moved 1 (60, 10)"),
  ]

  @Test func `an edge pan disables the strips and the thumb zone`() {
    let (left, right) = ("0 s 0 id 1 x 10 y 300", "0 s 0 id 1 x 990 y 300")
    let bottom = "0 s 0 id 1 x 500 y 590"
    func trace(_ script: String, _ edges: EdgeSet) -> String {
      EventScript.trace(.pad, script, edgePans: edges)
    }
    #expect(trace(left, .left) == "0 began 1 (1, 30)")
    #expect(trace(right, .left) == "")
    #expect(trace(left, .right) == "")
    #expect(trace(right, .right) == "0 began 1 (99, 30)")
    #expect(trace(bottom, .bottom) == "0 began 1 (50, 59)")
    #expect(trace(left, .bottom) == "")
    #expect(trace(bottom, [.left, .right, .top]) == "")
  }
}
