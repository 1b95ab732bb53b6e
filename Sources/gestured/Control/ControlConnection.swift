import CSystem
import ControlProtocol
import Evdev
import GestureCore

/// One client of the control socket.
///
/// What must hold: a client subscribes or recognizes a gesture, not both, because each is a connection's last call; a closed
/// connection waits for no reply; the replies that wait are bounded, because a paused client's calls are not answered.
final class ControlConnection: Invariant {
  /// The most unread replies before the daemon stops reading the client's calls.
  private static let repliesBeforePause = 16
  private static let bytesPerTurn = 16 << 10

  let fd: Int32
  /// The client's process id; 0 for one of another namespace.
  let process: Int
  var framing = VarlinkFraming.calls
  /// The events that the client has selected. Subscribe is a connection's last call.
  var subscription: Subscription?
  /// Whether the client recognizes a gesture. Recognize is a connection's last call.
  var recognizes = false
  var isStreaming: Bool { subscription != nil || recognizes }
  /// The context keys that hold as long as the connection (`SetContext` with `hold`).
  var heldKeys: Set<String> = []
  /// Whether it has one of the places that are kept for setting `locked`, and has not made a call yet.
  var isReserved = false
  /// Whether the connection closes when the queue has been sent.
  var isClosing = false
  /// Whether `framing` may hold complete calls, which are answered before more is read.
  var hasUnansweredCalls = false
  /// Whether the connection waits for its turn (`ControlServer.serveWaiting`).
  var isWaiting = false
  /// Whether the client has ended its side. The calls before the end are still answered.
  private(set) var isAtEnd = false
  /// The process that makes the reply to CheckConfiguration. Later calls wait for it.
  var check: ChildReply?
  private(set) var isOpen = true
  var queue = EventQueue(.subscriber)

  init(fd: Int32) {
    self.fd = fd
    process = Int(peer(of: fd))
  }

  /// Whether calls wait, because the client has not read its replies or a reply is being made.
  var isPaused: Bool {
    isClosing || check != nil || !isStreaming && queue.count >= Self.repliesBeforePause
  }

  func close() {
    isOpen = false
    check?.cancel()
    check = nil
    CSystem.close(fd)
  }

  /// Reads available bytes, at most `bytesPerTurn`, so that a client that never stops writing takes no more of a turn.
  func receive() {
    var bytes = [UInt8](repeating: 0, count: Self.bytesPerTurn)
    let count = readBytes(fd, into: &bytes)
    if count > 0 { framing.append(bytes[..<count]) }
    isAtEnd = count <= 0 && count != -Int(EAGAIN)
    assert(holdsInvariants())
  }

  /// `answerCalls` stops at a streaming or paused connection, and `close` cancels the check. A refusal adds one reply.
  var brokenInvariant: String? {
    var check = InvariantCheck()
    check.hold(subscription == nil || !recognizes, "a client must not both subscribe and recognize")
    check.hold(isOpen || self.check == nil, "a closed connection must wait for no reply")
    check.hold(
      isStreaming || queue.count <= Self.repliesBeforePause + 1, "a paused client must get no more replies")
    return check.broken
  }

  /// Sends as much as possible without blocking.
  ///
  /// - Parameter encode: returns the message of an event whose increments are set.
  /// - Returns: false on an error.
  func flush(encode: (GestureEvent, WaitingEvent) -> [UInt8]) -> Bool {
    queue.drain(encode: encode) { bytes in
      let count = sendBytes(bytes, to: fd)
      return count == -Int(EAGAIN) ? 0 : count
    }
  }
}
