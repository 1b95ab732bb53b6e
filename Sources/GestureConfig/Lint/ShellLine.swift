import CSystem

/// The words of a shell command, split without running a shell: quotes and backslashes, but no expansion.
package struct ShellWords {
  package private(set) var words: [String] = []
  /// Whether each quote is closed, and no backslash ends the line.
  package private(set) var isClosed = false
  /// Whether a shell would only split the line: it has blanks, plain characters, '…', and "…" without expansions.
  private var isPlain = true

  /// - Parameter escaped: what a backslash escapes in double quotes. Before another character it stays.
  package init(_ line: String, escapedInQuotes escaped: String = "\"\\$`") {
    var word: String?
    var quote: Unicode.Scalar?
    var isEscaped = false
    for letter in line.unicodeScalars {
      if isEscaped {
        let stays = quote == "\"" && !escaped.unicodeScalars.contains(letter)
        if letter != "\n" { word = (word ?? "") + (stays ? "\\" : "") + String(letter) }
        isEscaped = false
      } else if letter == "\\" && quote != "'" {
        (isEscaped, isPlain) = (true, false)
      } else if let open = quote {
        if letter == open { quote = nil } else { word?.unicodeScalars.append(letter) }
        if open == "\"" && (letter == "$" || letter == "`") { isPlain = false }
      } else if letter == "'" || letter == "\"" {
        quote = letter
        word = word ?? ""
      } else if letter == " " || (0x09...0x0D).contains(letter.value) {
        if letter != " " && letter != "\t" { isPlain = false }
        if let whole = word { words.append(whole) }
        word = nil
      } else {
        if letter.value < 0x20 || "|&;<>()$`*?[]{}".unicodeScalars.contains(letter) { isPlain = false }
        // A comment or a home directory, but only at the beginning of a word.
        if word == nil && (letter == "#" || letter == "~") { isPlain = false }
        word = (word ?? "") + String(letter)
      }
    }
    if let word { words.append(word) }
    isClosed = quote == nil && !isEscaped
  }

  /// The words of a line that needs no shell: a shell would only split it, and its first word is a program's name; nil for another.
  package var command: [String]? {
    guard isPlain, isClosed, let first = words.first, !Self.ofShell.contains(first),
      !first.unicodeScalars.contains("=")
    else { return nil }
    return words
  }

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
      if word.unicodeScalars.contains("=") { continue }
      return ofShell.contains(String(word)) ? nil : String(word)
    }
    return nil
  }

  /// The programs whose arguments have a meaning of their own for the signs of a shell.
  private static let interpreters: Set<String> = [
    "sh", "bash", "dash", "zsh", "fish", "ksh", "awk", "gawk", "mawk", "sed", "perl", "python", "python3",
    "jq",
    "grep", "pgrep", "pkill", "xargs", "find", "env", "ssh", "systemd-run",
  ]
  private static let operators: Set<String> = ["|", "||", "&", "&&", ";", ">", ">>", "<", "2>", "2>&1"]

  /// The shell line that the words of an `exec` were meant to be, if one of them is for a shell: `~/x`, `$X`, `*.png` or `|`; nil if
  /// none is.
  static func line(meant words: [String]) -> String? {
    guard words.contains(where: isForShell), let program = words.first?.split(separator: "/").last,
      !interpreters.contains(String(program))
    else { return nil }
    return words.map { isForShell($0) ? $0 : quoted($0) }.joined(separator: " ")
  }

  private static func isForShell(_ word: String) -> Bool {
    // Most words have none of these signs. Of those that have one, each letter is looked at.
    guard word.utf8.contains(where: isSign) else { return false }
    let letters = Array(word.unicodeScalars)
    // A word with a blank would be several for a shell, so it was meant as it is.
    if letters.contains(where: { $0.properties.isWhitespace }) || letters.isEmpty { return false }
    if operators.contains(word) || word == "~" || word.hasPrefix("~/") { return true }
    if word == "*" || word.hasPrefix("*.") || word.hasPrefix("$(") { return true }
    if letters.contains("*") && letters.contains("/") && !letters.contains(":") { return true }
    for (index, letter) in letters.enumerated().dropLast() where letter == "$" {
      let next = letters[index + 1]
      if next == "{" || next == "_" || ("A"..."Z").contains(next) { return true }
    }
    return false
  }

  private static func isSign(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "~"), UInt8(ascii: "$"), UInt8(ascii: "*"), UInt8(ascii: "|"), UInt8(ascii: "&"),
      UInt8(ascii: ";"), UInt8(ascii: "<"), UInt8(ascii: ">"):
      true
    default: false
    }
  }

  /// The word in single quotes, if a shell would change it without them. A shell reads code points: a quote with a combining
  /// mark behind it, one `Character`, ends the quotes too.
  package static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.numericType != nil
          || "%+,-./:=@_".unicodeScalars.contains($0)
      }
    if isPlain { return word }
    let parts = word.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.map { String($0) }.joined(separator: "'\\''") + "'"
  }

  /// Reserved words and built-in commands of POSIX and dash, which /bin/sh prefers over programs of the same name (`echo` and
  /// `kill` differ).
  private static let ofShell: Set<String> = [
    "!", ".", ":", "[", "alias", "bg", "break", "case", "cd", "chdir", "command", "continue", "do", "done",
    "echo", "elif", "else", "esac", "eval", "exec", "exit", "export", "false", "fc", "fg", "fi", "for",
    "function", "getopts", "hash", "if", "in", "jobs", "kill", "local", "printf", "pwd", "read", "readonly",
    "return", "set", "shift", "source", "test", "then", "time", "times", "trap", "true", "type", "ulimit",
    "umask", "unalias", "unset", "until", "wait", "while",
  ]
}

/// The directories of $PATH. The file of a word is looked up once: many gestures run the same program.
package final class SearchPath {
  private let directories: [Substring]
  /// The words that were looked up, and their files; "" for a word without one.
  private var found: [String: String] = [:]

  /// - Parameter path: nil without the variable.
  package init(_ path: String?) {
    // As bytes: a search for the characters of a text takes ten times as long.
    directories =
      path?.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map { Substring($0) }
      ?? []
  }

  /// The file that the first word of a line names: itself if it has a slash, else the first executable in the directories.
  package func file(of word: String) -> String? {
    let file = found[word] ?? search(for: word) ?? ""
    found[word] = file
    return file.isEmpty ? nil : file
  }

  private func search(for word: String) -> String? {
    if word.unicodeScalars.contains("/") { return Self.isExecutable(word) ? word : nil }
    if word.isEmpty { return nil }
    return directories.lazy.map { $0.isEmpty ? "./\(word)" : "\($0)/\(word)" }.first(where: Self.isExecutable)
  }

  private static func isExecutable(_ file: String) -> Bool {
    unsafe file.withCString { name in
      // fstatat(2) gets a local value.
      var facts = stat()
      guard unsafe fstatat(AT_FDCWD, name, &facts, 0) == 0, facts.st_mode & S_IFMT == S_IFREG else {
        return false
      }
      return unsafe access(name, X_OK) == 0
    }
  }
}
