/// Wraps lines between words.
enum WordWrap {
  /// - Parameters:
  ///   - text: one line; colour codes have no width.
  ///   - width: columns; a longer word has its own line.
  ///   - continuation: by how much the next lines are indented.
  static func lines(_ text: String, width: Int, continuation: Int = 4) -> [String] {
    guard visibleCount(text) > width else { return [text] }
    let indentation = text.prefix { $0 == " " }.count
    let blank = String(repeating: " ", count: min(indentation + continuation, width / 2))
    var lines: [String] = []
    var line = String(repeating: " ", count: indentation)
    var isEmpty = true
    // Several blanks between words separate columns and are kept.
    var gap = ""
    for part in parts(of: text.dropFirst(indentation)) {
      if part.first == " " {
        gap = part
      } else if isEmpty || visibleCount(line) + gap.count + visibleCount(part) <= width {
        line += (isEmpty ? "" : gap) + part
        isEmpty = false
      } else {
        lines.append(line)
        line = blank + part
      }
    }
    return lines + [line]
  }

  /// Splits a text into words and the blanks between them.
  private static func parts(of text: Substring) -> [String] {
    var parts: [String] = []
    for letter in text {
      if let last = parts.last, (last.first == " ") == (letter == " ") {
        parts[parts.count - 1].append(letter)
      } else {
        parts.append(String(letter))
      }
    }
    return parts
  }

  private static func visibleCount(_ text: String) -> Int {
    let parts = text.split(separator: "\u{1B}", omittingEmptySubsequences: false)
    return parts[0].count + parts.dropFirst().reduce(0) { $0 + $1.drop { $0 != "m" }.dropFirst().count }
  }
}
