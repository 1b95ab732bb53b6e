/// Two gestures that compete for the same touches: is one always first?
///
/// `check` warns of gestures that can never be recognized. A type states its cases in `RecognizerParameters.preempts`.
package struct Rivalry {
  package let winner: RecognizerDefinition
  package let loser: RecognizerDefinition
  /// Whether the winner is first if both are ready in one step, by priority and then by position in the file.
  package let isFirst: Bool

  package init(winner: RecognizerDefinition, loser: RecognizerDefinition, isFirst: Bool) {
    self.winner = winner
    self.loser = loser
    self.isFirst = isFirst
  }

  package var isDecided: Bool { winner.parameters.preempts(loser.parameters, self) }

  var hasSameFingers: Bool { winner.fingers == loser.fingers }

  /// The winner accepts every finger count of the loser.
  var coversFingers: Bool {
    winner.fingers.lowerBound <= loser.fingers.lowerBound
      && winner.fingers.upperBound >= loser.fingers.upperBound
  }

  /// If both are ready in the same step, the higher rank wins, unless a higher priority decides.
  var goesFirstByRank: Bool { coversFingers && winner.priority >= loser.priority }

  /// The winner's threshold `a` is met before `b`, or at the same time by the one that is first.
  func reaches(_ a: Double, before b: Double) -> Bool {
    guard coversFingers else { return false }
    // More fingers are first in one step, so a tie needs the same least number.
    return a < b || (a == b && isFirst && winner.fingers.lowerBound == loser.fingers.lowerBound)
  }

  /// k(n) in mm: the most that is added to a distance for the loser's fingers (recognizers.md §4.0).
  var slack: Double { fingerSlack(min(loser.fingers.upperBound, 10)) }
}
