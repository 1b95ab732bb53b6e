import ControlProtocol

/// Any bytes as JSON; what can be read is written and read again, and is the same. Then as a stream of Varlink messages.
func testJSON(_ bytes: UnsafePointer<UInt8>?, _ length: Int) -> Int32 {
  let buffer = UnsafeRawBufferPointer(start: bytes, count: length)
  if let value = try? JSONValue(parsing: Array(buffer)) {
    var writer = JSONWriter()
    value.write(to: &writer)
    precondition(isSame(try? JSONValue(parsing: writer.bytes), value), "differs after writing: \(value)")
    for word in strings(in: value) {
      precondition(isPrintable(word.printable), "a control character is printed")
    }
  }
  var framing = VarlinkFraming()
  framing.append(Array(buffer)[...])
  while let message = try? framing.nextMessage() {
    precondition(!message.contains(0))
    _ = try? VarlinkCall(message)
  }
  return 0
}

/// The writer rounds numbers to the digits that people read.
private func isSame(_ a: JSONValue?, _ b: JSONValue) -> Bool {
  switch (a, b) {
  case (.array(let a)?, .array(let b)): return a.count == b.count && zip(a, b).allSatisfy { isSame($0, $1) }
  case (.object(let a)?, .object(let b)):
    return a.keys == b.keys && a.allSatisfy { key, value in b[key].map { isSame(value, $0) } ?? false }
  case (_, .number): return a?.double != nil || a == .null
  default: return a == b
  }
}

private func strings(in value: JSONValue) -> [String] {
  switch value {
  case .string(let text): [text]
  case .array(let values): values.flatMap(strings)
  case .object(let members): members.keys + members.values.flatMap(strings)
  case .null, .bool, .integer, .number: []
  }
}

private func isPrintable(_ text: String) -> Bool {
  text.unicodeScalars.allSatisfy { ($0.value >= 0x20 || $0 == "\t") && !(0x7f...0x9f).contains($0.value) }
}
