import ControlProtocol
import Glibc
import Testing

@testable import gesturectl

/// The connection to the daemon's socket, with the test as the daemon. The replies are sent before the calls, so no test waits.
struct DaemonConnectionTests {
  /// A listening socket at a path, as the daemon has it.
  private final class Server {
    let fd: Int32
    private(set) var peer: Int32 = -1

    init(_ path: String) throws {
      fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      let bytes = Array(path.utf8)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
      let isBound = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(fd, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
        }
      }
      try #require(isBound && listen(fd, 4) == 0)
    }
    deinit {
      hangUp()
      close(fd)
    }

    func accept() { peer = Glibc.accept(fd, nil, nil) }
    func hangUp() {
      if peer >= 0 { close(peer) }
      peer = -1
    }
    func send(_ text: String, end: String = "\0") throws {
      let bytes = Array((text + end).utf8)
      try #require(Glibc.send(peer, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
    }
    /// The requests so far, with their ends as lines.
    var received: String {
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = recv(peer, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      return String(decoding: buffer[..<max(0, count)].map { $0 == 0 ? 10 : $0 }, as: UTF8.self)
    }
  }

  private static func connected(
    patience: Int64 = 15_000_000, _ body: (DaemonConnection, Server, String) throws -> Void
  ) throws {
    try withFolder { folder in
      let path = "\(folder)/socket"
      let server = try Server(path)
      let connection = try DaemonConnection(socket: path, patience: patience)
      server.accept()
      try body(connection, server, path)
    }
  }
  private static func message(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch { return (error as? CommandFailure)?.message }
  }

  @Test func `a call is one message, and its reply has the parameters`() throws {
    try Self.connected { connection, server, _ in
      try server.send(#"{"parameters":{"a":1}}"#)
      try server.send("{}")
      #expect(try connection.call("Status") == .object(["a": .integer(1)]))
      #expect(try connection.call("SetEnabled") { $0.member("gesture", "x") } == .object([:]))
      #expect(
        server.received == """
          {"method":"org.gestured.Gestures.Status","parameters":{}}
          {"method":"org.gestured.Gestures.SetEnabled","parameters":{"gesture":"x"}}

          """)
    }
  }

