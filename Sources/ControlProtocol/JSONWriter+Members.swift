import GestureCore

/// Functions that write one member of an object. A nil value is left out, and so is a number that is not finite.
extension JSONWriter {
  package mutating func member(_ name: StaticString, _ value: String?) {
    write(name, value) { $0.string($1) }
  }
  /// Writes a text that needs no escapes, such as the raw value of an enumeration.
  package mutating func member(_ name: StaticString, word value: String?) {
    write(name, value) { $0.word($1) }
  }
  package mutating func member(_ name: StaticString, _ value: Int?) { write(name, value) { $0.integer($1) } }
  package mutating func member(_ name: StaticString, _ value: Double?) {
    if value?.isFinite == true { write(name, value) { $0.number($1) } }
  }
  package mutating func member(_ name: StaticString, _ value: Bool) { write(name, value) { $0.bool($1) } }
  package mutating func member(_ name: StaticString, seconds time: Timestamp?) {
    write(name, time) { $0.seconds($1) }
  }
  package mutating func member(_ name: StaticString, _ value: Point?) {
    if let value, value.x.isFinite && value.y.isFinite { write(name, value) { $0.point($1) } }
  }
  private mutating func write<Value>(
    _ name: StaticString, _ value: Value?, _ write: (inout JSONWriter, Value) -> Void
  ) {
    guard let value else { return }
    key(name)
    write(&self, value)
  }
  package mutating func member(_ name: StaticString, _ values: [String]) {
    list(name, values) { $1.string($0) }
  }
  package mutating func list<Element>(
    _ name: StaticString, _ values: some Sequence<Element>, write: (Element, inout JSONWriter) -> Void
  ) {
    key(name)
    list(values, write: write)
  }
  /// Writes members whose names are not constants, sorted by name.
  package mutating func members(_ values: [String: String]) {
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      key(text: name)
      string(value)
    }
  }
  /// Writes an array with an object for each value.
  package mutating func objects<Element>(
    _ name: StaticString, _ values: some Sequence<Element>, writeMembers: (Element, inout JSONWriter) -> Void
  ) {
    list(name, values) { value, json in json.object { writeMembers(value, &$0) } }
  }
  package mutating func object(_ name: StaticString, _ writeMembers: (inout JSONWriter) -> Void) {
    key(name)
    object(writeMembers)
  }
}

/// Whole documents.
extension JSONWriter {
  package static func bytes<Failure>(
    _ write: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) -> [UInt8] {
    var json = JSONWriter()
    try write(&json)
    return json.bytes
  }
  /// The document with a line end.
  package static func line<Failure>(
    _ write: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) -> [UInt8] {
    var json = JSONWriter()
    try write(&json)
    json.terminate(UInt8(ascii: "\n"))
    return json.bytes
  }
}

/// Values with parts.
extension JSONWriter {
  package mutating func list<Element>(
    _ values: some Sequence<Element>, write: (Element, inout JSONWriter) -> Void
  ) {
    beginArray()
    for value in values { write(value, &self) }
    endArray()
  }
  package mutating func object(_ writeMembers: (inout JSONWriter) -> Void) {
    beginObject()
    writeMembers(&self)
    endObject()
  }
  package mutating func point(_ value: Point) {
    beginObject()
    member("x", value.x)
    member("y", value.y)
    endObject()
  }
}
