import GestureCore
import Recordings
import Testing

@Suite struct EvemuWriterTests {
  static let device = DeviceDescription(
    name: "Two\nLines", bus: 3, vendor: 0x5ac, product: 0x249, version: 1, properties: [0, 2],
    keys: [0x110, 0x145, 0x14a],
    axes: [0x35: AxisRange(minimum: -10, maximum: 1500, fuzz: 8, resolution: 12)],
    otherCodes: [2: [0, 1], 0x12: [1]])

  @Test func `the complete header`() {
    let lines = EvemuWriter.header(of: Self.device).split(separator: "\n").map(String.init)
    #expect(
      lines.filter { !$0.hasPrefix("B: 01") } == [
        "# EVEMU 1.3", "# Input device name: \"Two Lines\"", "N: Two Lines", "I: 0003 05ac 0249 0001",
        "P: 05 00 00 00 00 00 00 00", "B: 00 0f 00 04 00 00 00 00 00", "B: 02 03 00 00 00 00 00 00 00",
        "B: 03 00 00 00 00 00 00 20 00", "B: 04 00 00 00 00 00 00 00 00", "B: 05 00 00 00 00 00 00 00 00",
        "B: 11 00 00 00 00 00 00 00 00", "B: 12 02 00 00 00 00 00 00 00", "B: 14 00 00 00 00 00 00 00 00",
        "B: 15 00 00 00 00 00 00 00 00", "B: 15 00 00 00 00 00 00 00 00", "A: 35 -10 1500 8 0 12",
      ])
    #expect(lines.filter { $0.hasPrefix("B: 01") }.count == 12)
    #expect(
      lines.contains("B: 01 00 00 01 00 00 00 00 00") && lines.contains("B: 01 20 04 00 00 00 00 00 00"))
  }

  @Test func `events, relative to an origin`() {
    let event = InputEvent(time: 61_000_042, type: 3, code: 0x35, value: -7)
    #expect(EvemuWriter.line(event) == "E: 61.000042 0003 0035 -7\n")
    #expect(EvemuWriter.line(event, since: 60_000_000) == "E: 1.000042 0003 0035 -7\n")
    #expect(EvemuWriter.line(event, since: 70_000_000) == "E: 0.000000 0003 0035 -7\n")
    #expect(
      EvemuWriter.line(InputEvent(time: 0, type: 0, code: 0, value: 9)) == "E: 0.000000 0000 0000 0009\n")
  }

  @Test func `a written recording is read back unchanged`() throws {
    var recording = Recording(name: "again", description: Self.device, events: [])
    recording.description.name = "One Line"
    recording.description.machine = "dmi:bvnX:svnLENOVO:pvrThinkPad:"
    recording.description.axes[0x2f] = AxisRange(minimum: 0, maximum: 4, value: 1)
    recording.description.quirks = DeviceQuirks()
    for line in ["[Some pad]", "AttrPalmSizeThreshold=1600", "ModelAppleTouchpad=1"] {
      recording.description.quirks?.note(line)
    }
    recording.description.down = [
      InputEvent(time: 5, type: 3, code: 0x2f, value: 2), InputEvent(time: 5, type: 3, code: 0x39, value: 44),
      InputEvent(time: 5, type: 1, code: 0x14a, value: 1),
    ]
    recording.events = [
      InputEvent(time: 5, type: 3, code: 0x35, value: 1), InputEvent(time: 7, type: 0, code: 0, value: 0),
    ]
    try withFile(EvemuWriter.text(of: recording), named: "again.evemu") {
      try Self.expectSame(try Recording.read(path: $0), recording)
    }
  }

  @Test(.enabled(if: !HardwareRecordings.recordings.isEmpty, HardwareRecordings.areAbsent))
  func `hardware recordings are written and read back unchanged`() throws {
    let paths = HardwareRecordings.recordings.filter { $0.contains("wacom") || $0.contains("bcm5974") }
    #expect(!paths.isEmpty)
    for path in paths {
      let recording = try Recording.read(path: path)
      try withFile(EvemuWriter.text(of: recording), named: recording.name + ".evemu") {
        try Self.expectSame(try Recording.read(path: $0), recording)
      }
    }
  }

  private static func expectSame(_ a: Recording, _ b: Recording) throws {
    #expect(a.name == b.name)
    #expect(a.events == b.events)
    #expect(a.description.machine == b.description.machine)
    #expect(a.description.quirks == b.description.quirks)
    #expect(a.description.name == b.description.name && a.description.keys == b.description.keys)
    #expect(a.description.axes == b.description.axes && a.description.properties == b.description.properties)
    #expect(a.description.otherCodes == b.description.otherCodes)
    #expect(a.description.down == b.description.down)
  }
}