  @Test func `a subscription goes on until its reader ends it`() throws {
    try Self.connected { connection, server, _ in
      var read: [JSONValue] = []
      var idle = 0
      try server.send(#"{"parameters":{"event":{"n":1}},"continues":true}"#)
      try connection.subscribe(
        { $0.member("log", true) }, timeout: { 0 },
        idle: {
          idle += 1
          try? server.send(#"{"parameters":{"event":{"n":2}},"continues":true}"#)
          return true
        }
      ) { event, bytes in
        read.append(event)
        #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("\"continues\":true}"))
        return read.count < 2
      }
      #expect(read == [.object(["n": .integer(1)]), .object(["n": .integer(2)])])
      #expect(idle == 1)
      #expect(
        server.received
          == "{\"method\":\"org.gestured.Gestures.Subscribe\",\"parameters\":{\"log\":true},\"more\":true}\n")
    }
  }

  @Test func `a subscription ends when its reader has waited long enough`() throws {
    try Self.connected { connection, _, _ in
      var idle = 0
      try connection.subscribe(
        { _ in }, timeout: { 0 },
        idle: {
          idle += 1
          return idle < 3
        }
      ) { _, _ in true }
      #expect(idle == 3)
    }
  }

  @Test func `events are taken without a wait, and the end of the connection is noticed`() throws {
    try Self.connected { connection, server, path in
      try connection.beginSubscription { _ in }
      #expect(server.received.hasSuffix("\"more\":true}\n"))
      #expect(try connection.availableEvents().map(\.event) == [])
      try server.send(#"{"parameters":{"event":1}}"#)
      try server.send(#"{"parameters":{"event":2}}"#)
      try server.send(#"{"parameters":{"#, end: "")
      #expect(try connection.availableEvents().map(\.event) == [.integer(1), .integer(2)])
      try server.send(#""event":3}}"#)
      #expect(try connection.availableEvents().map(\.event) == [.integer(3)])
      server.hangUp()
      #expect(
        Self.message { _ = try connection.availableEvents() }
          == "the daemon at \(path) closed the connection")
    }
  }

  @Test func `each error of the daemon is a sentence`() throws {
    for (reply, text) in [
      (
        #"{"error":"org.gestured.Gestures.NoSuchState","parameters":{"gesture":"a","state":"step"}}"#,
        "\"a\" has no state \"step\""
      ),
      (
        #"{"error":"org.gestured.Gestures.TooManyConnections"}"#,
        "PATH: the daemon has reached its limit of clients; close one and try again"
      ),
      (
        #"{"error":"org.varlink.service.MethodNotFound"}"#,
        "the daemon at PATH does not have this method; is it another version?"
      ),
      (
        #"{"error":"org.gestured.Gestures.CheckFailed","parameters":{"reason":"late"}}"#,
        "the daemon refused: late"
      ),
      (#"{"error":"org.gestured.Gestures.NotKept","parameters":{"reason":"no space"}}"#, "no space"),
      (
        #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"n"}}"#,
        "the daemon refused: org.varlink.service.InvalidParameter n"
      ),
      // No second connection is answered here, so there is no suggestion.
      (
        #"{"error":"org.gestured.Gestures.NoSuchGesture","parameters":{"name":"a"}}"#,
        "there is no gesture \"a\"; `gesturectl status gestures` lists them"
      ),
      ("[]", "PATH does not speak the daemon's protocol; is another program there?"),
      ("x", "PATH does not speak the daemon's protocol; is another program there?"),
    ] {
      try Self.connected { connection, server, path in
        try server.send(reply)
        unlink(path)
        let message = Self.message { try connection.call("Status") }
        #expect(message == text.replacing("PATH", with: path))
      }
    }
  }

  @Test(arguments: [
    ("999999999999", true), ("-999999999999", true), ("1000000000000", false), ("-1000000000000", false),
    ("999999999999.5", true), ("1e12", false), ("[1,[1e12]]", false), (#"{"a":{"b":1000000000000}}"#, false),
    (#"[null,true,"x",0.5]"#, true),
  ]) func `numbers of a reply are in a range that cannot overflow`(value: String, isTaken: Bool) throws {
    try Self.connected { connection, server, path in
      try server.send(#"{"parameters":{"value":\#(value)}}"#)
      let message = Self.message { try connection.call("Status") }
      #expect(
        message == (isTaken ? nil : "\(path) does not speak the daemon's protocol; is another program there?")
      )
    }
  }

  @Test func `a daemon that does not reply, or goes, is an error`() throws {
    try Self.connected(patience: 0) { connection, _, path in
      #expect(
        Self.message { try connection.call("Status") } == "the daemon at \(path) did not reply within 0 s")
    }
    try Self.connected { connection, server, path in
      server.hangUp()
      #expect(
        Self.message { try connection.call("Status") } == "the daemon at \(path) closed the connection")
    }
    // It goes between the request and the reply.
    try Self.connected { connection, server, path in
      shutdown(server.peer, Int32(SHUT_WR))
      #expect(
        Self.message { try connection.call("Status") } == "the daemon at \(path) closed the connection")
    }
  }

  @Test func `a long reply comes whole`() throws {
    try Self.connected { connection, server, _ in
      let text = String(repeating: "a", count: 100_000)
      try server.send("{\"parameters\":{\"a\":\"\(text)\"}}")
      #expect(try connection.call("Status")["a"]?.string?.utf8.count == 100_000)
    }
  }

  @Test func `a path has a length, and a missing socket a remedy`() {
    for (count, text) in [
      (
        107,
        "no daemon is running at PATH; `gesturectl setup` starts it"
      ),
      (108, "PATH: a socket's path has at most 107 bytes; give --socket PATH"),
    ] {
      let path = "/tmp/" + String(repeating: "x", count: count - 5)
      let failure = #expect(throws: CommandFailure.self) { try DaemonConnection(socket: path) }
      #expect(failure?.message == text.replacing("PATH", with: path, maxReplacements: 1))
      #expect(failure?.status == .unavailable)
    }
  }
}
