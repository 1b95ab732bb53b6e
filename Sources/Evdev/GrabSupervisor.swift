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

  private let reads: UnsafeMutablePointer<UInt32>
  private let pid: pid_t
  /// Readable when the process has ended.
  package let pidfd: Int32

  /// Before the grab. nil: it could not be started.
  package init?(_ device: TouchDevice) {
    guard let counter = gestured_shared_counter() else { return nil }
    let pid = gestured_start_supervisor(device.fd, counter, GrabSupervisor.limit)
    let pidfd = pid > 0 ? gestured_pidfd_open(pid) : -1
    guard pidfd >= 0 else {
      if pid > 0 { kill(pid, SIGKILL) }
      gestured_shared_counter_free(counter)
      return nil
    }
    reads = UnsafeMutablePointer(mutating: counter)
    self.pid = pid
    self.pidfd = pidfd
  }

  deinit {
    close(pidfd)
    gestured_shared_counter_free(reads)
  }

  /// The device has been read.
  package func noteRead() { reads.pointee &+= 1 }

  /// Ends it; `pidfd` is readable soon after.
  package func stop() { kill(pid, SIGKILL) }

  /// Whether the process has ended; its entry in the process table is then gone.
  package func reap() -> Bool {
    var status: Int32 = 0
    return gestured_pidfd_reap(pidfd, &status) != 0
  }
}
