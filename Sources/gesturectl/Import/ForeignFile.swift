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
  /// The most gestures that are read from a file. The number is limited because the configuration's reader checks each one.
  static let mostGestures = 1_000

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
    let text = try TextFile.require(path, atMost: ForeignBudget.mostBytes + 1)
    guard text.utf8.count <= ForeignBudget.mostBytes else {
      throw CommandFailure(.wrong, "\(path): is larger than 1 MiB; a configuration is not")
    }
    return text
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
