import CSystem
import ControlProtocol
import Evdev
import GestureCore

/// One client of the control socket.
final class ControlConnection {
  /// The most unread replies before the daemon stops reading the client's calls.
  private static let repliesBeforePause = 16

  let fd: Int32
  var framing = VarlinkFraming()
  /// The events that the client has selected. Subscribe is a connection's last call.
  var subscription: Subscription?
  /// Whether the connection closes when the queue has been sent.
  var isClosing = false
  /// Whether `framing` may hold complete calls, which are answered before more is read.
  var hasUnansweredCalls = false
  /// Whether another turn of the loop is scheduled for the remaining calls.
  var isScheduled = false
  /// The process that makes the reply to CheckConfiguration. Later calls wait for it.
  var check: ForkedWorker?
  private(set) var isOpen = true
  private(set) var queue = EventQueue(.subscriber)
  /// The number of events queued.
  private(set) var eventCount = 0

  init(fd: Int32) { self.fd = fd }

  /// Whether calls wait, because the client has not read its replies or a reply is being made.
  var isPaused: Bool {
    isClosing || check != nil || subscription == nil && queue.count >= Self.repliesBeforePause
  }

  func close() {
    isOpen = false
    check?.cancel()
    CSystem.close(fd)
  }

  /// Reads the available bytes.
  ///
  /// - Returns: false at the end of the stream or on an error.
  func receive() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = readBytes(fd, into: &bytes)
      if count > 0 { framing.append(bytes[..<count]) }
      if count != -Int(EINTR) { return count > 0 || count == -Int(EAGAIN) }
    }
  }

  /// Adds a reply to the queue.
  ///
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
  /// Sets the increments of an event that is sent without waiting in the queue.
  func read(_ event: inout GestureEvent, of device: String) { queue.read(&event, of: device) }

  /// Sends as much as possible without blocking.
  ///
  /// - Parameter encode: returns the message of an event whose increments are set.
  /// - Returns: false on an error.
  func flush(encode: (GestureEvent, WaitingEvent) -> [UInt8]) -> Bool {
    queue.drain(encode: encode) { bytes in
      while true {
        let count = sendBytes(bytes, to: fd)
        if count != -Int(EINTR) { return count == -Int(EAGAIN) ? 0 : count }
      }
    }
  }
}
