import GestureCore
import Recordings
import Testing

@Suite struct LibinputRecordReaderTests {
  /// Written after the layout of libinput 1.22's tools/libinput-record.c.
  static let text = """
    # libinput record
    version: 1
    ndevices: 2
    libinput:
      version: "1.22.1"
      git: "unknown"
    system:
      os: "debian:12"
      kernel: "6.1.0"
      dmi: "dmi:bvnLENOVO:svnLENOVO:"
    devices:
    - node: /dev/input/event0
      evdev:
        name: "Power Button"
        id: [25, 0, 1, 0]
        codes:
          0: [0, 1] # EV_SYN
          1: [116] # EV_KEY
        properties: []
      events:
      - evdev:
        - [  0,      0,   1, 116,      1] # EV_KEY / KEY_POWER  1
    - node: /dev/input/event4
      evdev:
        # Name: Some Pad
        name: "Some Pad"
        id: [24, 1739, 32382, 256]
        codes:
          0: [0, 1, 3] # EV_SYN
          1: [272, 325, 330] # EV_KEY
          3: [47, 53, 54, 57] # EV_ABS
        absinfo:
          47: [0, 4, 0, 0, 0]
          53: [-10, 1500, 8, 0, 12]
          54: [0, 1000, 0, 0, 12]
          57: [0, 65535, 0, 0, 0]
        properties: [0, 2]
      hid: [
        0x05, 0x0d
      ]
      udev:
        properties:
        - ID_INPUT=1
        - LIBINPUT_DEVICE_GROUP=18/6cb
        virtual: false
      quirks:
      - ModelTouchpad=1
      - AttrPalmSizeThreshold=1600
      events:
      # Current time is 12:13:32
      - evdev:
        - [  0,      0,   3,  57,   1420] # EV_ABS / ABS_MT_TRACKING_ID   1420
        - [  0,      0,   3,  53,     -3] # EV_ABS / ABS_MT_POSITION_X      -3
        - [  0,      0,   0,   0,      0] # ------------ SYN_REPORT (0) ---------- +0ms
      - libinput:
        - {time: 0.000, type: POINTER_MOTION}
      - evdev:
        - [  2, 500012,   3,  57,     -1] # EV_ABS / ABS_MT_TRACKING_ID     -1
        - [  2, 500012,   0,   0,      0] # ------------ SYN_REPORT (0) ---------- +2500ms

    """

  @Test func `the touch device of a libinput recording`() throws {
    try withFile(Self.text, named: "pad.yml") { path in
      let recording = try Recording.read(path: path)
      #expect(recording.name == "pad")
      #expect(recording.warnings == ["\(path): has 2 devices; only \"Some Pad\" is used"])
      let device = recording.description
      #expect(device.quirks?.lines == ["AttrPalmSizeThreshold=1600"])
      #expect([device.bus, device.vendor, device.product, device.version] == [24, 1739, 32382, 256])
      #expect(device.name == "Some Pad" && device.keys == [272, 325, 330] && device.properties == [0, 2])
      #expect(device.axes[53] == AxisRange(minimum: -10, maximum: 1500, fuzz: 8, resolution: 12))
      #expect(device.machine == "dmi:bvnLENOVO:svnLENOVO:")
      #expect(device.axes.count == 4 && device.deviceClass == .touchpad)
      #expect(
        recording.events.map { [Int64($0.type), Int64($0.code), Int64($0.value), $0.time] } == [
          [3, 57, 1420, 0], [3, 53, -3, 0], [0, 0, 0, 0], [3, 57, -1, 2_500_012], [0, 0, 0, 2_500_012],
        ])
    }
  }

  @Test func `an incomplete recording loses only its last line`() throws {
    let tail = "   0,      0] # ------------ SYN_REPORT (0) ---------- +2500ms\n"
    try withFile(String(Self.text.dropLast(tail.count))) { path in
      let recording = try Recording.read(path: path)
      #expect(recording.events.count == 4)
      #expect(recording.warnings.first == "\(path):59: the last line is cut off and was left out")
    }
  }

  @Test(arguments: [
    ("version: 1\nndevices: 0\n", ": a libinput recording without a device"),
    (
      "version: 1\ndevices:\n- node: x\n  evdev:\n    id: [1, 2]\n  events:\n",
      ":5: cannot read the list; expected 4 numbers in brackets"
    ),
    (
      "version: 1\n- node: x\n- [0, 0, 3]\n- node: y\n",
      ":3: cannot read the list; expected 5 numbers in brackets"
    ),
    (
      "version: 1\n- node: x\n- [0, -1, 3, 3, 3]\n- node: y\n",
      ":3: cannot read the event; expected - [SECONDS, MICROSECONDS, TYPE, CODE, VALUE]"
    ),
  ])
  func `one clear error line for invalid input`(text: String, expected: String) {
    withFile(text) { path in #expect(problem(ofReading: path) == path + expected) }
  }
}
