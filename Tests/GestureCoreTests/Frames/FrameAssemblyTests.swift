import GestureCore
import Testing

/// One script, one trace: rows of a table, because macros expand slowly.
struct FrameCase: Sendable, CustomTestStringConvertible {
  let what: String
  let device: DeviceDescription
  let script: String
  let trace: String
  var settings = DeviceSettings()

  init(
    _ what: String, _ device: DeviceDescription, _ script: String, _ trace: String,
    settings: DeviceSettings = DeviceSettings()
  ) {
    self.what = what
    self.device = device
    self.script = script
    self.trace = trace
    self.settings = settings
  }
  var testDescription: String { what }
  var result: String { EventScript.trace(device, script, settings: settings) }
}

@Suite struct FrameAssemblyTests {
  @Test(arguments: protocolB + protocolA + singleTouch) func `events become frames`(_ row: FrameCase) {
    #expect(row.result == row.trace)
  }

  static let protocolB: [FrameCase] = [
    FrameCase(
      "D01 units to millimetres", .screen, "0 s 0 id 45 x 1500 y 900 | 10 id -1",
      """
      0 began 1 (50, 30)
      10 ended 1 (50, 30)
      """),
    FrameCase(
      "D04 a tracking id replaced without -1", .screen,
      "0 s 0 id 45 x 300 y 300 | 10 id 46 x 600 y 900 | 20 x 630",
      """
      0 began 1 (10, 10)
      10 ended 1 (10, 10); began 2 (20, 30)
      20 moved 2 (21, 30)
      """),
    FrameCase(
      "D05 a tracking id used again", .screen,
      "0 s 0 id 7 x 300 y 300 | 10 id -1 | 20 id 7 | 30 id -1",
      """
      0 began 1 (10, 10)
      10 ended 1 (10, 10)
      20 began 2 (10, 10)
      30 ended 2 (10, 10)
      """),
    FrameCase(
      "the same tracking id lifted and placed within a frame is another touch", .screen,
      "0 s 0 id 7 x 300 y 300 | 10 id -1 id 7 x 600",
      """
      0 began 1 (10, 10)
      10 ended 1 (10, 10); began 2 (20, 10)
      """),
    FrameCase(
      "D06 the slot persists, unchanged coordinates are kept", .screen,
      "0 s 0 id 45 x 300 y 300 s 1 id 46 x 600 y 600 | 10 x 630",
      """
      0 began 1 (10, 10); began 2 (20, 20)
      10 moved 2 (21, 20)
      """),
    FrameCase(
      "down and up within a frame: two frames of the same time", .screen,
      "0 s 0 id 45 x 300 y 300 id -1",
      """
      0 began 1 (10, 10)
      0 ended 1 (10, 10)
      """),
    FrameCase(
      "up, down and up within a frame", .screen,
      "0 s 0 id 45 x 300 y 300 | 10 id -1 id 46 x 600 id -1 | 20 id 47",
      """
      0 began 1 (10, 10)
      10 ended 1 (10, 10); began 2 (20, 10)
      10 ended 2 (20, 10)
      20 began 3 (20, 10)
      """),
    FrameCase(
      "a lift ends at the last position, whatever comes with it", .screen,
      "0 s 0 id 45 x 300 y 300 | 10 x 900 id -1",
      """
      0 began 1 (10, 10)
      10 ended 1 (10, 10)
      """),
    FrameCase(
      "a recording that begins in mid-touch: nothing until a contact is created", .screen,
      "0 s 1 x 300 y 300 | 10 s 0 x 900 | 20 id -1 | 30 s 1 id -1 | 40 id 9",
      "40 began 1 (10, 10)"),
    FrameCase(
      "coordinates that were never reported: the first real ones are no motion", .screen,
      "0 s 0 id 9 y 300 | 10 x 600 | 20 x 630",
      """
      0 began 1 (0, 10)
      10 reanchored 1 (20, 10)
      20 moved 1 (21, 10)
      """),
    FrameCase(
      "the pointer stands in for a coordinate that was never reported", .screen,
      "0 s 0 id 9 X 600 Y 300", "0 began 1 (20, 10)"),
    FrameCase(
      "slots the device does not have", .screen,
      "0 s 0 id 1 x 300 y 300 | 10 s 10 id 2 x 600 y 600 | 20 s -1 x 9 | 30 s 0 x 330",
      """
      0 began 1 (10, 10)
      30 moved 1 (11, 10)
      """),
    FrameCase(
      "frames without a change of contacts are dropped, except for a click", .pad,
      "0 s 0 id 1 x 300 y 300 | 10 finger 1 touch 1 | 20 left 1 | 30 left 0 | 40 x 300",
      """
      0 began 1 (30, 30)
      20 click
      """),
    FrameCase(
      "a click in the frame of a landing", .pad, "0 s 0 id 1 x 300 y 300 left 1", "0 began 1 (30, 30); click"),
    FrameCase(
      "time never goes back", .screen, "50 s 0 id 1 x 300 y 300 | 40 x 330 | 60 x 360",
      """
      50 began 1 (10, 10)
      50 moved 1 (11, 10)
      60 moved 1 (12, 10)
      """),
    FrameCase(
      "D07 SYN_DROPPED: a contact that is gone afterwards was cancelled", .screen,
      "0 s 0 id 1 x 300 y 300 | 10 drop x 900 id -1 | 20 id -1 | 30 s 0 id 2",
      """
      0 began 1 (10, 10)
      20 resync; cancelled 1 (10, 10)
      30 began 2 (10, 10)
      """),
    FrameCase(
      "D08 SYN_DROPPED: a contact that is still there was re-anchored, moved or not", .screen,
      "0 s 0 id 1 x 300 y 300 s 1 id 2 x 600 y 600 | 10 drop | 20 s 0 x 1200 | 30 x 1230",
      """
      0 began 1 (10, 10); began 2 (20, 20)
      20 resync; reanchored 1 (40, 10); reanchored 2 (20, 20)
      30 moved 1 (41, 10)
      """),
    FrameCase(
      "SYN_DROPPED: what was skipped has not happened, what is new began", .screen,
      "0 s 0 id 1 x 300 y 300 | 10 s 3 id 5 drop x 900 y 900 | 20 s 1 id 2 x 600 y 600",
      """
      0 began 1 (10, 10)
      20 resync; reanchored 1 (10, 10); began 2 (20, 20); began 3 (0, 0)
      """),
  ]

