import Recordings

/// Reads a recording from disk, or fails with one line.
enum RecordingFile {
  /// Prints warnings about the file on standard error.
  ///
  /// - Throws: `CommandFailure` with the file, the position and the reason.
  static func read(_ path: String, limit: Int = Recording.usualLimit) throws(CommandFailure) -> Recording {
    do {
      let recording = try Recording.read(path: path, limit: limit)
      for warning in recording.warnings { StandardError.line("gesturectl: \(warning)") }
      return recording
    } catch {
      throw CommandFailure(.wrong, error.description)
    }
  }
}
