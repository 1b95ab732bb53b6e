import ControlProtocol
import Glibc
import Testing

@testable import gesturectl

/// What comes over HTTP, and who may send it, without a socket.
struct StudioAccessTests {
  static func bytes(_ text: String) -> [UInt8] { Array(text.replacing("\n", with: "\r\n").utf8) }
  static let admission = Admission(port: 8080)

  static func request(_ method: String, _ target: String, _ headers: [String: String] = [:]) throws
    -> HTTPRequest
  {
    var lines = headers.map { "\($0.key): \($0.value)\n" }.sorted()
    if headers["Host"] == nil { lines.append("Host: 127.0.0.1:8080\n") }
    var text = bytes("\(method) \(target) HTTP/1.1\n\(lines.joined())\n")
    return try #require(try HTTPRequest.take(from: &text))
  }

  @Test func `a request is taken when it is whole, and leaves the next one`() throws {
    let whole = Self.bytes(
      "POST /a%20b?x=1%2B2&y=a+b HTTP/1.1\nHost: h\nContent-Length: 3\n\nabcGET / HTTP/1.1\n\n")
    for end in 0..<(whole.count - "GET / HTTP/1.1\r\n\r\n".utf8.count) {
      var part = Array(whole[..<end])
      #expect(try HTTPRequest.take(from: &part) == nil)
      #expect(part.count == end)
    }
    var input = whole
    let first = try #require(try HTTPRequest.take(from: &input))
    #expect(first.method == "POST" && first.path == "/a%20b" && first.query == ["x": "1+2", "y": "a b"])
    #expect(first.headers == ["host": "h", "content-length": "3"] && first.body == Array("abc".utf8))
    #expect(try HTTPRequest.take(from: &input)?.path == "/")
    #expect(input.isEmpty)
  }

  @Test(arguments: [
    ("GET / HTTP/1.1\nA: 1\na: 2\n\n", HTTPRequest.Failure.malformed),
    ("GET / HTTP/1.1\n b: 1\n\n", .malformed), ("GET / HTTP/1.1\nContent-Length: +1\n\n", .malformed),
    ("GET / HTTP/2\n\n", .malformed), ("GET / HTTP/1.1\nTransfer-Encoding: chunked\n\n", .malformed),
    ("GET / HTTP/1.1\nContent-Length: 65537\n\n", .tooLarge),
  ]) func `what no browser sends is refused`(text: String, failure: HTTPRequest.Failure) {
    var input = Self.bytes(text)
    #expect(throws: failure) { try HTTPRequest.take(from: &input) }
  }

  @Test func `a head has a limit, whole or not`() {
    var input = Array("GET /".utf8) + [UInt8](repeating: 65, count: HTTPRequest.longestHead)
    #expect(throws: HTTPRequest.Failure.tooLarge) { try HTTPRequest.take(from: &input) }
  }

  @Test(arguments: [-1, 0, 1]) func `the limit of a head is the same while its end comes`(more: Int) throws {
    let fixed = Self.bytes("GET / HTTP/1.1\nA: ")
    let fill = [UInt8](repeating: 65, count: HTTPRequest.longestHead - fixed.count + more)
    let whole = fixed + fill + Self.bytes("\n\n")
    for end in (whole.count - 4)...whole.count {
      var part = Array(whole[..<end])
      if more > 0 && end >= whole.count {
        #expect(throws: HTTPRequest.Failure.tooLarge) { try HTTPRequest.take(from: &part) }
      } else if more <= 0 {
        #expect(try (HTTPRequest.take(from: &part) != nil) == (end == whole.count))
      }
    }
  }

