import Glibc
import Testing

@testable import gesturectl

/// The parts of a request, at their exact limits.
struct HTTPRequestTests {
  private static func take(_ text: String) throws -> HTTPRequest? {
    var bytes = StudioAccessTests.bytes(text)
    return try HTTPRequest.take(from: &bytes)
  }
  private static func failure(_ text: String) -> HTTPRequest.Failure? {
    do throws(HTTPRequest.Failure) {
      var bytes = StudioAccessTests.bytes(text)
      _ = try HTTPRequest.take(from: &bytes)
      return nil
    } catch { return error }
  }

  @Test func `an end of a head that begins before its first byte is none`() throws {
    var bytes = Array("\n\r\nGET".utf8)
    #expect(try HTTPRequest.take(from: &bytes) == nil)
  }

  @Test(
    arguments: [
      ("/", "/", [:]), ("/a/b", "/a/b", [:]), ("/?", "/", [:]), ("/?a", "/", ["a": ""]),
      ("/?a=", "/", ["a": ""]), ("/?a=1", "/", ["a": "1"]), ("/?a=1=2&b=3", "/", ["a": "1=2", "b": "3"]),
      ("/?a=1&a=2", "/", ["a": "1"]), ("/?a=1?2", "/", ["a": "1?2"]), ("/?&&a=1&", "/", ["a": "1"]),
      ("/?n=a+b%20c", "/", ["n": "a b c"]), ("/?%41=%c3%A9", "/", ["A": "é"]), ("/?a=%", "/", ["a": "%"]),
      ("/?a=%4", "/", ["a": "%4"]), ("/?a=%41", "/", ["a": "A"]), ("/?a=%4g1", "/", ["a": "%4g1"]),
      ("/?a=%2B%25", "/", ["a": "+%"]), ("/?a=%412", "/", ["a": "A2"]),
    ] as [(String, String, [String: String])]) func `a target is a path and a query`(
      target: String, path: String, query: [String: String]
    ) throws
  {
    let request = try #require(try Self.take("PUT \(target) HTTP/1.1\n\n"))
    #expect((request.method, request.path, request.query) == ("PUT", path, query))
  }

  @Test(
    arguments: [
      ("GET / HTTP/1.1\n\n", nil), ("GET /  HTTP/1.1\n\n", .malformed), ("GET /\n\n", .malformed),
      ("GET a HTTP/1.1\n\n", .malformed), ("GET  / HTTP/1.1\n\n", .malformed), ("\n\n", .malformed),
      ("GET / HTTP/1.0\n\n", .malformed), ("GET / HTTP/1.1\nno colon\n\n", .malformed),
      ("GET / HTTP/1.1\n: x\n\n", .malformed), ("GET / HTTP/1.1\na : x\n\n", .malformed),
      ("GET / HTTP/1.1\na:x\nA:y\n\n", .malformed), ("GET / HTTP/1.1\na:\u{0}\n\n", .malformed),
      ("GET / HTTP/1.1\nContent-Length: \n\n", .malformed),
      ("GET / HTTP/1.1\nContent-Length: 1x\n\n", .malformed),
      ("GET / HTTP/1.1\nContent-Length: -1\n\n", .malformed),
      ("GET / HTTP/1.1\nContent-Length: 99999999999999999999\n\n", .malformed),
      ("GET / HTTP/1.1\nContent-Length: 65536\n\n", nil),
      ("GET / HTTP/1.1\nContent-Length: 65537\n\n", .tooLarge),
    ] as [(String, HTTPRequest.Failure?)]) func `a head is refused for what no browser sends`(
      text: String, failure: HTTPRequest.Failure?
    )
  {
    #expect(Self.failure(text) == failure)
  }

  @Test func `headers have a number`() throws {
    func head(_ count: Int) -> String {
      "GET / HTTP/1.1\n" + (0..<count).map { "a\($0): \($0)\n" }.joined() + "\n"
    }
    let whole = try #require(try Self.take(head(64)))
    #expect(whole.headers.count == 64 && whole.headers["a63"] == "63")
    #expect(Self.failure(head(65)) == .tooLarge)
  }

  @Test func `a head and a body have 16 and 64 KiB`() {
    #expect(HTTPRequest.longestHead == 16_384)
    #expect(HTTPRequest.longestBody == 65_536)
    #expect(HTTPRequest.mostHeaders == 64)
  }

  /// The end of a head is four bytes, in any of which its search may begin.
  @Test func `the end of a head is found behind every beginning`() throws {
    for count in 0..<9 {
      for line in [
        "a: \(String(repeating: "x", count: count))\r\r\n\r\n",
        "a: \(String(repeating: "x", count: count))\r\n\r\n",
      ] {
        var bytes = Array("GET / HTTP/1.1\r\n".utf8) + Array(line.utf8) + Array("rest".utf8)
        #expect(try HTTPRequest.take(from: &bytes) != nil, "\(line)")
        #expect(bytes == Array("rest".utf8))
      }
    }
    // Line ends of another kind are no end.
    for other in ["\n\n", "\r\r", "\n\r\n", "\r\n\r", "\r\n\n\r\n", "\r\nx\r\n"] {
      var bytes = Array("GET / HTTP/1.1\(other)".utf8)
      #expect(try HTTPRequest.take(from: &bytes) == nil)
    }
  }

