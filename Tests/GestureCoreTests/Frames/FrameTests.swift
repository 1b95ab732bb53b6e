import GestureCore
import GestureTesting
import Testing

/// One script, one trace.
struct FrameCase: Sendable, CustomTestStringConvertible {
  let what: String
  let device: DeviceDescription
  let script: String
  let trace: String
  var settings = DeviceSettings()

  init(_ what: String, _ device: DeviceDescription, _ script: String, _ trace: String) {
    (self.what, self.device, self.script, self.trace) = (what, device, script, trace)
  }
  var testDescription: String { what }
  var result: String { EventScript.trace(device, script, settings: settings) }

  /// The rows of frames.tsv.
  static let all: [FrameCase] = {
    let path = "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/") + "/frames.tsv"
    guard let table = try? RowTable(path: path) else { return [] }
    return table.rows.compactMap { row in
      guard let device = devices[row.columns[0]], let settings = settings[row.columns[1]] else { return nil }
      let trace = row.columns[3] == "-" ? "" : row.columns[3].replacing(" / ", with: "\n")
      var found = FrameCase(row.id, device, row.columns[2], trace)
      found.settings = settings
      return found
    }
  }()

  private static let settings: [String: DeviceSettings] = [
    "-": DeviceSettings(), "no-palm-pressure": .with { $0.palmPressure = .never },
    "palm-25-mm": .with { $0.palmSize = .above(25) }, "no-palm-size": .with { $0.palmSize = .never },
    "hysteresis-0.5-mm": .with { $0.hysteresis = .radius(0.5) },
    "no-hysteresis": .with { $0.hysteresis = .off }, "no-palm-edge": .with { $0.palmEdge = false },
    "no-thumb": .with { $0.thumb = false },
  ]

  private static let sized = DeviceDescription.screen.with {
    $0.axes[0x30] = AxisRange(minimum: 0, maximum: 999, resolution: 10)
    $0.axes[0x31] = AxisRange(minimum: 0, maximum: 999, resolution: 10)
  }
  private static func sized(width: Int32) -> DeviceDescription {
    sized.with { $0.axes[0x35] = AxisRange(minimum: 0, maximum: width, resolution: 30) }
  }
  private static func pad(_ width: Int32, _ height: Int32, _ resolution: Int32 = 10) -> DeviceDescription {
    .pad.with { $0.setPosition(width, height, resolution: resolution) }
  }
  private static func hover(_ maximum: Int32, _ resolution: Int32 = 0) -> DeviceDescription {
    .screen.with { $0.axes[0x3b] = AxisRange(minimum: 0, maximum: maximum, resolution: resolution) }
  }
  private static func fuzzy(_ x: Int32, _ y: Int32) -> DeviceDescription {
    .screen.with {
      $0.axes[0x35]?.fuzz = x
      $0.axes[0x36]?.fuzz = y
    }
  }

  /// A resistive panel without keys.
  private static func pressurePanel(properties: Set<UInt16>) -> DeviceDescription {
    .singleTouchPad.with {
      $0.properties = properties
      $0.keys = []
      $0.axes[0x18] = AxisRange(minimum: 0, maximum: 255)
    }
  }

  private static let devices: [String: DeviceDescription] = [
    "screen": .screen, "pad": .pad, "two-slots": .twoSlotPad, "single-touch": .singleTouchPad,
    "pressure-panel": pressurePanel(properties: [1]), "pressure-pad": pressurePanel(properties: [0]),
    "semi-mt": .twoSlotPad.with { $0.properties.insert(3) }, "no-clickpad": .pad.with { $0.properties = [0] },
    "protocol-a": .protocolAScreen,
    "protocol-a-sized": .protocolAScreen.with { $0.axes[0x30] = AxisRange(minimum: 0, maximum: 99) },
    // 200 mm wide: a hand rests on it while it draws.
    "sized": sized, "large": sized(width: 6000), "nearly-large": sized(width: 5999),
    "large-without-unit": sized(width: 6000).with { $0.axes[0x30] = AxisRange(minimum: 0, maximum: 9999) },
    "size-without-unit": .screen.with { $0.axes[0x30] = AxisRange(minimum: 0, maximum: 9999) },
    "140-mm-wide": pad(1400, 600), "80-mm-wide": pad(800, 600), "70-mm-wide": pad(700, 600),
    "69-mm-wide": pad(690, 600), "50-mm-high": pad(1000, 500), "49-mm-high": pad(1000, 490),
    // 40 units/mm, no fuzz.
    "fine": pad(4000, 2400, 40), "hover": hover(64), "hover-in-mm": hover(64, 4), "hover-of-one": hover(1, 1),
    "hover-without-range": hover(0), "fuzzy": fuzzy(30, 15), "fuzz-of-x": fuzzy(1, 0),
    "fuzz-of-y": fuzzy(0, 1),
  ]
}

/// Frames, palms, thumbs, hover, jitter, jumps and phantoms (recognizers.md §1).
@Suite struct FrameTests {
  @Test func `every row of the table is read`() throws {
    #expect(FrameCase.all.count == 134 && FrameCase.all.contains { $0.trace.contains("\n") })
  }

  @Test(arguments: FrameCase.all) func `events become frames`(_ row: FrameCase) {
    #expect(row.result == row.trace)
  }

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