  @Test func `the key gives the cookie, the cookie the page, the token the writes`() throws {
    let admission = Self.admission
    let cookie = String(admission.cookie.prefix { $0 != ";" })
    #expect(admission.admits(try Self.request("GET", "/?key=\(admission.key)")))
    #expect(!admission.admits(try Self.request("GET", "/")))
    #expect(!admission.admits(try Self.request("GET", "/x?key=\(admission.key)")))
    #expect(admission.admits(try Self.request("GET", "/x", ["Cookie": "a=b; \(cookie)"])))
    var headers = [
      "Cookie": cookie, "Origin": "http://127.0.0.1:8080", "X-Gestured-Token": admission.token,
    ]
    #expect(admission.admits(try Self.request("POST", "/x", headers)))
    for name in headers.keys.sorted() {
      var fewer = headers
      fewer[name] = nil
      #expect(!admission.admits(try Self.request("POST", "/x", fewer)), "\(name)")
    }
    headers["Host"] = "localhost:8080"
    #expect(!admission.admits(try Self.request("POST", "/x", headers)))
    #expect(Set([admission.key, admission.token, cookie]).count == 3)
    #expect(Admission(port: 8080).key != admission.key)
  }

  @Test func `the user of a connection is that of its other end`() {
    let table = """
        sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
         0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1 1
         1: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 2 1
         2: 0100007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1001        0 3 1
         3: 0100007F:C351 0100007F:1F90 06 00000000:00000000 03:00000000 00000000     0        0 0 1
      """
    let own = PeerUser.Endpoint(address: 0x0100_007F, port: 8080)
    func user(_ port: UInt16) -> UInt32? {
      PeerUser.id(local: PeerUser.Endpoint(address: 0x0100_007F, port: port), remote: own, in: table)
    }
    #expect(user(50_000) == 1001)
    #expect(user(50_001) == nil, "its end is closed: the user is not known any more")
    #expect(user(50_002) == nil)
  }

  @Test func `the kernel says who is at the other end of a connection`() throws {
    let listener = try LoopbackListener(port: 0)
    defer { close(listener.fd) }
    let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(client) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = listener.port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    try #require(isConnected)
    let connection = try #require(listener.accept())
    #expect(PeerUser.id(of: connection.fd) == getuid())
    #expect(connection.isOwnUser)

    func name(_ fd: Int32) -> PeerUser.Endpoint {
      var own = sockaddr_in()
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      _ = withUnsafeMutablePointer(to: &own) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(fd, $0, &length) }
      }
      return PeerUser.Endpoint(address: own.sin_addr.s_addr, port: own.sin_port.bigEndian)
    }
    #expect(throws: CommandFailure.self) { try LoopbackListener(port: listener.port) }
    #expect(name(listener.fd).text.hasPrefix("0100007F:"), "other machines cannot connect")
  }

  @Test func `a number of an address stays far from the ends of an integer`() throws {
    for (text, number) in [
      ("1", 1), ("-9223372036854775808", nil), ("0", nil), ("1000000001", nil), ("x", nil),
    ] {
      #expect(try Self.request("GET", "/sequence?number=\(text)").number == number)
    }
  }

  @Test func `a body has no number that no page would send`() throws {
    for (text, isTaken) in [("1", true), ("-9223372036854775808", false), ("1e300", false)] {
      var request = try Self.request("POST", "/x", ["Content-Type": "application/json"])
      request.body = Array("{\"numbers\": [\(text)]}".utf8)
      #expect(((try? JSONValue(request)) != nil) == isTaken, "\(text)")
    }
  }

  @Test func `it ends a while after the last page, and not before the first`() {
    var linger = Linger(limit: 60)
    var ends: [Bool] = []
    // With no page, two, none, none, one (a reload), none and none.
    for (pages, now) in [(0, 1_000), (2, 2_000), (0, 3_000), (0, 3_059), (1, 3_060), (0, 4_000), (0, 4_060)] {
      if pages > 0 { linger.opened() }
      ends.append(linger.isOver(pages: pages, now: Int64(now)))
      if now == 1_000 { #expect(linger.timeout(now: 1_000) == -1) }
    }
    #expect(ends == [false, false, false, false, false, false, true])
  }
}
