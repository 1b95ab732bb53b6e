import GestureConfig

/// A change of a file of the user, as data: lines that are added at its end, or that take the place of others.
struct FileEdit: Equatable {
  /// What the file is, which says how its copy is called and whether `check` must accept it.
  enum Kind: String, CaseIterable {
    case configuration, foreign
    var copy: String { self == .configuration ? UserFile.configurationCopy : UserFile.foreignCopy }
  }

  let path: String
  let kind: Kind
  let lines: [String]
  /// The lines that they take the place of; none if they are added at the end.
  var old: [String] = []
  /// The file whose text a new file begins with: the distribution's, which the new one hides.
  var original: String?

  /// What is done, in a line.
  var summary: String {
    switch (old.first, lines.count) {
    case (let old?, _): "in \(path): \(old) becomes \(lines.joined(separator: ", "))"
    case (nil, 1): "in \(path): add the line \(lines[0])"
    case (nil, _): "write \(lines.count) lines to \(path)"
    }
  }

  /// The change for the file as it is now, to be remembered before it is made.
  func planned() throws(CommandFailure) -> (change: WrittenEdit, file: UserFile, text: [UInt8]) {
    let file = try UserFile(path, copy: kind.copy)
    let isNew = file.original == nil
    let present =
      isNew ? try original.map { path throws(CommandFailure) in try TextFile.bytes(path) } : file.original
    var text = FileLines(present ?? [])
    let wasEnded = text.isEnded
    let place = try place(in: text)
    text.lines.replaceSubrange(place, with: lines.map { Array($0.utf8) })
    if place.upperBound == text.lines.count || old.isEmpty { text.isEnded = true }
    let change = WrittenEdit(
      path: path, kind: kind, lines: lines, old: old, line: place.lowerBound, isNew: isNew,
      wasEnded: wasEnded || !old.isEmpty, folders: isNew ? Self.missingFolders(of: path) : [],
      hash: ByteHash.text(of: text.bytes))
    return (change, file, text.bytes)
  }

  private func place(in text: FileLines) throws(CommandFailure) -> Range<Int> {
    if old.isEmpty { return text.lines.count..<text.lines.count }
    if let place = text.place(of: old.map { Array($0.utf8) }, nearest: 0) { return place }
    throw .wrong("\(path): has no line \(old.joined(separator: ", ")); nothing was written")
  }

  /// The folders that have to be made for a file, the inmost first.
  private static func missingFolders(of path: String) -> [String] {
    let folder = PathParts(path).directory
    return TextFile.exists(folder) ? [] : [folder] + missingFolders(of: folder)
  }
}
