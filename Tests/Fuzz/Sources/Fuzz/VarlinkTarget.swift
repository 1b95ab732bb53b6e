import ControlProtocol
import GestureConfig
import GestureCore
import Glibc

@testable import gestured

/// Any bytes of a client, in pieces: every reply is one JSON object with a NUL, and the server answers the next client.
func testVarlink(_ bytes: UnsafePointer<UInt8>?, _ length: Int) -> Int32 {
  let buffer = UnsafeRawBufferPointer(start: bytes, count: length)
  // It starts a process each time, and what that does is the target `configuration`.
  if String(decoding: buffer, as: UTF8.self).contains("CheckConfiguration") { return -1 }
  let server = FuzzServer.one
  let client = server.connect()
  var rest = buffer[...]
  while let size = rest.first {
    // The first byte of a piece is its size, so that messages come in parts.
    let piece = rest.dropFirst().prefix(Int(size) + 1)
    server.write(UnsafeRawBufferPointer(rebasing: piece), to: client)
    rest = rest.dropFirst(1 + piece.count)
  }
  server.publish()
  checkReplies(server.read(client))
  close(client)
  server.turn()
  let other = server.connect()
  let call = Array("{\"method\":\"org.varlink.service.GetInfo\"}\0".utf8)
  call.withUnsafeBytes { server.write($0, to: other) }
  let reply = server.read(other)
  precondition(reply.last == 0, "the server does not answer the next client")
  close(other)
  server.turn()
  return 0
}

private func checkReplies(_ bytes: [UInt8]) {
  precondition(bytes.isEmpty || bytes.last == 0, "half a reply")
  for reply in bytes.split(separator: 0) {
    guard let json = try? JSONValue(parsing: Array(reply)), case .object(let members)? = json["parameters"]
    else {
      preconditionFailure("no reply: \(String(decoding: reply, as: UTF8.self))")
    }
    precondition(json["error"] == nil || json["error"]?.string != nil)
    precondition(json["continues"] == nil || members["event"] != nil)
  }
}

/// The daemon's server on a socket without a name in the file system, with a delegate that changes nothing.
private final class FuzzServer {
  nonisolated(unsafe) static let one = FuzzServer()

  private let loop = EventLoop()
  private let delegate = FuzzDelegate()
  private let server: ControlServer
  private var address = sockaddr_un()
  private let size: socklen_t

  private init() {
    let log = Log()
    log.threshold = .error
    server = ControlServer(loop: loop, log: log, delegate: delegate)
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
    address.sun_family = sa_family_t(AF_UNIX)
    let name = Array("\0gestured-fuzz-\(getpid())".utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    size = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
    precondition(withAddress { bind(listener, $0, size) } == 0 && listen(listener, 8) == 0)
    server.serve(listener)
  }

  private func withAddress<Result>(_ body: (UnsafePointer<sockaddr>) -> Result) -> Result {
    withUnsafePointer(to: &address) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body) }
  }

  func connect() -> Int32 {
    let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
    precondition(withAddress { Glibc.connect(client, $0, size) } == 0, "the server takes no connection")
    turn()
    return client
  }

  func write(_ bytes: UnsafeRawBufferPointer, to client: Int32) {
    _ = send(client, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    turn()
  }

  /// What is ready, and what that makes ready.
  func turn() {
    for _ in 0..<4 {
      loop.schedule(after: 0) {}
      loop.turn()
    }
  }

  func publish() {
    let names = EventNames(device: "event0", gestures: ["tap"])
    var event = GestureEvent()
    event.fingers = 1
    server.publish(OutgoingEvent(event, names: names))
    turn()
  }

  func read(_ client: Int32) -> [UInt8] {
    var all: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(client, &piece, piece.count, 0)
      if count > 0 {
        all += piece[..<count]
      } else if count == 0 || errno == EAGAIN {
        return all
      }
      turn()
    }
  }
}

private final class FuzzDelegate: ControlDelegate {
  private var context = ContextValues()
  let facts = LintFacts()

  func writeStatus(withText: Bool, to json: inout JSONWriter) {
    json.list("context", context.report) { $1.string($0.value) }
  }
  func deviceReports() -> [DeviceReport] { [DeviceReport(name: "pad", node: "/dev/input/event0")] }
  func writeGestures(to json: inout JSONWriter) { json.member("gestures", ["tap"]) }
  func writeSequences(of gesture: String?, last count: Int, to json: inout JSONWriter) -> Bool { true }
  func writeStates(of gestures: [String], to json: inout JSONWriter) -> String? {
    gestures.first { $0 != "tap" }
  }
  func reload() -> [Diagnostic] { [] }
  func setEnabled(_ gesture: String, _ enabled: Bool) -> Bool { gesture == "tap" }
  func setDeviceEnabled(_ name: String, _ enabled: Bool) -> Bool { name == "pad" }
  func releaseContext(_ keys: Set<String>) { context.release(keys) }
  func setContext(_ values: [String: String], isHeld: Bool, isFirst: Bool) throws(ContextRefusal) {
    if let reason = context.refusal(of: values) { throw .invalid(reason) }
    context.set(values, isHeld: isHeld, isFirst: isFirst)
  }
  func trigger(_ gesture: String, state: GestureState?, steps: Int) -> TriggerResult {
    gesture == "tap"
      ? .done(hint: state?.rawValue, [ActionOutcome(number: 1, action: gesture, .exited, status: 3)])
      : .noSuchGesture
  }
  func patience(ofClientGesture gesture: String) -> Timestamp? { gesture == "letter" ? 100_000 : nil }
  func clientsChanged() {}
  func propose(_ call: ProposeCall) -> Bool { call.frame == 1 }
  func subscriptionsChanged(_ output: SubscribedOutput) {}
  func holdersChanged() {}
  func connectionEnded() {}
}
