import Recordings

/// Reads a recording from disk, or fails with one line.
enum RecordingFile {
  /// Prints warnings about the file on standard error.
  static func read(_ path: String, limit: Int = Recording.usualLimit) throws(CommandFailure) -> Recording {
    do {
      let recording = try Recording.read(path: StandardInput.path(path), limit: limit)
      for warning in recording.warnings { StandardError.line("gesturectl: \(warning)") }
      if recording.beginsUnderFingers {
        StandardError.line(
          "gesturectl: \(path): starts while fingers are down; they do not count until they land again")
      }
      return recording
    } catch { throw .wrong(error.description) }
  }
}

/// `-` in place of a file.
enum StandardInput {
  static let path = "/dev/stdin"
  static func path(_ word: String) -> String { word == "-" ? path : word }
}
