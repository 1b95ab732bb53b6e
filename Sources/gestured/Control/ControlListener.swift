import CEvdev
import CSystem
import Evdev
import GestureCore

/// Accepts connections of this user's processes on the control socket.
final class ControlListener {
  /// The most connections accepted in one turn of the loop, so that clients that connect again and again cannot block it. Each
  /// connection beyond the limit costs one system call.
  private static let connectionsPerTurn = 8

  private let loop: EventLoop
  private let log: Log
  private let accepted: (Int32) -> Void
  private var socket: Int32 = -1
  /// The timer that ends the pause while the process is out of descriptors.
  private var pause: EventLoop.Timer?
  private var pauseLimit = LogLimit(lines: 1, per: 10_000_000)

  /// - Parameter accepted: takes ownership of a connection's descriptor.
  init(loop: EventLoop, log: Log, accepted: @escaping (Int32) -> Void) {
    self.loop = loop
    self.log = log
    self.accepted = accepted
  }

  /// Accepts connections on a listening, non-blocking socket, which still belongs to the caller.
  func serve(_ socket: Int32) {
    self.socket = socket
    loop.watch(fd: socket, events: EventLoop.readable) { [self] _ in acceptWaiting() }
  }

  /// Stops accepting.
  func close() {
    if socket >= 0 && pause == nil { loop.unwatch(fd: socket) }
    socket = -1
    if let pause { loop.cancel(pause) }
    pause = nil
  }

  private func acceptWaiting() {
    for _ in 0..<Self.connectionsPerTurn {
      let fd = attempt(.accept) { gestured_accept(socket) }
      if fd == -EINTR || fd == -ECONNABORTED { continue }
      guard fd >= 0 else {
        if fd == -EMFILE || fd == -ENFILE { beginPause() }
        return
      }
      guard gestured_peer_uid(fd) == Int64(getuid()) else {
        log.warning("control socket: refused a process of another user")
        CSystem.close(fd)
        continue
      }
      accepted(fd)
    }
  }

  /// Stops accepting for a second, because without a free descriptor the socket stays readable and would keep the loop awake.
  private func beginPause() {
    if pauseLimit.pass(at: loop.now) != nil {
      log.warning("control socket: out of file descriptors; new clients wait until others disconnect")
    }
    loop.unwatch(fd: socket)
    pause = loop.schedule(after: Timestamp.second) { [self] in resume() }
  }

  /// Accepts again, after a second or when a connection has ended.
  func resume() {
    guard let pause else { return }
    loop.cancel(pause)
    self.pause = nil
    serve(socket)
  }
}
