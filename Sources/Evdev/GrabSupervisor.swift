import CEvdev
import CSystem
import GestureCore

/// A process that kills this one if it leaves events of a grabbed device unread. The kernel then releases the grab.
///
/// Without it, a daemon that is stopped or hangs would keep the device from all other programs. The process sleeps until the
/// device has events, and then checks a few times a second until they are read. Without touches it does not run. It has the twin, too,
/// and shows what waited for the daemon when that has ended.
package final class GrabSupervisor {
  /// How long events may stay unread. It is short enough that the device is released within 3 s.
  package static let limit: Timestamp = 2 * .second

  private let pid: pid_t
  /// A descriptor that becomes readable when the process has ended.
  package let pidfd: Int32

  private init(_ process: (pid: pid_t, pidfd: Int32)) { (pid, pidfd) = process }
  /// Starts the process before the grab; nil if that fails. Every later read of the device increments the counter.
  ///
  /// - Parameters:
  ///   - twin: the device that other programs read in place of the grabbed one.
  ///   - left: what the process shows on the twin if the daemon ends.
  // No failable initializer: that of a class keeps the memory of nil (Tests/compiler).
  package static func start(_ device: TouchDevice, twin: Twin?, left: LeftFrames?) -> GrabSupervisor? {
    guard let reads = device.countReads() else { return nil }
    return start(device.fd, reads, limit: limit, twin: twin?.fd ?? -1, left: left).map { GrabSupervisor($0) }
  }

  /// The same with a timer in place of a device (`Heartbeat`).
  static func start(_ timer: Int32, _ reads: SharedCounter) -> GrabSupervisor? {
    start(timer, reads, limit: limit).map { GrabSupervisor($0) }
  }

  deinit { close(pidfd) }

  /// Starts the process.
  static func start(
    _ fd: Int32, _ reads: SharedCounter, limit: Timestamp, twin: Int32 = -1, left: LeftFrames? = nil
  ) -> (pid: pid_t, pidfd: Int32)? {
    let pid = reads.startSupervisor(of: fd, limit: limit, twin: twin, left: left)
    guard pid > 0, case let pidfd = openPidfd(of: pid), pidfd >= 0 else { return nil }
    return (pid, pidfd)
  }

  /// Kills the process; `pidfd` becomes readable soon after.
  package func stop() { kill(pid, SIGKILL) }

  /// Kills the process and waits for its end, so that it leaves no zombie. The process only sleeps, and is gone in less than 1 ms.
  package func end() {
    stop()
    while waitpid(pid, nil, 0) < 0 && errno == EINTR {}
  }

  /// Whether the process has ended. If so, this also removes its entry in the process table.
  package func reap() -> Bool {
    var status: Int32 = 0
    return Evdev.reap(pidfd, &status)
  }
}
