/// A message of D-Bus as far as the daemon needs it: calls with strings, replies and signals whose first value is a string, a number
/// or a Boolean (D-Bus Specification, "Message Protocol").
struct BusMessage: Equatable {
  enum Kind: UInt8 { case call = 1, reply, failure, signal }

  /// Bytes of a message that is accepted. The largest expected one is a signal with a dozen properties of a session.
  static let longest = 64 << 10
  /// Bytes before the header's fields.
  static let headSize = 16

  var kind: Kind
  var serial: UInt32 = 0
  /// The serial of the call that this answers; 0 for other messages.
  var replySerial: UInt32 = 0
  var path = ""
  var interface = ""
  var member = ""
  var sender = ""
  var destination = ""
  /// The types of the body's values.
  var signature = ""
  var body: [UInt8] = []
  var isBigEndian = false

  /// A call with strings as arguments.
  static func call(
    _ destination: String, _ path: String, _ interface: String, _ member: String, _ arguments: [String]
  ) -> BusMessage {
    var message = BusMessage(kind: .call)
    (message.destination, message.path) = (destination, path)
    (message.interface, message.member) = (interface, member)
    var writer = BusWriter()
    for argument in arguments {
      message.signature += "s"
      writer.string(argument)
    }
    message.body = writer.bytes
    return message
  }

  // MARK: Writing

  /// The message in the form of the bus, with a serial, little-endian.
  func bytes(serial: UInt32) -> [UInt8] {
    var fields = BusWriter()
    func field(_ code: UInt8, _ type: Character, _ value: String) {
      if value.isEmpty { return }
      fields.align(8)
      fields.bytes += [code, 1, type.asciiValue ?? 0, 0]
      if type == "g" { fields.signature(value) } else { fields.string(value) }
    }
    field(1, "o", path)
    field(2, "s", interface)
    field(3, "s", member)
    field(6, "s", destination)
    field(8, "g", signature)
    var head = BusWriter()
    head.bytes = [UInt8(ascii: "l"), kind.rawValue, 0, 1]
    head.number(UInt32(body.count))
    head.number(serial)
    head.number(UInt32(fields.bytes.count))
    head.bytes += fields.bytes
    head.align(8)
    return head.bytes + body
  }

  // MARK: Reading

  /// The size of the message that begins with these bytes; nil if its head is incomplete.
  ///
  /// - Throws: `Malformed` if it is no message, or too long.
  static func size(_ bytes: ArraySlice<UInt8>) throws(Malformed) -> Int? {
    guard bytes.count >= headSize else { return nil }
    var reader = try BusReader(messageAt: bytes)
    reader.skip(4)
    let body = try reader.number()
    reader.skip(4)
    let fields = try reader.number()
    guard body <= UInt32(longest), fields <= UInt32(longest) else { throw Malformed() }
    let size = headSize + (Int(fields) + 7) / 8 * 8 + Int(body)
    if size > longest { throw Malformed() }
    return size
  }

  /// Reads a whole message.
  init(_ bytes: ArraySlice<UInt8>) throws(Malformed) {
    var reader = try BusReader(messageAt: bytes)
    isBigEndian = reader.isBigEndian
    reader.skip(1)
    guard let kind = Kind(rawValue: try reader.byte()) else { throw Malformed() }
    self.kind = kind
    reader.skip(2)
    let size = try reader.number()
    serial = try reader.number()
    let end = try reader.number() + UInt32(Self.headSize)
    while reader.offset < Int(end) { try readField(&reader) }
    try reader.align(8)
    body = Array(reader.rest)
    if body.count != Int(size) { throw Malformed() }
  }

  private init(kind: Kind) { self.kind = kind }

  private mutating func readField(_ reader: inout BusReader) throws(Malformed) {
    try reader.align(8)
    let code = try reader.byte()
    let type = try reader.signature()
    switch type {
    case "u":
      let value = try reader.number()
      if code == 5 { replySerial = value }
    case "s", "o", "g":
      let value = type == "g" ? try reader.signature() : try reader.string()
      switch code {
      case 1: path = value
      case 2: interface = value
      case 3: member = value
      case 6: destination = value
      case 7: sender = value
      case 8: signature = value
      default: break
      }
    default: throw Malformed()
    }
  }

