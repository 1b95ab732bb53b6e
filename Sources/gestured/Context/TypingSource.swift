import CEvdev
import CSystem
import Evdev
import Typing

/// The connection to gestured-typing, which reports that a key was pressed and which modifiers are held.
final class TypingSource {
  var received: ((TypingMessage) -> Void)?
  /// Called when the connection has ended, so that the modifiers are unknown.
  var lost: (() -> Void)?

  private let loop: EventLoop
  private let log: Log
  private let files: FileWatch
  private let path: String
  private var fd: Int32 = -1
  private var need = Need()
  private var attempts = Attempts()
  private var hasWarned = false

  /// The messages of gestured-typing that the configuration needs.
  struct Need: Equatable {
    /// Whether a gesture needs the messages.
    var messages = false
    /// Whether a gesture needs the modifiers, which are sent on request.
    var modifiers = false
    /// Whether a key of the configuration has no effect without the messages. If gestured-typing does not run, the daemon then
    /// warns and waits for it.
    var isRequired = false
  }

  /// The attempts to connect.
  private struct Attempts {
    /// Starts the next attempt.
    var timer: EventLoop.Timer?
    var backoff = Backoff(shortest: 1_000_000, longest: 60_000_000, steady: 60_000_000)
    var connectedAt: Int64 = 0
    /// The number of refused connections since the last change at the path.
    var refusals = 0
  }

  /// µs. inotify reports bind(2), but a connection is possible only after listen(2). Refused connections are tried again after
  /// 0.1 s, 0.2 s, 0.4 s, …, 26 s in total; after that no server runs.
  private static let firstPauseAfterRefusal: Int64 = 100_000
  private static let mostRefusals = 8
  private let firstPause: Int64

  /// - Parameter firstPause: µs from a refused connection to the next attempt.
  init(loop: EventLoop, log: Log, files: FileWatch, firstPause: Int64 = firstPauseAfterRefusal) {
    self.firstPause = firstPause
    self.loop = loop
    self.log = log
    self.files = files
    path = environmentValue("GESTURED_TYPING_SOCKET") ?? TypingMessage.socketPath
  }

  func use(_ new: Need) {
    let old = need
    need = new
    // A new connection starts with the held modifiers.
    if old.modifiers != new.modifiers || old.isRequired != new.isRequired || !new.messages { disconnect() }
    if old.isRequired != new.isRequired {
      hasWarned = false
      if new.isRequired { files.watch(path) { [self] in pathChanged() } } else { files.unwatch(path) }
    }
    connect()
  }

  private func connect() {
    guard need.messages, fd < 0, attempts.timer == nil else { return }
    var isStream = false
    fd = gestured_connect_unix(path, &isStream)
    guard fd >= 0 else {
      warn(-fd)
      if -fd == ECONNREFUSED { retryAfterRefusal() }
      return
    }
    attempts.connectedAt = loop.now
    hasWarned = false
    let request = [TypingMessage.modifierRequest]
    if need.modifiers { _ = sendBytes(request.span, to: fd) }
    loop.watch(fd: fd, events: EventLoop.readable) { [self] _ in read() }
  }

  private func pathChanged() {
    if attempts.refusals > 0 { cancelRetry() }
    connect()
  }

  private func retryAfterRefusal() {
    guard need.isRequired, attempts.refusals < Self.mostRefusals else { return }
    schedule(after: firstPause << attempts.refusals)
    attempts.refusals += 1
  }

  private func warn(_ number: Int32) {
    guard need.isRequired, !hasWarned else { return }
    hasWarned = true
    let reason =
      number == ENOENT || number == ECONNREFUSED
      ? "is not running" : "cannot be reached: \(errorText(number))"
    log.warning(
      "`typing_guard` and `modifiers` have no effect, because gestured-typing \(reason); to start it: "
        + "sudo systemctl enable --now gestured-typing.socket")
  }

  private func read() {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = readBytes(fd, into: &bytes)
    if count == -Int(EAGAIN) { return }
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
    disconnect()
    schedule(after: attempts.backoff.pause(after: loop.now - attempts.connectedAt))
  }

  private func schedule(after wait: Int64) {
    attempts.timer = loop.schedule(after: wait) { [self] in
      attempts.timer = nil
      connect()
    }
  }

  private func cancelRetry() {
    if let timer = attempts.timer { loop.cancel(timer) }
    attempts.timer = nil
    attempts.refusals = 0
  }
}
