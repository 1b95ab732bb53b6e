import ArgumentParser
import Evdev
import GestureConfig
import Glibc

struct Edit: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Edits the configuration, checks it, and loads it.",
    discussion: """
      $VISUAL or $EDITOR opens a copy. The copy replaces the file when it has no problem, and the daemon loads it.

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
    let original = try TextFile.require(path)
    let copy = try EditedCopy(of: original)
    while true {
      try copy.edit()
      let text = try TextFile.require(copy.path)
      if text == original {
        copy.remove()
        return StandardOutput.line("\(path): unchanged")
      }
      var loaded = Configuration.load(text: text, path: path)
      loaded.tryGestures()
      for diagnostic in loaded.diagnostics { ConfigurationChoice.show(diagnostic, path: path, text: text) }
      if !loaded.hasProblems {
        try save(text, over: original, path)
        return copy.remove()
      }
      guard Answer.isYes("Edit it again?") else {
        throw .wrong("\(path): unchanged; your text is in \(copy.path)")
      }
    }
  }

  private func save(_ text: String, over original: String, _ path: String) throws(CommandFailure) {
    guard let target = resolvedPath(path) else { throw OutputFile.failure(path, errno) }
    guard try TextFile.require(target) == original else {
      throw .wrong("\(path): was changed meanwhile; nothing was written")
    }
    try OutputFile.replace(target, with: text)
    guard let connection = try? daemon.connect() else {
      return StandardOutput.line("\(path): written; the daemon does not run")
    }
    try connection.call("Reload")
    StandardOutput.line("\(path): written and loaded")
  }
}

/// A copy of a configuration under the user's editor.
private struct EditedCopy {
  let path: String

  init(of text: String) throws(CommandFailure) {
    let directory = Environment.value("TMPDIR") ?? "/tmp"
    path = "\(directory)/gestured-\(getpid()).toml"
    let mask = umask(0o077)
    defer { _ = umask(mask) }
    try OutputFile.write(text, to: path)
  }

  func remove() { removeFile(path) }

  /// Runs the editor in the terminal until it ends. $EDITOR may have arguments, so a shell splits it.
  func edit() throws(CommandFailure) {
    let status = TerminalProgram.run("${VISUAL:-${EDITOR:-vi}} \(ShellWords.quoted(path))")
    guard status == 0 else { throw .wrong("the editor failed (status \(status)); your text is in \(path)") }
  }
}
