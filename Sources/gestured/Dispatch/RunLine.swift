import CSystem
import Evdev

/// How a `run` line is started: directly if a shell would only split it into words, else by a shell.
///
/// Decided when the configuration is read, so that gestures parse nothing.
enum RunLine: Equatable {
  case direct([String])
  case shell(String)

  /// - Parameter isProgram: whether a word is a program in PATH.
  init(_ line: String, isProgram: (String) -> Bool) {
    if let words = RunLine.words(of: line), let first = words.first,
      !RunLine.shellWords.contains(first),
      !first.utf8.contains(UInt8(ascii: "=")), isProgram(first)
    {
      self = .direct(words)
    } else {
      self = .shell(line)
    }
  }

  /// Reserved words and built-in commands of POSIX and dash, which /bin/sh prefers over programs of the same name (`echo` and
  /// `kill` differ).
  private static let shellWords: Set<String> = [
    "!", ".", ":", "[", "alias", "bg", "break", "case", "cd", "chdir", "command", "continue", "do", "done",
    "echo", "elif", "else", "esac", "eval", "exec", "exit", "export", "false", "fc", "fg", "fi", "for",
    "function", "getopts", "hash", "if", "in", "jobs", "kill", "local", "printf", "pwd", "read", "readonly",
    "return", "set", "shift", "source", "test", "then", "time", "times", "trap", "true", "type", "ulimit",
    "umask", "unalias", "unset", "until", "wait", "while",
  ]

  /// The words of a line with no other syntax than blanks and quotes; nil if a shell is needed.
  static func words(of line: String) -> [String]? {
    var splitter = WordSplitter()
    for byte in line.utf8 where !splitter.take(byte) { return nil }
    return splitter.finish()
  }

  /// The file that the first word of a line names: itself if it has a slash, else the first executable in `path` ($PATH).
  static func program(_ word: String, path: String?) -> String? {
    if word.utf8.contains(UInt8(ascii: "/")) { return isExecutable(word) ? word : nil }
    guard !word.isEmpty, let path else { return nil }
    for directory in path.split(separator: ":", omittingEmptySubsequences: false) {
      let file = directory.isEmpty ? "./\(word)" : "\(directory)/\(word)"
      if isExecutable(file) { return file }
    }
    return nil
  }

  private static func isExecutable(_ file: String) -> Bool {
    fileFacts(file)?.isKind(S_IFREG) == true && mayAccess(file, X_OK)
  }
}

/// Splits like a shell, for blanks, plain characters, '…' and "…" without expansions.
private struct WordSplitter {
  private enum State {
    case between
    case word
    case single
    case double
  }

  private var state = State.between
  private var word: [UInt8] = []
  private var words: [String] = []

  /// Takes the next byte. Returns false if a shell is needed.
  mutating func take(_ byte: UInt8) -> Bool {
    switch state {
    case .between, .word: return takePlain(byte)
    case .single:
      if byte == UInt8(ascii: "'") { state = .word } else { word.append(byte) }
      return true
    case .double:
      if byte == UInt8(ascii: "\"") {
        state = .word
        return true
      }
      guard !"$`\\".utf8.contains(byte) else { return false }
      word.append(byte)
      return true
    }
  }

  private mutating func takePlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"):
      endWord()
      return true
    case UInt8(ascii: "'"): state = .single
    case UInt8(ascii: "\""): state = .double
    // `#` begins a comment and `~` a home directory, but only at the beginning of a word.
    case UInt8(ascii: "#"), UInt8(ascii: "~"):
      guard state == .word else { return false }
      word.append(byte)
    default:
      guard byte >= 0x20, !"|&;<>()$`\\*?[]{}".utf8.contains(byte) else { return false }
      word.append(byte)
      state = .word
    }
    return true
  }

  private mutating func endWord() {
    guard state == .word else { return }
    words.append(String(decoding: word, as: UTF8.self))
    word.removeAll(keepingCapacity: true)
    state = .between
  }

  /// Ends the line; returns nil if a quote is not closed.
  mutating func finish() -> [String]? {
    guard state == .between || state == .word else { return nil }
    endWord()
    return words
  }
}
