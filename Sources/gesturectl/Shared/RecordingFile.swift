import Recordings

/// Reads a recording from disk, or fails with one line.
enum RecordingFile {
  /// Prints warnings about the file on standard error.
  static func read(_ path: String, limit: Int = Recording.usualLimit) throws(CommandFailure) -> Recording {
    do {
      let recording = try Recording.read(path: path, limit: limit)
      for warning in recording.warnings { StandardError.line("gesturectl: \(warning)") }
      if recording.beginsUnderFingers {
        StandardError.line(
          "gesturectl: \(path): began while fingers were down, which are no touches until they land again")
      }
      return recording
    } catch { throw .wrong(error.description) }
  }
}
