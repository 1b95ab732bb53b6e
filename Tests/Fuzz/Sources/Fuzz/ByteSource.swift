/// Numbers of an input, one after another; zeros after its end.
struct ByteSource {
  private var rest: UnsafeBufferPointer<UInt8>.SubSequence

  init(_ bytes: UnsafePointer<UInt8>?, _ length: Int) {
    rest = UnsafeBufferPointer(start: bytes, count: length)[...]
  }

  var isEmpty: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }
  mutating func word() -> UInt16 { UInt16(byte()) << 8 | UInt16(byte()) }
  mutating func long() -> Int32 { Int32(bitPattern: UInt32(word()) << 16 | UInt32(word())) }
  mutating func below(_ limit: Int) -> Int { Int(byte()) % limit }
}
