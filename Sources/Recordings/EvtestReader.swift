import GestureCore

/// Reads what `evtest` prints, as people paste it into reports: a description of the device, then its events.
///
///     Input device ID: bus 0x18 vendor 0x93a product 0x300c version 0x100
///     Input device name: "ASUP1415:00 093A:300C Touchpad"
///       Event type 3 (EV_ABS)
///         Event code 53 (ABS_MT_POSITION_X)
///           Value      0
///           Min        0
///           Max     3209
///           Resolution 31
///     Properties:
///       Property type 0 (INPUT_PROP_POINTER)
///     Event: time 1479459235.961009, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value 887
///     Event: time 1479459235.961009, -------------- SYN_REPORT ------------
///
/// Other lines are of the terminal (the list of devices, prompts) and are left out, and so is the indentation, which pages lose.
struct EvtestReader: RecordingReader {
  let path: String
  var line = 0
  private var device = DeviceDescription()
  private var events: [InputEvent] = []
  private var hasDescription = false
  /// The type and the axis that the description's lines are about.
  private var type: UInt16?
  private var axis: UInt16?

  private static let version = "Input driver version is"
  private static let event = "Event: time "

  static func recognizes(_ bytes: [UInt8]) -> Bool {
    bytes.split(separator: UInt8(ascii: "\n")).contains { line in
      var scanner = LineScanner(line)
      scanner.skipSpaces()
      return [UInt8(ascii: "I"), UInt8(ascii: "E")].contains { scanner.isAt($0) }
        && (scanner.rest.hasPrefix(version) || scanner.rest.hasPrefix(event))
    }
  }

  init(path: String) { self.path = path }
  var hasEvents: Bool { !events.isEmpty }

  func finish() throws(RecordingError) -> Recording {
    // What a device without axes is, a replay says: it is not a touch device.
    guard hasDescription, !device.axes.isEmpty || !device.keys.isEmpty || !device.otherCodes.isEmpty else {
      throw RecordingError(
        path: path, line: nil,
        problem:
          "events of evtest without the description of the device that it prints first (\"Input device "
          + "ID\" and \"Supported events\"); the whole output is needed")
    }
    // evtest prints the time of day. A recording begins at 0, as evemu's do.
    let start = events.first?.time ?? 0
    let events = events.map {
      InputEvent(time: $0.time - start, type: $0.type, code: $0.code, value: $0.value)
    }
    return Recording(name: "", description: device, events: events)
  }

  mutating func take(_ text: ArraySlice<UInt8>) throws(RecordingError) {
    var scanner = LineScanner(text)
    if scanner.take(Self.event) {
      guard takeEvent(&scanner) else {
        throw problem(
          "cannot read the event; expected Event: time SECONDS.MICROS, type N (…), code N (…), value N")
      }
    } else if events.isEmpty {
      takeDescription(&scanner)
    }
  }

  private mutating func takeEvent(_ scanner: inout LineScanner) -> Bool {
    guard let time = scanner.seconds(before: UInt8(ascii: ",")), scanner.take(",") else { return false }
    var (type, code, value) = (EventType.synchronization, SynchronizationCode.report, Int32(0))
    if scanner.take("type ") {
      guard let number = scanner.number(), let kind = UInt16(exactly: number), scanner.skip(past: "code "),
        let number = scanner.number(), let what = UInt16(exactly: number), scanner.skip(past: "value "),
        // Scan codes (MSC_SCAN and MSC_RAW) are hexadecimal, and no frame reads them.
        let amount = kind == EventType.miscellaneous ? scanner.number() ?? 0 : scanner.number(),
        let amount = Int32(exactly: amount)
      else { return false }
      (type, code, value) = (kind, what, amount)
    } else if scanner.skip(past: "SYN_MT_REPORT") {
      code = SynchronizationCode.multitouchReport
    } else if scanner.skip(past: "SYN_DROPPED") {
      code = SynchronizationCode.dropped
    } else if !scanner.skip(past: "SYN_REPORT"), !scanner.skip(past: "Report Sync") {
      return false
    }
    events.append(InputEvent(time: time, type: type, code: code, value: value))
    return true
  }

  private mutating func takeDescription(_ scanner: inout LineScanner) {
    if scanner.take("Input device ID:") {
      // A second description is that of the device chosen last.
      (device, hasDescription) = (DeviceDescription(name: device.name), true)
      takeIdentity(&scanner)
    } else if scanner.take("Input device name:") {
      let quoted = scanner.rest
      device.name =
        quoted.hasPrefix("\"") && quoted.hasSuffix("\"") && quoted.utf8.count > 1
        ? String(quoted.dropFirst().dropLast()) : quoted
    } else if scanner.take("Event type ") {
      (type, axis) = (scanner.number().flatMap { UInt16(exactly: $0) }, nil)
    } else if scanner.take("Event code ") {
      if let code = scanner.number().flatMap({ UInt16(exactly: $0) }) { add(code) }
    } else if scanner.take("Property type ") {
      if let property = scanner.number().flatMap({ UInt16(exactly: $0) }) {
        device.properties.insert(property)
      }
    } else if scanner.take("Repeat ") || scanner.take("Properties") {
      (type, axis) = (nil, nil)
    } else if let axis {
      takeLimit(&scanner, of: axis)
    }
  }

  private mutating func takeIdentity(_ scanner: inout LineScanner) {
    device.set(
      identity: ["bus", "vendor", "product", "version"].map { word in
        scanner.skip(past: "\(word) 0x") ? scanner.hexadecimal(digits: 4).map { UInt16($0) } ?? 0 : 0
      })
  }

  private mutating func add(_ code: UInt16) {
    axis = type == EventType.absolute ? code : nil
    if let type { device.add(code, of: type) }
  }

  private mutating func takeLimit(_ scanner: inout LineScanner, of axis: UInt16) {
    for word in ["Value", "Min", "Max", "Fuzz", "Flat", "Resolution"] where scanner.take(word) {
      guard let value = scanner.number().flatMap({ Int32(exactly: $0) }) else { return }
      switch word {
      case "Value": device.axes[axis]?.value = value
      case "Min": device.axes[axis]?.minimum = value
      case "Max": device.axes[axis]?.maximum = value
      case "Fuzz": device.axes[axis]?.fuzz = value
      case "Flat": device.axes[axis]?.flat = value
      default: device.axes[axis]?.resolution = value
      }
      return
    }
  }
}
