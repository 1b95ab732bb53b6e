import CEvdev
import CSystem
import Evdev

/// A client of the system bus for the compositor's process and the locks of sessions.
///
/// It calls four methods of the bus and one of logind, and receives the signals of the sessions' objects. Each signal counts only if
/// logind has sent it: any process may send a signal to any connection.
final class SystemBus {
  enum News: Equatable {
    /// The signals Lock and Unlock of a session, by its path.
    case locked(String), unlocked(String)
    /// A property of a session has changed.
    case changed(String)
    /// logind was restarted.
    case restarted
    /// The connection has ended, or could not be made.
    case lost
  }

  /// µs that an answer is waited for.
  static let patience: Int64 = 2_000_000
  private static let bus = "org.freedesktop.DBus"
  private static let busPath = "/org/freedesktop/DBus"
  private static let logind = "org.freedesktop.login1"
  private static let session = "org.freedesktop.login1.Session"
  private static let sessions = "/org/freedesktop/login1/session"
  private static let properties = "org.freedesktop.DBus.Properties"

  private enum Phase { case closed, authenticating, open }
  private struct Question {
    let serial: UInt32
    /// When it is too late for an answer.
    let end: Int64
    let answer: (BusMessage?) -> Void
  }

  private let loop: EventLoop
  private let address: String
  private var phase = Phase.closed
  private var fd: Int32 = -1
  private var input: [UInt8] = []
  /// Calls from before the connection is open.
  private var early: [UInt8] = []
  private var serial: UInt32 = 0
  private var questions: [Question] = []
  private var timer: EventLoop.Timer?
  /// logind's unique name; "" while it is not known.
  private var owner = ""
  var received: ((News) -> Void)?

  init(loop: EventLoop, address: String = SystemBus.address(environmentValue("DBUS_SYSTEM_BUS_ADDRESS"))) {
    self.loop = loop
    self.address = address
  }

  /// The path of a Unix socket in an address of D-Bus; without one the usual path.
  static func address(_ text: String?) -> String {
    for place in (text ?? "").split(separator: ";") where place.hasPrefix("unix:") {
      for pair in place.dropFirst("unix:".count).split(separator: ",") where pair.hasPrefix("path=") {
        return String(pair.dropFirst("path=".count))
      }
    }
    return "/run/dbus/system_bus_socket"
  }

  // MARK: Questions

  /// Queries the process that has a name on the bus; nil without an answer.
  func process(of name: String, _ answer: @escaping (Int32?) -> Void) {
    ask(.call(Self.bus, Self.busPath, Self.bus, "GetConnectionUnixProcessID", [name])) { reply in
      answer(reply?.number.map { Int32(truncatingIfNeeded: $0) })
    }
  }

  /// Queries whether the desktop has set that the session is locked; nil without an answer.
  func lockedHint(of session: SessionIdentity, _ answer: @escaping (Bool?) -> Void) {
    ask(.call(Self.logind, session.path, Self.properties, "Get", [Self.session, "LockedHint"])) {
      [self] reply in
      answer(reply?.sender == owner ? reply?.boolean : nil)
    }
  }

  private func ask(_ message: BusMessage, _ answer: @escaping (BusMessage?) -> Void) {
    connect()
    guard phase != .closed else { return answer(nil) }
    send(message, answer)
  }

  private func send(_ message: BusMessage, _ answer: @escaping (BusMessage?) -> Void) {
    serial += 1
    questions.append(Question(serial: serial, end: loop.now + Self.patience, answer: answer))
    if timer == nil { timer = loop.schedule(after: Self.patience) { [self] in expire() } }
    let bytes = message.bytes(serial: serial)
    if phase == .open { write(bytes) } else { early += bytes }
  }

  /// A bus that does not answer in time is left, because what it would say later is of the past.
  private func expire() {
    timer = nil
    guard let oldest = questions.first else { return }
    if oldest.end <= loop.now { return close() }
    timer = loop.schedule(after: oldest.end - loop.now) { [self] in expire() }
  }

  // MARK: The connection

