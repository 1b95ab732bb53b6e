import CEvdev
import ControlProtocol
import Evdev
import Glibc

final class DaemonConnection {
  private let fd: Int32
  private let path: String
  private var framing = VarlinkFraming(limit: DaemonConnection.longestReply)
  /// Bytes. Even the reply with the most gestures that the daemon accepts is far smaller.
  private static let longestReply = 16 << 20
  /// µs for a whole reply.
  private static let usualPatience: Int64 = 15_000_000
  /// µs for a reply without which the command goes on.
  static let shortPatience: Int64 = 2_000_000
  private let patience: Int64

  /// - Parameter patience: µs to wait for a reply. The wait for events has no limit.
  init(socket explicit: String?, patience: Int64 = DaemonConnection.usualPatience) throws(CommandFailure) {
    guard let path = ControlSocket.path(explicit: explicit, environment: Environment.value) else {
      throw .unavailable(
        "the path of the daemon's socket is not known: XDG_RUNTIME_DIR is not set to an absolute path; give --socket PATH"
      )
    }
    self.path = path
    self.patience = patience
    fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard fd >= 0, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw .unavailable("\(path): a socket's path has at most 107 bytes; give --socket PATH")
    }
    // The path fits, as checked above. connect(2) and setsockopt(2) read the values during the call.
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    var limit = timeval(tv_sec: Int(patience / 1_000_000), tv_usec: 0)
    unsafe setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    // deinit closes the socket of a connection that failed.
    let result = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glibc.connect(fd, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw Self.failure(path, errno) }
    guard gestured_peer_uid(fd) == Int64(getuid()) else {
      throw .unavailable("the daemon at \(path) belongs to another user; run this as that user")
    }
  }

  deinit { close(fd) }

  private static func failure(_ path: String, _ reason: Int32) -> CommandFailure {
    switch reason {
    case ENOENT, ECONNREFUSED:
      .unavailable(
        "no daemon is running at \(path); `gesturectl setup` starts it"
      )
    case EACCES:
      .unavailable("no permission for \(path): the daemon runs as another user; run this as that user")
    default: .unavailable("cannot connect to \(path): \(errorText(reason))")
    }
  }

  /// Calls a method of org.gestured.Gestures and waits for the reply.
  ///
  /// - Parameter writeParameters: writes the members of `parameters`.
  @discardableResult
  func call(_ method: String, _ writeParameters: (inout JSONWriter) -> Void = { _ in }) throws(CommandFailure)
    -> JSONValue
  {
    try send(method, more: false, writeParameters)
    return try receive()
  }

  /// Calls a method without which the command goes on; nil if no daemon answers soon.
  static func ask(
    _ method: String, socket: String?, _ writeParameters: (inout JSONWriter) -> Void = { _ in }
  ) -> JSONValue? {
    try? DaemonConnection(socket: socket, patience: shortPatience).call(method, writeParameters)
  }

  /// Calls Subscribe. `deliver` receives the bytes of each event's reply until it returns false or the connection ends.
  ///
  /// - Parameters:
  ///   - timeout: returns the milliseconds without an event after which `idle` is called, before each wait; −1 waits forever. The
  ///     wait for events ends if `idle` returns false.
  func subscribe(
    _ writeParameters: (inout JSONWriter) -> Void, timeout: () -> Int32 = { -1 },
    idle: () -> Bool = { true },
    deliver: (_ event: JSONValue, _ reply: [UInt8]) -> Bool
  ) throws(CommandFailure) {
    try beginSubscription(writeParameters)
    while true {
      for (event, reply) in try availableEvents() where !deliver(event, reply) { return }
      if waitForInput(fd, milliseconds: timeout()) == 0, !idle() { return }
    }
  }

  // MARK: Beside other descriptors

  var descriptor: Int32 { fd }

  /// Calls Subscribe. `availableEvents` returns the replies.
  func beginSubscription(_ writeParameters: (inout JSONWriter) -> Void) throws(CommandFailure) {
    try send("Subscribe", more: true, writeParameters)
  }

  /// The events that have arrived, each with the bytes of its reply; does not wait.
  func availableEvents() throws(CommandFailure) -> [(event: JSONValue, reply: [UInt8])] {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = receiveBytes(fd, into: &buffer)
    guard count > 0 || count < 0 && errno == EAGAIN else { throw gone() }
    framing.append(buffer[..<max(count, 0)])
    var events: [(JSONValue, [UInt8])] = []
    while let message = try nextMessage() {
      guard let event = try parameters(of: message)["event"] else { throw malformed() }
      events.append((event, message))
    }
    return events
  }

  private func send(_ method: String, more: Bool, _ writeParameters: (inout JSONWriter) -> Void)
    throws(CommandFailure)
  {
    let message = JSONWriter.bytes { json in
      json.object {
        $0.member("method", "\(GestureInterface.name).\(method)")
        $0.object("parameters", writeParameters)
        if more { $0.member("more", true) }
      }
      json.terminate(0)
    }
    var rest = message[...]
    while !rest.isEmpty {
      let count = sendBytes(rest, to: fd)
      guard count > 0 else { throw gone() }
      rest = rest.dropFirst(count)
    }
  }

  /// The parameters of the next reply.
  private func receive() throws(CommandFailure) -> JSONValue {
    let end = gestured_now() + patience
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      if let message = try nextMessage() { return try parameters(of: message) }
      let ready = waitForInput(fd, milliseconds: milliseconds(end - gestured_now()))
      if ready == -EINTR { continue }
      guard ready > 0 else {
        throw .unavailable("the daemon at \(path) did not reply within \(patience / 1_000_000) s")
      }
      let count = receiveBytes(fd, into: &buffer, flags: 0)
      guard count > 0 else { throw gone() }
      framing.append(buffer[..<count])
    }
  }

  /// The next whole message; nil until it has arrived.
  private func nextMessage() throws(CommandFailure) -> [UInt8]? {
    do { return try framing.nextMessage() } catch { throw malformed() }
  }

  private func parameters(of message: [UInt8]) throws(CommandFailure) -> JSONValue {
    guard let reply = try? JSONValue(parsing: message), case .object = reply, reply.isPlausible else {
      throw malformed()
    }
    let parameters = reply["parameters"] ?? .object([:])
    if let error = reply["error"]?.string { throw fault(error, parameters) }
    return parameters
  }

  private func fault(_ error: String, _ parameters: JSONValue) -> CommandFailure {
    switch error {
    case "org.gestured.Gestures.NoSuchDevice":
      .wrong(
        "no open device is named \"\(parameters["name"]?.string ?? "")\"; `gesturectl status devices` lists them"
      )
    case "org.gestured.Gestures.NoSuchGesture": noSuchGesture(parameters["name"]?.string ?? "")
    case "org.gestured.Gestures.NoSuchState":
      .wrong(
        "\"\(parameters["gesture"]?.string ?? "")\" has no state \"\(parameters["state"]?.string ?? "")\"")
    case "org.gestured.Gestures.TooManyConnections":
      .unavailable("\(path): the daemon has reached its limit of clients; close one and try again")
    case "org.varlink.service.MethodNotFound":
      .unavailable("the daemon at \(path) does not have this method; is it another version?")
    case "org.gestured.Gestures.CheckFailed":
      .unavailable("the daemon refused: \(parameters["reason"]?.string ?? "")")
    case "org.gestured.Gestures.NotKept": .wrong(parameters["reason"]?.string ?? "")
    default: .wrong("the daemon refused: \(error) \(parameters["parameter"]?.string ?? "")")
    }
  }

  private func noSuchGesture(_ name: String) -> CommandFailure {
    // The names are read through a second connection, because this one is in the middle of a reply.
    let listed = Self.ask("ListGestures", socket: path)?["gestures"]?.array
    let names = (listed ?? []).compactMap { $0["name"]?.string }
    return .wrong(
      "there is no gesture \"\(name)\"\(names.hint(for: name, then: "`gesturectl status gestures` lists them"))"
    )
  }

  private func gone() -> CommandFailure {
    .unavailable("the daemon at \(path) closed the connection")
  }
  private func malformed() -> CommandFailure {
    .unavailable("\(path) does not speak the daemon's protocol; is another program there?")
  }
}

extension JSONValue {
  /// Whether all numbers are in a range in which arithmetic cannot overflow.
  var isPlausible: Bool {
    switch self {
    case .null, .bool, .string: true
    case .integer(let value): value.magnitude < 1_000_000_000_000
    case .number(let value): value.isFinite && value.magnitude < 1e12
    case .array(let values): values.allSatisfy(\.isPlausible)
    case .object(let members): members.values.allSatisfy(\.isPlausible)
    }
  }
}
