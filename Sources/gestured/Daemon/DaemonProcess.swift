import CEvdev
import CSystem
import Evdev

/// The daemon as a process of the system: the service that systemd supervises, and the memory that the process keeps.
///
/// Messages go to systemd (sd_notify(3)) without its library: one datagram each to $NOTIFY_SOCKET. Without that variable no
/// message is sent. The variables are removed from the environment, so that the daemon's commands cannot send messages in its
/// name.
final class DaemonProcess {
  /// µs. A new device is reported twice, and editors save in steps; both are over by then.
  private static let releaseDelay: Int64 = 1_000_000

  let startedAt: Int64
  private let loop: EventLoop
  private let release: EventLoop.Timer
  private let socketFD: Int32
  private let address: sockaddr_un
  private let addressLength: socklen_t
  /// µs between two watchdog messages, half of systemd's limit; nil without a limit.
  private let watchdogInterval: Int64?

  init(loop: EventLoop) {
    self.loop = loop
    startedAt = loop.now
    release = loop.makeTimer { gestured_release_pages() }
    let path = environmentValue("NOTIFY_SOCKET") ?? ""
    let isForUs = environmentValue("WATCHDOG_PID").map { Int32($0) == getpid() } ?? true
    let interval = (environmentValue("WATCHDOG_USEC").flatMap { Int64($0) } ?? 0) / 2
    watchdogInterval = isForUs && interval > 0 ? interval : nil
    for name in ["NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC"] { removeEnvironmentValue(name) }
    var address = sockaddr_un()
    let length = path.hasPrefix("/") || path.hasPrefix("@") ? address.set(path: path) : nil
    self.address = address
    addressLength = length ?? 0
    socketFD = length == nil ? -1 : socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  }

  deinit { if socketFD >= 0 { close(socketFD) } }

  /// Reports that the start or a reload has ended.
  func ready(_ status: String) {
    send("READY=1\nSTATUS=\(status)")
    releaseMemory()
  }
  /// Sets the line in `systemctl status`.
  func status(_ status: String) {
    send("STATUS=\(status)")
    releaseMemory()
  }
  /// Reports a reload with MONOTONIC_USEC, as Type=notify-reload requires.
  func reloading() { send("RELOADING=1\nMONOTONIC_USEC=\(loop.now)") }
  func stopping() { send("STOPPING=1") }

  /// Sends a message twice in each of systemd's intervals; no timer without one.
  func keepWatchdogQuiet() {
    guard let watchdogInterval else { return }
    send("WATCHDOG=1")
    loop.schedule(after: watchdogInterval) { [self] in keepWatchdogQuiet() }
  }

  /// Releases free heap, and pages of the program and its libraries that only the start, a reload, a new device or a client
  /// needed.
  ///
  /// malloc keeps freed memory: 64 MB after a hundred clients with a message of 0.9 MB each.
  ///
  /// Each of these runs through half of the program, and each page fault maps 16 pages: ps shows 14 MB of a debug build without
  /// this and 5 MB with it (the goal is 6 MB, vm/tests/memory.py). The pages are clean and stay in the page cache. The next frame
  /// then has about 25 minor faults, each below a microsecond.
  func releaseMemory() { release.time = loop.now + Self.releaseDelay }

  /// A failure is ignored, because systemd reacts to missing messages.
  private func send(_ text: String) {
    guard socketFD >= 0 else { return }
    var address = address
    let bytes = Array(text.utf8)
    let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
    // The bytes and the address are read during the call only.
    _ = unsafe address.withSockaddr { unsafe sendto(socketFD, bytes, bytes.count, flags, $0, addressLength) }
  }
}
