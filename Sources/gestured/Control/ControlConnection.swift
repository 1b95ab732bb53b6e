import CSystem
import ControlProtocol

/// One client of the control socket.
final class ControlConnection {
  /// A client that does not read its replies is not read from either until it has.
  private static let repliesBeforePause = 16

  let fd: Int32
  var framing = VarlinkFraming()
  /// Set by Subscribe, which then is the connection's last call.
  var subscription: Subscription?
  /// Whether the connection closes as soon as the queue is sent.
  var isClosing = false
  /// `framing` may hold whole calls: nothing more is read until they are answered.
  var hasUnansweredCalls = false
  /// The next turn of the loop answers more of them.
  var isScheduled = false
  /// Makes the reply to the call before; the calls after it wait.
  var check: CheckWorker?
  private(set) var isOpen = true
  private(set) var queue = OutgoingQueue()
  /// Events given to the queue.
  private(set) var eventCount = 0

  init(fd: Int32) { self.fd = fd }

  /// The client has to read its replies first, or wait for one.
  var isPaused: Bool {
    isClosing || check != nil || subscription == nil && queue.count >= Self.repliesBeforePause
  }

  func close() {
    isOpen = false
    check?.cancel()
    CSystem.close(fd)
  }

  /// The client has closed its end and nothing it sent is left to read.
  var isAtEnd: Bool {
    var byte: UInt8 = 0
    return unsafe recv(fd, &byte, 1, Int32(MSG_DONTWAIT | MSG_PEEK)) == 0
  }

  /// What there is to read now.
  ///
  /// - Returns: false at the end of the stream, or where the connection broke.
  func receive() -> Bool {
    unsafe withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { buffer in
      while true {
        let count = unsafe recv(fd, buffer.baseAddress!, buffer.count, Int32(MSG_DONTWAIT))
        if count > 0 {
          unsafe framing.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
          return true
        }
        if count < 0 && errno == EINTR { continue }
        return count < 0 && errno == EAGAIN
      }
    }
  }

  /// - Returns: false where there is no space left: the client does not read.
  func enqueue(reply: [UInt8]) -> Bool { queue.append(reply) }
  func enqueue(event: [UInt8], isChanged: Bool) -> Bool {
    eventCount += 1
    return queue.append(event, isChanged: isChanged)
  }

  /// Sends what goes without waiting.
  ///
  /// - Returns: false where the connection broke.
  func flush() -> Bool {
    unsafe queue.drain { bytes in
      while true {
        let count = unsafe send(
          fd, bytes.baseAddress!, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
        if count >= 0 { return count }
        if errno == EINTR { continue }
        return errno == EAGAIN ? 0 : -1
      }
    }
  }
}