  private func connect() {
    guard phase == .closed else { return }
    var isStream = false
    let result = attempt(.connect) { gestured_connect_unix(address, &isStream) }
    guard result >= 0 else { return }
    fd = result
    phase = .authenticating
    loop.watch(fd: fd, events: EventLoop.readable) { [self] _ in read() }
    let digits = Array("0123456789abcdef".utf8)
    var hello: [UInt8] = [0] + "AUTH EXTERNAL ".utf8
    for byte in "\(geteuid())".utf8 { hello += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    write(hello + [0x0d, 0x0a])
    greet()
  }

  /// The calls that begin a connection: the bus gives it a name; logind's name and its changes.
  private func greet() {
    if phase == .closed { return }
    send(.call(Self.bus, Self.busPath, Self.bus, "Hello", [])) { _ in }
    for match in [
      "type='signal',sender='\(Self.bus)',member='NameOwnerChanged',arg0='\(Self.logind)'",
      "type='signal',sender='\(Self.logind)',path_namespace='\(Self.sessions)'",
    ] {
      send(.call(Self.bus, Self.busPath, Self.bus, "AddMatch", [match])) { _ in }
    }
    send(.call(Self.bus, Self.busPath, Self.bus, "GetNameOwner", [Self.logind])) { [self] reply in
      owner = reply?.strings.first ?? ""
    }
  }

  /// Ends the connection. Its questions get no answer.
  func close() {
    guard phase != .closed else { return }
    phase = .closed
    loop.unwatch(fd: fd)
    CSystem.close(fd)
    fd = -1
    (input, early, owner) = ([], [], "")
    if let timer { loop.cancel(timer) }
    timer = nil
    let unanswered = questions
    questions = []
    for question in unanswered { question.answer(nil) }
    received?(.lost)
  }

  private func write(_ bytes: [UInt8]) {
    // The socket's buffer holds hundreds of these messages. A bus that does not read them is left.
    if sendBytes(bytes.span, to: fd) != bytes.count { close() }
  }

  private func read() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = readBytes(fd, into: &bytes)
    if count == -Int(EAGAIN) { return }
    guard count > 0 else { return close() }
    input += bytes[..<count]
    if phase == .authenticating { authenticate() }
    do throws(BusMessage.Malformed) {
      while phase == .open, let size = try BusMessage.size(input[...]), input.count >= size {
        let message = try BusMessage(input[..<size])
        input.removeFirst(size)
        take(message)
      }
    } catch {
      close()
    }
  }

  private func authenticate() {
    guard let end = input.firstIndex(of: 0x0a) else {
      if input.count > 256 { close() }
      return
    }
    let isAccepted = input.starts(with: "OK ".utf8)
    input.removeFirst(end + 1)
    guard isAccepted else { return close() }
    phase = .open
    let begin = Array("BEGIN\r\n".utf8) + early
    early = []
    write(begin)
  }

  // MARK: Messages

  private func take(_ message: BusMessage) {
    switch message.kind {
    case .reply, .failure: answer(message)
    case .signal: note(message)
    case .call: break
    }
  }

  private func answer(_ message: BusMessage) {
    guard let index = questions.firstIndex(where: { $0.serial == message.replySerial }) else { return }
    let question = questions.remove(at: index)
    if questions.isEmpty, let timer {
      loop.cancel(timer)
      self.timer = nil
    }
    question.answer(message.kind == .reply ? message : nil)
  }

  private func note(_ signal: BusMessage) {
    if signal.sender == Self.bus, signal.member == "NameOwnerChanged" {
      let names = signal.strings
      guard names.count == 3, names[0] == Self.logind else { return }
      owner = names[2]
      received?(.restarted)
      return
    }
    guard !owner.isEmpty, signal.sender == owner else { return }
    switch (signal.interface, signal.member) {
    case (Self.session, "Lock"): received?(.locked(signal.path))
    case (Self.session, "Unlock"): received?(.unlocked(signal.path))
    case (Self.properties, "PropertiesChanged"): received?(.changed(signal.path))
    default: break
    }
  }
}
