import GestureCore
import Recordings
import Testing

@Suite struct EvemuReaderTests {
  static let header = """
    # EVEMU 1.3
    N: Some Pad
    I: 0018 06cb 7e7e 0100
    P: 05 00 00 00 00 00 00 00
    B: 00 0b 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 01 00 00 00 00 00
    B: 01 20 e4 00 00 00 00 00 00
    B: 02 03 00 00 00 00 00 00 00
    B: 03 00 00 00 00 00 80 60 02
    A: 2f 0 4 0 0 0
    A: 35 -10 1500 8 0 12
    A: 36 0 1000 0 0 # version 1.0 has no resolution
    L: 00 0
    S: 00 0

    """

  @Test func `a description and its events`() throws {
    let recording = try withFile(Self.header + "E: 0.000001 0003 0035 -749\t# ABS\nE: 12.5 0000 0000 0000\n")
    {
      try Recording.read(path: $0)
    }
    #expect(recording.name == "touch")
    #expect(recording.warnings == [])
    let device = recording.description
    #expect(device.name == "Some Pad")
    #expect([device.bus, device.vendor, device.product, device.version] == [0x18, 0x06cb, 0x7e7e, 0x0100])
    #expect(device.properties == [0, 2])
    #expect(device.keys == [0x110, 0x145, 0x14a, 0x14d, 0x14e, 0x14f])
    #expect(device.otherCodes == [2: [0, 1]])
    #expect(device.axes[0x35] == AxisRange(minimum: -10, maximum: 1500, fuzz: 8, resolution: 12))
    #expect(device.axes[0x36] == AxisRange(minimum: 0, maximum: 1000))
    #expect(Set(device.axes.keys) == [0x2f, 0x35, 0x36, 0x39])
    #expect(
      recording.events == [
        InputEvent(time: 1, type: 3, code: 0x35, value: -749),
        InputEvent(time: 12_500_000, type: 0, code: 0, value: 0),
      ])
  }

  @Test(arguments: [
    ("", ": the file is empty"),
    (" \n\n", ": the file is empty"),
    (
      "# EVEMU 1.3\n",
      ": no description of a device (lines N:, I:, B:, A:): is this an evemu or libinput recording?"
    ),
    ("hello\n", ":1: not an evemu line: expected N:, I:, P:, B:, A:, L:, S: or E:"),
    (
      "N: x\nE: 1.0 0003\nE: 1.0 0 0 0\n",
      ":2: cannot read the event; expected E: SECONDS.MICROS TYPE CODE VALUE"
    ),
    (
      "N: x\nE: 1.0 0003 0035 99999999999\n",
      ":2: cannot read the event; expected E: SECONDS.MICROS TYPE CODE VALUE"
    ),
    (
      "N: x\nE: 1.1234567 0003 0035 9\n",
      ":2: cannot read the event; expected E: SECONDS.MICROS TYPE CODE VALUE"
    ),
    (
      "N: x\nI: 0003 05ac\n",
      ":2: cannot read the identity; expected I: BUS VENDOR PRODUCT VERSION in hexadecimal"
    ),
    ("N: x\nP: zz\n", ":2: cannot read the properties; expected P: and bytes in hexadecimal"),
    ("N: x\nB: 01\n", ":2: cannot read the codes; expected B: TYPE and bytes in hexadecimal"),
    ("N: x\nA: 35 0 10\n", ":2: cannot read the axis; expected A: AXIS MIN MAX FUZZ FLAT [RESOLUTION]"),
    ("N: x\nA: 35 0 1", ":2: cannot read the axis; expected A: AXIS MIN MAX FUZZ FLAT [RESOLUTION]"),
  ])
  func `one clear error line for invalid input`(text: String, expected: String) {
    withFile(text) { path in #expect(problem(ofReading: path) == path + expected) }
  }

  @Test func `a missing file`() {
    #expect(problem(ofReading: "/no/x.evemu") == "/no/x.evemu: cannot open it: No such file or directory")
    #expect(problem(ofReading: "/") == "/: cannot read it: Is a directory")
  }

  @Test func `a byte order mark is no part of the first line`() throws {
    try withFile("\u{FEFF}" + Self.header) { path in
      let recording = try Recording.read(path: path)
      #expect(!recording.description.axes.isEmpty)
    }
  }

  @Test func `an incomplete last line is dropped, and only that line`() throws {
    try withFile(Self.header + "E: 0.000001 0003 0035 0009\nE: 0.000001 0000 00") { path in
      let recording = try Recording.read(path: path)
      #expect(recording.events.count == 1)
      #expect(recording.warnings == ["\(path):20: the last line is cut off and was left out"])
    }
  }

  @Test func `a description without events is reported as one`() throws {
    try withFile(Self.header) { path in
      let recording = try Recording.read(path: path)
      #expect(recording.warnings == ["\(path): a description without events"])
    }
  }

  @Test func `what the comments say of the beginning`() throws {
    let text = """
      # EVEMU 1.3
      # Kernel: 6.1
      # DMI: dmi:bvnLENOVO:svnLENOVO:pvrThinkPad:
      # Supported events:
      #   Event type 1 (EV_KEY)
      #     Event code 47 (KEY_V)
      #       Value      9
      #   Event type 3 (EV_ABS)
      #     Event code 47 (ABS_MT_SLOT)
      #       Value      1
      #       Min        0
      #     Event code 53 (ABS_MT_POSITION_X)
      #       Value      0
      N: pad
      A: 2f 0 4 0 0 0
      A: 35 0 1000 0 0 10
      A: 36 0 600 0 0 10
      E: 0.000001 0003 0039 0001
      # Event code 47
      # Value 3
      """
    try withFile(text, named: "state.evemu") { path in
      let device = try Recording.read(path: path).description
      #expect(device.machine == "dmi:bvnLENOVO:svnLENOVO:pvrThinkPad:")
      #expect(device.axes[0x2f]?.value == 1)
      #expect(device.axes[0x35]?.value == 0)
    }
  }
}