  private var reader: BusReader { BusReader(bytes: body[...], isBigEndian: isBigEndian) }

  /// The first value, if it is a number.
  var number: UInt32? {
    guard signature.hasPrefix("u") else { return nil }
    var reader = reader
    return try? reader.number()
  }

  /// The strings at the beginning of the body.
  var strings: [String] {
    var reader = reader
    var strings: [String] = []
    for type in signature {
      guard type == "s" || type == "o", let string = try? reader.string() else { break }
      strings.append(string)
    }
    return strings
  }

  /// The value of a variant that holds a Boolean.
  var boolean: Bool? {
    guard signature == "v" else { return nil }
    var reader = reader
    guard (try? reader.signature()) == "b" else { return nil }
    return (try? reader.number()).map { $0 != 0 }
  }

  /// The bytes are no message of this protocol, or of a kind that is not expected.
  struct Malformed: Error {}
}

/// Appends values with their alignment, little-endian.
struct BusWriter {
  var bytes: [UInt8] = []

  mutating func align(_ size: Int) { while bytes.count % size != 0 { bytes.append(0) } }

  mutating func number(_ value: UInt32) {
    align(4)
    for shift in [0, 8, 16, 24] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
  }

  mutating func string(_ value: String) {
    number(UInt32(value.utf8.count))
    bytes += value.utf8
    bytes.append(0)
  }

  mutating func signature(_ value: String) {
    bytes.append(UInt8(truncatingIfNeeded: value.utf8.count))
    bytes += value.utf8
    bytes.append(0)
  }
}

/// Reads values with their alignment. Offsets count from the beginning of the message or body.
struct BusReader {
  let bytes: ArraySlice<UInt8>
  let isBigEndian: Bool
  private(set) var offset = 0

  init(bytes: ArraySlice<UInt8>, isBigEndian: Bool) {
    self.bytes = bytes
    self.isBigEndian = isBigEndian
  }

  /// A message, whose first byte gives the byte order and whose fourth one the version of the protocol.
  init(messageAt bytes: ArraySlice<UInt8>) throws(BusMessage.Malformed) {
    let first = bytes.startIndex
    guard bytes.count >= BusMessage.headSize, bytes[first + 3] == 1,
      bytes[first] == UInt8(ascii: "l") || bytes[first] == UInt8(ascii: "B")
    else { throw BusMessage.Malformed() }
    self.init(bytes: bytes, isBigEndian: bytes[first] == UInt8(ascii: "B"))
  }

  var rest: ArraySlice<UInt8> { bytes.dropFirst(offset) }

  mutating func skip(_ count: Int) { offset += count }

  mutating func align(_ size: Int) throws(BusMessage.Malformed) {
    offset = (offset + size - 1) / size * size
    if offset > bytes.count { throw BusMessage.Malformed() }
  }

  mutating func byte() throws(BusMessage.Malformed) -> UInt8 { try take(1)[0] }

  mutating func number() throws(BusMessage.Malformed) -> UInt32 {
    try align(4)
    let four = try take(4)
    return (isBigEndian ? four : four.reversed()).reduce(0) { $0 << 8 | UInt32($1) }
  }

  mutating func string() throws(BusMessage.Malformed) -> String { try text(try number()) }

  mutating func signature() throws(BusMessage.Malformed) -> String { try text(UInt32(try byte())) }

  private mutating func text(_ count: UInt32) throws(BusMessage.Malformed) -> String {
    guard count < UInt32(bytes.count) else { throw BusMessage.Malformed() }
    let text = try take(Int(count) + 1)
    guard text.last == 0 else { throw BusMessage.Malformed() }
    return String(decoding: text.dropLast(), as: UTF8.self)
  }

  private mutating func take(_ count: Int) throws(BusMessage.Malformed) -> [UInt8] {
    guard bytes.count - offset >= count else { throw BusMessage.Malformed() }
    defer { offset += count }
    return Array(rest.prefix(count))
  }
}
