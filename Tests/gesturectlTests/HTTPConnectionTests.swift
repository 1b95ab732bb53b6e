import CEvdev
import Glibc
import Testing

@testable import gesturectl

/// A browser's connection, over a pair of sockets: in one piece or in many, the answers are the same.
struct HTTPConnectionTests {
  private static let get = StudioAccessTests.bytes("GET /one HTTP/1.1\n\n")

  /// What comes back, and the paths of the requests that were given; each gets its path as its answer, `/events` the stream.
  private static func converse(_ input: [UInt8], piece: Int) throws -> (text: String, paths: [String]) {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0, &ends) == 0)
    defer { close(ends[1]) }
    let connection = HTTPConnection(fd: ends[0])
    var paths: [String] = []
    var rest = input[...]
    while !rest.isEmpty {
      let next = Array(rest.prefix(piece))
      rest = rest.dropFirst(piece)
      guard !connection.isGone else { break }
      try #require(send(ends[1], next, next.count, Int32(MSG_NOSIGNAL)) == next.count)
      connection.receive()
      connection.answerEach { request in
        paths.append(request.path)
        if request.path == "/events" { return connection.beginStream() }
        connection.send(.text(.ok, "\(request.path) \(request.body.count)"))
      }
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(ends[1], &buffer, buffer.count, 0)
    return (String(decoding: buffer[..<max(0, count)], as: UTF8.self), paths)
  }

  @Test func `a connection is idle after silence, unless it gets events or waits for an answer`() throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0, &ends) == 0)
    defer { close(ends[1]) }
    let connection = HTTPConnection(fd: ends[0])
    let last = connection.lastActive
    #expect(!connection.isIdle(for: 100, at: last + 100))
    #expect(connection.isIdle(for: 100, at: last + 101))
    connection.isWaiting = true
    #expect(!connection.isIdle(for: 100, at: last + 101))
    connection.isWaiting = false
    connection.beginStream()
    #expect(!connection.isIdle(for: 100, at: last + 101))
  }

  @Test func `a closed connection is gone, and bytes in either direction are activity`() throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0, &ends) == 0)
    let connection = HTTPConnection(fd: ends[0])
    func isActive(_ body: () throws -> Void) rethrows -> Bool {
      let before = connection.lastActive
      while gestured_now() == before {}
      try body()
      return connection.lastActive > before
    }
    #expect(!isActive { connection.receive() })
    try #require(send(ends[1], Self.get, 1, Int32(MSG_NOSIGNAL)) == 1)
    #expect(isActive { connection.receive() })
    #expect(isActive { connection.send(.forbidden) } && !connection.isGone)
    // With an unread answer the end would be an error. The last of these reads leaves EAGAIN in errno.
    var buffer = [UInt8](repeating: 0, count: 1024)
    while recv(ends[1], &buffer, buffer.count, 0) > 0 {}
    close(ends[1])
    connection.receive()
    #expect(connection.isGone)
  }

  @Test(arguments: [1, 7, 1000]) func `whole requests are answered before what cannot be read is refused`(
    piece: Int
  ) throws {
    let (text, paths) = try Self.converse(Self.get + Self.get + Array("NOT HTTP\r\n\r\n".utf8), piece: piece)
    #expect(paths == ["/one", "/one"])
    #expect(text.split(separator: "HTTP/1.1 ").map { $0.prefix(3) } == ["200", "200", "400"], "\(text)")
  }

  @Test(arguments: [1, 7, 1000]) func `nothing after the request for the stream is answered`(piece: Int)
    throws
  {
    let (text, paths) = try Self.converse(
      StudioAccessTests.bytes("GET /events HTTP/1.1\n\n") + Self.get, piece: piece)
    #expect(paths == ["/events"])
    #expect(text.hasSuffix("\r\n\r\n") && text.split(separator: "HTTP/1.1").count == 1, "\(text)")
  }

  /// A reader that stops before its end has come would never take it, and poll would report it again and again.
  @Test(arguments: [1000, 81_921, 1 << 20]) func `the longest request is taken whole`(piece: Int) throws {
    let fixed = StudioAccessTests.bytes(
      "POST /long HTTP/1.1\nContent-Length: \(HTTPRequest.longestBody)\nA: ")
    let fill = [UInt8](repeating: 65, count: HTTPRequest.longestHead - fixed.count)
    let body = [UInt8](repeating: 66, count: HTTPRequest.longestBody)
    let (text, paths) = try Self.converse(fixed + fill + HTTPRequest.headEnd + body, piece: piece)
    #expect(paths == ["/long"])
    #expect(text.hasSuffix("/long \(HTTPRequest.longestBody)\n"))
  }

  /// A peer that sends requests and reads no answers cannot make the program keep them all.
  @Test func `requests wait while answers are not read`() throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0, &ends) == 0)
    defer { close(ends[1]) }
    let connection = HTTPConnection(fd: ends[0])
    let long = HTTPResponse.text(.ok, String(repeating: "a", count: 100_000))
    let input = Array(repeating: Self.get, count: 1000).flatMap(\.self)
    try #require(send(ends[1], input, input.count, Int32(MSG_NOSIGNAL)) == input.count)
    connection.receive()
    var answered = 0
    func answer() {
      connection.answerEach { _ in
        answered += 1
        connection.send(long)
      }
    }
    answer()
    #expect((3...20).contains(answered), "\(answered) answers wait to be read")
    #expect(!connection.isGone)
    #expect(connection.interest & Int16(POLLIN) == 0, "more input is not taken")
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while answered < 1000 {
      let before = answered
      while recv(ends[1], &buffer, buffer.count, 0) > 0 { connection.flush() }
      answer()
      try #require(answered > before)
    }
    while recv(ends[1], &buffer, buffer.count, 0) > 0 { connection.flush() }
    #expect(connection.interest & Int16(POLLIN) != 0)
  }

  @Test func `requests wait behind one that is answered later`() throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0, &ends) == 0)
    defer { close(ends[1]) }
    let connection = HTTPConnection(fd: ends[0])
    try #require(send(ends[1], Self.get + Self.get, 2 * Self.get.count, Int32(MSG_NOSIGNAL)) > 0)
    connection.receive()
    var count = 0
    func wait() {
      connection.answerEach { _ in
        count += 1
        connection.isWaiting = true
      }
    }
    wait()
    wait()
    #expect(count == 1)
    connection.isWaiting = false
    wait()
    #expect(count == 2)
  }
}
