import GestureConfig
import GestureCore

/// The comments of another program's file, of which a short one at a gesture says what the gesture does.
struct ForeignComments {
  private let lines: [Substring]
  /// Whether a comment may stand behind a value. In the others a `#` there is part of a command.
  private let standsBehind: Bool

  /// - Parameter text: a configuration in which `#` begins a comment, or XML.
  init(_ text: String, standsBehind: Bool = false) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    self.standsBehind = standsBehind
  }

  /// What a gesture does: the comment at the end of its line, or the one line of comment above it; nil without one that says it.
  ///
  /// - Parameter line: from 1.
  func description(at line: Int) -> String? {
    guard lines.indices.contains(line - 1) else { return nil }
    if standsBehind, let end = Self.comment(behind: lines[line - 1]) { return Self.description(end) }
    // Several lines are an explanation of the file, or gestures that were switched off.
    guard line > 1, let above = Self.comment(alone: lines[line - 2]),
      line < 3 || Self.comment(alone: lines[line - 3]) == nil
    else { return nil }
    return Self.description(above)
  }

  private static func comment(alone line: Substring) -> String? {
    let text = line.trimmed
    if text.hasPrefix("#") { return text.drop { $0 == "#" }.trimmed }
    guard text.hasPrefix("<!--"), text.hasSuffix("-->") else { return nil }
    return text.dropFirst(4).dropLast(3).trimmed
  }

  /// A comment behind a value. A `#` in quotes is none, so a line with quotes behind it is not read.
  private static func comment(behind line: Substring) -> String? {
    if let start = line.firstRange(of: "<!--"), let end = line.firstRange(of: "-->"),
      start.upperBound <= end.lowerBound
    {
      return line[start.upperBound..<end.lowerBound].trimmed
    }
    guard let start = line.firstRange(of: " #"), !line[..<start.lowerBound].allSatisfy(\.isWhitespace) else {
      return nil
    }
    let text = line[start.upperBound...]
    return text.contains { "\"'`".contains($0) } ? nil : text.drop { $0 == "#" }.trimmed
  }

  /// The text if it is words and not a setting that was switched off.
  private static func description(_ text: String) -> String? {
    let setting =
      text.contains { "=<>{}$|".contains($0) } || text.hasPrefix("gesture ") || text.hasSuffix(":")
    let isWords = text.contains(where: \.isLetter) && text.count <= ConfigurationReader.longestDescription
    let isHidden = text.unicodeScalars.contains { $0.isHidden }
    return isWords && !setting && !isHidden ? text : nil
  }
}
