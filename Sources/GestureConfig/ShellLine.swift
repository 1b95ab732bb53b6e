import CSystem

/// Reads facts from a shell command without running a shell.
package enum ShellLine {
  /// Commands that the shell itself runs.
  private static let builtins: Set<String> = [
    ".", ":", "!", "[", "alias", "bg", "break", "case", "cd", "command", "continue", "do", "echo", "eval",
    "exec", "exit",
    "export", "false", "fg", "for", "function", "hash", "if", "kill", "printf", "pwd", "read", "return",
    "set", "shift",
    "source", "test", "time", "times", "trap", "true", "type", "ulimit", "umask", "unset", "until", "wait",
    "while",
  ]

  /// The program that a command line starts; nil if that cannot be known without a shell.
  package static func program(of line: String) -> String? {
    for word in line.split(whereSeparator: { $0.isWhitespace }) {
      let isPlain = word.utf8.allSatisfy { byte in
        switch byte {
        // These are + , - . / 0-9 : @ A-Z [ ] _ a-z and all non-ASCII bytes.
        case 0x2B...0x3A, 0x40...0x5B, 0x5D, 0x5F, 0x61...0x7A, 0x80...0xFF: true
        default: byte == 0x3D
        }
      }
      guard isPlain else { return nil }
      // An assignment NAME=value may precede the command.
      if word.contains("=") { continue }
      return builtins.contains(String(word)) ? nil : String(word)
    }
    return nil
  }
}

/// The directories of $PATH.
package struct SearchPath {
  private let directories: [String]

  package init(_ path: String) {
    directories = path.split(separator: ":").map(String.init)
  }

  /// Whether a program exists. A name is looked up in the directories, and an absolute path by itself. A relative path with a
  /// slash counts as existing.
  package func has(_ program: String) -> Bool {
    // access(2) gets a C string made for the call.
    if program.hasPrefix("/") { return unsafe access(program, X_OK) == 0 }
    if program.contains("/") { return true }
    return directories.contains { unsafe access("\($0)/\(program)", X_OK) == 0 }
  }
}
