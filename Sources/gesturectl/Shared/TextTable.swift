/// Rows as columns, two blanks apart, without trailing blanks.
enum TextTable {
  /// - Parameter widest: the widest column, in characters. A longer cell only shifts its own row.
  static func lines(_ rows: [[String]], widest: Int = 40) -> [String] {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.reduce(0) { max($0, $1.indices.contains(column) ? min($1[column].count, widest) : 0) }
    }
    return rows.map { row in
      let last = row.lastIndex { !$0.isEmpty } ?? 0
      return row.prefix(last + 1).enumerated().map { column, cell in
        column == last ? cell : cell.trailing(widths[column])
      }.joined(separator: "  ")
    }
  }
}

extension String {
  func trailing(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
  func leading(_ width: Int, _ blank: Character = " ") -> String {
    String(repeating: blank, count: max(0, width - count)) + self
  }
}
