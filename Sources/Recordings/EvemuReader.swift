import GestureCore

/// Reads evemu's text format, versions 1.0 to 1.3: a description of the device (N, I, P, B, A, L, S), then its events (E).
///
///     N: name                       I: bus vendor product version (hex)
///     P: eight bytes of properties  B: type, eight bytes of its codes (hex, little endian, line after line)
///     A: axis min max fuzz flat [resolution]    L: led state    S: switch state
///     E: seconds.micros type code value         (type and code hex, value decimal)
///
/// Four facts are in comments of the description only: the machine ("# DMI: dmi:bvn…"), properties of udev ("# udev:
/// LIBINPUT_CALIBRATION_MATRIX=…"), what libinput's quirks said on the machine ("# quirk: AttrPalmSizeThreshold=1600"), and the
/// initial values of axes ("# Event type 3 (EV_ABS)", "#     Event code 47 (ABS_MT_SLOT)", "#       Value      1"). The value of ABS_MT_SLOT is the slot
/// of the first events.
struct EvemuReader: RecordingReader {
  let path: String
  var line = 0
  private var device = DeviceDescription()
  private var events: [InputEvent] = []
  private var hasName = false
  /// The number of codes of each type read from B lines so far.
  private var codesRead: [UInt16: UInt16] = [:]
  private var propertiesRead: UInt16 = 0
  /// The axis that the header's comments are describing.
  private var describedType: UInt16?
  private var describedAxis: UInt16?
  /// How many of the next lines are events of `DeviceDescription.down`.
  private var downLeft = 0
  /// The initial values of the axes.
  private var values: [UInt16: Int32] = [:]

  init(path: String) { self.path = path }
  var hasEvents: Bool { !events.isEmpty }

  func finish() throws(RecordingError) -> Recording {
    guard hasName || !device.axes.isEmpty else {
      throw RecordingError(
        path: path, line: nil,
        problem: "no description of a device (lines N:, I:, B:, A:): is this an evemu or libinput recording?")
    }
    var device = device
    for (axis, value) in values { device.axes[axis]?.value = value }
    return Recording(name: "", description: device, events: events)
  }

  mutating func take(_ text: ArraySlice<UInt8>) throws(RecordingError) {
    var scanner = LineScanner(text)
    scanner.skipSpaces()
    if scanner.isAtEnd { return }
    if scanner.take(UInt8(ascii: "#")) { return takeComment(&scanner) }
    let (isRead, what, form): (Bool, String, String)
    switch scanner.keyword() {
    case UInt8(ascii: "E"):
      (isRead, what, form) = (takeEvent(&scanner), "event", "E: SECONDS.MICROS TYPE CODE VALUE")
    case UInt8(ascii: "N"):
      (device.name, hasName) = (scanner.rest, true)
      return
    case UInt8(ascii: "I"):
      (isRead, what, form) = (
        takeIdentity(&scanner), "identity", "I: BUS VENDOR PRODUCT VERSION in hexadecimal"
      )
    case UInt8(ascii: "P"):
      (isRead, what, form) = (takeProperties(&scanner), "properties", "P: and bytes in hexadecimal")
    case UInt8(ascii: "B"):
      (isRead, what, form) = (takeCodes(&scanner), "codes", "B: TYPE and bytes in hexadecimal")
    case UInt8(ascii: "A"):
      (isRead, what, form) = (takeAxis(&scanner), "axis", "A: AXIS MIN MAX FUZZ FLAT [RESOLUTION]")
    case UInt8(ascii: "L"), UInt8(ascii: "S"): return
    default: throw problem("not an evemu line: expected N:, I:, P:, B:, A:, L:, S: or E:")
    }
    if !isRead { throw problem("cannot read the \(what); expected \(form)") }
  }
}

