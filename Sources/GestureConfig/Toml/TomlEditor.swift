/// Changes values of a TOML text in place and keeps all other bytes.
///
/// Each change is read back. A change that would alter another value, or break the TOML, is refused and leaves the text as it
/// was.
package struct TomlEditor: Sendable {
  package enum Failure: Error, Equatable {
    case notToml(TomlError)
    /// The document does not have the table.
    case noTable
    /// The new value is not valid TOML.
    case noValue(String)
    /// The table is written in a form to which this key cannot be added.
    case cannotPlace(key: String)
  }

  package private(set) var text: String
  private var root: TomlTable

  package init(_ text: String) throws(Failure) {
    self.text = text
    root = try Self.parse(text)
  }

  /// A value as written in the text.
  package func source(of node: TomlNode) -> String {
    let bytes = Array(text.utf8)
    return String(decoding: bytes[offset(of: node.position)..<offset(of: node.lastEnd)], as: UTF8.self)
  }

  package func table(at path: [TomlStep]) -> TomlTable? { root.table(at: path) }

  /// Sets a key of a table. `value` is in TOML syntax. A new key goes after the table's last one.
  package mutating func set(_ key: String, in path: [TomlStep], to value: String) throws(Failure) {
    guard let table = root.table(at: path) else { throw .noTable }
    let new = try Self.node(value)
    let change: Change
    if let entry = table[key] {
      change = Change(from: entry.node.position, to: entry.node.lastEnd, text: value)
    } else {
      change = try place(key, value, of: table, at: path)
    }
    guard let expected = TomlValue.table(root).setting(key, in: path[...], to: new) else { throw .noTable }
    try apply(change, expecting: expected, key)
  }

  /// Appends tables to the document after a blank line.
  package mutating func append(tables: String) throws(Failure) {
    _ = try Self.parse(tables)
    let ending = lineEnd
    var gap = ""
    if !text.isEmpty {
      gap = text.utf8.last == UInt8(ascii: "\n") ? ending : ending + ending
    }
    // "\r\n" is one Character in Swift.
    let added =
      ending == "\n"
      ? tables
      : tables.split(separator: "\n", omittingEmptySubsequences: false)
        .joined(separator: ending)
    let changed = text + gap + added
    let read = try Self.parse(changed)
    root = read
    text = changed
  }

  // MARK: Where a new key goes

  private struct Change {
    var from: SourcePosition
    var to: SourcePosition
    var text: String
  }

  private func place(_ key: String, _ value: String, of table: TomlTable, at path: [TomlStep]) throws(Failure)
    -> Change
  {
    let node = root.node(at: path[...])
    if let node, isInline(node) { return insideBraces(key, value, table, node) }
    // The new key must come before any sub-table that has its own header.
    let own = table.entries.filter { !isHeader(lineOf: $0.keyPosition) }
    guard let last = own.max(by: { $0.node.lastEnd < $1.node.lastEnd }) else {
      guard let header = node?.position, isHeader(lineOf: header) else { throw .cannotPlace(key: key) }
      return newLine("\(key) = \(value)", behind: header)
    }
    // In `began.run = "…"` in a table with a header, the new key goes beside `run`.
    guard node == nil || node.map({ isHeader(lineOf: $0.position) }) == true else {
      throw .cannotPlace(key: key)
    }
    return newLine(indentation(of: last.keyPosition) + "\(key) = \(value)", behind: last.node.lastEnd)
  }

  private func insideBraces(_ key: String, _ value: String, _ table: TomlTable, _ node: TomlNode) -> Change {
    if let last = table.entries.map({ $0.node.lastEnd }).max() {
      return Change(from: last, to: last, text: ", \(key) = \(value)")
    }
    return Change(from: node.position, to: node.end, text: "{ \(key) = \(value) }")
  }

  private func newLine(_ line: String, behind position: SourcePosition) -> Change {
    let bytes = Array(text.utf8)
    let start = offset(of: position)
    guard let newline = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else {
      let end = endPosition
      return Change(from: end, to: end, text: lineEnd + line)
    }
    let next = SourcePosition(line: position.line + 1, column: 1)
    let ending = newline > start && bytes[newline - 1] == UInt8(ascii: "\r") ? "\r\n" : "\n"
    return Change(from: next, to: next, text: line + ending)
  }

  private func isInline(_ node: TomlNode) -> Bool { byte(at: node.position) == UInt8(ascii: "{") }

  private func isHeader(lineOf position: SourcePosition) -> Bool {
    let start = offset(of: SourcePosition(line: position.line, column: 1))
    return text.utf8.dropFirst(start).first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
      == UInt8(ascii: "[")
  }

  private func indentation(of position: SourcePosition) -> String {
    let start = offset(of: SourcePosition(line: position.line, column: 1))
    let blanks = text.utf8.dropFirst(start).prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    return String(decoding: blanks, as: UTF8.self)
  }

  // MARK: Text

  private var lineEnd: String { text.contains("\r\n" as Character) ? "\r\n" : "\n" }

  private func byte(at position: SourcePosition) -> UInt8? { text.utf8.dropFirst(offset(of: position)).first }

  private var endPosition: SourcePosition {
    text.unicodeScalars.reduce(into: SourcePosition(line: 1, column: 1)) { $0.pass($1) }
  }

  /// The offset in bytes. Columns count code points.
  private func offset(of wanted: SourcePosition) -> Int {
    var position = SourcePosition(line: 1, column: 1)
    var offset = 0
    for scalar in text.unicodeScalars {
      if position >= wanted { return offset }
      position.pass(scalar)
      offset += UTF8.width(scalar)
    }
    return offset
  }

  private mutating func apply(_ change: Change, expecting expected: TomlValue, _ key: String) throws(Failure)
  {
    var bytes = Array(text.utf8)
    bytes.replaceSubrange(offset(of: change.from)..<offset(of: change.to), with: Array(change.text.utf8))
    let changed = String(decoding: bytes, as: UTF8.self)
    guard let read = try? Self.parse(changed), TomlValue.table(read).isSame(as: expected) else {
      throw .cannotPlace(key: key)
    }
    text = changed
    root = read
  }

  private static func parse(_ text: String) throws(Failure) -> TomlTable {
    do throws(TomlError) { return try TomlTable.parse(text) } catch { throw .notToml(error) }
  }

  private static func node(_ value: String) throws(Failure) -> TomlNode {
    guard !value.contains("\n"), let entry = (try? parse("value = \(value)"))?["value"] else {
      throw .noValue(value)
    }
    return entry.node
  }
}
