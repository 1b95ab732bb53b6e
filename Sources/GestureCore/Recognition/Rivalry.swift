/// Compares two gestures that compete for the same touches: is the winner always recognized first?
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

  /// Whether the winner accepts every finger count of the loser.
  var coversFingers: Bool {
    winner.fingers.lowerBound <= loser.fingers.lowerBound
      && winner.fingers.upperBound >= loser.fingers.upperBound
  }

  /// Whether the winner goes first by its rank, which decides if both are ready in the same step with equal priority.
  var goesFirstByRank: Bool { coversFingers && winner.priority >= loser.priority }

  /// Whether the winner's threshold `a` is met before the loser's threshold `b`. If they are equal, the winner must be the first
  /// of the two.
  func reaches(_ a: Double, before b: Double) -> Bool {
    guard coversFingers else { return false }
    // In one step the gesture with more fingers is first, so a tie needs the same smallest count.
    return a < b || (a == b && isFirst && winner.fingers.lowerBound == loser.fingers.lowerBound)
  }

  /// The most that is added to a distance for the loser's fingers, mm: k(n) of recognizers.md §4.0.
  var slack: Double { fingerSlack(min(loser.fingers.upperBound, 10)) }
}
