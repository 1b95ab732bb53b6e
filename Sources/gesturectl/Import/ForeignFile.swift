/// Why a file of another program cannot be read.
struct ForeignSyntaxError: Error {
  var line: Int
  var message: String
}

/// What a file of another program may hold. Each reader checks before it builds anything, so that a small file cannot take
/// much memory or time.
struct ForeignBudget {
  /// A configuration that a person wrote is far smaller.
  static let mostBytes = 1 << 20
  static let mostLines = 20_000
  static let deepest = 64
  static let mostNodes = 20_000
  /// Gestures of one file; each is checked by the configuration's own reader.
  static let mostGestures = 1_000

  private var depth = 0
  private(set) var nodes = 0

  /// One more node around those that follow.
  mutating func open(line: Int) throws(ForeignSyntaxError) {
    depth += 1
    guard depth <= Self.deepest else {
      throw ForeignSyntaxError(line: line, message: "nested more than \(Self.deepest) deep")
    }
    try add(1, line: line)
  }

  mutating func close() { depth -= 1 }

  /// An alias counts as all the nodes that it stands for.
  mutating func add(_ count: Int, line: Int) throws(ForeignSyntaxError) {
    nodes += count
    guard nodes <= Self.mostNodes else {
      throw ForeignSyntaxError(line: line, message: "more than \(Self.mostNodes) values")
    }
  }
}

enum ForeignFile {
  /// The text of a file, as far as its size goes.
  static func read(_ path: String) throws(CommandFailure) -> String {
    let text: String
    do throws(TextFile.Failure) { text = try TextFile.read(path, atMost: ForeignBudget.mostBytes + 1) } catch
    {
      throw CommandFailure(.wrong, "\(path): cannot be read: \(error.reason)")
    }
    guard text.utf8.count <= ForeignBudget.mostBytes else {
      throw CommandFailure(.wrong, "\(path): is larger than 1 MiB; a configuration is not")
    }
    return text
  }

  /// The lines of a text, for programs whose configuration has one setting a line.
  static func lines(_ text: String) throws(ForeignSyntaxError) -> [Substring] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count <= ForeignBudget.mostLines else {
      throw ForeignSyntaxError(
        line: ForeignBudget.mostLines + 1, message: "more than \(ForeignBudget.mostLines) lines")
    }
    return lines
  }
}
