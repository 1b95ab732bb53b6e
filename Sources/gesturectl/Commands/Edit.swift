import ArgumentParser
import CEvdev
import Evdev
import GestureConfig
import Glibc

struct Edit: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Edits the configuration, checks it, and loads it.",
    discussion: """
      $VISUAL or $EDITOR opens a copy. If the copy has no problem, it replaces the file, and the daemon loads it. The previous \
      version is kept as FILE.bak.

      Example:
        gesturectl edit
        EDITOR=nano gesturectl edit
      """)
  @Option(help: "The configuration (default: the daemon's).", completion: .toml) var config: String?
  @OptionGroup var daemon: DaemonOptions

  func run() throws(CommandFailure) {
    guard let path = ConfigurationChoice.find(explicit: config) else {
      throw .wrong("there is no configuration; `gesturectl setup` writes the first one")
    }
    // Others can write while the editor runs.
    let original = try UserFile(path).text() ?? ""
    let copy = try EditedCopy(of: original)
    do throws(CommandFailure) {
      guard let text = try copy.edited(path) else {
        let rest = TextFile.exists(copy.path) ? "; the editor may still have \(copy.path) open" : ""
        return StandardOutput.line("\(path): unchanged\(rest)")
      }
      let backup = try save(text, over: original, path)
      copy.remove()
      try load(path, backup)
    } catch {
      guard TextFile.exists(copy.path) else { throw error }
      throw CommandFailure(error.status, "\(error.message); your text is in \(copy.path)")
    }
  }

  /// - Returns: the path of the previous version.
  private func save(_ text: String, over original: String, _ path: String) throws(CommandFailure) -> String {
    let file = try UserFile(path)
    guard try file.text() == original else {
      throw .wrong("\(path): was changed meanwhile; nothing was written")
    }
    try file.write(text)
    return file.copy
  }

  private func load(_ path: String, _ backup: String) throws(CommandFailure) {
    let previous = "the previous version is \(backup)"
    guard let connection = try? daemon.connect() else {
      return StandardOutput.line("\(path): written; \(previous); the daemon does not run")
    }
    try connection.call("Reload")
    StandardOutput.line("\(path): written and loaded; \(previous)")
  }
}

/// A copy of a configuration under the user's editor. It stays until its text is written, or found unchanged.
private struct EditedCopy {
  let path: String
  private let original: String

  init(of text: String) throws(CommandFailure) {
    let stem = "\(Environment.value("TMPDIR") ?? "/tmp")/gestured-\(getpid())"
    // An earlier process of the same number may have left its text.
    let names = ["\(stem).toml"] + (2...99).map { "\(stem)-\($0).toml" }
    path = names.first { fileFacts($0, followsLinks: false) == nil } ?? names[0]
    original = text
    let mask = umask(0o077)
    defer { _ = umask(mask) }
    try OutputFile.write(text, to: path)
  }

  func remove() { removeFile(path) }

  /// Runs the editor until the text has no problem.
  ///
  /// - Parameter target: the configuration, for messages.
  /// - Returns: nil if the text is unchanged.
  func edited(_ target: String) throws(CommandFailure) -> String? {
    var isOpen = try edit()
    while true {
      let text = try TextFile.read(path)
      if text == original {
        guard isOpen, let isSaved = Answer.read(Self.question, usual: false) else {
          if !isOpen { remove() }
          return nil
        }
        isOpen = isSaved
      } else if isGood(text, target) {
        return text
      } else if Answer.isYes("Edit it again?") {
        isOpen = try edit()
      } else {
        throw .wrong("\(target): unchanged")
      }
    }
  }

  private func isGood(_ text: String, _ target: String) -> Bool {
    var loaded = Configuration.load(text: text, path: target)
    loaded.tryGestures()
    for diagnostic in loaded.diagnostics { ConfigurationChoice.show(diagnostic, path: target, text: text) }
    return !loaded.hasProblems
  }

  private static let question =
    "Nothing is changed yet. Is the editor still open? Answer y when you have saved"
  /// µs; no person reads a configuration in less. An editor that ends earlier has passed the file to a window that is open.
  private static let shortest: Int64 = 2_000_000

  /// Runs the editor in the terminal until it ends. $EDITOR may have arguments, so a shell splits it.
  ///
  /// - Returns: whether a window of the editor may still be open.
  private func edit() throws(CommandFailure) -> Bool {
    let start = gestured_now()
    let status = TerminalProgram.run("${VISUAL:-${EDITOR:-vi}} \(ShellWords.quoted(path))")
    guard status == 0 else { throw .wrong("the editor failed (status \(status))") }
    return gestured_now() - start < Self.shortest
  }
}
