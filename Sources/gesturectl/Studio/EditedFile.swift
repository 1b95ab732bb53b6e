import Evdev
import GestureConfig
import Glibc

/// The configuration that the page shows and changes, with what it was before each change.
struct EditedFile {
  private(set) var path: String?
  /// The last change is the last one.
  private(set) var changes: [Change] = []

  struct Change {
    var what: String
    /// nil: there was no file.
    var before: String?
    var after: String
  }

  /// The most changes that can be undone; older ones are dropped.
  private static let mostChanges = 50

  init(path: String?) { self.path = path }

  /// The daemon uses another file now.
  mutating func follow(_ path: String?) {
    guard path != self.path else { return }
    self = EditedFile(path: path)
  }

  struct Reading {
    /// "" where there is no file yet.
    var text: String
    var configuration: Configuration
    var diagnostics: [Diagnostic]
    /// Names the text: what a page shows is changed only where the file is still the same.
    var version: String
  }

  private let last = LastReading()

  /// The file is read again only when it is another: pages ask sixty times a second.
  private final class LastReading {
    var stamp: FileStamp?
    var reading: Reading?
  }

  /// As the file is now.
  func read() -> Reading {
    let stamp = path.flatMap(FileStamp.init)
    if let reading = last.reading, last.stamp == stamp { return reading }
    let reading = stamp == nil ? Self.absent : load()
    (last.stamp, last.reading) = (stamp, reading)
    return reading
  }

  private static var absent: Reading {
    Reading(text: "", configuration: .demonstration(), diagnostics: [], version: version(of: nil))
  }

  private func load() -> Reading {
    guard let path else { return Self.absent }
    let loaded = Configuration.load(path: path)
    return Reading(
      text: loaded.text, configuration: loaded.configuration ?? Configuration(),
      diagnostics: loaded.diagnostics, version: Self.version(of: loaded.text))
  }

  /// FNV-1a, 64 bits; nil: of no file.
  static func version(of text: String?) -> String {
    guard let text else { return "none" }
    let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16) + "-\(text.utf8.count)"
  }

  // MARK: Writing

  /// Changes the file, or begins it.
  ///
  /// - Parameter version: of the text that the page showed.
  /// - Throws: `CommandFailure` where the file is another by now, or the change is refused; it is as it was then.
  mutating func write(
    _ what: String, version: String, _ edit: (inout TomlEditor) throws(TomlEditor.Failure) -> Void
  ) throws(CommandFailure) {
    let place = try place()
    let before = TextFile.exists(place) ? read().text : nil
    guard Self.version(of: before) == version else {
      throw CommandFailure(.wrong, "\(place): was changed meanwhile; nothing was written. Look at it again")
    }
    let after: String
    if before == nil {
      after = try Self.begin(place, edit)
      path = place
    } else {
      var file = try ConfigurationRewrite(path: place)
      do throws(TomlEditor.Failure) { try edit(&file.editor) } catch { throw Self.failure(error, place) }
      guard file.original == before else {
        throw CommandFailure(.wrong, "\(place): was changed meanwhile; nothing was written. Look at it again")
      }
      try file.write()
      after = file.editor.text
    }
    changes.append(Change(what: what, before: before, after: after))
    if changes.count > Self.mostChanges { changes.removeFirst() }
  }

  /// Takes the last change back.
  ///
  /// - Throws: `CommandFailure` where the file has been changed since.
  mutating func undo() throws(CommandFailure) -> String {
    guard let last = changes.last, let path else {
      throw CommandFailure(.wrong, "there is nothing to undo")
    }
    guard read().text == last.after else {
      throw CommandFailure(.wrong, "\(path): was changed since; undo would lose that. Nothing was written")
    }
    if let before = last.before {
      var file = try ConfigurationRewrite(path: path)
      do throws(TomlEditor.Failure) { file.editor = try TomlEditor(before) } catch {
        throw Self.failure(error, path)
      }
      try file.write()
    } else {
      guard unsafe unlink(path) == 0 else {
        throw CommandFailure(.wrong, "\(path): cannot be removed: \(errorText(errno))")
      }
    }
    changes.removeLast()
    return last.what
  }

  /// The text after an edit, without writing it.
  func edited(_ edit: (inout TomlEditor) throws(TomlEditor.Failure) -> Void) throws(CommandFailure) -> String
  {
    do throws(TomlEditor.Failure) {
      var editor = try TomlEditor(read().text)
      try edit(&editor)
      return editor.text
    } catch { throw Self.failure(error, path ?? "config.toml") }
  }

  private func place() throws(CommandFailure) -> String {
    guard let place = path ?? ConfigurationChoice.firstPlace else {
      throw CommandFailure(.wrong, "no place for a configuration: neither HOME nor XDG_CONFIG_HOME is set")
    }
    return place
  }

  private static func begin(
    _ place: String, _ edit: (inout TomlEditor) throws(TomlEditor.Failure) -> Void
  ) throws(CommandFailure) -> String {
    let text: String
    do throws(TomlEditor.Failure) {
      var editor = try TomlEditor("")
      try edit(&editor)
      text = editor.text
    } catch { throw failure(error, place) }
    try FirstConfiguration.write(text, to: place)
    return text
  }

  private static func failure(_ failure: TomlEditor.Failure, _ path: String) -> CommandFailure {
    switch failure {
    case .notToml: CommandFailure(.wrong, "\(path): is not TOML; `gesturectl check` shows where")
    case .noTable: CommandFailure(.wrong, "\(path): the gesture is not in the file any more")
    case .noValue(let value): CommandFailure(.wrong, "`\(value)` is no TOML value")
    case .cannotPlace(let key):
      CommandFailure(.wrong, "\(path): `\(key)` cannot be added where the file has it; write it by hand")
    }
  }
}

/// Names a state of a file: where it stands, when it was written, and how long it is.
private struct FileStamp: Equatable {
  var device: UInt64
  var inode: UInt64
  var seconds: Int
  var nanoseconds: Int
  var size: Int64

  init?(_ path: String) {
    var facts = stat()
    guard unsafe stat(path, &facts) == 0 else { return nil }
    (device, inode, size) = (UInt64(facts.st_dev), UInt64(facts.st_ino), Int64(facts.st_size))
    (seconds, nanoseconds) = (facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec)
  }
}
