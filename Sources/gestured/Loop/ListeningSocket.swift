import CEvdev
import CSystem
import Evdev

/// The control socket's listening end: systemd's, or the daemon's own at a path.
struct ListeningSocket {
  typealias Failure = StartFailure

  private enum Owner {
    /// systemd, which keeps the socket after the daemon has ended.
    case systemd
    /// The daemon, which made the file by bind(2).
    case daemon(path: String, device: dev_t, inode: ino_t)
  }

  let fd: Int32
  private let owner: Owner

  /// The socket passed by systemd (sd_listen_fds(3)). Its variables are then removed from the environment.
  static func inherited() throws(Failure) -> ListeningSocket? {
    defer { for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { removeEnvironmentValue(name) } }
    guard let pid = environmentValue("LISTEN_PID"), Int32(pid) == getpid(),
      let count = environmentValue("LISTEN_FDS").flatMap({ Int32($0) }), count >= 1
    else { return nil }
    let first: Int32 = 3  // SD_LISTEN_FDS_START
    for fd in first..<first + min(count, 64) { _ = fcntl(fd, F_SETFD, FD_CLOEXEC) }
    guard isListening(first) else {
      throw .wrong(
        "descriptor \(first), passed by LISTEN_FDS, is not a listening socket; start the daemon with its socket unit"
      )
    }
    setNonBlocking(first)
    return ListeningSocket(fd: first, owner: .systemd)
  }

  /// Listens at `path`, with mode 0600 in a directory with mode 0700, which is made if missing. Replaces a socket on which no
  /// program listens.
  static func bound(to path: String) throws(Failure) -> ListeningSocket {
    var address = sockaddr_un()
    guard let length = address.set(path: path) else { throw .tooLong(path: path) }
    let directory = try SocketDirectory(of: path)
    let lock = try directory.lock(for: path)
    defer { close(lock) }
    try removeDead(path, address, length)
    return try bound(to: path, &address, length)
  }

  private static func bound(
    to path: String, _ address: inout sockaddr_un, _ length: socklen_t
  ) throws(Failure) -> ListeningSocket {
    let fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard fd >= 0 else { throw .refused("cannot create a socket", errno) }
    let mask = umask(0o177)
    // bind(2), and connect(2) below, read the address during the call only.
    let result = unsafe address.withSockaddr { unsafe bind(fd, $0, length) }
    let error = errno
    umask(mask)
    guard result == 0, let facts = fileFacts(path, followsLinks: false), listen(fd, 128) == 0 else {
      let number = result == 0 ? errno : error
      close(fd)
      throw .refused("cannot listen at \(path)", number)
    }
    let owner = Owner.daemon(path: path, device: facts.st_dev, inode: facts.st_ino)
    return ListeningSocket(fd: fd, owner: owner)
  }

  /// Closes waiting connections after a failed start. Otherwise systemd would start the daemon for them again and again until its
  /// start limit ends the socket. The next connection starts the daemon again.
  func refuseWaiting() {
    guard case .systemd = owner else { return }
    while case let connection = gestured_accept(fd), connection >= 0 { close(connection) }
  }

  /// Closes the socket and removes its file, unless another file has replaced it.
  func remove() {
    if case .daemon(let path, let device, let inode) = owner,
      let facts = fileFacts(path, followsLinks: false), facts.st_dev == device, facts.st_ino == inode
    {
      removeFile(path)
    }
    close(fd)
  }

  private static func removeDead(_ path: String, _ address: sockaddr_un, _ length: socklen_t) throws(Failure)
  {
    guard let facts = fileFacts(path, followsLinks: false) else { return }
    guard facts.isKind(S_IFSOCK) else { throw .occupied(path: path) }
    let probe = socket(
      AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard probe >= 0 else { throw .refused("cannot create a socket", errno) }
    defer { close(probe) }
    var address = address
    // EAGAIN means that a busy program listens. Only ECONNREFUSED means that none does.
    if unsafe address.withSockaddr({ unsafe connect(probe, $0, length) }) == 0 || errno == EAGAIN {
      throw .busy(path: path)
    }
    guard errno == ECONNREFUSED || errno == ENOENT else { throw .occupied(path: path) }
    guard removeFile(path) || errno == ENOENT else {
      throw .refused("cannot replace the dead socket \(path)", errno)
    }
  }

  private static func isListening(_ fd: Int32) -> Bool {
    var value: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    // getsockopt writes one number.
    return unsafe getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &value, &length) == 0 && value != 0
  }

  private static func setNonBlocking(_ fd: Int32) { _ = fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK) }
}

/// Why the daemon has no control socket.
extension StartFailure {
  /// Another daemon answers at the path.
  static func busy(path: String) -> Self {
    .wrong("another gestured is running at \(path); stop it, or name another socket with --socket")
  }
  static func tooLong(path: String) -> Self {
    .wrong("the path of the socket is too long (107 bytes at most): \(path)")
  }
  /// The path names a file that is not a socket, or another program's socket.
  static func occupied(path: String) -> Self {
    .wrong("\(path) exists and is not a socket of gestured; remove it, or name another socket with --socket")
  }
  static func insecure(_ path: String, _ reason: String) -> Self {
    .wrong("the socket's directory \(path) \(reason); use --socket to choose one in a directory that you own")
  }
  /// - Parameter number: the errno.
  static func refused(_ operation: String, _ number: Int32) -> Self {
    .unavailable("\(operation): \(errorText(number)); name another socket with --socket")
  }
}
