/// Which swipes of an arena are diagonal, and which other swipes take narrow sectors for that reason (§4.4).
///
/// A diagonal swipe narrows the sectors of swipes that have the same finger count and share a touch with it. A gesture narrows no
/// sectors while it is disabled, excluded by its `when`, or without a touch of the attempt because of its zone.
struct SwipeSectors: Sendable {
  /// The gestures that are diagonal swipes or have one as a step, with the finger counts of these swipes.
  let diagonal: [(gesture: Int, counts: FingerCounts)]
  /// The gestures with swipes of one of these counts; empty if no swipe is diagonal.
  let concerned: [Int]

  init(_ recognizers: [RecognizerDefinition]) {
    let diagonal = recognizers.indices.map { gesture in
      (gesture: gesture, counts: FingerCounts(of: recognizers[gesture].diagonalFingers))
    }.filter { !$0.counts.isEmpty }
    self.diagonal = diagonal
    concerned =
      diagonal.isEmpty
      ? []
      : recognizers.indices.filter { gesture in
        let counts = FingerCounts(of: recognizers[gesture].swipeFingers)
        return diagonal.contains { !$0.counts.isDisjoint(with: counts) }
      }
  }
}

extension FingerCounts {
  fileprivate init(of ranges: [ClosedRange<Int>]) {
    self = ranges.reduce(into: []) { $0.formUnion(FingerCounts($1)) }
  }
}
