import GestureCore

/// A device and its events, read from a file.
package struct Recording: Sendable {
  /// The file's name without extension. A replay uses it as the device of its events.
  package var name: String
  package var description: DeviceDescription
  package var events: [InputEvent]
  /// Problems of skipped lines, each listed once.
  package var warnings: [String] = []

  /// MiB: an hour of a 125 Hz touchpad with three fingers down all the time. /dev/zero would fill the memory.
  package static let usualLimit = 64
  package static let largestLimit = 4096

  package init(name: String, description: DeviceDescription, events: [InputEvent]) {
    self.name = name
    self.description = description
    self.events = events
  }

  /// Reads an evemu file, one of `libinput record` or the output of `evtest`, which it distinguishes by content, not by extension.
  ///
  /// - Parameter limit: MiB of the largest file.
  /// - Throws: a line for the user with the file, the position and the problem.
  package static func read(path: String, limit: Int = usualLimit) throws(RecordingError) -> Recording {
    var bytes = try RecordingFile.bytes(of: path, limit: limit)
    // An editor of another system may have put a byte order mark in front.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    guard bytes.contains(where: { !isSpace($0) }) else {
      throw RecordingError(path: path, line: nil, problem: "the file is empty")
    }
    var recording = try read(bytes, path: path)
    recording.name = name(ofFile: path)
    return recording
  }

  private static func read(_ bytes: [UInt8], path: String) throws(RecordingError) -> Recording {
    if isQuoted(bytes) {
      throw RecordingError(
        path: path, line: nil,
        problem:
          "each line begins with \">\", as in an answered message; `sed 's/^> \\?//' FILE` prints the recording without it"
      )
    }
    if LibinputRecordReader.recognizes(bytes) { return try LibinputRecordReader.read(bytes, path: path) }
    if EvtestReader.recognizes(bytes) { return try EvtestReader.read(bytes, path: path) }
    if let format = ForeignFormat.name(of: bytes) {
      throw RecordingError(
        path: path, line: nil,
        problem: "\(format) and no recording of touches; record with `gesturectl record` or `libinput record`"
      )
    }
    return try EvemuReader.read(bytes, path: path)
  }

  /// Whether the lines at the beginning are quoted, as in a mail or a report.
  private static func isQuoted(_ bytes: [UInt8]) -> Bool {
    let lines = bytes.prefix(4096).split(separator: UInt8(ascii: "\n")).prefix(4)
    return lines.allSatisfy { $0.first == UInt8(ascii: ">") }
  }

  /// Whether fingers were down when it began: their contacts precede the first event, or one moves that has not landed.
  package var beginsUnderFingers: Bool {
    if description.down.contains(where: { $0.type == EventType.absolute }) { return true }
    guard description.axes[AbsoluteCode.slot] != nil else { return false }
    var slot: Int32 = 0
    var landed: Set<Int32> = []
    for event in events where event.type == EventType.absolute {
      switch event.code {
      case AbsoluteCode.slot: slot = event.value
      case AbsoluteCode.trackingID: if event.value >= 0 { landed.insert(slot) }
      case AbsoluteCode.positionX, AbsoluteCode.positionY: if !landed.contains(slot) { return true }
      default: break
      }
    }
    return false
  }

  /// The name of a file without directory and extension: "a/tap.evemu" → "tap".
  static func name(ofFile path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = file.lastIndex(of: "."), dot != file.startIndex else { return file }
    return String(file[..<dot])
  }
}

/// The reason why a recording could not be read, as "FILE:LINE: what".
package struct RecordingError: Error, Equatable, CustomStringConvertible {
  package var path: String
  package var line: Int?
  package var problem: String

  package var description: String {
    if let line { return "\(path):\(line): \(problem)" }
    return "\(path): \(problem)"
  }
}

func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0d) }
