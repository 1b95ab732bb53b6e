import GestureConfig

/// Changes a configuration: reads it once, edits the text, and replaces the file if `check` has no problem with the new one.
struct ConfigurationRewrite {
  /// The path as given by the user.
  var path: String { file.path }
  /// The text before the edits.
  let original: String
  private let file: UserFile
  var editor: TomlEditor

  init(path: String) throws(CommandFailure) {
    file = try UserFile(path)
    guard let text = try file.text() else {
      throw .wrong("\(path): no longer exists; nothing was written")
    }
    original = text
    do throws(TomlEditor.Failure) { editor = try TomlEditor(text) } catch {
      throw CommandFailure(error, in: path)
    }
  }

  var backup: String { file.copy }

  /// Replaces the file and keeps the previous one as `backup`.
  ///
  /// - Throws: `CommandFailure`; the file is then unchanged.
  func write() throws(CommandFailure) {
    let loaded = Configuration.load(text: editor.text, path: path)
    if let problem = loaded.diagnostics.first(where: { $0.severity == .problem }) {
      ConfigurationChoice.show(problem, path: path, text: editor.text)
      throw .wrong("\(path): the change would cause an error; nothing was written")
    }
    try file.write(editor.text)
  }

  /// Removes the file if it still has the text that was read.
  func remove() throws(CommandFailure) { try file.remove(keepsCopy: false) }
}

extension CommandFailure {
  init(_ failure: TomlEditor.Failure, in path: String) {
    self =
      switch failure {
      case .notToml: .wrong("\(path): is not TOML; `gesturectl check` shows where")
      case .noTable: .wrong("\(path): the gesture is no longer in the file")
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
