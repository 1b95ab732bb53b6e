import CToml

/// The reason why a text is not TOML, and its position. toml++ stops at the first error.
package struct TomlError: Error, Equatable {
  package var position: SourcePosition
  package var description: String
}

extension TomlTable {
  /// Parses TOML 1.0.
  package static func parse(_ text: String) throws(TomlError) -> TomlTable {
    var text = text
    // toml++ reads the string's bytes in place during the call.
    let result: Result<TomlTable, TomlError> = text.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { unsafe parse($0) }
    }
    return try result.get()
  }

  private static func parse(_ characters: UnsafeBufferPointer<CChar>) -> Result<TomlTable, TomlError> {
    var builder = TreeBuilder()
    var error = gestured_toml_error()
    // The C function uses the builder's address only during the call, and its own nodes only during each visit.
    let isToml = unsafe withUnsafeMutablePointer(to: &builder) { context in
      unsafe gestured_toml_parse(
        characters.baseAddress, characters.count,
        { context, node in
          guard let context = unsafe context, let node = unsafe node else { return }
          unsafe context.assumingMemoryBound(to: TreeBuilder.self).pointee.visit(node.pointee)
        }, context, &error)
    }
    guard isToml else {
      // Swift imports a C array of characters as a tuple. The characters after the text are NUL.
      let description = unsafe withUnsafeBytes(of: &error.description) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      return .failure(
        TomlError(
          position: SourcePosition(line: Int(error.line), column: Int(error.column)), description: description
        ))
    }
    return .success(builder.root)
  }
}

/// Builds the tree from the visits, which arrive depth first.
private struct TreeBuilder {
  /// A table or an array whose end has not been visited.
  private struct Open {
    var entry: TomlTable.Entry
    var entries: [TomlTable.Entry] = []
    var elements: [TomlNode] = []
  }
  private var open: [Open] = []
  private(set) var root = TomlTable()

  /// Takes a value, or the beginning or end of a table or array.
  mutating func visit(_ node: gestured_toml_node) {
    if unsafe node.kind == GESTURED_TOML_END { return close() }
    let entry = unsafe TomlTable.Entry(
      key: Self.text(node.key, node.key_length),
      keyPosition: SourcePosition(line: Int(node.key_line), column: Int(node.key_column)),
      node: TomlNode(
        value: Self.value(of: node), position: SourcePosition(line: Int(node.line), column: Int(node.column)),
        end: SourcePosition(line: Int(node.end_line), column: Int(node.end_column))))
    switch entry.node.value {
    case .table, .array: open.append(Open(entry: entry))
    case .string, .integer, .number, .boolean, .date: add(entry)
    }
  }

  private mutating func close() {
    var done = open.removeLast()
    if case .table = done.entry.node.value {
      // toml++ sorts tables by key; this restores the order of the file.
      done.entries.sort { $0.keyPosition < $1.keyPosition }
      let table = TomlTable(entries: done.entries)
      if open.isEmpty { root = table }
      done.entry.node.value = .table(table)
    } else {
      done.entry.node.value = .array(done.elements)
    }
    add(done.entry)
  }

  private mutating func add(_ entry: TomlTable.Entry) {
    guard let parent = open.indices.last else { return }
    if case .array = open[parent].entry.node.value {
      open[parent].elements.append(entry.node)
    } else {
      open[parent].entries.append(entry)
    }
  }

  private static func value(of node: gestured_toml_node) -> TomlValue {
    switch unsafe node.kind {
    case GESTURED_TOML_TABLE: .table(TomlTable())
    case GESTURED_TOML_ARRAY: .array([])
    case GESTURED_TOML_STRING: unsafe .string(text(node.string, node.string_length))
    case GESTURED_TOML_INTEGER: unsafe .integer(node.integer)
    case GESTURED_TOML_NUMBER: unsafe .number(node.number)
    case GESTURED_TOML_BOOLEAN: unsafe .boolean(node.boolean)
    default: .date
    }
  }

  /// A copy of a text. toml++ passes the length of each string, which has no final NUL.
  private static func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
    guard let start = unsafe start else { return "" }
    return unsafe UnsafeBufferPointer(start: start, count: length).withMemoryRebound(to: UInt8.self) {
      unsafe String(decoding: $0, as: UTF8.self)
    }
  }
}
