import CEvdev
import CSystem
import ControlProtocol
import Evdev
import GestureCore

/// Sends events as lines to another program's Unix socket. Never blocks if the socket is missing, full or slow.
final class NotificationSocket {
  private let path: String
  private let loop: EventLoop
  private let log: Log
  private var descriptor: Int32 = -1
  private var isStream = false
  /// The rest of a partly sent line, which is sent before any other.
  private var remainder: [UInt8] = []
  /// Counts increments from the last event that the other program has received.
  private var reader = EventReader()
  private var json = JSONWriter()
  private var limit = LogLimit(lines: 1, per: 10_000_000)

  init(path: String, loop: EventLoop, log: Log) {
    self.path = path
    self.loop = loop
    self.log = log
  }

  /// Sends an event as one line. Returns why it is lost, which is logged at a limited rate; nil if it is not.
  func send(_ outgoing: OutgoingEvent, _ message: String?) -> String? {
    let event = outgoing.event
    var (own, after) = (event, reader)
    after.read(&own, of: outgoing.device)
    let attachments = EventAttachments(
      touches: outgoing.touches, steps: outgoing.steps, message: message)
    let loss = send(json.line(own, outgoing.names, attachments))
    if loss == nil {
      reader = after
    } else if event.state == .changed {
      reader.drop(1, of: event, outgoing.device)
    }
    return loss
  }

  private func send(_ line: [UInt8]) -> String? {
    guard remainder.isEmpty else { return lose("the reader is too slow") }
    let wasConnected = descriptor >= 0
    var error = deliver(line)
    // The program may have been restarted with a new socket at the same path.
    if wasConnected && error != 0 && error != EAGAIN {
      close()
      error = deliver(line)
    }
    guard error != 0 else { return nil }
    if error == EAGAIN { return lose("the reader is too slow") }
    close()
    return lose(Self.text(error))
  }

  private static func text(_ error: Int32) -> String {
    switch error {
    case EPERM: "belongs to another user"
    case ELOOP: "is a symbolic link"
    default: errorText(error)
    }
  }

  /// Whether the process that listens is of this user, too. Of a datagram socket only the owner of the file is known.
  private var isOwn: Bool { !isStream || gestured_peer_uid(descriptor) == Int64(geteuid()) }

  func close() {
    guard descriptor >= 0 else { return }
    if !remainder.isEmpty { loop.unwatch(fd: descriptor) }
    remainder.removeAll()
    CSystem.close(descriptor)
    descriptor = -1
  }

  /// Sends a line; returns 0 or the errno.
  private func deliver(_ line: [UInt8]) -> Int32 {
    if descriptor < 0 {
      let result = attempt(.connect) { gestured_connect_own(path, &isStream) }
      guard result >= 0 else { return -result }
      descriptor = result
      guard isOwn else { return EPERM }
    }
    let sent = sendBytes(line.span, to: descriptor)
    guard sent >= 0 else { return Int32(-sent) }
    if sent < line.count {
      remainder = Array(line[sent...])
      loop.watch(fd: descriptor, events: EventLoop.writable) { [self] _ in sendRemainder() }
    }
    return 0
  }

  private func sendRemainder() {
    // A copy of the reference, because a span of the property would outlive the access to it.
    let rest = remainder
    let sent = sendBytes(rest.span, to: descriptor)
    guard sent >= 0 else {
      if sent != -Int(EAGAIN) { close() }
      return
    }
    remainder.removeFirst(sent)
    if remainder.isEmpty { loop.unwatch(fd: descriptor) }
  }

  private func lose(_ reason: String) -> String {
    if let held = limit.pass(at: loop.now) {
      log.warning("notify: socket \(path): \(reason); an event is lost\(LogLimit.note(held))")
    }
    return reason
  }
}
