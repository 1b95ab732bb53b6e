import CToml

/// Where and why a text is not TOML; toml++ stops at the first such place.
package struct TomlError: Error, Equatable {
  package var position: SourcePosition
  package var description: String
}

extension TomlTable {
  /// Parses TOML 1.0.
  package static func parse(_ text: String) throws(TomlError) -> TomlTable {
    var text = text
    let result: Result<TomlTable, TomlError> = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { parse($0) }
    }
    return try result.get()
  }

  private static func parse(_ characters: UnsafeBufferPointer<CChar>) -> Result<TomlTable, TomlError> {
    var builder = TreeBuilder()
    var error = gestured_toml_error()
    let isToml = withUnsafeMutablePointer(to: &builder) { context in
      gestured_toml_parse(
        characters.baseAddress, characters.count,
        { context, node in
          guard let context, let node else { return }
          context.assumingMemoryBound(to: TreeBuilder.self).pointee.visit(node.pointee)
        }, context, &error)
    }
    guard isToml else {
      let description = withUnsafeBytes(of: &error.description) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      return .failure(
        TomlError(
          position: SourcePosition(line: Int(error.line), column: Int(error.column)), description: description
        ))
    }
    return .success(builder.root)
  }
}

/// Builds the tree from the visits, which come depth first.
private struct TreeBuilder {
  private struct Open {
    var key: String
    var keyPosition: SourcePosition
    var position: SourcePosition
    var end: SourcePosition
    var isTable: Bool
    var entries: [TomlTable.Entry] = []
    var elements: [TomlNode] = []
  }
  private var open: [Open] = []
  private(set) var root = TomlTable()

  mutating func visit(_ node: gestured_toml_node) {
    switch node.kind {
    case GESTURED_TOML_TABLE, GESTURED_TOML_ARRAY:
      open.append(
        Open(
          key: key(of: node), keyPosition: keyPosition(of: node), position: position(of: node),
          end: end(of: node),
          isTable: node.kind == GESTURED_TOML_TABLE))
    case GESTURED_TOML_END: close()
    default:
      add(
        TomlNode(value: scalar(node), position: position(of: node), end: end(of: node)), key: key(of: node),
        keyPosition: keyPosition(of: node))
    }
  }

  private mutating func close() {
    var done = open.removeLast()
    let value: TomlValue
    if done.isTable {
      // toml++ keeps tables sorted by key: put them back into the order in which they were written.
      done.entries.sort { $0.keyPosition < $1.keyPosition }
      value = .table(TomlTable(entries: done.entries))
      if open.isEmpty { root = TomlTable(entries: done.entries) }
    } else {
      value = .array(done.elements)
    }
    add(
      TomlNode(value: value, position: done.position, end: done.end), key: done.key,
      keyPosition: done.keyPosition)
  }

  private mutating func add(_ node: TomlNode, key: String, keyPosition: SourcePosition) {
    guard !open.isEmpty else { return }
    if open[open.count - 1].isTable {
      open[open.count - 1].entries.append(TomlTable.Entry(key: key, keyPosition: keyPosition, node: node))
    } else {
      open[open.count - 1].elements.append(node)
    }
  }

  private func scalar(_ node: gestured_toml_node) -> TomlValue {
    switch node.kind {
    case GESTURED_TOML_STRING: .string(text(node.string, node.string_length))
    case GESTURED_TOML_INTEGER: .integer(node.integer)
    case GESTURED_TOML_NUMBER: .number(node.number)
    case GESTURED_TOML_BOOLEAN: .boolean(node.boolean)
    default: .date
    }
  }

  private func key(of node: gestured_toml_node) -> String { text(node.key, node.key_length) }
  private func keyPosition(of node: gestured_toml_node) -> SourcePosition {
    SourcePosition(line: Int(node.key_line), column: Int(node.key_column))
  }
  private func position(of node: gestured_toml_node) -> SourcePosition {
    SourcePosition(line: Int(node.line), column: Int(node.column))
  }
  private func end(of node: gestured_toml_node) -> SourcePosition {
    SourcePosition(line: Int(node.end_line), column: Int(node.end_column))
  }
  private func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
    guard let start else { return "" }
    return UnsafeBufferPointer(start: start, count: length).withMemoryRebound(to: UInt8.self) {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
