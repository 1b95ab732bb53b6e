/// Two gestures that want the same touches: does the one always come before the other?
///
/// `check` warns of gestures that can never fire; a type states its cases in `RecognizerParameters.preempts`.
package struct Rivalry {
  package let winner: RecognizerDefinition
  package let loser: RecognizerDefinition
  /// By priority, then by place in the file: which goes first when both are ready in one step.
  package let isFirst: Bool

  package init(winner: RecognizerDefinition, loser: RecognizerDefinition, isFirst: Bool) {
    self.winner = winner
    self.loser = loser
    self.isFirst = isFirst
  }

  package var isDecided: Bool { winner.parameters.preempts(loser.parameters, self) }

  var hasSameFingers: Bool { winner.fingers == loser.fingers }

  /// The winner takes every number of fingers that the loser takes.
  var coversFingers: Bool {
    winner.fingers.lowerBound <= loser.fingers.lowerBound
      && winner.fingers.upperBound >= loser.fingers.upperBound
  }

  /// Ready in the same step, the higher rank is taken, unless a higher priority decides.
  var goesFirstByRank: Bool { coversFingers && winner.priority >= loser.priority }

  /// The threshold `a` of the winner is met before `b`, or at the same time by the one that goes first.
  func reaches(_ a: Double, before b: Double) -> Bool {
    guard coversFingers else { return false }
    // In one step more fingers go first, so a tie needs the same least number.
    return a < b || (a == b && isFirst && winner.fingers.lowerBound == loser.fingers.lowerBound)
  }

  /// k(n): the most that is added to a distance for the loser's fingers (recognizers.md §4.0), mm.
  var slack: Double { fingerSlack(min(loser.fingers.upperBound, 10)) }
}
