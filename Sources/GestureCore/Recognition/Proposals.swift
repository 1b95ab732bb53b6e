/// The proposals of one step, and the gestures that still wait for a decision.
struct Proposals: ~Copyable {
  struct Entry {
    let gesture: Int
    let proposal: Proposal
  }

  /// The proposals of this step, in the order of gestures.
  private(set) var entries: OwnedList<Entry>
  /// The number of ready and undecided gestures, from this step or an earlier one.
  var pendingCount = 0
  /// The ready and undecided gestures, in the order of decisions.
  var candidates: OwnedList<Int>
  /// Whether an active recognizer got too many fingers in this step, or lost the surplus ones.
  var overChanged = false
  /// Whether the end of an active recognizer waits for its challengers.
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

  /// Whether the step needs decisions.
  @inline(__always) var awaitDecision: Bool { entries.count | pendingCount != 0 || overChanged }
}
