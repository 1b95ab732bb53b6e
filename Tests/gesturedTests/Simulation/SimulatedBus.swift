import Evdev
import Glibc

@testable import gestured

/// The system bus for one client at a time, and logind on it.
final class SimulatedBus {
  static let session = "org.freedesktop.login1.Session"
  private static let bus = "org.freedesktop.DBus"
  /// logind's name on the bus.
  private static let logind = ":1.2"

  /// Processes of names on the bus.
  var processes: [String: pid_t] = [:]
  /// LockedHint, by the session's path.
  var hints: [String: Bool] = [:]
  /// Whether it answers nothing.
  var isSilent = false
  /// The members that were called.
  private(set) var calls: [String] = []
  let path: String
  private let listener: Int32
  private var connection: Int32 = -1
  private var input: [UInt8] = []
  private var isOpen = false
  /// Whether the last `run` has written something.
  private(set) var hasAnswered = false

  init(_ path: String) {
    self.path = path
    listener = boundSocket(path, Int32(SOCK_STREAM.rawValue))
    precondition(listen(listener, 5) == 0)
  }

  deinit {
    drop()
    close(listener)
  }

  /// Ends the connection of the daemon.
  func drop() {
    if connection >= 0 { close(connection) }
    connection = -1
  }

  /// Answers what has come.
  func run() {
    hasAnswered = false
    let new = accept(listener, nil, nil)
    if new >= 0 {
      drop()
      _ = fcntl(new, F_SETFL, O_NONBLOCK)
      _ = fcntl(new, F_SETFD, FD_CLOEXEC)
      (connection, input, isOpen) = (new, [], false)
    }
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while connection >= 0 {
      let count = recv(connection, &chunk, chunk.count, 0)
      if count == 0 { drop() }
      guard count > 0 else { break }
      input += chunk[..<count]
    }
    if !isOpen { authenticate() }
    while isOpen, let size = (try? BusMessage.size(input[...])) ?? nil, input.count >= size {
      guard let message = try? BusMessage(input[..<size]) else { return drop() }
      input.removeFirst(size)
      answer(message)
    }
  }

  private func authenticate() {
    let user = "\(geteuid())".utf8.map { String($0, radix: 16) }.joined()
    for (line, reply) in [("\0AUTH EXTERNAL \(user)\r\n", "OK 1234deadbeef\r\n"), ("BEGIN\r\n", "")]
    where input.starts(with: line.utf8) {
      input.removeFirst(line.utf8.count)
      write(Array(reply.utf8))
      isOpen = reply.isEmpty
    }
  }

  // MARK: Calls

  private func answer(_ call: BusMessage) {
    calls.append(call.member)
    if isSilent { return }
    var body = BusWriter()
    switch call.member {
    case "GetConnectionUnixProcessID":
      let process = processes[call.strings[0]]
      body.number(UInt32(process ?? 0))
      reply(to: call, by: Self.bus, process == nil ? nil : "u", body)
    case "Get":
      let hint = hints[call.path]
      body.signature("b")
      body.number(hint == true ? 1 : 0)
      reply(to: call, by: Self.logind, hint == nil ? nil : "v", body)
    case "Hello", "GetNameOwner":
      body.string(call.member == "Hello" ? ":1.77" : Self.logind)
      reply(to: call, by: Self.bus, "s", body)
    default: reply(to: call, by: Self.bus, "", body)
    }
  }

  /// - Parameter signature: nil for an error.
  private func reply(to call: BusMessage, by sender: String, _ signature: String?, _ body: BusWriter) {
    var fields = Fields()
    fields.add(5, call.serial)
    fields.add(7, "s", sender)
    if signature == nil { fields.add(4, "s", "org.test.Error") }
    fields.add(8, "g", signature ?? "")
    send(signature == nil ? .failure : .reply, fields, signature?.isEmpty == false ? body : BusWriter())
  }

  /// A signal of logind, or of another process.
  func signal(
    _ path: String, _ member: String, _ interface: String = session, sender: String = logind,
    _ strings: String...
  ) {
    var (fields, body) = (Fields(), BusWriter())
    for (code, type, text) in [(1, "o", path), (2, "s", interface), (3, "s", member), (7, "s", sender)]
      as [(UInt8, Character, String)]
    {
      fields.add(code, type, text)
    }
    fields.add(8, "g", String(repeating: "s", count: strings.count))
    for string in strings { body.string(string) }
    send(.signal, fields, body)
  }

  /// logind has ended and come back, with the same name.
  func restartLogind() {
    signal(
      "/org/freedesktop/DBus", "NameOwnerChanged", Self.bus, sender: Self.bus, "org.freedesktop.login1",
      Self.logind, Self.logind)
  }

  // MARK: Bytes

  private struct Fields {
    var writer = BusWriter()
    mutating func add(_ code: UInt8, _ type: Character, _ value: String) {
      if value.isEmpty { return }
      begin(code, type)
      if type == "g" { writer.signature(value) } else { writer.string(value) }
    }
    mutating func add(_ code: UInt8, _ value: UInt32) {
      begin(code, "u")
      writer.number(value)
    }
    private mutating func begin(_ code: UInt8, _ type: Character) {
      writer.align(8)
      writer.bytes += [code, 1, type.asciiValue!, 0]
    }
  }

  private func send(_ kind: BusMessage.Kind, _ fields: Fields, _ body: BusWriter) {
    var head = BusWriter()
    head.bytes = [UInt8(ascii: "l"), kind.rawValue, 1, 1]
    for number in [body.bytes.count, 99, fields.writer.bytes.count] { head.number(UInt32(number)) }
    head.bytes += fields.writer.bytes
    head.align(8)
    write(head.bytes + body.bytes)
  }

  private func write(_ bytes: [UInt8]) {
    guard connection >= 0, !bytes.isEmpty else { return }
    hasAnswered = true
    precondition(Glibc.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
  }
}
