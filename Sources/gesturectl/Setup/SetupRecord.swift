import ControlProtocol
import Evdev
import Glibc

extension SystemChange {
  /// The command that takes it back.
  var undo: String {
    switch self {
    case .service: "systemctl --user disable --now gestured"
    case .typing: "sudo systemctl disable --now gestured-typing.socket"
    case .udevRule: UdevRule.removal(of: UdevRule.installedPath)
    case .keyAccess: UdevRule.forbidKeys
    case .plugin: LibinputPlugin.command("remove")
    }
  }
}

/// A step that `setup` has made.
enum DoneStep: Equatable {
  case system(SystemChange)
  case edit(WrittenEdit)

  var isCommand: Bool { if case .system = self { true } else { false } }

  /// What undo does, in a line.
  var undo: String {
    switch self {
    case .system(let change): change.undo
    case .edit(let edit): edit.summary
    }
  }
}

/// The steps that `setup` has made here, in their order: one JSON object a line.
enum SetupRecord {
  /// `$XDG_STATE_HOME/gestured/setup`; nil without a home directory.
  private static var path: String? {
    let state = Environment.value("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (state ?? Environment.value("HOME").map { "\($0)/.local/state" }).map { "\($0)/gestured/setup" }
  }

  /// - Throws: `CommandFailure` for a record that another user could have written, or that is not one.
  static func steps() throws(CommandFailure) -> [DoneStep] {
    guard let path, let facts = fileFacts(path, followsLinks: false) else { return [] }
    guard facts.isKind(S_IFREG), facts.st_uid == geteuid(), facts.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw .wrong(
        "\(path): others can write to this file, or it is not a regular file, so setup undoes nothing in it; check it, and remove it"
      )
    }
    let lines = try TextFile.read(path, atMost: 1 << 20).split(separator: "\n")
    var steps: [DoneStep] = []
    for (number, line) in lines.enumerated() {
      guard let step = (try? JSONValue(parsing: Array(line.utf8))).flatMap(DoneStep.init) else {
        throw .wrong(
          "\(path):\(number + 1): is not a step of this version of setup; undo it by hand, and remove the line: \(line)"
        )
      }
      steps.append(step)
    }
    return steps
  }

  /// Adds a step before it is made, so that no change is without its record.
  ///
  /// - Returns: whether it was not there.
  static func add(_ step: DoneStep) throws(CommandFailure) -> Bool {
    let steps = try steps()
    if steps.contains(step) { return false }
    try write(steps + [step])
    return true
  }

  /// Takes out a step that could not be made.
  static func drop(_ step: DoneStep) throws(CommandFailure) { try write(try steps().filter { $0 != step }) }

  static func write(_ steps: [DoneStep]) throws(CommandFailure) {
    guard let path else { return }
    let folder = PathParts(path).directory
    if steps.isEmpty {
      _ = removeFile(path)
      // It stays where it has another file.
      return _ = unsafe rmdir(folder)
    }
    try TextFile.requireDirectory(folder)
    try OutputFile.replace(path, with: steps.flatMap(\.json))
  }
}

extension DoneStep {
  /// The step as a line of the record.
  var json: [UInt8] {
    JSONWriter.line { json in
      json.object { json in
        switch self {
        case .system(let change): json.member("system", change.rawValue)
        case .edit(let edit): json.members(of: edit)
        }
      }
    }
  }

  init?(_ json: JSONValue) {
    if let name = json["system"]?.string {
      guard let change = SystemChange(rawValue: name) else { return nil }
      self = .system(change)
    } else {
      guard let edit = WrittenEdit(json) else { return nil }
      self = .edit(edit)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func members(of edit: WrittenEdit) {
    member("file", edit.path)
    member("kind", edit.kind.rawValue)
    member("written", edit.lines)
    member("before", edit.old)
    member("line", edit.line)
    member("new", edit.isNew)
    member("ended", edit.wasEnded)
    member("folders", edit.folders)
    member("hash", edit.hash)
  }
}

extension WrittenEdit {
  fileprivate init?(_ json: JSONValue) {
    guard let path = json["file"]?.string, path.hasPrefix("/"), let hash = json["hash"]?.string,
      let kind = json["kind"]?.string.flatMap(FileEdit.Kind.init), let line = json["line"]?.int, line >= 0,
      let lines = json["written"]?.strings, !lines.isEmpty, let old = json["before"]?.strings,
      let isNew = json["new"]?.bool, let wasEnded = json["ended"]?.bool,
      let folders = json["folders"]?.strings
    else { return nil }
    self.init(
      path: path, kind: kind, lines: lines, old: old, line: line, isNew: isNew, wasEnded: wasEnded,
      folders: folders, hash: hash)
  }
}
