import Evdev
import Glibc

/// The output file of a command: a new file, or with `--force` an existing regular file. A symbolic link, device, pipe or
/// directory is refused.
struct OutputFile {
  let path: String
  private let fd: Int32

  /// - Parameter path: nil for standard output.
  init(path: String?, force: Bool) throws(CommandFailure) {
    guard let path else {
      (self.path, fd) = ("standard output", STDOUT_FILENO)
      return
    }
    self.path = path
    let flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    // The kernel reads a C string, and below it writes a local value, only during the calls.
    fd = unsafe Glibc.open(path, force ? flags : flags | O_EXCL, 0o644)
    guard fd >= 0 else {
      switch errno {
      case EEXIST: throw Refusal.exists.failure(path)
      case ELOOP: throw Refusal.isLink.failure(path)
      case let number: throw OutputFile.failure(path, number)
      }
    }
    guard let facts = fileFacts(fd), facts.isKind(S_IFREG) else {
      close(fd)
      throw Refusal.isSpecial.failure(path)
    }
    guard ftruncate(fd, 0) == 0 else { throw OutputFile.failure(path, errno) }
  }

  /// Checks early whether the file may be written, so that no work is lost.
  static func check(path: String, force: Bool) throws(CommandFailure) {
    guard let facts = fileFacts(path, followsLinks: false) else { return }
    if facts.isKind(S_IFLNK) { throw Refusal.isLink.failure(path) }
    if !facts.isKind(S_IFREG) { throw Refusal.isSpecial.failure(path) }
    if !force { throw Refusal.exists.failure(path) }
  }

  func write(_ text: String) throws(CommandFailure) {
    guard TextFile.writeAll(Array(text.utf8)[...], to: fd) else { throw OutputFile.failure(path, errno) }
  }

  static func write(_ text: String, to path: String, force: Bool = false) throws(CommandFailure) {
    let file = try OutputFile(path: path, force: force)
    try file.write(text)
    try file.finish()
  }

  /// Closes the file, because only close(2) may report that the disk is full.
  func finish() throws(CommandFailure) {
    guard close(fd) == 0 else { throw OutputFile.failure(path, errno) }
  }

  /// Replaces a whole file, so that it is never half written. If `path` is a symbolic link, the link is replaced and its target
  /// is unchanged.
  ///
  /// - Parameter facts: the file whose owner and mode it gets; nil for those of the replaced file.
  static func replace(_ path: String, with bytes: [UInt8], like facts: stat? = nil) throws(CommandFailure) {
    let own = fileFacts(path, followsLinks: false).flatMap { $0.isKind(S_IFREG) ? $0 : nil }
    let new = try temporary(beside: path, bytes, like: facts ?? own)
    guard renameFile(new, to: path) else {
      let reason = errno
      removeFile(new)
      throw failure(path, reason)
    }
  }

  static func replace(_ path: String, with text: String) throws(CommandFailure) {
    try replace(path, with: Array(text.utf8))
  }

  /// Writes a new file in the same directory and syncs it to disk.
  ///
  /// - Parameter facts: the file whose owner and mode it gets.
  static func temporary(beside target: String, _ bytes: [UInt8], like facts: stat?) throws(CommandFailure)
    -> String
  {
    removeLeft(beside: target)
    let path = "\(target).\(getpid()).new"
    let fd = unsafe open(
      path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, facts == nil ? 0o644 : 0o600)
    guard fd >= 0 else { throw failure(target, errno) }
    // Only root can set another owner. The owner's daemon also accepts a file that belongs to root.
    if let facts { _ = fchown(fd, facts.st_uid, facts.st_gid) }
    let isWritten =
      TextFile.writeAll(bytes[...], to: fd)
      && (facts.map { fchmod(fd, $0.st_mode & 0o777) == 0 } ?? true) && fsync(fd) == 0
    let reason = errno
    close(fd)
    guard isWritten else {
      removeFile(path)
      throw failure(target, reason)
    }
    return path
  }

  /// Removes the files of processes that were killed while they wrote.
  private static func removeLeft(beside target: String) {
    let parts = PathParts(target)
    let start = parts.name + "."
    for name in TextFile.names(in: parts.directory) where name.hasPrefix(start) && name.hasSuffix(".new") {
      let middle = name.dropFirst(start.count).dropLast(".new".count)
      guard let process = pid_t(middle), process > 0, kill(process, 0) != 0, errno == ESRCH else { continue }
      removeFile("\(parts.directory)/\(name)")
    }
  }

  private enum Refusal: String {
    case exists = "exists; name another file, or add --force to replace it"
    case isLink = "is a symbolic link; name the file itself"
    case isSpecial = "is not a regular file; name another file"

    func failure(_ path: String) -> CommandFailure { .usage("\(path) \(rawValue)") }
  }

  static func failure(_ path: String, _ number: Int32) -> CommandFailure {
    .wrong("\(path): cannot be written: \(errorText(number))")
  }
}
