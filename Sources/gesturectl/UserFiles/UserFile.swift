import Evdev
import Glibc

/// A file of the user that gesturectl changes: a configuration, or a file that a compositor reads at its start. `setup`, its
/// `--undo`, `edit`, `teach`, `import` and the studio write through here.
///
/// What holds:
/// - The file is read once and replaced whole by rename(2), so that it is never half written.
/// - From the reading to the writing no other gesturectl changes it (`WriteLock`). If another program has, the write is refused.
/// - The version before is kept as `copy`.
/// - A link stays a link, and the mode stays. A file that its owner may not write is refused.
/// - A new file never takes the place of one that is there.
struct UserFile {
  /// The path as given by the user.
  let path: String
  /// The bytes that were read; nil if there is no file. A file of another program need not be UTF-8.
  let original: [UInt8]?
  /// The path of the kept version.
  let copy: String
  /// The target of symbolic links.
  private let target: String
  private let facts: stat?
  /// nil without a file, because a new one is linked to its name, which one process alone can do.
  private let lock: WriteLock?

  /// What the kept version of a configuration ends with.
  static let configurationCopy = ".bak"
  /// What the kept version of another program's file ends with; a `.bak` there is the user's.
  static let foreignCopy = ".gestured.bak"

  /// Reads the file.
  ///
  /// - Parameter ending: what the name of the copy ends with.
  init(_ path: String, copy ending: String = configurationCopy) throws(CommandFailure) {
    self.path = path
    guard let target = resolvedPath(path) else {
      try Self.requireFree(path, errno)
      (self.target, copy, original, facts, lock) = (path, path + ending, nil, nil, nil)
      return
    }
    self.target = target
    copy = target + ending
    lock = try WriteLock(of: target)
    guard let facts = fileFacts(target) else { throw OutputFile.failure(path, errno) }
    self.facts = facts
    original = try TextFile.bytes(target)
  }

  /// Checks that nothing is at a path that cannot be resolved. A link may have no target.
  private static func requireFree(_ path: String, _ reason: Int32) throws(CommandFailure) {
    guard reason == ENOENT else { throw OutputFile.failure(path, reason) }
    guard let target = linkTarget(path) else { return }
    throw .wrong("\(path): is a link to \(target), which does not exist; nothing was written")
  }

  /// The text; nil if there is no file.
  ///
  /// - Throws: `CommandFailure` if it is not UTF-8, because writing it again would change it.
  func text() throws(CommandFailure) -> String? {
    guard let original else { return nil }
    if let text = String(validating: original, as: UTF8.self) { return text }
    throw .wrong("\(path): is not UTF-8; nothing was written. Save the file as UTF-8")
  }

  // MARK: Writing

  /// Replaces the file, or makes it and its folders.
  ///
  /// - Parameter keepsCopy: false if the new text is what was there before gesturectl changed it.
  /// - Throws: `CommandFailure`; the file is then unchanged.
  func write(_ bytes: [UInt8], keepsCopy: Bool = true) throws(CommandFailure) {
    guard let facts else { return try make(bytes) }
    try requireWritable(facts)
    let new = try OutputFile.temporary(beside: target, bytes, like: facts)
    do throws(CommandFailure) {
      if keepsCopy { try OutputFile.replace(copy, with: original ?? [], like: facts) }
      try requireUnchanged()
      guard renameFile(new, to: target) else { throw OutputFile.failure(path, errno) }
    } catch {
      removeFile(new)
      throw error
    }
  }

  func write(_ text: String) throws(CommandFailure) { try write(Array(text.utf8)) }

  /// Removes the file. Where a link led to it, the link goes, too.
  ///
  /// - Parameter keepsCopy: whether the file stays as `copy`.
  func remove(keepsCopy: Bool) throws(CommandFailure) {
    guard let facts else { return }
    try requireWritable(facts)
    if keepsCopy { try OutputFile.replace(copy, with: original ?? [], like: facts) }
    try requireUnchanged()
    guard removeFile(target), target == path || linkTarget(path) == nil || removeFile(path) else {
      throw .wrong("\(path): cannot be removed: \(errorText(errno))")
    }
  }

  private func make(_ bytes: [UInt8]) throws(CommandFailure) {
    try TextFile.requireDirectory(PathParts(path).directory)
    let new = try OutputFile.temporary(beside: path, bytes, like: nil)
    defer { removeFile(new) }
    guard linkFile(new, to: path) else {
      if errno == EEXIST { throw .wrong("\(path): already exists and was not changed") }
      // A file system without hard links, such as FAT.
      guard !TextFile.exists(path), linkTarget(path) == nil, renameFile(new, to: path) else {
        throw OutputFile.failure(path, errno)
      }
      return
    }
  }

  /// Root may write every file, so the mode is read.
  private func requireWritable(_ facts: stat) throws(CommandFailure) {
    guard facts.st_mode & S_IWUSR == 0 else { return }
    throw .wrong("\(path): is read-only; nothing was written. chmod u+w allows it")
  }

  private func requireUnchanged() throws(CommandFailure) {
    guard try TextFile.bytes(target) == original else {
      throw .wrong("\(path): was changed meanwhile; nothing was written. Try again")
    }
  }
}

/// A short text that differs for other bytes (FNV-1a of 64 bits, and the length).
enum ByteHash {
  static func text(of bytes: some Collection<UInt8>) -> String {
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16) + "-\(bytes.count)"
  }
}
