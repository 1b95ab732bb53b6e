import Recordings

/// A recording from disk, with the line that a person gets where it cannot be read.
enum RecordingFile {
  /// Warnings about the file go to standard error.
  ///
  /// - Throws: `CommandFailure` with the file, the place and the reason.
  static func read(_ path: String) throws(CommandFailure) -> Recording {
    do {
      let recording = try Recording.read(path: path)
      for warning in recording.warnings { StandardError.line("gesturectl: \(warning)") }
      return recording
    } catch {
      throw CommandFailure(.wrong, error.description)
    }
  }
}