// Each of these functions parses one line.
extension EvemuReader {
  private mutating func takeComment(_ scanner: inout LineScanner) {
    // Comments after the first event describe events.
    guard events.isEmpty else { return }
    let text = scanner.rest
    if text.hasPrefix("DMI: dmi:") { device.machine = String(text.dropFirst(5)) }
    if text.hasPrefix("udev: "), let property = String(text.dropFirst(6)).udevProperty {
      device.udev.note(property.name, property.value)
    }
    if text.hasPrefix(EvemuWriter.quirkMark) {
      device.quirks = device.quirks ?? DeviceQuirks()
      device.quirks?.note(String(text.dropFirst(EvemuWriter.quirkMark.count)))
    }
    if text.hasPrefix(EvemuWriter.downMark) {
      downLeft = Int(text.dropFirst(EvemuWriter.downMark.count)) ?? 0
    }
    let words = text.split(separator: " ", maxSplits: 3)
    if words.count >= 3, words[0] == "Event", words[1] == "type" {
      describedType = UInt16(words[2])
      describedAxis = nil
    } else if words.count >= 3, words[0] == "Event", words[1] == "code" {
      describedAxis = describedType == EventType.absolute ? UInt16(words[2]) : nil
    } else if words.count == 2, words[0] == "Value", let axis = describedAxis, let value = Int32(words[1]) {
      values[axis] = value
    }
  }

  private mutating func takeEvent(_ scanner: inout LineScanner) -> Bool {
    guard let time = scanner.seconds(), let type = scanner.hexadecimal(digits: 4),
      let code = scanner.hexadecimal(digits: 4), let value = scanner.decimal(),
      let value = Int32(exactly: value)
    else { return false }
    let event = InputEvent(time: time, type: UInt16(type), code: UInt16(code), value: value)
    if downLeft > 0 {
      downLeft -= 1
      device.down.append(event)
    } else {
      events.append(event)
    }
    return true
  }

  private mutating func takeIdentity(_ scanner: inout LineScanner) -> Bool {
    let numbers = (0..<4).compactMap { _ in scanner.hexadecimal(digits: 4).map { UInt16($0) } }
    guard numbers.count == 4 else { return false }
    device.set(identity: numbers)
    return true
  }

  private mutating func takeProperties(_ scanner: inout LineScanner) -> Bool {
    Self.takeBits(&scanner, from: &propertiesRead) { device.properties.insert($0) }
  }

  private mutating func takeCodes(_ scanner: inout LineScanner) -> Bool {
    guard let type = scanner.hexadecimal(digits: 4) else { return false }
    let type16 = UInt16(type)
    var first = codesRead[type16] ?? 0
    defer { codesRead[type16] = first }
    return Self.takeBits(&scanner, from: &first) { device.add($0, of: type16) }
  }

  /// Reads bytes that stand for eight codes each, lowest code first; at least one byte.
  private static func takeBits(
    _ scanner: inout LineScanner, from first: inout UInt16, _ body: (UInt16) -> Void
  ) -> Bool {
    var count = 0
    while true {
      scanner.skipSpaces()
      if scanner.isAtEnd || scanner.isAtComment { return count > 0 }
      guard let byte = scanner.hexadecimal(digits: 2), first < 0x1000 else { return false }
      for bit in 0..<8 where byte & (1 << UInt32(bit)) != 0 { body(first + UInt16(bit)) }
      first += 8
      count += 1
    }
  }

  private mutating func takeAxis(_ scanner: inout LineScanner) -> Bool {
    guard let axis = scanner.hexadecimal(digits: 4) else { return false }
    var numbers: [Int32] = []
    while numbers.count < 5 {
      scanner.skipSpaces()
      // Version 1.0 has no resolution, so the line may end after four numbers.
      if numbers.count == 4 && (scanner.isAtEnd || scanner.isAtComment) { break }
      guard let value = scanner.decimal(), let value = Int32(exactly: value) else { return false }
      numbers.append(value)
    }
    device.set(UInt16(axis), to: numbers)
    return true
  }
}
