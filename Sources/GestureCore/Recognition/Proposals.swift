/// What the recognizers propose in one step, and which of them still wait for a decision.
struct Proposals: ~Copyable {
  struct Entry {
    let gesture: Int
    let proposal: Proposal
  }

  /// Of this step, in the order of the gestures.
  private(set) var entries: OwnedList<Entry>
  /// Gestures that are ready and undecided, from this step or an earlier one.
  var pendingCount = 0
  /// The same, in the order in which they are decided.
  var candidates: OwnedList<Int>
  /// An active recognizer came to have too many fingers, or has no longer.
  var overChanged = false
  /// The end of an active recognizer waits for its challengers.
  var hasDeferredEnd = false

  init(capacity: Int) {
    entries = OwnedList(capacity: capacity)
    candidates = OwnedList(capacity: capacity)
  }

  @inline(__always) mutating func add(_ proposal: Proposal, of gesture: Int) {
    if case .none = proposal { return }
    entries.append(Entry(gesture: gesture, proposal: proposal))
  }
  mutating func removeAll() { entries.removeAll() }

  /// Whether the step has to be decided.
  @inline(__always) var awaitDecision: Bool { entries.count | pendingCount != 0 || overChanged }
}
