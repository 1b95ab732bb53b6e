/// The difference of two texts by lines, which begin with ` ` (in both), `-` (in the first) or `+` (in the second).
enum LineDifference {
  static func text(from old: String, to new: String) -> String {
    let (oldLines, newLines) = (lines(of: old), lines(of: new))
    let difference = newLines.difference(from: oldLines)
    var removed = Set<Int>()
    var inserted = Set<Int>()
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    return merge(oldLines, newLines, removed, inserted)
  }

  /// A final line end does not begin another line.
  private static func lines(of text: String) -> [Substring] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  private static func merge(
    _ old: [Substring], _ new: [Substring], _ removed: Set<Int>, _ inserted: Set<Int>
  ) -> String {
    var lines: [String] = []
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      if i < old.count && removed.contains(i) {
        lines.append("-\(old[i])")
        i += 1
      } else if j < new.count && inserted.contains(j) {
        lines.append("+\(new[j])")
        j += 1
      } else {
        lines.append(" \(new[j])")
        (i, j) = (i + 1, j + 1)
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
