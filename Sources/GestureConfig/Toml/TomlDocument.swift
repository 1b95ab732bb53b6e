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
          unsafe context.assumingMemoryBound(to: TreeBuilder.self).pointee.visit(Visit(node.pointee))
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

/// One call of the visitor by toml++: a value, or the beginning or end of a table or array. The strings are copies.
private struct Visit {
  enum Kind {
    case table, array, end
    case scalar(TomlValue)
  }
  var kind: Kind
  var key: String
  var keyPosition: SourcePosition
  var position: SourcePosition
  var end: SourcePosition

  init(_ node: gestured_toml_node) {
    unsafe kind = Self.kind(of: node)
    unsafe key = Self.text(node.key, node.key_length)
    unsafe keyPosition = SourcePosition(line: Int(node.key_line), column: Int(node.key_column))
    unsafe position = SourcePosition(line: Int(node.line), column: Int(node.column))
    unsafe end = SourcePosition(line: Int(node.end_line), column: Int(node.end_column))
  }

  private static func kind(of node: gestured_toml_node) -> Kind {
    switch unsafe node.kind {
    case GESTURED_TOML_TABLE: .table
    case GESTURED_TOML_ARRAY: .array
    case GESTURED_TOML_END: .end
    case GESTURED_TOML_STRING: unsafe .scalar(.string(text(node.string, node.string_length)))
    case GESTURED_TOML_INTEGER: unsafe .scalar(.integer(node.integer))
    case GESTURED_TOML_NUMBER: unsafe .scalar(.number(node.number))
    case GESTURED_TOML_BOOLEAN: unsafe .scalar(.boolean(node.boolean))
    default: .scalar(.date)
    }
  }

  /// toml++ passes the length of each string, which has no final NUL.
  private static func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
    guard let start = unsafe start else { return "" }
    return unsafe UnsafeBufferPointer(start: start, count: length).withMemoryRebound(to: UInt8.self) {
      unsafe String(decoding: $0, as: UTF8.self)
    }
  }
}

/// Builds the tree from the visits, which arrive depth first.
private struct TreeBuilder {
  /// A table or an array whose end has not been visited.
  private struct Open {
    let visit: Visit
    var entries: [TomlTable.Entry] = []
    var elements: [TomlNode] = []
  }
  private var open: [Open] = []
  private(set) var root = TomlTable()

  mutating func visit(_ visit: Visit) {
    switch visit.kind {
    case .table, .array: open.append(Open(visit: visit))
    case .end: close()
    case .scalar(let value): add(value, visit)
    }
  }

  private mutating func close() {
    var done = open.removeLast()
    if case .array = done.visit.kind { return add(.array(done.elements), done.visit) }
    // toml++ sorts tables by key; this restores the order of the file.
    done.entries.sort { $0.keyPosition < $1.keyPosition }
    let table = TomlTable(entries: done.entries)
    if open.isEmpty { root = table }
    add(.table(table), done.visit)
  }

  private mutating func add(_ value: TomlValue, _ visit: Visit) {
    guard let parent = open.indices.last else { return }
    let node = TomlNode(value: value, position: visit.position, end: visit.end)
    if case .array = open[parent].visit.kind {
      open[parent].elements.append(node)
    } else {
      open[parent].entries.append(.init(key: visit.key, keyPosition: visit.keyPosition, node: node))
    }
  }
}
