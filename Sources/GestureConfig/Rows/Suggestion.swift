/// The candidate that was probably meant; nil if none is near.
///
/// Near means an edit distance of at most 2 that is also less than half of the longer word: `fingres` is near `fingers`, `x` is
/// not near `y`.
package func suggestion(for word: String, among candidates: some Sequence<String>) -> String? {
  let wanted = letters(of: word)
  var best: (name: String, distance: Int)?
  for candidate in candidates {
    let known = letters(of: candidate)
    let distance = editDistance(wanted, known, limit: 2)
    if distance <= 2, 2 * distance < max(wanted.count, known.count), distance < best?.distance ?? .max {
      best = (candidate, distance)
    }
  }
  return best?.name
}

/// The word in lower case without `_`, `-` and blanks, so that `minDistance` and `min-distance` have distance 0 from
/// `min_distance`.
private func letters(of word: String) -> [UInt8] {
  word.utf8.compactMap { byte in
    switch byte {
    case 0x2D, 0x5F, 0x20: nil
    case 0x41...0x5A: byte + 0x20
    default: byte
    }
  }
}

/// The number of insertions, deletions, changes and swaps of neighbours that turn `a` into `b` (optimal string alignment).
/// Returns `limit + 1` for anything larger.
private func editDistance(_ a: [UInt8], _ b: [UInt8], limit: Int) -> Int {
  // A word of a configuration is short. A longer word is not a misspelling, and the limit bounds the cost.
  guard abs(a.count - b.count) <= limit, a.count <= 64, b.count <= 64 else { return limit + 1 }
  var beforeLast = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  for i in 0..<a.count {
    var row = [i + 1] + [Int](repeating: 0, count: b.count)
    for j in 0..<b.count {
      let change = last[j] + (a[i] == b[j] ? 0 : 1)
      row[j + 1] = min(change, last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        row[j + 1] = min(row[j + 1], beforeLast[j - 1] + 1)
      }
    }
    beforeLast = last
    last = row
  }
  return min(last[b.count], limit + 1)
}

/// The end of a message: `; did you mean …?`, or "" if no candidate is near.
func didYouMean(_ word: String, _ known: some Sequence<String>) -> String {
  suggestion(for: word, among: known).map { "; did you mean `\($0)`?" } ?? ""
}

/// "a, b or c"
package func listed(_ words: [String], _ conjunction: String) -> String {
  guard words.count > 1 else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " \(conjunction) " + words[words.count - 1]
}

func unknownKey(_ key: String, in owner: String, known: [String]) -> String {
  // A key of another program or of another gesture type has one that is used instead.
  let elsewhere = suggestion(for: key, among: wordsElsewhere.keys.sorted()).flatMap { word in
    wordsElsewhere[word]?.first(where: known.contains)
  }
  let near = suggestion(for: key, among: known) ?? elsewhere
  return "unknown key `\(key)` in \(owner)" + (near.map { "; did you mean `\($0)`?" } ?? "")
}

private let wordsElsewhere = [
  "command": ["run"], "action": ["run"], "shell": ["run"], "sendkey": ["keys"], "shortcut": ["keys"],
  "recognized": ["began"], "recognised": ["began"], "update": ["changed"],
  "threshold": ["min_distance", "min_spread", "min_arc"], "application": ["when"], "app": ["when"],
]

func unknownWord(_ word: String, for key: String, known: [String]) -> String {
  if key == "direction", let diagonal = diagonals[word.filter { $0 != "_" && $0 != "-" }] {
    return "`direction` cannot be \"\(word)\"; this diagonal is \"\(diagonal)\""
  }
  if let meant = otherTools.first(where: { $0.key == key && $0.words.contains(word) })?.meant {
    return "`\(key)` cannot be \"\(word)\": \(meant)"
  }
  if let near = suggestion(for: word, among: known) {
    return "`\(key)` cannot be \"\(word)\"; did you mean \"\(near)\"?"
  }
  return "`\(key)` cannot be \"\(word)\": it is \(listed(known, "or"))"
}
private let diagonals = [
  "leftup": "up-left", "leftdown": "down-left", "rightup": "up-right", "rightdown": "down-right",
  "upleft": "up-left", "downleft": "down-left", "upright": "up-right", "downright": "down-right",
]
/// Values that other tools use, with a hint about the key or value here.
private let otherTools: [(key: String, words: Set<String>, meant: String)] = [
  ("type", ["double-tap", "doubletap", "double_tap"], "it is a \"tap\" with `taps = 2`"),
  ("type", ["drag", "scroll"], "it is a \"pan\""),
  ("type", ["rotate", "turn"], "it is a \"rotation\""),
  ("type", ["zoom"], "it is a \"pinch\""),
]
