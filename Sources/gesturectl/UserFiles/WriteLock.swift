import Evdev
import Glibc

/// Keeps other processes of gesturectl from writing a file: a flock(2) on its directory, because the file itself is
/// replaced. The kernel releases it however the process ends, and no file of its own stays behind.
final class WriteLock {
  /// ms to wait for another writer, which needs some milliseconds.
  private static let patience = 10_000
  private static let interval = 10

  private let fd: Int32

  init(of path: String) throws(CommandFailure) {
    let directory = PathParts(path).directory
    fd = openDescriptor(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard fd >= 0 else { throw OutputFile.failure(directory, -fd) }
    for _ in 0..<Self.patience / Self.interval {
      if flock(fd, LOCK_EX | LOCK_NB) == 0 { return }
      // A file system without locks has no writers that wait for each other.
      if errno != EWOULDBLOCK && errno != EINTR { return }
      usleep(useconds_t(Self.interval * 1_000))
    }
    throw .wrong("\(path): another gesturectl is writing; nothing was written. Try again")
  }

  deinit { if fd >= 0 { close(fd) } }
}
