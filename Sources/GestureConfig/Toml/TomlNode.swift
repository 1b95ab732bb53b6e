/// A position in the text; both count from 1, columns in code points.
package struct SourcePosition: Equatable, Comparable, Sendable {
  package var line: Int
  package var column: Int

  package static func < (a: SourcePosition, b: SourcePosition) -> Bool {
    a.line != b.line ? a.line < b.line : a.column < b.column
  }

  /// Goes on behind a character.
  mutating func pass(_ scalar: Unicode.Scalar) {
    if scalar == "\n" { line += 1 }
    column = scalar == "\n" ? 1 : column + 1
  }
}

/// A value of a TOML document with its position.
package struct TomlNode: Equatable, Sendable {
  package var value: TomlValue
  package var position: SourcePosition
  /// The position after its last character. For a table with a header, after the header.
  package var end: SourcePosition
}

package indirect enum TomlValue: Equatable, Sendable {
  case table(TomlTable)
  case array([TomlNode])
  case string(String)
  case integer(Int64)
  case number(Double)
  case boolean(Bool)
  /// Dates and times, which the configuration does not use.
  case date

  /// The kind of value, as diagnostics name it.
  package var kind: String {
    switch self {
    case .table: "a table"
    case .array: "a list"
    case .string: "a string"
    case .integer: "an integer"
    case .number: "a decimal number"
    case .boolean: "true or false"
    case .date: "a date"
    }
  }
}

/// A table's entries in document order.
package struct TomlTable: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    package var key: String
    package var keyPosition: SourcePosition
    package var node: TomlNode
    /// Where the value begins.
    var position: SourcePosition { node.position }
  }
  package var entries: [Entry] = []

  package subscript(key: String) -> Entry? { entries.first { $0.key == key } }
}
