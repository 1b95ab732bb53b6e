/// Files that people take for a recording.
enum ForeignFormat {
  /// What a file is instead of a recording; nil if it is not known.
  static func name(of bytes: [UInt8]) -> String? {
    let head = bytes.prefix(4096)
    for (name, start) in starts where head.starts(with: start) { return "this is \(name)" }
    if head.contains(0) { return "this is binary data" }
    for line in head.split(separator: UInt8(ascii: "\n")) {
      for (name, mark, isStart) in marks {
        var scanner = LineScanner(line)
        if isStart ? line.starts(with: mark.utf8) : scanner.skip(past: mark) { return "this is \(name)" }
      }
    }
    return nil
  }

  private static let starts: [(name: String, bytes: [UInt8])] = [
    ("compressed by gzip", [0x1f, 0x8b]), ("compressed by xz", [0xfd, 0x37, 0x7a]),
    ("compressed by zstd", [0x28, 0xb5, 0x2f, 0xfd]), ("a zip archive", [0x50, 0x4b, 0x03, 0x04]),
  ]

  /// A text of one line that only this format has.
  private static let marks: [(name: String, mark: String, isStart: Bool)] = [
    ("the output of `libinput debug-events`, which contains gestures", "DEVICE_ADDED", false),
    ("the output of `libinput list-devices`", "Device:           ", true),
    ("a recording of hid-recorder, which contains the reports of the hardware", "R: ", true),
    ("a recording of hid-recorder, which contains the reports of the hardware", "D: 0", true),
    ("the output of Android's getevent", "add device ", true),
    ("the output of Android's getevent", "/dev/input/event", true),
    ("the list of /proc/bus/input/devices", "I: Bus=", true),
    ("the output of `xinput`", "EVENT type ", true),
    ("the output of `xinput`", "\u{23a1} Virtual core", true),
    ("the output of `udevadm`", "P: /devices/", true), ("the output of `udevadm`", "E: DEVPATH=", true),
  ]
}
