import CSystem
import ControlProtocol
import Evdev

/// The context in a file beside the control socket. A restart of the daemon does not forget that the session is locked. The
/// runtime directory, and the file with it, is removed when the user logs out.
///
/// It fails closed: a file that is there and does not say whether the session is locked means that it is unknown.
struct ContextFile {
  /// What the last daemon has left.
  enum Content: Equatable {
    /// There is no file, so nothing was ever set.
    case absent
    case values([String: String])
    /// The file was not written to its end, or not by the daemon.
    case damaged
  }

  /// Bytes; 64 values of 1 kB, each byte of which may need six in JSON.
  private static let longest = 512 << 10

  private let path: String
  /// The values of the file; nil if they are not known.
  private var written: [String: String]?

  init(socket: String) { path = socket + ".context" }

  /// The values of the last daemon.
  func read() -> Content {
    let fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard fd >= 0 else { return errno == ENOENT ? .absent : .damaged }
    defer { close(fd) }
    guard let facts = fileFacts(fd), facts.isKind(S_IFREG), facts.st_uid == geteuid(),
      facts.st_mode & (S_IWGRP | S_IWOTH) == 0, facts.st_size <= Self.longest
    else { return .damaged }
    var bytes = [UInt8](repeating: 0, count: Int(facts.st_size))
    let count = readBytes(fd, into: &bytes)
    guard count == bytes.count, case .object(let members)? = try? JSONValue(parsing: bytes) else {
      return .damaged
    }
    let values = members.compactMapValues { $0.string }
    return values.count == members.count ? .values(values) : .damaged
  }

  /// Replaces the file, unless it has these values.
  ///
  /// If that fails, for want of space, it empties the file, which needs none. An old `locked=no` would be worse than no value.
  ///
  /// - Returns: false if the values could not be written.
  mutating func write(_ values: [String: String]) -> Bool {
    if values == written { return true }
    let bytes = JSONWriter.bytes { $0.object { $0.members(values) } }
    let new = path + ".new"
    let isWritten = replace(new, bytes)
    written = isWritten ? values : nil
    if isWritten { return true }
    removeFile(new)
    let fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
    if fd >= 0 { close(fd) }
    return false
  }

  private func replace(_ new: String, _ bytes: [UInt8]) -> Bool {
    let fd = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard fd >= 0 else { return false }
    let isWhole = writeBytes(bytes.span, to: fd) == bytes.count
    close(fd)
    guard isWhole else { return false }
    return unsafe rename(new, path) == 0
  }
}
