import Evdev
import GestureConfig
import Glibc

/// An edit that `setup` has made: what it wrote, what was there, and how the file then was. Its undo is the inverse edit of the
/// file as it is now, so that what has been written since stays.
struct WrittenEdit: Equatable {
  let path: String
  let kind: FileEdit.Kind
  let lines: [String]
  let old: [String]
  /// The number of the first written line, from 0.
  let line: Int
  /// Whether there was no file.
  let isNew: Bool
  /// Whether the last line before ended with a newline.
  let wasEnded: Bool
  /// The folders that were made, the inmost first.
  let folders: [String]
  /// The hash of the whole file after the edit.
  let hash: String

  /// What undo does, in a line.
  var summary: String {
    if isNew { return "remove \(path), but keep what was added to it later" }
    return old.isEmpty
      ? "in \(path): remove the line \(lines.joined(separator: ", "))"
      : "in \(path): \(lines.joined(separator: ", ")) becomes \(old.joined(separator: ", "))"
  }

  /// Undoes the edit.
  ///
  /// - Returns: what was done, in a line.
  /// - Throws: `CommandFailure` if it cannot be undone; the file is then unchanged.
  func undo() throws(CommandFailure) -> String {
    let file = try UserFile(path, copy: kind.copy)
    guard let present = file.original else { return "\(path): no longer exists" }
    let isUntouched = ByteHash.text(of: present) == hash
    guard let text = try before(FileLines(present)) else { return "\(path): no longer has these lines" }
    if isNew, isUntouched || text.isBlank {
      try file.remove(keepsCopy: !isUntouched)
    } else {
      try requireLoadable(text)
      try file.write(text.bytes, keepsCopy: !isUntouched)
    }
    let isCopyNeedless = isUntouched && (try? TextFile.bytes(file.copy)) == text.bytes
    if isCopyNeedless { removeFile(file.copy) }
    // A folder stays where it has another file.
    for folder in folders { _ = unsafe rmdir(folder) }
    if isNew, isUntouched || text.isBlank { return "\(path): removed" }
    return isUntouched
      ? "\(path): restored"
      : "\(path): restored, with later additions; the previous version is \(file.copy)"
  }

  /// The text with the lines that were there before; nil if none of the written ones is left.
  func before(_ text: FileLines) throws(CommandFailure) -> FileLines? {
    let written = lines.map { Array($0.utf8) }
    var text = text
    guard let place = text.place(of: written, nearest: line) else {
      let isGone = !written.contains { !FileLines.isBlank($0) && text.lines.contains($0) }
      if isGone { return nil }
      throw .wrong(
        "\(path): the lines that setup wrote have been changed, so they stay; remove by hand what you do not want"
      )
    }
    // The newline that was added goes, unless it now ends a line before another.
    if place.upperBound == text.lines.count { text.isEnded = wasEnded }
    text.lines.replaceSubrange(place, with: old.map { Array($0.utf8) })
    return text
  }

  /// A configuration that needs what would go stays as it is.
  private func requireLoadable(_ text: FileLines) throws(CommandFailure) {
    guard kind == .configuration else { return }
    let rest = Configuration.load(text: String(decoding: text.bytes, as: UTF8.self), path: path)
    guard let problem = rest.diagnostics.first(where: { $0.severity == .problem }) else { return }
    throw .wrong(
      "\(path): later additions need the lines that setup wrote, so these lines stay (\(problem.message)); remove by "
        + "hand what you do not want"
    )
  }
}