  @Test(arguments: [
    ("a=1", "1"), ("b=2; a=1", "1"), ("a=1=2", "1=2"), ("a", nil), ("a=", nil), ("xa=1", nil),
    ("b=a; a=1; a=2", "1"), ("", nil),
  ]) func `a cookie is found by its name`(header: String, value: String?) throws {
    let request = try #require(try Self.take("GET / HTTP/1.1\nCookie: \(header)\n\n"))
    #expect(request.cookie("a") == value)
  }

  @Test func `a number of an address is from 1 to a thousand million`() throws {
    for (text, number) in [("1", 1), ("1000000000", 1_000_000_000), ("1000000001", nil), ("0", nil)] {
      #expect(try Self.take("GET /?number=\(text) HTTP/1.1\n\n")?.number == number)
    }
  }

  // MARK: Responses

  @Test func `a response has its length, its type and the headers of every response`() {
    var response = HTTPResponse.text(.notFound, "no")
    response.headers.append(("Content-Disposition", "attachment; filename=\"a.evemu\""))
    let text = String(decoding: response.bytes, as: UTF8.self)
    #expect(
      text.replacing("\r\n", with: "\n") == """
        HTTP/1.1 404 Not Found
        Content-Type: text/plain; charset=utf-8
        Content-Length: 3
        Content-Disposition: attachment; filename="a.evemu"
        Content-Security-Policy: \(HTTPResponse.contentSecurityPolicy)
        X-Content-Type-Options: nosniff
        Referrer-Policy: no-referrer
        Cache-Control: no-store
        Cross-Origin-Resource-Policy: same-origin
        Cross-Origin-Opener-Policy: same-origin

        no

        """)
    let stream = String(decoding: HTTPResponse.eventStreamHead, as: UTF8.self)
    #expect(stream.hasPrefix("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n"))
    #expect(stream.hasSuffix("\r\n\r\n"))
  }

  // MARK: Admission

  @Test func `secrets have 64 hexadecimal digits`() {
    let admission = Admission(port: 8080)
    for secret in [admission.key, admission.session, admission.token] {
      #expect(secret.utf8.count == 64 && secret.allSatisfy { $0.isHexDigit && !$0.isUppercase })
    }
    #expect(Set([admission.key, admission.session, admission.token]).count == 3)
    #expect(admission.address == "http://127.0.0.1:8080/?key=\(admission.key)")
    #expect(
      admission.cookie
        == "gestured-studio-8080=\(admission.session); HttpOnly; SameSite=Strict; Path=/")
  }

  @Test func `a request with one wrong part is refused`() throws {
    let admission = StudioAccessTests.admission
    let cookie = String(admission.cookie.prefix { $0 != ";" })
    func admits(_ method: String, _ more: [String: String]) throws -> Bool {
      var headers = [
        "Host": "localhost:8080", "Cookie": cookie, "Origin": "http://localhost:8080",
        "X-Gestured-Token": admission.token, "Sec-Fetch-Site": "same-origin",
      ]
      headers.merge(more) { $1 }
      return admission.admits(try StudioAccessTests.request(method, "/x", headers))
    }
    for method in ["GET", "POST"] {
      #expect(try admits(method, [:]))
      for (name, value, expected) in [
        ("Sec-Fetch-Site", "none", true), ("Sec-Fetch-Site", "cross-site", false),
        ("Sec-Fetch-Site", "same-site", false), ("Host", "example.org", false),
        ("Host", "localhost:8081", false), ("Origin", "http://127.0.0.1:8080", false),
        ("Origin", "https://localhost:8080", false), ("Cookie", cookie + "0", false),
        ("Cookie", String(cookie.dropLast()), false), ("Cookie", "gestured-studio-8080=", false),
      ] {
        #expect(try admits(method, [name: value]) == expected, "\(method) \(name) \(value)")
      }
    }
    // A token of the same length that differs in one place.
    let last: Character = admission.token.hasSuffix("0") ? "1" : "0"
    #expect(
      try !admits("POST", ["X-Gestured-Token": String(admission.token.dropLast()) + String(last)])
    )
    #expect(try !admits("PUT", [:]))
    #expect(
      !admission.admits(try StudioAccessTests.request("GET", "/?key=\(admission.token)")))
  }

  // MARK: The user at the other end

  @Test func `the row of a connection has both of its ends`() {
    func user(_ rows: String...) -> UInt32? {
      PeerUser.id(
        local: PeerUser.Endpoint(address: 0x0100_007F, port: 80),
        remote: PeerUser.Endpoint(address: 0x0100_007F, port: 0xABC),
        in: (["  sl  heading"] + rows).joined(separator: "\n"))
    }
    let row = "0: 0100007F:0050 0100007F:0ABC 01 0:0 0:0 0 1001"
    #expect(user(row) == 1001)
    for other in [
      "0: 0100007F:0051 0100007F:0ABC 01 0:0 0:0 0 1001", "0: 0100007F:0050 0100007F:0ABD 01 0:0 0:0 0 1001",
      "0: 0100007F:0050 0100007F:0ABC 06 0:0 0:0 0 1001", "0: 0100007F:0050 0100007F:0ABC 01 0:0 0:0 0",
    ] {
      #expect(user(other) == nil, "\(other)")
      #expect(user(other, row) == 1001)
    }
  }
}
