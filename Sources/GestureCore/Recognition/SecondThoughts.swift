/// Second thoughts (recognizers.md §3.7): on touchpads a two-finger scroll may turn out to be a pinch.
extension Arena {
  /// How long after landing a two-finger scroll may turn out to be a pinch [LIN].
  private static let secondThoughts: Timestamp = 300_000

  mutating func grantSecondThoughts(to other: Int, about index: Int) -> Bool {
    guard entries[index].type == .pan, entries[other].type == .pinch, entries[index].attempt.isTouchpad,
      entries[index].attempt.count == 2, entries[other].attempt.count == 2, !entries[other].isPending
    else { return false }
    let until = bank.panEnteredAt(entries[index].slot) + Self.secondThoughts
    if touches.time > until { return false }
    entries[other].secondThoughtsUntil = until
    entries[other].secondThoughtsAbout = index
    return true
  }

  mutating func hasSecondThoughts(_ index: Int, about other: Int) -> Bool {
    entries[index].secondThoughtsAbout == other && touches.time <= entries[index].secondThoughtsUntil
  }
}
