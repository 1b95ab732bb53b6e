import GestureCore

/// The YAML that `libinput record` writes.
struct LibinputRecordReader {
  static func recognizes(_ bytes: [UInt8]) -> Bool { false }
  static func read(_ bytes: [UInt8], path: String) throws(RecordingError) -> Recording {
    throw RecordingError(path: path, line: nil, problem: "libinput recordings cannot be read yet")
  }
}
