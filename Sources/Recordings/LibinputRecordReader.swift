import GestureCore

/// Reads the YAML of `libinput record`, line by line. It accepts that fixed layout and no other YAML.
///
/// ```
/// system:
///   dmi: "dmi:bvnLENOVO:…"
/// devices:
/// - node: /dev/input/event4
///   evdev:
///     name: "SynPS/2 Synaptics TouchPad"
///     id: [17, 2, 7, 433]
///     codes:
///       3: [0, 1, 53, 54] # EV_ABS
///     absinfo:
///       53: [1472, 5472, 0, 0, 75]
///     properties: [0, 2]
///   events:
///   - evdev:
///     - [  0,      0,   3,  57,   1420] # EV_ABS / ABS_MT_TRACKING_ID
/// ```
struct LibinputRecordReader: RecordingReader {
  private enum Section { case other, codes, axes }

  let path: String
  var line = 0
  private var section = Section.other
  /// The machine's DMI modalias, which precedes the devices.
  private var machine = ""
  private var devices: [(description: DeviceDescription, events: [InputEvent])] = []

  static func recognizes(_ bytes: [UInt8]) -> Bool {
    let head = String(decoding: bytes.prefix(200), as: UTF8.self)
    return head.hasPrefix("# libinput record") || head.hasPrefix("version:") || head.hasPrefix("ndevices:")
  }

  init(path: String) { self.path = path }
  var hasEvents: Bool { devices.contains { !$0.events.isEmpty } }

  /// Takes the touch device with the most events, because a recording may have many devices.
  func finish() throws(RecordingError) -> Recording {
    let touch = devices.filter { $0.description.deviceClass != nil }
    guard let device = (touch.isEmpty ? devices : touch).max(by: { $0.events.count < $1.events.count }) else {
      throw RecordingError(path: path, line: nil, problem: "a libinput recording without a device")
    }
    var recording = Recording(name: "", description: device.description, events: device.events)
    recording.description.machine = machine
    if devices.count > 1 {
      recording.warnings.append(
        "\(path): has \(devices.count) devices; only \"\(device.description.name)\" is used")
    }
    return recording
  }

  mutating func take(_ text: ArraySlice<UInt8>) throws(RecordingError) {
    var scanner = LineScanner(text)
    scanner.skipSpaces()
    guard !scanner.isAtEnd, !scanner.isAtComment else { return }
    if scanner.take(UInt8(ascii: "-")) {
      scanner.skipSpaces()
      if scanner.isAt(UInt8(ascii: "[")) { return try takeEvent(&scanner) }
      if let property = scanner.rest.udevProperty, let last = devices.indices.last {
        devices[last].description.udev.note(property.name, property.value)
        devices[last].description.quirks?.note(scanner.rest)
      }
      if scanner.rest.hasPrefix("node:") { devices.append((DeviceDescription(), [])) }
      section = .other
      return
    }
    guard let key = scanner.key() else { return }
    if key == "dmi" && devices.isEmpty { machine = Self.unquoted(scanner.rest) }
    if !devices.isEmpty { try takeEntry(key, &scanner) }
  }

  private mutating func takeEntry(_ key: String, _ scanner: inout LineScanner) throws(RecordingError) {
    let device = devices.count - 1
    switch (section, UInt16(key)) {
    case (.codes, .some(let type)):
      for code in try integers(&scanner, atLeast: 0) {
        devices[device].description.add(UInt16(truncatingIfNeeded: code), of: type)
      }
      return
    case (.axes, .some(let axis)):
      return devices[device].description.set(axis, to: try integers(&scanner, atLeast: 4))
    default: section = .other
    }
    switch key {
    case "name": devices[device].description.name = Self.unquoted(scanner.rest)
    case "codes": section = .codes
    case "quirks": devices[device].description.quirks = DeviceQuirks()
    case "absinfo": section = .axes
    case "id":
      let numbers = try integers(&scanner, atLeast: 4)
      devices[device].description.set(identity: numbers.map { UInt16(truncatingIfNeeded: $0) })
    case "properties":
      // A list of udev properties has the same key, but no bracket.
      scanner.skipSpaces()
      guard scanner.isAt(UInt8(ascii: "[")) else { return }
      devices[device].description.properties = Set(
        try integers(&scanner, atLeast: 0).map { UInt16(truncatingIfNeeded: $0) })
    default: break
    }
  }

  private mutating func takeEvent(_ scanner: inout LineScanner) throws(RecordingError) {
    let numbers = try integers(&scanner, atLeast: 5)
    guard !devices.isEmpty, numbers[0] >= 0, numbers[1] >= 0, numbers[1] < 1_000_000 else {
      throw problem("cannot read the event; expected - [SECONDS, MICROSECONDS, TYPE, CODE, VALUE]")
    }
    devices[devices.count - 1].events.append(
      InputEvent(
        time: Timestamp(numbers[0]) * .second + Timestamp(numbers[1]),
        type: UInt16(truncatingIfNeeded: numbers[2]), code: UInt16(truncatingIfNeeded: numbers[3]),
        value: numbers[4]))
  }

  private func integers(_ scanner: inout LineScanner, atLeast count: Int) throws(RecordingError) -> [Int32] {
    guard let numbers = scanner.integers(), numbers.count >= count else {
      throw problem("cannot read the list; expected \(count == 0 ? "" : "\(count) ")numbers in brackets")
    }
    return numbers
  }
  private static func unquoted(_ text: String) -> String {
    text.count >= 2 && text.hasPrefix("\"") && text.hasSuffix("\"")
      ? String(text.dropFirst().dropLast()) : text
  }
}
