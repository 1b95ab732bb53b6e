/// Reads one format of recordings line by line.
protocol RecordingReader {
  init(path: String)
  var path: String { get }
  /// The number of the current line, from 1.
  var line: Int { get set }
  var hasEvents: Bool { get }
  mutating func take(_ line: ArraySlice<UInt8>) throws(RecordingError)
  func finish(_ warnings: [String]) throws(RecordingError) -> Recording
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
    return try reader.finish(warnings)
  }
}
