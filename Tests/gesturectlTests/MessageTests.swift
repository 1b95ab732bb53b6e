import ControlProtocol
import Foundation
import GestureTesting
import Testing

/// What both ends of the socket read and write.
struct MessageTests {
  // MARK: Numbers

  private static func written(_ value: Double, _ decimals: Int, signed: Bool) -> String {
    var text: [UInt8] = []
    text.append(value, decimals: decimals, signed: signed)
    return String(decoding: text, as: UTF8.self)
  }

  @Test(arguments: 0...6) func `numbers are written as by printf`(_ decimals: Int) {
    var values: [Double] = []
    for number in -33...33 {
      for step in [0.5, 0.125, 0.05, 0.0005] { values.append(Double(number) * step) }
    }
    for power in 0...15 {
      let round = Foundation.pow(10, Double(power))
      for more in [-1, 0, 0.5, 1] { values += [round + more, -round - more] }
    }
    let factor = Foundation.pow(10, Double(decimals))
    for value in values where (value * factor).magnitude < 4e15 {
      for signed in [false, true] {
        let zero = String(format: "%.*f", decimals, 0.0)
        var expected = String(format: "%.*f", decimals, value)
        if expected == "-" + zero { expected = zero }
        if signed && !expected.hasPrefix("-") { expected = "+" + expected }
        #expect(Self.written(value, decimals, signed: signed) == expected)
      }
    }
  }

  @Test func `a number beyond those that have decimals is bounded`() {
    #expect(Self.written(1e30, 0, signed: false) == "9000000000000000")
    #expect(Self.written(-1e30, 0, signed: false) == "-9000000000000000")
    #expect(Self.written(9e15, 0, signed: false) == "9000000000000000")
  }

  @Test func `seconds are rounded away from zero`() {
    for time in [0, 1, -1, 499, 500, -499, -500, 999_499, 999_500, 1_000_000, -59_999_999, 1 << 50] {
      for (decimals, unit) in [(3, 1_000.0), (6, 1)] {
        var text: [UInt8] = []
        text.append(seconds: Int64(time), decimals: decimals)
        let written = String(decoding: text, as: UTF8.self)
        let units = (Double(time) / unit).rounded(.toNearestOrAwayFromZero)
        #expect(written.split(separator: ".").last?.count == decimals)
        #expect(written.hasPrefix("-") == (units < 0))
        #expect(Double(written.filter { $0 != "." }) == units)
      }
    }
  }

  @Test func `JSON of a number has no decimals up to the largest whole one`() {
    func json(_ value: Double) -> String {
      var json = JSONWriter()
      json.number(value)
      return String(decoding: json.bytes, as: UTF8.self)
    }
    #expect(json(9e15 - 1) == "8999999999999999")
    #expect(json(9e15).hasSuffix(".0000"))
  }

  // MARK: JSON

  @Test(arguments: [
    "null", "true", "false", "-5", "1.5000", #""a\u0001\\b""#, "[]", "{}", #"[1,[2,null],{"a":1,"b":[]}]"#,
    #"{"":0,"a\"b":{"c":true},"z":[[],[{}]]}"#,
  ])
  func `a value is written as it was read`(_ text: String) throws {
    var json = JSONWriter()
    try JSONValue(parsing: Array("[\(text)]".utf8)).write(to: &json)
    #expect(String(decoding: json.bytes, as: UTF8.self) == "[\(text)]")
  }

