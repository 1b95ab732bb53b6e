import CEvdev
import ControlProtocol
import Glibc

/// A program at the other end of the control socket, as an array of bytes in each direction.
final class SimulatedClient {
  private let fd: Int32
  private(set) var isOpen = true
  private var unsent: [UInt8] = []
  private var chunk = [UInt8](repeating: 0, count: 1 << 14)
  private(set) var received: [UInt8] = []
  /// How many calls were made whose replies are numbered.
  private(set) var numbered = 0
  /// Whether it reads what it gets.
  var isReading = true

  init(_ socket: String, as process: pid_t? = nil) {
    if let process {
      fd = boundSocket("\(socket).\(Self.count)\(Self.mark)\(process)", Int32(SOCK_STREAM.rawValue))
      Self.count += 1
      precondition(withAddress(socket) { Glibc.connect(fd, $0, $1) } == 0, "\(errno)")
      return
    }
    var isStream = true
    fd = gestured_connect_unix(socket, &isStream)
    precondition(fd >= 0, "\(fd)")
    _ = fcntl(fd, F_SETFL, O_NONBLOCK)
  }

  /// A client of another process has its number in the name of its end.
  private static let mark = " of "
  nonisolated(unsafe) private static var count = 0

  /// The process at the other end of a connection of the daemon.
  static func process(at connection: Int32) -> pid_t {
    peerName(of: connection).split(separator: mark).last.flatMap { pid_t($0) } ?? getpid()
  }

  /// The path of the other end of a connection; "" if it has none.
  static func peerName(of connection: Int32) -> String {
    var address = sockaddr_un()
    var length = socklen_t(MemoryLayout<sockaddr_un>.size)
    _ = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(connection, $0, &length) }
    }
    return withUnsafeBytes(of: address.sun_path) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  deinit { end() }

  func end() {
    if isOpen { close(fd) }
    isOpen = false
  }

  func call(_ method: String, _ parameters: String = "{}", more: Bool = false) {
    let name = method.contains(".") ? method : "\(GestureInterface.name).\(method)"
    unsent += Array(#"{"method":"\#(name)","more":\#(more),"parameters":\#(parameters)}"#.utf8) + [0]
  }
  /// Bytes that no correct client sends.
  func write(_ bytes: some Sequence<UInt8>) { unsent += bytes }
  /// A call whose reply repeats its number.
  func callNumbered() {
    call("org.example.Number\(numbered).Call")
    numbered += 1
  }

  /// Sends at most so many bytes.
  func send(atMost most: Int = .max) {
    guard isOpen, !unsent.isEmpty else { return }
    let count = Glibc.send(fd, unsent, min(most, unsent.count), Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    if count > 0 { unsent.removeFirst(count) }
  }
  var hasSentAll: Bool { unsent.isEmpty }

  /// Reads what there is.
  func read() {
    while isOpen, isReading, !isAtEnd {
      let count = recv(fd, &chunk, chunk.count, Int32(MSG_DONTWAIT))
      if count < 0 { return }
      received += chunk[..<count]
      isAtEnd = count == 0
    }
  }
  /// Whether the daemon has closed the connection.
  private(set) var isAtEnd = false

  /// The messages so far. Bytes after the last whole one are left out.
  var messages: [[UInt8]] {
    var messages = received.split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }
    messages.removeLast()
    return messages
  }
  var isWhole: Bool { received.isEmpty || received.last == 0 }

  /// The numbers of the calls in the order of their replies.
  var numbers: [Int] {
    messages.compactMap { bytes in
      guard let interface = (try? JSONValue(parsing: bytes))?["parameters"]?["interface"]?.string,
        interface.hasPrefix("org.example.Number")
      else { return nil }
      return Int(interface.dropFirst("org.example.Number".count))
    }
  }

  var replies: [JSONValue] { messages.compactMap { try? JSONValue(parsing: $0) } }
  /// The events of a subscription.
  var events: [JSONValue] { replies.compactMap { $0["parameters"]?["event"] } }
}
