import Evdev
import GestureConfig
import Glibc

/// The configuration that the page shows and changes, with an undo history.
final class EditedFile {
  private(set) var path: String?
  /// The history of changes, the latest last.
  private(set) var changes: [Change] = []

  struct Change {
    var what: String
    /// The text before the change; nil if the file did not exist.
    var before: String?
    var after: String
  }

  /// The length of the undo history; older changes are dropped.
  private static let mostChanges = 50

  /// Reads what the checks need of the machine.
  private let machine: () -> LintFacts

  init(path: String?, facts: @escaping () -> LintFacts = { LintFacts() }) {
    self.path = path
    machine = facts
  }

  /// Changes to another file, which the daemon now uses.
  func follow(_ path: String?) {
    guard path != self.path else { return }
    (self.path, changes, known, last) = (path, [], nil, nil)
  }

  struct Reading {
    /// The text of the file; "" if it does not exist yet.
    var text: String
    var configuration: Configuration
    var diagnostics: [Diagnostic]
    /// Identifies the text, so that a page cannot overwrite a newer file.
    var version: String
  }

  /// The last contents of the file by its stamp, because pages need them up to sixty times a second.
  private var last: (stamp: [Int]?, reading: Reading)?
  private var known: LintFacts?

  /// The facts about the machine, read once until they may have changed: that opens every device.
  var facts: LintFacts {
    let facts = known ?? machine()
    known = facts
    return facts
  }

  /// Reads the facts again when they are needed, because the daemon or a device has changed.
  func dropFacts() { known = nil }

  func read() -> Reading {
    let stamp = stamp
    if let last, last.stamp == stamp { return last.reading }
    let reading =
      stamp.flatMap { _ in path.map(load) }
      ?? Reading(text: "", configuration: .demonstration(), diagnostics: [], version: Self.version(of: nil))
    last = (stamp, reading)
    return reading
  }

  /// Identifies a state of the file: device, inode, modification time and length; nil without a file.
  private var stamp: [Int]? {
    path.flatMap { fileFacts($0) }.map {
      [
        Int(truncatingIfNeeded: $0.st_dev), Int(truncatingIfNeeded: $0.st_ino), $0.st_size,
        $0.st_mtim.tv_sec, $0.st_mtim.tv_nsec,
      ]
    }
  }

  private func load(_ path: String) -> Reading {
    dropFacts()
    var loaded = Configuration.load(path: path, facts: facts)
    loaded.tryGestures()
    return Reading(
      text: loaded.text, configuration: loaded.configuration ?? Configuration(),
      diagnostics: loaded.diagnostics, version: Self.version(of: loaded.text))
  }

  /// Identifies a text; nil stands for a missing file.
  static func version(of text: String?) -> String { text.map { ByteHash.text(of: $0.utf8) } ?? "none" }

  // MARK: Writing

  /// Changes the file, or creates it.
  ///
  /// - Parameter version: the version of the text that the page showed.
  /// - Throws: `CommandFailure` if the file has changed or the edit is refused; the file is then unchanged.
  func write(
    _ what: String, version: String, _ edit: (inout TomlEditor) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    let target = if let path { path } else { try ConfigurationChoice.requireFirstPath() }
    let before = TextFile.exists(target) ? read().text : nil
    guard Self.version(of: before) == version else { throw Self.changed(target) }
    let after: String
    if before == nil {
      guard var editor = try? TomlEditor("") else { return }
      try edit(&editor)
      after = editor.text
      try FirstConfiguration.write(after, to: target)
      path = target
    } else {
      var file = try ConfigurationRewrite(path: target)
      try edit(&file.editor)
      guard file.original == before else { throw Self.changed(target) }
      try file.write()
      after = file.editor.text
    }
    changes.append(Change(what: what, before: before, after: after))
    if changes.count > Self.mostChanges { changes.removeFirst() }
  }

  /// Undoes the last change.
  func undo() throws(CommandFailure) -> String {
    guard let last = changes.last, let path else { throw .wrong("there is nothing to undo") }
    var file = try ConfigurationRewrite(path: path)
    guard file.original == last.after else {
      throw .wrong("\(path): was changed later, and undo would lose this change; nothing was written")
    }
    if let before = last.before {
      do throws(TomlEditor.Failure) { file.editor = try TomlEditor(before) } catch {
        throw CommandFailure(error, in: path)
      }
      try file.write()
    } else {
      try file.remove()
    }
    changes.removeLast()
    return last.what
  }

  /// The path to print, also before the file exists.
  var shownPath: String { path ?? "config.toml" }

  private static func changed(_ path: String) -> CommandFailure {
    .wrong("\(path): was changed meanwhile; nothing was written. Look at it again")
  }
}
