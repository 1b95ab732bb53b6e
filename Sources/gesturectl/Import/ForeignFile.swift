/// Why another program's file cannot be read.
struct ForeignSyntaxError: Error {
  var line: Int
  var message: String
}

/// Limits for files of other programs. Readers check them before they build anything, so a small file cannot take much memory or
/// time.
struct ForeignBudget {
  /// Bytes; hand-written configurations are far smaller.
  static let mostBytes = 1 << 20
  static let mostLines = 20_000
  static let deepest = 64
  static let mostNodes = 20_000
  /// The most templates of refused gestures that are written.
  static let mostTemplates = 1_000

  private var depth = 0
  private(set) var nodes = 0

  /// Counts one more level of nodes.
  mutating func open(line: Int) throws(ForeignSyntaxError) {
    depth += 1
    guard depth <= Self.deepest else {
      throw ForeignSyntaxError(line: line, message: "nested more than \(Self.deepest) deep")
    }
    try add(1, line: line)
  }

  mutating func close() { depth -= 1 }

  /// Counts nodes. An alias counts as all nodes that it expands to.
  mutating func add(_ count: Int, line: Int) throws(ForeignSyntaxError) {
    nodes += count
    guard nodes <= Self.mostNodes else {
      throw ForeignSyntaxError(line: line, message: "more than \(Self.mostNodes) values")
    }
  }
}

enum ForeignFile {
  /// The text of a file, if it is within the size limit.
  static func read(_ path: String) throws(CommandFailure) -> String {
    let text = try TextFile.read(StandardInput.path(path), atMost: ForeignBudget.mostBytes, takesPipes: true)
    // A letter that is not UTF-8 was read as U+FFFD, which no program would find again.
    if let letter = text.firstIndex(of: "\u{FFFD}") {
      let line = text[..<letter].count { $0.isNewline } + 1
      throw CommandFailure(
        .wrong, "\(path):\(line): the text is not UTF-8 from here on; save the file as UTF-8")
    }
    return text
  }

  /// The text as all readers get it: without a byte order mark, and with LF at each line's end. Swift takes CR LF as one character,
  /// so a reader that splits at LF would see one line.
  static func normalized(_ text: String) -> String {
    String(
      text.drop { $0 == "\u{FEFF}" }.map { letter in letter == "\r\n" || letter == "\r" ? "\n" : letter })
  }

  /// Whether a text is an expression of Nix: a function of `pkgs` or `config`, as the modules of home-manager are.
  static func isNix(_ text: String) -> Bool {
    let code = text.split(separator: "\n").map(\.trimmed).filter { !$0.hasPrefix("#") && !$0.isEmpty }
    let head = code.prefix(20).joined(separator: " ")
    guard let first = code.first, first.hasPrefix("{") || first.hasSuffix(":"),
      let end = head.firstRange(of: "}:") ?? head.firstRange(of: "} :")
    else { return false }
    return ["pkgs", "config", "lib", "..."].contains(where: head[..<end.lowerBound].contains)
  }

  /// The lines of a text, for programs with one setting per line.
  static func lines(_ text: String) throws(ForeignSyntaxError) -> [Substring] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count <= ForeignBudget.mostLines else {
      throw ForeignSyntaxError(
        line: ForeignBudget.mostLines + 1, message: "more than \(ForeignBudget.mostLines) lines")
    }
    return lines
  }
}
