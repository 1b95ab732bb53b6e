import CEvdev
import CSystem
import GestureCore

/// Takes connections of processes of this user from the control socket.
final class ControlListener {
  /// In one turn of the loop. Clients that connect again and again, as fast as they are accepted, would keep it for
  /// themselves: one beyond the limit of connections costs a system call for each connection.
  private static let connectionsPerTurn = 8

  private let loop: EventLoop
  private let log: Log
  private let accepted: (Int32) -> Void
  private var socket: Int32 = -1
  /// Runs while no connections are taken, because there are no descriptors for them.
  private var pause: EventLoop.Timer?
  private var pauseLimit = LogLimit(lines: 1, per: 10_000_000)

  /// - Parameter accepted: takes a connection's descriptor, and owns it.
  init(loop: EventLoop, log: Log, accepted: @escaping (Int32) -> Void) {
    self.loop = loop
    self.log = log
    self.accepted = accepted
  }

  /// Takes connections from a listening, non-blocking socket; the socket stays the caller's.
  func serve(_ socket: Int32) {
    self.socket = socket
    loop.watch(fd: socket, events: EventLoop.readable) { [self] _ in acceptWaiting() }
  }

  /// Takes no more.
  func close() {
    if socket >= 0 && pause == nil { loop.unwatch(fd: socket) }
    socket = -1
    if let pause { loop.cancel(pause) }
    pause = nil
  }

  private func acceptWaiting() {
    for _ in 0..<Self.connectionsPerTurn {
      let fd = gestured_accept(socket)
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

  /// Out of descriptors: the listener would stay readable and keep the loop awake for nothing.
  private func beginPause() {
    if pauseLimit.pass(at: loop.now) != nil {
      log.warning("control socket: out of file descriptors; new clients have to wait")
    }
    loop.unwatch(fd: socket)
    pause = loop.schedule(after: Timestamp.second) { [self] in resume() }
  }

  /// Takes connections again, after a second or when one has ended.
  func resume() {
    guard let pause else { return }
    loop.cancel(pause)
    self.pause = nil
    serve(socket)
  }
}
