import GestureCore

/// One key of a table of the file: what it accepts, and where its value is stored.
///
/// The reader, the schema and suggestions for misspelt keys use the lists of these rows.
package struct TableKey<Reader: ValueReading, Owner>: Sendable {
  typealias Reading = @Sendable (inout Reader, TomlTable.Entry, inout Owner) -> Void

  package let name: String
  package let form: ValueForm
  let read: Reading

  /// A key that needs more than its value to be read.
  static func reading(_ name: String, _ form: ValueForm, _ read: @escaping Reading) -> Self {
    Self(name: name, form: form, read: read)
  }

  /// - Parameter store: stores a value of the form, or returns what is wrong with it, in words behind the key.
  static func checked(
    _ name: String, _ form: ValueForm, _ store: @escaping @Sendable (inout Owner, KeyValue) -> String?
  ) -> Self {
    Self(name: name, form: form) { reader, entry, owner in
      guard let value = reader.value(entry, form) else { return }
      if let refusal = store(&owner, value) { reader.problem(entry, refusal) }
    }
  }

  static func key(
    _ name: String, _ form: ValueForm, _ store: @escaping @Sendable (inout Owner, KeyValue) -> Void
  ) -> Self {
    checked(name, form) {
      store(&$0, $1)
      return nil
    }
  }
}

/// The keys of one table.
package struct KeyTable<Reader: ValueReading, Owner>: Sendable {
  package let keys: [TableKey<Reader, Owner>]
  /// Of each list it must have one key.
  let needs: [[String]]

  init(_ keys: [TableKey<Reader, Owner>], needs: [[String]] = []) {
    self.keys = keys
    self.needs = needs
  }

  package var names: [String] { keys.map { $0.name } }
  var members: [(key: String, form: ValueForm)] { keys.map { (key: $0.name, form: $0.form) } }
  package var form: ValueForm { .table(members, needs: needs) }
}

extension ValueReading {
  /// Reads the keys of a table, in the order of their rows.
  ///
  /// - Parameter name: the table as messages name it; nil for the entry's key.
  /// - Returns: whether it is a table that has what it needs, and no unknown key.
  @discardableResult
  mutating func read<Owner>(
    _ entry: Entry, _ rows: KeyTable<Self, Owner>, named name: String? = nil, into owner: inout Owner
  ) -> Bool {
    guard let table = table(entry) else { return false }
    return read(table, at: entry.position, rows, named: name ?? "`\(entry.key)`", into: &owner)
  }

  @discardableResult
  mutating func read<Owner>(
    _ table: TomlTable, at position: SourcePosition, _ rows: KeyTable<Self, Owner>, named name: String,
    into owner: inout Owner
  ) -> Bool {
    let areKnown = checkKeys(table, known: rows.names, in: name)
    for row in rows.keys {
      if let entry = table[row.name] { row.read(&self, entry, &owner) }
    }
    let missing = rows.needs.first { $0.allSatisfy { table[$0] == nil } }
    // A missing key is probably the misspelt one.
    if let missing, areKnown {
      problem("\(name) needs \(listed(missing.map { "`\($0)`" }, "or"))", at: position)
    }
    return areKnown && missing == nil
  }

  mutating func table(_ entry: Entry) -> TomlTable? {
    guard case .table(let table) = entry.node.value else {
      return wrongType(entry, takes: "a table")
    }
    return table
  }

  /// Whether all keys are known. If not, the caller does not also report a missing key, which is probably the misspelt one.
  @discardableResult
  mutating func checkKeys(_ table: TomlTable, known: [String], in owner: String) -> Bool {
    var areKnown = true
    for entry in table.entries where !known.contains(entry.key) {
      problem(at: entry.keyPosition) { _ in unknownKey(entry.key, in: owner, known: known) }
      areKnown = false
    }
    return areKnown
  }
}
