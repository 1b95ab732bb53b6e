import CEvdev
import CSystem
import Evdev

/// Sends messages to systemd (sd_notify(3)) without its library: one datagram each to $NOTIFY_SOCKET.
///
/// Without that variable no message is sent. The variables are removed from the environment, so that the daemon's commands
/// cannot send messages in its name.
final class ServiceSupervisor {
  private let socketFD: Int32
  private var address = sockaddr_un()
  private var addressLength = socklen_t(0)
  /// µs between two watchdog messages, half of systemd's limit; nil without a limit.
  let watchdogInterval: Int64?

  init() {
    let path = environmentValue("NOTIFY_SOCKET") ?? ""
    let isForUs = environmentValue("WATCHDOG_PID").map { Int32($0) == getpid() } ?? true
    let patience = environmentValue("WATCHDOG_USEC").flatMap { Int64($0) } ?? 0
    watchdogInterval = isForUs && patience > 1 ? patience / 2 : nil
    for name in ["NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC"] { unsafe unsetenv(name) }
    guard path.hasPrefix("/") || path.hasPrefix("@"), let length = address.set(path: path) else {
      socketFD = -1
      return
    }
    addressLength = length
    socketFD = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  }

  deinit { if socketFD >= 0 { close(socketFD) } }

  func ready(_ status: String) { send("READY=1\nSTATUS=\(status)") }
  func status(_ status: String) { send("STATUS=\(status)") }
  /// Reports a reload with MONOTONIC_USEC, as Type=notify-reload requires.
  func reloading() { send("RELOADING=1\nMONOTONIC_USEC=\(gestured_now())") }
  func alive() { send("WATCHDOG=1") }
  func stopping() { send("STOPPING=1") }

  private func send(_ text: String) {
    guard socketFD >= 0 else { return }
    var address = address
    var text = text
    let length = addressLength
    text.withUTF8 { bytes in
      unsafe withUnsafePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          // A failure is ignored, because systemd reacts to missing messages.
          _ = unsafe sendto(
            socketFD, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT),
            $0,
            length)
        }
      }
    }
  }
}

extension sockaddr_un {
  /// Sets a path (`@` for the abstract namespace). Returns the length for bind(2); nil if the path is longer than 107 bytes.
  mutating func set(path: String) -> socklen_t? {
    var bytes = Array(path.utf8)
    let capacity = MemoryLayout.size(ofValue: sun_path)
    guard bytes.count < capacity else { return nil }
    let isAbstract = bytes.first == UInt8(ascii: "@")
    if isAbstract { bytes[0] = 0 }
    sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &sun_path) { unsafe $0.copyBytes(from: bytes) }
    return socklen_t(MemoryLayout<sockaddr_un>.size - capacity + bytes.count + (isAbstract ? 0 : 1))
  }
}
