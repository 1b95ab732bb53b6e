import CSystem
import ControlProtocol
import Evdev

/// The context in a file beside the control socket. A restart of the daemon does not forget that the session is locked. The
/// runtime directory, and the file with it, is removed when the user logs out.
struct ContextFile {
  /// Bytes; 64 values of 1 kB, each byte of which may need six in JSON.
  private static let longest = 512 << 10

  private let path: String

  init(socket: String) { path = socket + ".context" }

  /// The values of the last daemon; nil without a file that it wrote.
  func read() -> [String: String]? {
    let fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard fd >= 0 else { return nil }
    defer { close(fd) }
    guard let facts = fileFacts(fd), facts.isKind(S_IFREG), facts.st_uid == geteuid(),
      facts.st_mode & (S_IWGRP | S_IWOTH) == 0, facts.st_size <= Self.longest
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(facts.st_size))
    let count = readBytes(fd, into: &bytes)
    guard count == bytes.count, case .object(let members)? = try? JSONValue(parsing: bytes) else {
      return nil
    }
    return members.compactMapValues { $0.string }
  }

  /// Replaces the file. A failure is ignored: without the file the daemon works until its restart.
  func write(_ values: [String: String]) {
    let bytes = JSONWriter.bytes { $0.object { $0.members(values) } }
    let new = path + ".new"
    let fd = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard fd >= 0 else { return }
    let isWhole = writeBytes(bytes.span, to: fd) == bytes.count
    close(fd)
    if isWhole { _ = unsafe rename(new, path) } else { removeFile(new) }
  }
}
