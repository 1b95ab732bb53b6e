/// Second thoughts (recognizers.md §3.7): on touchpads a two-finger pan may turn out to be a pinch.
struct SecondThoughts {
  /// How long after its beginning a pan may turn out to be a pinch [LIN], µs.
  static let duration: Timestamp = 300_000

  /// The pan that was recognized first.
  let pan: Int
  /// From this time on the pinch cannot replace it any more.
  let end: Timestamp
}

extension Arena {
  /// Whether a pinch that the pan `index` would make fail stays possible for a while.
  mutating func grantSecondThoughts(to other: Int, about index: Int) -> Bool {
    guard entries[index].type == .pan, entries[other].type == .pinch,
      entries[index].attempt.pointee.isTouchpad, entries[index].attempt.pointee.count == 2,
      entries[other].attempt.pointee.count == 2
    else { return false }
    entries[other].secondThoughts = SecondThoughts(pan: index, end: touches.time + SecondThoughts.duration)
    return true
  }
}
