import ControlProtocol
import Evdev
import Glibc

/// Values from standard input that hold until its end (`control context --hold`), and that are sent again to a daemon that was restarted.
final class HeldContext {
  /// ms between attempts to connect: the first one, doubled up to the last one.
  private static let firstDelay: Int32 = 50
  private static let lastDelay: Int32 = 1_000
  /// Bytes of a line; 64 values of 1 kB, each byte of which may need six in JSON.
  private static let longestLine = 512 << 10

  private let connect: () throws(CommandFailure) -> DaemonConnection
  private var connection: DaemonConnection?
  private var values: [String: String] = [:]
  private var delay = firstDelay
  private var isReported = false
  private var line: [UInt8] = []

  init(connect: @escaping () throws(CommandFailure) -> DaemonConnection) { self.connect = connect }

  func run() throws(CommandFailure) {
    while true {
      if connection == nil && !values.isEmpty { begin() }
      let isWaiting = connection == nil && !values.isEmpty
      let descriptors = [STDIN_FILENO, connection?.descriptor ?? -1]
      let ready = waitForInput(descriptors, milliseconds: isWaiting ? delay : -1) ?? [false, false]
      if isWaiting && !ready[0] { delay = min(delay * 2, Self.lastDelay) }
      // Between two calls a daemon sends nothing, so this is the end of the connection.
      if ready[1] { connection = nil }
      if ready[0], try !read() { return }
    }
  }

  /// Sends all values on a new connection.
  private func begin() {
    do throws(CommandFailure) {
      connection = try connect()
      isReported = false
      delay = Self.firstDelay
      // One by one, so that one that is refused does not take the others with it.
      for (key, value) in values.sorted(by: { $0.key < $1.key }) where !send([key: value]) {
        values[key] = nil
      }
    } catch {
      if !isReported {
        StandardError.line("gesturectl: \(error.message); waiting for it")
      }
      isReported = true
    }
  }

  /// - Returns: false if the daemon has refused the values.
  private func send(_ new: [String: String]) -> Bool {
    do throws(CommandFailure) { try connection?.setContext(new, isHeld: true) } catch {
      if error.status == .wrong {
        StandardError.line("gesturectl: \(error.message)")
        return false
      }
      connection = nil
    }
    return true
  }

  /// - Returns: false at the end of standard input.
  private func read() throws(CommandFailure) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = readBytes(STDIN_FILENO, into: &bytes)
    guard count > 0 else { return count == -Int(EINTR) }
    line += bytes[..<count]
    while let end = line.firstIndex(of: UInt8(ascii: "\n")) {
      try take(Array(line[..<end]))
      line.removeSubrange(...end)
    }
    if line.count > Self.longestLine { throw Self.invalid("a line is longer than \(Self.longestLine) bytes") }
    return true
  }

  private func take(_ line: [UInt8]) throws(CommandFailure) {
    guard case .object(let members)? = try? JSONValue(parsing: line) else {
      throw Self.invalid(#"expected an object of strings in one line, such as {"app": "firefox"}"#)
    }
    let new = members.compactMapValues(\.string)
    guard new.count == members.count else { throw Self.invalid("a value is not a string") }
    if connection == nil || send(new) { values.merge(new) { $1 } }
  }

  private static func invalid(_ text: String) -> CommandFailure {
    .usage("standard input: \(text)")
  }
}
