import ControlProtocol
import Foundation

/// A connection to the daemon's control socket.
final class DaemonConnection {
  private let fd: Int32
  private let path: String
  private var framing = VarlinkFraming()

  /// - Parameter patience: seconds to wait for an answer; nil: for ever.
  /// - Throws: `CommandFailure` with status 3 where no daemon answers.
  init(socket explicit: String?, patience: Int? = nil) throws {
    let environment = { (name: String) in ProcessInfo.processInfo.environment[name] }
    guard let path = ControlSocket.path(explicit: explicit, environment: environment) else {
      throw CommandFailure(
        .unavailable,
        "cannot tell where the daemon's socket is: XDG_RUNTIME_DIR is not set; give --socket PATH")
    }
    self.path = path
    fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard fd >= 0, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw CommandFailure(
        .unavailable, "\(path): the path of a socket has at most 107 bytes; give --socket PATH")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    if let patience {
      var limit = timeval(tv_sec: patience, tv_usec: 0)
      for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
        setsockopt(fd, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
      }
    }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.connect(fd, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else {
      let reason = errno
      close(fd)
      throw Self.failure(path, reason)
    }
  }

  deinit { close(fd) }

  private static func failure(_ path: String, _ reason: Int32) -> CommandFailure {
    switch reason {
    case ENOENT, ECONNREFUSED:
      CommandFailure(
        .unavailable,
        "no daemon answers at \(path); start it with `systemctl --user start gestured`, or `gestured` in a terminal"
      )
    case EACCES:
      CommandFailure(
        .unavailable, "no permission for \(path): the daemon runs as another user; run this as that user")
    default: CommandFailure(.unavailable, "cannot connect to \(path): \(String(cString: strerror(reason)))")
    }
  }

  /// Calls a method of org.gestured.Gestures and waits for its answer.
  ///
  /// - Parameter writeParameters: writes the members of `parameters`.
  /// - Throws: `CommandFailure`, with the words for a person where the daemon answered with an error.
  @discardableResult
  func call(_ method: String, _ writeParameters: (inout JSONWriter) -> Void = { _ in }) throws -> JSONValue {
    try send(method, more: false, writeParameters)
    return try receive().parameters
  }

  /// Calls Subscribe; `deliver` gets the bytes of each event's reply until it returns false or the daemon is gone.
  ///
  /// - Parameters:
  ///   - timeout: milliseconds until `idle` is called where no event comes; asked before each wait, −1 for never.
  func subscribe(
    _ writeParameters: (inout JSONWriter) -> Void, timeout: () -> Int32 = { -1 }, idle: () -> Void = {},
    deliver: (_ event: JSONValue, _ reply: [UInt8]) -> Bool
  ) throws {
    try send("Subscribe", more: true, writeParameters)
    while true {
      let (parameters, bytes) = try receive(timeout, idle)
      guard let event = parameters["event"] else { throw malformed() }
      if !deliver(event, bytes) { return }
    }
  }

  // MARK: Beside other descriptors

  /// For poll(2).
  var descriptor: Int32 { fd }

  /// Calls Subscribe; `availableEvents` takes what comes.
  func beginSubscription(_ writeParameters: (inout JSONWriter) -> Void) throws {
    try send("Subscribe", more: true, writeParameters)
  }

  /// The events that have come, without waiting.
  ///
  /// - Throws: `CommandFailure` where the daemon is gone.
  func availableEvents() throws -> [JSONValue] {
    var events: [JSONValue] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      while let message = try framing.nextMessage() {
        guard let event = try parameters(of: message)["event"] else { throw malformed() }
        events.append(event)
      }
      let count = buffer.withUnsafeMutableBytes { recv(fd, $0.baseAddress!, $0.count, Int32(MSG_DONTWAIT)) }
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EAGAIN { return events }
      guard count > 0 else { throw gone() }
      buffer.withUnsafeBytes { framing.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
  }

  private func send(_ method: String, more: Bool, _ writeParameters: (inout JSONWriter) -> Void) throws {
    var json = JSONWriter()
    json.beginObject()
    json.member("method", "\(GestureInterface.name).\(method)")
    json.key("parameters")
    json.beginObject()
    writeParameters(&json)
    json.endObject()
    if more { json.member("more", true) }
    json.endObject()
    json.terminate(0)
    var rest = json.bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.send(fd, $0.baseAddress!, $0.count, Int32(MSG_NOSIGNAL)) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw gone() }
      rest = rest.dropFirst(count)
    }
  }

  private func receive(
    _ timeout: () -> Int32 = { -1 }, _ idle: () -> Void = {}
  ) throws -> (parameters: JSONValue, bytes: [UInt8]) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      if let message = try framing.nextMessage() { return (try parameters(of: message), message) }
      let wait = timeout()
      if wait >= 0 {
        var waiting = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
        if poll(&waiting, 1, wait) == 0 {
          idle()
          continue
        }
      }
      let count = buffer.withUnsafeMutableBytes { recv(fd, $0.baseAddress!, $0.count, 0) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw gone() }
      buffer.withUnsafeBytes { framing.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
  }

  private func parameters(of message: [UInt8]) throws -> JSONValue {
    guard let reply = try? JSONValue(parsing: message) else { throw malformed() }
    let parameters = reply["parameters"] ?? .object([:])
    if let error = reply["error"]?.string { throw fault(error, parameters) }
    return parameters
  }

  private func fault(_ error: String, _ parameters: JSONValue) -> CommandFailure {
    switch error {
    case "org.gestured.Gestures.NoSuchGesture":
      noSuchGesture(parameters["name"]?.string ?? "")
    case "org.gestured.Gestures.NoSuchState":
      CommandFailure(
        .wrong,
        "\"\(parameters["gesture"]?.string ?? "")\" never gets into the state \"\(parameters["state"]?.string ?? "")\""
      )
    case "org.gestured.Gestures.TooManyConnections":
      CommandFailure(
        .unavailable, "\(path): the daemon has as many clients as it takes; end one and try again")
    case "org.varlink.service.MethodNotFound":
      CommandFailure(
        .unavailable, "the daemon at \(path) does not know this command; is it of another version?")
    default:
      CommandFailure(.wrong, "the daemon refused: \(error) \(parameters["parameter"]?.string ?? "")")
    }
  }

  private func noSuchGesture(_ name: String) -> CommandFailure {
    // The answer is this connection's; a second one asks for the names.
    let listed = try? DaemonConnection(socket: path, patience: 1).call("ListGestures")["gestures"]?.array
    let names = (listed ?? []).compactMap { $0["name"]?.string }
    return CommandFailure(
      .wrong, "there is no gesture \"\(name)\"\(names.hint(for: name)); `gesturectl gestures` lists them")
  }

  private func gone() -> CommandFailure {
    CommandFailure(.unavailable, "the daemon at \(path) has ended the connection")
  }
  private func malformed() -> CommandFailure {
    CommandFailure(.unavailable, "\(path) does not speak the daemon's protocol; is another program there?")
  }
}
