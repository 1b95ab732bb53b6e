import CSystem
import Evdev

/// The control socket's directory. It must belong to the user and be writable by no other, because another user could replace the
/// socket.
struct SocketDirectory {
  let path: String

  /// - Parameter socket: the socket's path.
  init(of socket: String) throws(ListeningSocket.Failure) {
    let slash = socket.lastIndex(of: "/")
    path = slash.map { $0 == socket.startIndex ? "/" : String(socket[..<$0]) } ?? "."
    // Only the last directory is made. Its parents belong to other programs and may be missing for a reason.
    guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw .refused("cannot create the directory \(path)", errno)
    }
    try check()
  }

  private func check() throws(ListeningSocket.Failure) {
    let fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard fd >= 0 else {
      if errno == ELOOP || errno == ENOTDIR {
        throw .insecure(path, "is not a directory, or a symbolic link")
      }
      throw .refused("cannot open the directory \(path)", errno)
    }
    defer { close(fd) }
    guard let facts = fileFacts(fd) else { throw .refused("cannot examine the directory \(path)", errno) }
    guard facts.st_uid == geteuid() else { throw .insecure(path, "belongs to another user") }
    guard facts.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw .insecure(path, "can be written by other users")
    }
  }

  /// Takes the lock that is held until the socket listens. If two daemons find the same dead socket, one replaces it and the
  /// other ends. The lock file is not removed, because one daemon could lock it while another creates a new one.
  func lock(for socket: String) throws(ListeningSocket.Failure) -> Int32 {
    let fd = open("\(socket).lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard fd >= 0 else { throw .refused("cannot open \(socket).lock", errno) }
    guard flock(fd, LOCK_EX | LOCK_NB) == 0 else {
      let number = errno
      close(fd)
      throw number == EWOULDBLOCK ? .busy(path: socket) : .refused("cannot lock \(socket).lock", number)
    }
    return fd
  }
}
