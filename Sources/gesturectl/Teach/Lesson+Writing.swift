import GestureConfig
import Recordings

// What a lesson writes: the gesture in the file, and its examples.
extension Lesson {
  /// Writes what was learned into the text of the file, which may have got other tables meanwhile.
  func apply(to editor: inout TomlEditor) throws(CommandFailure) {
    do throws(TomlEditor.Failure) {
      if let hysteresis { try steady(hysteresis, &editor) }
      if let draft { return try editor.append(tables: draft.text) }
      guard let table = table(in: editor) else { throw .noTable }
      for change in changes { try editor.set(change.key, in: table, to: change.toml) }
    } catch {
      if case .notToml = error, draft != nil {
        throw .wrong(
          "\(path): a table cannot be added at its end (is `gesture` a list in brackets?); add it by hand")
      }
      throw CommandFailure(error, in: path)
    }
  }

  /// A text of the file with what was learned.
  func edited(_ text: String) throws(CommandFailure) -> String {
    var editor: TomlEditor
    do throws(TomlEditor.Failure) { editor = try TomlEditor(text) } catch {
      throw CommandFailure(error, in: path)
    }
    try apply(to: &editor)
    return editor.text
  }

  /// The place of the gesture's table.
  func table(in editor: TomlEditor) -> [TomlStep]? {
    let known = Configuration.load(text: editor.text, path: path).configuration?.gestures
    return known?.first { $0.name == name }.flatMap(editor.path)
  }

  /// Sets `hysteresis` in the `[[device]]` of each recorded device, or adds one.
  private func steady(_ hysteresis: Double, _ editor: inout TomlEditor) throws(TomlEditor.Failure) {
    let configuration = Configuration.load(text: editor.text, path: path).configuration ?? Configuration()
    let toml = TomlText.string("\(spelled(hysteresis))mm")
    for device in Examples(examples).devices(configuration) {
      if let rule = configuration.devices.firstIndex(where: { $0.matches(device) }) {
        try editor.set("hysteresis", in: [.key("device"), .index(rule)], to: toml)
      } else {
        let match = "match = { name = \(TomlText.string(DeviceRule(device).name ?? "")) }"
        try editor.append(tables: "[[device]]\n\(match)\nhysteresis = \(toml)\n")
      }
    }
  }

  /// Keeps the examples that make the gesture in the file as it now is, for `gesturectl test`.
  func keep(in path: String) throws(CommandFailure) -> TaughtExamples? {
    guard let kept = TaughtExamples(of: name),
      let configuration = Configuration.load(path: path).configuration,
      let index = configuration.gestures.firstIndex(where: { $0.name == name })
    else { return nil }
    let made = try Examples(examples).outcomes(configuration, of: index)
    try kept.add(zip(examples, made).filter(\.1).map(\.0), configuration)
    return kept
  }
}
