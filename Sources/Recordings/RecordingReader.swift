import GestureCore

/// Reads one format of recordings line by line.
protocol RecordingReader {
  init(path: String)
  var path: String { get }
  /// The number of the current line, from 1.
  var line: Int { get set }
  var hasEvents: Bool { get }
  mutating func take(_ line: ArraySlice<UInt8>) throws(RecordingError)
  func finish() throws(RecordingError) -> Recording
}

extension RecordingReader {
  static func read(_ bytes: [UInt8], path: String) throws(RecordingError) -> Recording {
    var reader = Self(path: path)
    var warnings: [String] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      reader.line += 1
      do throws(RecordingError) {
        try reader.take(bytes[start..<end])
      } catch {
        // A killed recorder leaves half a line. The events before it are valid.
        guard end == bytes.count, reader.hasEvents else { throw error }
        warnings.append("\(path):\(reader.line): the last line is cut off and was left out")
      }
      start = end + 1
    }
    var recording = try reader.finish()
    recording.warnings = warnings + recording.warnings
    if recording.events.isEmpty { recording.warnings.append("\(path): a description without events") }
    return recording
  }

  /// A problem of the current line.
  func problem(_ what: String) -> RecordingError { RecordingError(path: path, line: line, problem: what) }
}

extension DeviceDescription {
  /// Adds a code that the device can send.
  mutating func add(_ code: UInt16, of type: UInt16) {
    switch type {
    case EventType.synchronization: break
    case EventType.key: keys.insert(code)
    case EventType.absolute: axes[code] = axes[code] ?? AxisRange(minimum: 0, maximum: 0)
    default: otherCodes[type, default: []].insert(code)
    }
  }

  /// Sets an axis.
  ///
  /// - Parameter numbers: minimum, maximum, fuzz, flat, and the resolution, which old recordings do not have.
  mutating func set(_ axis: UInt16, to numbers: [Int32]) {
    axes[axis] = AxisRange(
      minimum: numbers[0], maximum: numbers[1], fuzz: numbers[2], flat: numbers[3],
      resolution: numbers.count > 4 ? numbers[4] : 0)
  }

  /// - Parameter identity: bus, vendor, product and version.
  mutating func set(identity: [UInt16]) {
    (bus, vendor, product, version) = (identity[0], identity[1], identity[2], identity[3])
  }
}
