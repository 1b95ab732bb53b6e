import Glibc

/// The listening end of the control socket: systemd's, or one of our own at a path.
struct ListeningSocket {
  enum Failure: Error, Equatable {
    /// A daemon answers there already.
    case busy(path: String)
    case tooLong(path: String)
    /// Something is there that is no socket: not ours to remove.
    case occupied(path: String)
    /// What could not be done, and errno.
    case refused(String, Int32)
  }

  let fd: Int32
  /// "" where systemd made it.
  let path: String
  /// systemd keeps its socket while the daemon is away: ours is removed at the end.
  private let isOurs: Bool

  /// The socket that systemd passes (sd_listen_fds(3)); the variables are then taken out of the environment.
  static func inherited() -> ListeningSocket? {
    defer { for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) } }
    guard let pid = getenv("LISTEN_PID"), atol(pid) == Int(getpid()), let count = getenv("LISTEN_FDS"),
      atol(count) >= 1
    else { return nil }
    let first: Int32 = 3  // SD_LISTEN_FDS_START
    for fd in first..<first + Int32(clamping: min(atol(count), 64)) { _ = fcntl(fd, F_SETFD, FD_CLOEXEC) }
    setNonBlocking(first)
    return ListeningSocket(fd: first, path: "", isOurs: false)
  }

  /// Listens at `path`, 0600 in a directory 0700 that is made if need be. A socket file that nobody answers at is
  /// replaced.
  static func bound(to path: String) throws(Failure) -> ListeningSocket {
    var address = sockaddr_un()
    guard let length = address.set(path: path) else { throw .tooLong(path: path) }
    try makeDirectory(of: path)
    try removeDead(path, address, length)
    let fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard fd >= 0 else { throw .refused("cannot make a socket", errno) }
    let mask = umask(0o177)
    let result = address.withSockaddr { bind(fd, $0, length) }
    let error = errno
    umask(mask)
    guard result == 0, listen(fd, 128) == 0 else {
      close(fd)
      throw .refused("cannot listen at \(path)", result == 0 ? errno : error)
    }
    return ListeningSocket(fd: fd, path: path, isOurs: true)
  }

  /// Closes it and, where it is ours, removes its file.
  func remove() {
    if isOurs { unlink(path) }
    close(fd)
  }

  private static func makeDirectory(of path: String) throws(Failure) {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
    let directory = String(path[..<slash])
    // Only the last component: what stands above belongs to others and is missing for a reason.
    guard mkdir(directory, 0o700) == 0 || errno == EEXIST else {
      throw .refused("cannot make the directory \(directory)", errno)
    }
  }

  private static func removeDead(_ path: String, _ address: sockaddr_un, _ length: socklen_t) throws(Failure)
  {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .occupied(path: path) }
    let probe = socket(
      AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard probe >= 0 else { throw .refused("cannot make a socket", errno) }
    defer { close(probe) }
    var address = address
    // EAGAIN: somebody listens, only too busy to answer.
    if address.withSockaddr({ connect(probe, $0, length) }) == 0 || errno == EAGAIN {
      throw .busy(path: path)
    }
    guard unlink(path) == 0 || errno == ENOENT else {
      throw .refused("cannot replace the dead socket \(path)", errno)
    }
  }

  private static func setNonBlocking(_ fd: Int32) { _ = fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK) }
}

extension sockaddr_un {
  mutating func withSockaddr<Result>(_ body: (UnsafePointer<sockaddr>) -> Result) -> Result {
    withUnsafePointer(to: &self) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body) }
  }
}
