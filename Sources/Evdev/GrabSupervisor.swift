import CEvdev
import CSystem
import GestureCore

/// A process that ends this one if it leaves events of a grabbed device unread: the kernel then releases the grab.
///
/// A daemon that is stopped or hangs would otherwise keep the device from all other programs. The process sleeps until
/// the device has events, and looks a few times a second while it has; without a touch it does not run.
package final class GrabSupervisor {
  /// So that the device is back within 3 s.
  package static let limit: Timestamp = 2 * .second

  private let pid: pid_t
  /// Readable when the process has ended.
  package let pidfd: Int32

  /// Before the grab. nil: it could not be started. From here on every read of the device counts.
  package init?(_ device: TouchDevice) {
    guard let reads = device.countReads() else { return nil }
    guard let (pid, pidfd) = GrabSupervisor.start(device.fd, reads, limit: GrabSupervisor.limit) else {
      return nil
    }
    self.pid = pid
    self.pidfd = pidfd
  }

  deinit { close(pidfd) }

  /// A process without a pidfd could not be waited for: it ends at once.
  static func start(_ fd: Int32, _ reads: SharedCounter, limit: Timestamp) -> (pid: pid_t, pidfd: Int32)? {
    let pid = reads.startSupervisor(of: fd, limit: limit)
    guard pid > 0 else { return nil }
    let pidfd = attempt(.pidfd) { gestured_pidfd_open(pid) }
    if pidfd >= 0 { return (pid, pidfd) }
    kill(pid, SIGKILL)
    while waitpid(pid, nil, 0) < 0 && errno == EINTR {}
    return nil
  }

  /// Ends it; `pidfd` is readable soon after.
  package func stop() { kill(pid, SIGKILL) }

  /// Whether the process has ended; its entry in the process table is then gone.
  package func reap() -> Bool {
    var status: Int32 = 0
    return unsafe gestured_pidfd_reap(pidfd, &status) != 0
  }
}
