import CSystem
import ControlProtocol
import GestureCore

/// One client of the control socket.
final class ControlConnection {
  /// The most unread replies before the daemon stops reading the client's calls.
  private static let repliesBeforePause = 16

  let fd: Int32
  var framing = VarlinkFraming()
  /// Set by Subscribe, the connection's last call.
  var subscription: Subscription?
  /// The connection closes when the queue has been sent.
  var isClosing = false
  /// `framing` may hold complete calls, which are answered before more is read.
  var hasUnansweredCalls = false
  /// Another turn of the loop is scheduled for the remaining calls.
  var isScheduled = false
  /// Makes the reply to the previous call, while later calls wait.
  var check: ForkedWorker?
  private(set) var isOpen = true
  private(set) var queue = EventQueue(.subscriber)
  /// The number of events queued.
  private(set) var eventCount = 0

  init(fd: Int32) { self.fd = fd }

  /// The client must first read its replies, or a reply is being made.
  var isPaused: Bool {
    isClosing || check != nil || subscription == nil && queue.count >= Self.repliesBeforePause
  }

  func close() {
    isOpen = false
    check?.cancel()
    CSystem.close(fd)
  }

  /// The client has closed its end, and all its bytes have been read.
  var isAtEnd: Bool {
    var byte: UInt8 = 0
    return unsafe recv(fd, &byte, 1, Int32(MSG_DONTWAIT | MSG_PEEK)) == 0
  }

  /// Reads the available bytes.
  ///
  /// - Returns: false at the end of the stream or on an error.
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

  /// - Returns: false if the queue is full because the client does not read.
  func enqueue(reply: [UInt8]) -> Bool { queue.append(reply) }
  func enqueue(event: [UInt8], isChanged: Bool) -> Bool {
    eventCount += 1
    return queue.append(event, isChanged: isChanged)
  }
  func enqueue(event: WaitingEvent) -> Bool {
    eventCount += 1
    return queue.append(event)
  }
  /// Sets the increments of an event that is sent at once.
  func read(_ event: inout GestureEvent, of device: String) { queue.read(&event, of: device) }

  /// Sends as much as possible without blocking.
  ///
  /// - Parameter encode: returns the message of an event whose increments are set.
  /// - Returns: false on an error.
  func flush(encode: (GestureEvent, WaitingEvent) -> [UInt8]) -> Bool {
    unsafe queue.drain(encode: encode) { bytes in
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
