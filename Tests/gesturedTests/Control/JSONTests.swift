import ControlProtocol
import Testing

@testable import gestured

struct JSONTests {
  private func written(_ value: Double) -> String {
    var json = JSONWriter()
    json.number(value)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  @Test func `numbers are integers or have four decimals, rounded as by printf`() {
    let rows: [(Double, String)] = [
      (0, "0"), (-0.0, "0"), (40, "40"), (-3, "-3"), (31.2, "31.2000"), (0.00005, "0.0001"),
      (-0.00004, "0.0000"),
      (0.00015, "0.0001"), (1.00005, "1.0001"), (2.000_25, "2.0002"), (0.031_25, "0.0312"),
      (0.093_75, "0.0938"),
      (-1234.56789, "-1234.5679"), (99_999.99999, "100000.0000"), (8e15, "8000000000000000"),
    ]
    for (value, text) in rows { #expect(written(value) == text) }
  }

  @Test func `invalid JSON is refused with its position`() {
    let bad = [
      "", "{", "nul", "{\"a\":1,\"a\":2}", "{} {}", "[1,]", "\"\u{1}\"", "\"\\u0000\"", "NaN",
      String(repeating: "[", count: 40) + String(repeating: "]", count: 40), "1e999",
    ]
    for text in bad {
      #expect(throws: JSONValue.Failure.self, "\(text)") { try JSONValue(parsing: Array(text.utf8)) }
    }
    #expect(throws: JSONValue.Failure.self) { try JSONValue(parsing: [0x22, 0xff, 0x22]) }
  }

  @Test(arguments: [("[", "]"), (#"{"a":"#, "}")])
  func `JSON may be nested as deep as the limit and no deeper`(_ begin: String, _ end: String) throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: begin, count: depth) + "0" + String(repeating: end, count: depth)).utf8)
    }
    _ = try JSONValue(parsing: nested(JSONValue.maximumDepth))
    #expect(throws: JSONValue.Failure.self) { try JSONValue(parsing: nested(JSONValue.maximumDepth + 1)) }
  }

  @Test(arguments: (0x01...0x7f).map { String(UnicodeScalar($0)) } + ["é", "a\"b\\c\n"])
  func `a text is read back as it was written`(_ text: String) throws {
    for text in [text, text + text] {
      var json = JSONWriter()
      json.beginArray()
      json.string(text)
      json.endArray()
      #expect(try JSONValue(parsing: json.bytes) == .array([.string(text)]))
    }
  }

  @Test func `every kind of value is read`() throws {
    let text = #"{"a":[null,true,false,-5,1.5,"é\u00e9\n"],"b":{}}"#
    let value = try JSONValue(parsing: Array(text.utf8))
    #expect(
      value
        == .object([
          "a": .array([.null, .bool(true), .bool(false), .integer(-5), .number(1.5), .string("éé\n")]),
          "b": .object([:]),
        ]))
  }

  @Test func `messages end at NUL, with any division into chunks`() throws {
    let stream = Array("one\0\0three\0fo".utf8)
    for size in 1...stream.count {
      var framing = VarlinkFraming()
      var messages: [String] = []
      for start in stride(from: 0, to: stream.count, by: size) {
        framing.append(stream[start..<min(start + size, stream.count)])
        while let message = try framing.nextMessage() {
          messages.append(String(decoding: message, as: UTF8.self))
        }
      }
      #expect(messages == ["one", "", "three"])
      #expect(framing.count == 2)
    }
  }

  @Test func `a message may have one mebibyte and no byte more`() throws {
    let limit = VarlinkFraming.maximumLength
    var framing = VarlinkFraming()
    framing.append([UInt8](repeating: 0x20, count: limit)[...])
    let early = try framing.nextMessage()
    #expect(early == nil)
    framing.append([0])
    let whole = try framing.nextMessage()
    #expect(whole?.count == limit)
    framing.append([UInt8](repeating: 0x20, count: limit + 1)[...])
    var isRefused = false
    do { _ = try framing.nextMessage() } catch { isRefused = true }
    #expect(isRefused)
  }
}
