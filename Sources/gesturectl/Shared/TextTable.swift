/// Rows as columns, two blanks apart, without trailing blanks.
enum TextTable {
  /// Columns that the last cell gets at least beside the others; else it goes on below them.
  private static let narrowest = 20

  /// - Parameters:
  ///   - headings: the first row, if there are rows.
  ///   - widest: the widest column, in characters. A longer cell only shifts its own row.
  ///   - width: the columns of the terminal. The last cell is broken between words, below its own beginning where there is room.
  static func lines(
    _ rows: [[String]], headings: [String] = [], widest: Int = 40, width: Int? = nil
  ) -> [String] {
    blocks(rows, headings: headings, widest: widest, width: width).flatMap(\.self)
  }

  /// The lines of each row; those of the headings come first.
  static func blocks(
    _ rows: [[String]], headings: [String] = [], widest: Int = 40, width: Int? = nil
  ) -> [[String]] {
    let all = rows.isEmpty || headings.isEmpty ? rows : [headings] + rows
    let columns = all.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      all.reduce(0) { max($0, $1.indices.contains(column) ? min($1[column].count, widest) : 0) }
    }
    return all.map { row in
      guard let last = row.lastIndex(where: { !$0.isEmpty }) else { return [""] }
      let head = row[..<last].enumerated().map { $1.trailing(widths[$0]) + "  " }.joined()
      guard let width, head.count + row[last].count > width else { return [head + row[last]] }
      let room = width - head.count
      if room < narrowest {
        return WordWrap.lines(row.filter { !$0.isEmpty }.joined(separator: "  "), width: width)
      }
      let parts = WordWrap.lines(row[last], width: room, continuation: 0)
      return [head + parts[0]] + parts.dropFirst().map { "".trailing(head.count) + $0 }
    }
  }
}

extension String {
  func trailing(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
  func leading(_ width: Int, _ blank: Character = " ") -> String {
    String(repeating: blank, count: max(0, width - count)) + self
  }
}
