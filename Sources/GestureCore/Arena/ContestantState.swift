/// A gesture's state with the values of that state.
enum ContestantState {
  /// Undecided. With second thoughts, a pan was recognized first but this pinch may still replace it (§3.7).
  case possible(SecondThoughts?)
  /// Ready, but the arena has not decided yet (§3.2 step 3). To other gestures it still counts as possible.
  case pending(Pending)
  /// Began, and perhaps changed.
  case active(Activity)
  case ended, cancelled, failed

  /// The state without its values, which is cheaper to compare.
  enum Kind: UInt8 { case possible, pending, active, ended, cancelled, failed }
  var kind: Kind {
    switch self {
    case .possible: .possible
    case .pending: .pending
    case .active: .active
    case .ended: .ended
    case .cancelled: .cancelled
    case .failed: .failed
    }
  }

  struct Pending {
    /// When the gesture became ready.
    let since: Timestamp
    /// The measure divided by its threshold, from the last proposal.
    var ratio: Double
    /// The gesture for which this one waits, and the one that was named in the last explanation.
    var waitsFor: Int?
    var explainedWait: Int?
    var secondThoughts: SecondThoughts?
  }

  struct Activity {
    var hasChanged = false
    /// Whether the gesture was suspended in the last frame because of too many fingers.
    var isOver = false
    /// Whether the gesture's end waits until its challengers have had their chance (§3.2 step 1).
    var endsDeferred = false
  }
}
