/// The difference of two texts by lines, which begin with ` ` (in both), `-` (in the first) or `+` (in the second).
enum LineDifference {
  static func text(from old: String, to new: String) -> String {
    let (old, new) = (lines(of: old), lines(of: new))
    var removed = Set<Int>()
    var inserted = Set<Int>()
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var text = ""
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      if removed.contains(i) {
        text += "-\(old[i])\n"
        i += 1
      } else if inserted.contains(j) {
        text += "+\(new[j])\n"
        j += 1
      } else {
        text += " \(new[j])\n"
        (i, j) = (i + 1, j + 1)
      }
    }
    return text
  }

  /// A final line end does not begin another line. "\r\n", one Character in Swift, ends a line too.
  static func lines(of text: String) -> [Substring] {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
