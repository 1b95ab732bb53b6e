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

  /// The line with a caret under it. Tabs before the position stay tabs, so that the caret is in the right column at any tab
  /// width.
  private static func excerpt(of text: String, line: Int, column: Int) -> String? {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.indices.contains(line - 1) else { return nil }
    let source = Substring(lines[line - 1].prefix { $0 != UInt8(ascii: "\r") })
    var indent = ""
    for character in source.unicodeScalars.prefix(max(0, column - 1)) {
      indent.append(character == "\t" ? "\t" : " ")
    }
    return "    \(String(String.UnicodeScalarView(source.unicodeScalars)))\n    \(indent)^"
  }
}

extension LoadedConfiguration {
  /// All diagnostics as `gesturectl check` prints them, separated by blank lines; "" if there are none.
  package func rendered(path: String) -> String {
    diagnostics.map { $0.rendered(path: path, text: text) }.joined(separator: "\n")
  }
}
