import GestureConfig
import Glibc

/// A configuration file that a command changes: read once, edited in place, and replaced as a whole.
///
/// The file is never half written (a new one is renamed over it), and a change that another program made meanwhile is
/// never lost: the command is refused then.
struct ConfigurationRewrite {
  /// As the user named it.
  let path: String
  /// Behind symbolic links: a link stays a link.
  private let target: String
  /// The text that was read.
  let original: String
  private let facts: stat
  var editor: TomlEditor

  /// - Throws: `CommandFailure` where the file cannot be read, or has an error.
  init(path: String) throws(CommandFailure) {
    self.path = path
    guard let resolved = realpath(path, nil) else { throw Self.failure(path, errno) }
    target = String(cString: resolved)
    free(resolved)
    var facts = stat()
    guard stat(target, &facts) == 0 else { throw Self.failure(path, errno) }
    self.facts = facts
    original = try Self.read(target)
    do throws(TomlEditor.Failure) { editor = try TomlEditor(original) } catch {
      throw CommandFailure(.wrong, "\(path): is not TOML; `gesturectl check` shows where")
    }
  }

  var backup: String { target + ".bak" }

  /// Replaces the file, and keeps what it was as `backup`.
  ///
  /// - Throws: `CommandFailure`; the file is as it was then.
  func write() throws(CommandFailure) {
    let loaded = Configuration.load(text: editor.text, path: path)
    if let problem = loaded.diagnostics.first(where: { $0.severity == .problem }) {
      ConfigurationChoice.show(problem, path: path, text: editor.text)
      throw CommandFailure(.wrong, "\(path): the change would be an error; nothing was written")
    }
    let new = try temporary(editor.text, "new")
    do throws(CommandFailure) {
      let old = try temporary(original, "old")
      guard rename(old, backup) == 0 else {
        let reason = errno
        unlink(old)
        throw Self.failure(backup, reason)
      }
      guard try Self.read(target) == original else {
        throw CommandFailure(.wrong, "\(path): was changed meanwhile; nothing was written. Try again")
      }
      guard rename(new, target) == 0 else { throw Self.failure(path, errno) }
    } catch {
      unlink(new)
      throw error
    }
  }

  /// A file beside the target with its owner and mode, complete on the disk.
  private func temporary(_ text: String, _ ending: String) throws(CommandFailure) -> String {
    let path = "\(target).\(getpid()).\(ending)"
    let fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard fd >= 0 else { throw Self.failure(path, errno) }
    // Of another owner only root can write it; the daemon of that owner reads a file of root too.
    _ = fchown(fd, facts.st_uid, facts.st_gid)
    let isWritten =
      TextFile.writeAll(Array(text.utf8)[...], to: fd) && fchmod(fd, facts.st_mode & 0o777) == 0
      && fsync(fd) == 0
    let reason = errno
    close(fd)
    guard isWritten else {
      unlink(path)
      throw Self.failure(path, reason)
    }
    return path
  }

  private static func read(_ path: String) throws(CommandFailure) -> String {
    do throws(TextFile.Failure) { return try TextFile.read(path) } catch {
      throw CommandFailure(.wrong, "\(path): cannot be read: \(error.reason)")
    }
  }

  private static func failure(_ path: String, _ number: Int32) -> CommandFailure {
    CommandFailure(.wrong, "\(path): cannot be written: \(String(cString: strerror(number)))")
  }
}

extension TomlEditor {
  /// Where a gesture that was read from the same text stands in it.
  func place(of gesture: GestureBinding) -> [TomlStep]? {
    guard case .array(let tables)? = table(at: [])?["gesture"]?.node.value else { return nil }
    return tables.firstIndex { $0.position.line == gesture.line }.map { [.key("gesture"), .index($0)] }
  }
}
