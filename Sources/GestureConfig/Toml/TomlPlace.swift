/// One step on the path from the root of a document to a table.
package enum TomlStep: Equatable, Sendable {
  case key(String)
  /// An element of a list, counted from 0.
  case index(Int)
}

extension TomlTable {
  /// The table at a path; nil if it does not exist.
  package func table(at path: [TomlStep]) -> TomlTable? {
    guard let node = node(at: path[...]) else { return path.isEmpty ? self : nil }
    if case .table(let table) = node.value { return table }
    return nil
  }

  /// The node at a path; nil if it does not exist, and for the root, which has no node.
  package func node(at path: ArraySlice<TomlStep>) -> TomlNode? {
    guard case .key(let key)? = path.first, let entry = self[key] else { return nil }
    return entry.node.node(at: path.dropFirst())
  }

  /// Whether both have the same keys with the same values, at any position.
  func hasSameValues(as other: TomlTable) -> Bool {
    entries.count == other.entries.count
      && entries.allSatisfy { other[$0.key]?.node.value.isSame(as: $0.node.value) ?? false }
  }
}

extension TomlNode {
  fileprivate func node(at path: ArraySlice<TomlStep>) -> TomlNode? {
    guard let step = path.first else { return self }
    switch (step, value) {
    case (.key, .table(let table)): return table.node(at: path)
    case (.index(let index), .array(let elements)) where elements.indices.contains(index):
      return elements[index].node(at: path.dropFirst())
    default: return nil
    }
  }

  /// The position after the value and everything in it. A table with a header or dotted keys ends at its last entry.
  var lastEnd: SourcePosition {
    switch value {
    case .table(let table): table.entries.map { $0.node.lastEnd }.reduce(end, max)
    case .array(let elements): elements.map { $0.lastEnd }.reduce(end, max)
    case .string, .integer, .number, .boolean, .date: end
    }
  }
}

extension TomlValue {
  func isSame(as other: TomlValue) -> Bool {
    switch (self, other) {
    case (.table(let own), .table(let other)): own.hasSameValues(as: other)
    case (.array(let own), .array(let other)):
      own.count == other.count && zip(own, other).allSatisfy { $0.value.isSame(as: $1.value) }
    default: self == other
    }
  }

  /// A copy with one key of one table set; nil if the table does not exist.
  func setting(_ key: String, in path: ArraySlice<TomlStep>, to new: TomlNode) -> TomlValue? {
    switch (path.first, self) {
    case (nil, .table(var table)):
      if let known = table.entries.firstIndex(where: { $0.key == key }) {
        table.entries[known].node = new
      } else {
        table.entries.append(TomlTable.Entry(key: key, keyPosition: new.position, node: new))
      }
      return .table(table)
    case (.key(let name)?, .table(var table)):
      guard let index = table.entries.firstIndex(where: { $0.key == name }),
        let changed = table.entries[index].node.value.setting(key, in: path.dropFirst(), to: new)
      else { return nil }
      table.entries[index].node.value = changed
      return .table(table)
    case (.index(let index)?, .array(var elements)) where elements.indices.contains(index):
      guard let changed = elements[index].value.setting(key, in: path.dropFirst(), to: new) else {
        return nil
      }
      elements[index].value = changed
      return .array(elements)
    default: return nil
    }
  }
}
