/// One problem or warning in a configuration, with its position.
package struct Diagnostic: Equatable, Sendable {
  package enum Severity: String, Sendable {
    case problem
    case warning
  }
  package var severity: Severity
  /// Counted from 1; 0 for a diagnostic without a position in the file.
  package var line: Int
  package var column: Int
  package var message: String
  /// The gesture that the diagnostic is about, if any.
  package var gesture: String?
  /// - Parameter position: nil for a diagnostic without a position in the file.
  package init(_ severity: Severity, _ message: String, at position: SourcePosition? = nil) {
    self.severity = severity
    self.message = message
    line = position?.line ?? 0
    column = position?.column ?? 0
  }
}

extension Diagnostic {
  /// `FILE:LINE:COLUMN: what`, then the line with a caret under the position. Without a position, `FILE: what`.
  ///
  /// - Parameter text: the file's text. A line outside of it is not shown.
  package func rendered(path: String, text: String) -> String {
    heading(path: path) + (Self.excerpt(of: text, line: line, column: column).map { "\n" + $0 } ?? "")
  }

  /// The first line of `rendered`, for logs and the socket.
  package func heading(path: String) -> String {
    let source = line > 0 ? "\(path):\(line):\(column)" : path
    return switch severity {
    case .problem: "\(source): \(message)"
    case .warning: "\(source): warning: \(message)"
    }
  }

  /// The most letters of a line that are shown.
  private static let widest = 160

  /// The line, or the part of a long one around the position, with a caret under it. Tabs before the position stay tabs, so that
  /// the caret is in the right column at any tab width.
  private static func excerpt(of text: String, line: Int, column: Int) -> String? {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.indices.contains(line - 1) else { return nil }
    let source = Substring(lines[line - 1].prefix { $0 != UInt8(ascii: "\r") })
    let letters = source.unicodeScalars
    let place = max(0, column - 1)
    let start = letters.count > widest ? max(0, place - widest / 2) : 0
    let shown = letters.dropFirst(start).prefix(widest)
    let (before, after) = (start > 0 ? "…" : "", start + widest < letters.count ? "…" : "")
    var indent = before.isEmpty ? "" : " "
    for character in shown.prefix(place - start) { indent.append(character == "\t" ? "\t" : " ") }
    return "    \(before)\(String(shown))\(after)\n    \(indent)^"
  }
}