  static let protocolA: [FrameCase] = [
    FrameCase(
      "protocol A: contacts in any order, matched to the nearest", .protocolAScreen,
      "0 x 300 y 300 mt x 1500 y 900 mt | 10 x 1530 y 900 mt x 330 y 300 mt | 20 x 360 y 300 mt | 30 mt",
      """
      0 began 1 (10, 10); began 2 (50, 30)
      10 moved 1 (11, 10); moved 2 (51, 30)
      20 moved 1 (12, 10); ended 2 (51, 30)
      30 ended 1 (12, 10)
      """),
    FrameCase(
      "protocol A: the closest pair is matched first", .protocolAScreen,
      "0 x 300 y 300 mt x 600 y 300 mt | 10 x 570 y 300 mt",
      """
      0 began 1 (10, 10); began 2 (20, 10)
      10 ended 1 (10, 10); moved 2 (19, 10)
      """),
    FrameCase(
      "protocol A: out of reach is another contact", .protocolAScreen,
      "0 x 300 y 300 mt | 10 x 2700 y 300 mt",
      """
      0 began 1 (10, 10)
      10 ended 1 (10, 10); began 2 (90, 10)
      """),
    FrameCase(
      "protocol A: the device's own ids", .protocolAScreen,
      "0 id 0 x 300 y 300 mt id 1 x 600 y 300 mt | 10 id 1 x 300 y 300 mt id 0 x 600 y 300 mt",
      """
      0 began 1 (10, 10); began 2 (20, 10)
      10 moved 1 (20, 10); moved 2 (10, 10)
      """),
    FrameCase(
      "protocol A: one id for all is none", .protocolAScreen,
      "0 id 0 x 300 y 300 mt id 0 x 600 y 300 mt | 10 id 0 x 630 y 300 mt id 0 x 330 y 300 mt",
      """
      0 began 1 (10, 10); began 2 (20, 10)
      10 moved 1 (11, 10); moved 2 (21, 10)
      """),
    FrameCase(
      "protocol A: a size of 0 is a lift",
      .protocolAScreen.with { $0.axes[0x30] = AxisRange(minimum: 0, maximum: 99) },
      "0 major 9 x 300 y 300 mt | 10 major 0 x 300 y 300 mt",
      """
      0 began 1 (10, 10)
      10 ended 1 (10, 10)
      """),
    FrameCase(
      "protocol A: a frame that does not speak of contacts changes none; BTN_TOUCH 0 lifts all",
      .protocolAScreen,
      "0 x 300 y 300 mt touch 1 | 10 X 300 | 20 x 330 y 300 mt | 30 touch 0",
      """
      0 began 1 (10, 10)
      20 moved 1 (11, 10)
      30 ended 1 (11, 10)
      """),
    FrameCase(
      "protocol A counts no phantoms", .protocolAScreen,
      "0 x 300 y 300 mt triple 1 touch 1", "0 began 1 (10, 10)"),
  ]

  static let singleTouch: [FrameCase] = [
    FrameCase(
      "a single-touch device", .singleTouchPad,
      "0 touch 1 X 300 Y 300 finger 1 | 10 X 310 | 20 touch 0 finger 0",
      """
      0 began 1 (30, 30)
      10 moved 1 (31, 30)
      20 ended 1 (31, 30)
      """),
    FrameCase(
      "a single-touch pad that counts two fingers has a phantom", .singleTouchPad,
      "0 touch 1 X 300 Y 300 finger 1 | 10 X 500 finger 0 double 1 | 20 X 510 | 30 X 300 double 0 finger 1 | 40 touch 0",
      """
      0 began 1 (30, 30)
      10 rereference; reanchored 1 (50, 30); began phantom 2 (50, 30)
      20 moved 1 (51, 30)
      30 rereference; reanchored 1 (30, 30); ended phantom 2 (30, 30)
      40 ended 1 (30, 30)
      """),
  ]
}