  @Test func `a value is read as its own type only`() throws {
    let values = try #require(
      JSONValue(parsing: Array(#"[null,true,3,1.5,"a",["a"],["a",1],{"k":1},-3]"#.utf8)).array)
    #expect(values.map(\.string) == [nil, nil, nil, nil, "a", nil, nil, nil, nil])
    #expect(values.map(\.bool) == [nil, true, nil, nil, nil, nil, nil, nil, nil])
    #expect(values.map(\.int) == [nil, nil, 3, nil, nil, nil, nil, nil, -3])
    #expect(values.map(\.double) == [nil, nil, 3, 1.5, nil, nil, nil, nil, -3])
    #expect(values.map { $0.array?.count } == [nil, nil, nil, nil, nil, 1, 2, nil, nil])
    #expect(values.map(\.strings) == [nil, nil, nil, nil, nil, ["a"], nil, nil, nil])
    #expect(values.map { $0["k"] } == [nil, nil, nil, nil, nil, nil, nil, .integer(1), nil])
  }

  @Test func `an error of JSON says where it is`() {
    #expect {
      try JSONValue(parsing: Array("[1,2,x]".utf8))
    } throws: {
      "\($0)".contains("invalid JSON at byte 6: ")
    }
  }

  // MARK: Calls

  private static func read(_ text: String) -> String {
    do throws(VarlinkCall.Malformed) {
      let call = try VarlinkCall(Array(text.utf8))
      return call.method + (call.wantsMore ? " more" : "") + (call.isOneway ? " oneway" : "")
    } catch {
      return "malformed: \(error.reason)"
    }
  }

  @Test(arguments: [
    (#"{"method":"a.B"}"#, "a.B"), (#"{"method":"a.B","parameters":{}}"#, "a.B"),
    (#"{"method":"a.B","parameters":null}"#, "a.B"), (#"{"method":"a.B","more":true}"#, "a.B more"),
    (#"{"method":"a.B","more":false,"oneway":true}"#, "a.B oneway"),
    (#"{"method":"a.B","upgrade":false}"#, "a.B"),
    (#"{"method":"a.B","upgrade":true}"#, "malformed: upgrade"),
    (#"{"method":"a.B","more":1}"#, "malformed: more"),
    (#"{"method":"a.B","oneway":1}"#, "malformed: oneway"),
    (#"{"method":"a.B","upgrade":1}"#, "malformed: upgrade"), (#"{"method":1}"#, "malformed: method"),
    (#"{"method":"a.B","parameters":[]}"#, "malformed: parameters"), ("{}", "malformed: method"),
    (#"{"method":"a.B","other":1}"#, "malformed: other"), ("[]", "malformed: a call is a JSON object"),
  ])
  func `a call is read, or refused with the member that is wrong`(_ text: String, _ expected: String) {
    #expect(Self.read(text) == expected)
  }

  @Test func `parameters are read, or the reply names the wrong one`() throws {
    func invalid(_ name: String) -> String {
      #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"\#(name)"}}"# + "\0"
    }
    func reply(_ body: (VarlinkCall) throws(VarlinkFault) -> String) throws -> String {
      let text = #"{"method":"a.B","parameters":{"n":1,"s":"x","z":null}}"#
      let call = try VarlinkCall(Array(text.utf8))
      do throws(VarlinkFault) { return try body(call) } catch {
        return String(decoding: error.reply, as: UTF8.self)
      }
    }
    #expect(try reply { (call) throws(VarlinkFault) in try call.required("s") { $0.string } } == "x")
    #expect(
      try reply { (call) throws(VarlinkFault) in try call.required("n") { $0.string } } == invalid("n"))
    #expect(
      try reply { (call) throws(VarlinkFault) in try call.required("z") { $0.string } } == invalid("z"))
    #expect(
      try reply { (call) throws(VarlinkFault) in try call.optional("z") { $0.string } ?? "-" } == "-")
    #expect(
      try reply { (call) throws(VarlinkFault) in try call.optional("other") { $0.string } ?? "-" } == "-")
    #expect(
      try reply { (call) throws(VarlinkFault) in try call.optional("n") { $0.string } ?? "-" }
        == invalid("n"))
    let expected: [([String], String)] = [
      (["n", "s", "z"], "well"), (["s", "z"], invalid("n")), (["n"], invalid("s")),
    ]
    for (names, result) in expected {
      #expect(
        try reply { (call) throws(VarlinkFault) in
          try call.expect(names)
          return "well"
        } == result)
    }
  }

  @Test func `replies end with NUL`() {
    #expect(String(decoding: VarlinkReply.success(), as: UTF8.self) == "{\"parameters\":{}}\0")
    #expect(
      String(decoding: VarlinkReply.success { $0.member("a", 1) }, as: UTF8.self)
        == "{\"parameters\":{\"a\":1}}\0")
  }

  @Test func `a reader with a limit of its own refuses what is longer`() throws {
    var framing = VarlinkFraming(limit: 4)
    framing.append([1, 2, 3, 4][...])
    #expect(try framing.nextMessage() == nil)
    framing.append([0, 5][...])
    #expect(try framing.nextMessage() == [1, 2, 3, 4])
    #expect(framing.count == 1)
    #expect(try framing.nextMessage() == nil)
    framing.append([6, 7, 8, 9][...])
    #expect(throws: VarlinkFraming.Failure.self) { try framing.nextMessage() }
  }
}
