import Evdev
import GestureConfig
import Glibc

/// Changes a configuration file: reads it once, edits the text, and replaces the whole file.
///
/// The new file is renamed over the old one, so it is never half written. From the reading to the end of the writing no other
/// gesturectl changes it (`WriteLock`). If another program has changed the file meanwhile, the command is refused.
struct ConfigurationRewrite {
  /// The path as given by the user.
  let path: String
  /// The target of symbolic links, so that a link stays a link.
  private let target: String
  /// The text before the edits.
  let original: String
  private let facts: stat
  private let lock: WriteLock
  var editor: TomlEditor

  init(path: String) throws(CommandFailure) {
    self.path = path
    guard let target = resolvedPath(path) else { throw OutputFile.failure(path, errno) }
    self.target = target
    lock = try WriteLock(of: target)
    guard let facts = fileFacts(target) else { throw OutputFile.failure(path, errno) }
    self.facts = facts
    original = try TextFile.require(target)
    do throws(TomlEditor.Failure) { editor = try TomlEditor(original) } catch {
      throw CommandFailure(error, in: path)
    }
  }

  var backup: String { target + ".bak" }

  /// Replaces the file and keeps the previous one as `backup`.
  ///
  /// - Throws: `CommandFailure`; the file is then unchanged.
  func write() throws(CommandFailure) {
    let loaded = Configuration.load(text: editor.text, path: path)
    if let problem = loaded.diagnostics.first(where: { $0.severity == .problem }) {
      ConfigurationChoice.show(problem, path: path, text: editor.text)
      throw .wrong("\(path): the change would be an error; nothing was written")
    }
    let new = try OutputFile.temporary(beside: target, editor.text, like: facts)
    do throws(CommandFailure) {
      try OutputFile.replace(backup, with: original, like: facts)
      guard try TextFile.require(target) == original else {
        throw .wrong("\(path): was changed meanwhile; nothing was written. Try again")
      }
      guard renameFile(new, to: target) else { throw OutputFile.failure(path, errno) }
    } catch {
      removeFile(new)
      throw error
    }
  }
}

extension CommandFailure {
  init(_ failure: TomlEditor.Failure, in path: String) {
    self =
      switch failure {
      case .notToml: .wrong("\(path): is not TOML; `gesturectl check` shows where")
      case .noTable: .wrong("\(path): the gesture is not in the file any more")
      case .noValue(let value): .wrong("`\(value)` is not a TOML value")
      case .cannotPlace(let key):
        .wrong("\(path): `\(key)` cannot be added where the file has it; write it by hand")
      }
  }
}

extension TomlEditor {
  /// The path to a gesture's table in the same text.
  func path(of gesture: GestureBinding) -> [TomlStep]? {
    guard case .array(let tables)? = table(at: [])?["gesture"]?.node.value else { return nil }
    return tables.firstIndex { $0.position.line == gesture.line }.map { [.key("gesture"), .index($0)] }
  }
}

/// Keeps other processes of gesturectl from writing a configuration: a flock(2) on its directory, because the file itself is
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
