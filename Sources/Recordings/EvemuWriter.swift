import GestureCore

/// Writes evemu 1.3, which `evemu-describe`, `evemu-device` and `evemu-play` accept.
package enum EvemuWriter {
  /// The number of codes of each type in a description. For EV_SYN the codes are the event types.
  private static let codeCounts: [(type: UInt16, count: Int)] = [
    (0x00, 0x20), (0x01, 0x300), (0x02, 0x10), (0x03, 0x40), (0x04, 0x08), (0x05, 0x11), (0x11, 0x10),
    (0x12, 0x08), (0x14, 0x02), (0x15, 0x80),
  ]

  /// The text of the whole file.
  package static func text(of recording: Recording) -> String {
    var text = header(of: recording.description)
    text += down(recording.description.down, at: recording.events.first?.time ?? 0)
    for event in recording.events { text += line(event) }
    return text
  }

  /// The beginning of the comment that gives the number of lines for contacts and keys that were down before the first event.
  /// These lines follow it. Other programs play them as the landing that the recorder missed.
  static let downMark = "gestured: down before the first event: "

  /// The beginning of the comments with what libinput's quirks said about the device when it was recorded.
  static let quirkMark = "quirk: "

  /// The contacts and keys of `DeviceDescription.down`; "" if there are none.
  package static func down(_ events: [InputEvent], at time: Timestamp) -> String {
    if events.isEmpty { return "" }
    return "# \(downMark)\(events.count)\n"
      + events.map { line(InputEvent(time: time, type: $0.type, code: $0.code, value: $0.value)) }.joined()
  }

  /// The text before the first event.
  package static func header(of device: DeviceDescription) -> String {
    var text = "# EVEMU 1.3\n"
    if !device.machine.isEmpty { text += "# DMI: \(singleLine(device.machine))\n" }
    for (name, value) in device.udev.properties { text += "# udev: \(name)=\(value)\n" }
    if let quirks = device.quirks {
      // A device without quirks is one where none matched, which differs from a recording that does not say.
      let lines = quirks.sections.map { "[\(singleLine($0))]" } + quirks.lines
      for line in lines.isEmpty ? ["none"] : lines { text += "# \(quirkMark)\(line)\n" }
    }
    text += "# Input device name: \"\(singleLine(device.name))\"\n"
    text += values(of: device)
    text += "N: \(singleLine(device.name))\n"
    let identity = [device.bus, device.vendor, device.product, device.version]
    text += "I: \(identity.map { hexadecimal(UInt32($0), 4) }.joined(separator: " "))\n"
    text += bitLines("P:", of: device.properties, count: 0x20)
    for (type, count) in codeCounts {
      text += bitLines("B: \(hexadecimal(UInt32(type), 2))", of: codes(of: type, in: device), count: count)
    }
    for (code, axis) in device.axes.sorted(by: { $0.key < $1.key }) {
      text += "A: \(hexadecimal(UInt32(code), 2)) \(axis.minimum) \(axis.maximum) \(axis.fuzz) \(axis.flat) "
      text += "\(axis.resolution)\n"
    }
    return text
  }

  /// The initial values of axes in evemu-record's format, which leaves out 0.
  private static func values(of device: DeviceDescription) -> String {
    let axes = device.axes.filter { $0.value.value != 0 }.sorted { $0.key < $1.key }
    guard !axes.isEmpty else { return "" }
    var text = "# Supported events:\n#   Event type 3 (EV_ABS)\n"
    for (code, axis) in axes { text += "#     Event code \(code)\n#       Value \(axis.value)\n" }
    return text
  }

  /// The line of one event. Times count from `origin`, in µs.
  package static func line(_ event: InputEvent, since origin: Timestamp = 0) -> String {
    let time = max(0, event.time - origin)
    let micros = String(time % .second)
    let seconds = "\(time / .second)." + String(repeating: "0", count: 6 - micros.count) + micros
    let value = event.value < 0 ? "\(event.value)" : padded("\(event.value)", 4)
    return
      "E: \(seconds) \(hexadecimal(UInt32(event.type), 4)) \(hexadecimal(UInt32(event.code), 4)) \(value)\n"
  }

  private static func codes(of type: UInt16, in device: DeviceDescription) -> Set<UInt16> {
    switch type {
    case EventType.synchronization: types(of: device)
    case EventType.key: device.keys
    case EventType.absolute: Set(device.axes.keys)
    default: device.otherCodes[type] ?? []
    }
  }
  private static func types(of device: DeviceDescription) -> Set<UInt16> {
    var types: Set<UInt16> = [EventType.synchronization]
    if !device.keys.isEmpty { types.insert(EventType.key) }
    if !device.axes.isEmpty { types.insert(EventType.absolute) }
    for (type, codes) in device.otherCodes where !codes.isEmpty { types.insert(type) }
    return types
  }

  /// Lines of eight bytes, at least one line. The lowest code is the lowest bit of the first byte.
  private static func bitLines(_ prefix: String, of codes: Set<UInt16>, count: Int) -> String {
    var text = ""
    for start in stride(from: 0, to: count, by: 64) {
      text += prefix
      for byte in 0..<8 {
        var bits: UInt32 = 0
        for bit in 0..<8 where codes.contains(UInt16(start + byte * 8 + bit)) { bits |= 1 << UInt32(bit) }
        text += " \(hexadecimal(bits, 2))"
      }
      text += "\n"
    }
    return text
  }

  private static func singleLine(_ name: String) -> String {
    String(name.map { $0.isNewline ? " " : $0 })
  }
  private static func hexadecimal(_ value: UInt32, _ digits: Int) -> String {
    padded(String(value, radix: 16), digits)
  }
  private static func padded(_ text: String, _ digits: Int) -> String {
    String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
