import Glibc

/// Runs a shell command in the foreground of this terminal, so that an editor, sudo or a pager can use it.
enum TerminalProgram {
  /// - Returns: the exit status, as a shell would say it: 127 if there is no such program, 128 + n for a signal.
  static func run(_ command: String) -> Int32 {
    let status = unsafe system(command)
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }

  /// A word that a shell reads as it is.
  static func quoted(_ word: String) -> String {
    "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
