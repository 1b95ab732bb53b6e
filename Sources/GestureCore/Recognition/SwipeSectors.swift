/// Which swipes of an arena go diagonally, and which take narrow sectors beside them (§4.4).
///
/// A diagonal swipe narrows the sectors of those swipes of as many fingers with which it shares a touch. A gesture that is
/// out narrows nothing: disabled, excluded by its `when`, or without a touch of this attempt because of its zone.
struct SwipeSectors {
  /// The gestures that go diagonally, themselves or in a step, with the counts of fingers of these swipes.
  let diagonal: [(gesture: Int, counts: FingerCounts)]
  /// The gestures with swipes of one of these counts; none where no swipe goes diagonally.
  let concerned: [Int]

  init(_ recognizers: [RecognizerDefinition]) {
    let diagonal = recognizers.indices.map { gesture in
      (gesture: gesture, counts: FingerCounts(of: recognizers[gesture].diagonalFingers))
    }.filter { !$0.counts.isEmpty }
    self.diagonal = diagonal
    concerned = recognizers.indices.filter { gesture in
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

extension Arena {
  /// Touches landed, or a gesture was enabled or disabled: which swipes take narrow sectors.
  // Inlined: a call that borrows the arena would copy it whole (Swift 6.3).
  @inline(__always) func setSectors() {
    for index in sectors.concerned {
      var narrow: FingerCounts = []
      for other in sectors.diagonal where narrows(other.gesture, index) { narrow.formUnion(other.counts) }
      arbiter.contestants.entries[index].narrowSectors(of: narrow)
    }
  }

  private func narrows(_ diagonal: Int, _ swipe: Int) -> Bool {
    diagonal == swipe
      || admission.isIn[diagonal] && arbiter.contestants.entries[diagonal].isEnabled
        && arbiter.contestants.shareTouch(diagonal, swipe)
  }
}
