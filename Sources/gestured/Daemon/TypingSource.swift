import CEvdev
import CSystem
import Evdev
import Typing

/// The connection to gestured-typing, the program that opens keyboards: messages that a key was pressed and which
/// modifiers are held.
final class TypingSource {
  /// Takes each message.
  var received: ((TypingMessage) -> Void)?
  /// The connection has ended: no modifiers are known.
  var lost: (() -> Void)?

  private let loop: EventLoop
  private let log: Log
  private let files: FileWatch
  private let path: String
  private var fd: Int32 = -1
  private var retry: EventLoop.Timer?
  /// Before the next attempt, in microseconds; longer after each connection that ended at once.
  private var pause = TypingSource.shortestPause
  private var connectedAt: Int64 = 0
  /// Connections refused since something happened at the path.
  private var refusals = 0
  private var isWanted = false
  private var isRequired = false
  private var wantsModifiers = false
  private var hasWarned = false

  private static let shortestPause: Int64 = 1_000_000
  private static let longestPause: Int64 = 60_000_000
  /// A path can be connected to only after bind *and* listen, and inotify reports bind alone: connections that are
  /// refused are attempted again after 0.1 s, 0.2 s, 0.4 s, …, 26 s in all. Then nothing runs there.
  private static let firstPauseAfterRefusal: Int64 = 100_000
  private static let mostRefusals = 8

  init(loop: EventLoop, log: Log, files: FileWatch) {
    self.loop = loop
    self.log = log
    self.files = files
    path = environmentValue("GESTURED_TYPING_SOCKET") ?? TypingMessage.socketPath
  }

  /// - Parameters:
  ///   - wanted: a gesture reads the messages.
  ///   - modifiers: a gesture reads the modifiers, which are sent on request.
  ///   - required: the configuration names something that is without effect without them: a warning says so where
  ///     gestured-typing does not run, and it is waited for.
  func use(wanted: Bool, modifiers: Bool, required: Bool) {
    isWanted = wanted
    if wantsModifiers != modifiers {
      wantsModifiers = modifiers
      disconnect()
    }
    if isRequired != required {
      isRequired = required
      hasWarned = false
      // A new connection begins with the modifiers that are held.
      disconnect()
      if required { files.watch(path) { [self] in pathChanged() } } else { files.unwatch(path) }
    }
    if wanted { connect() } else { disconnect() }
  }

  private func connect() {
    guard isWanted, fd < 0, retry == nil else { return }
    var isStream = false
    let result = unsafe gestured_connect_unix(path, &isStream)
    guard result >= 0 else {
      warn(-result)
      if -result == ECONNREFUSED { retryAfterRefusal() }
      return
    }
    fd = result
    refusals = 0
    connectedAt = loop.now
    hasWarned = false
    if wantsModifiers { requestModifiers() }
    loop.watch(fd: fd, events: EventLoop.readable) { [self] _ in read() }
  }

  private func requestModifiers() {
    let request = [TypingMessage.modifierRequest]
    _ = unsafe sendBytes(request.span.bytes, to: fd)
  }

  private func pathChanged() {
    if refusals > 0 { cancelRetry() }
    connect()
  }

  private func retryAfterRefusal() {
    guard isRequired, refusals < Self.mostRefusals else { return }
    schedule(after: Self.firstPauseAfterRefusal << refusals)
    refusals += 1
  }

  private func warn(_ number: Int32) {
    guard isRequired, !hasWarned else { return }
    hasWarned = true
    let reason = number == ENOENT || number == ECONNREFUSED ? "it does not run" : errorText(number)
    log.warning(
      "`typing_guard` and `modifiers` are without effect, they need gestured-typing: \(reason); to start it: "
        + "sudo systemctl enable --now gestured-typing.socket")
  }

  private func read() {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = readBytes(fd, into: &bytes)
    if count == -Int(EAGAIN) || count == -Int(EINTR) { return }
    guard count > 0 else { return reconnect() }
    for byte in bytes.prefix(count) { received?(TypingMessage(byte: byte)) }
  }

  private func disconnect() {
    cancelRetry()
    guard fd >= 0 else { return }
    loop.unwatch(fd: fd)
    close(fd)
    fd = -1
    lost?()
  }

  private func reconnect() {
    let wasShort = loop.now - connectedAt < Self.longestPause
    disconnect()
    let wait = pause
    pause = wasShort ? min(2 * pause, Self.longestPause) : Self.shortestPause
    schedule(after: wait)
  }

  private func schedule(after wait: Int64) {
    retry = loop.schedule(after: wait) { [self] in
      retry = nil
      connect()
    }
  }

  private func cancelRetry() {
    if let retry { loop.cancel(retry) }
    retry = nil
    refusals = 0
  }
}
