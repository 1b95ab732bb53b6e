/// A recognizer as the arena sees it: its state, its attempt and its place in the order of things.
struct ArenaEntry {
  var state = RecognizerState.possible
  var isEnabled: Bool
  /// `when` held at the beginning of this touch sequence.
  var isPermitted = true
  /// Has a proposal in this step.
  var hasProposal = false
  /// The device cannot show it (semi-MT).
  let isEligible: Bool
  let type: GestureType
  /// Among the arena's entries.
  let index: Int
  /// Index in its row of the bank; for a sequence in `Arena.sequences`.
  let slot: Int
  var attempt: Attempt
  /// Touches that began outside its region.
  var outside: TouchSet = 0
  /// Of a sequence: where its present step may begin.
  var region: Region?
  /// `when` as of now; counts from the next sequence on.
  var isPermittedNext = true
  var proposal = Proposal.none
  var readySince: Timestamp = 0
  var ratio = 0.0
  /// Whom it waited for last, and of whom that was told, for `--explain`.
  var waitsFor = -1
  var saidToWaitFor = -1
  /// A pinch that a two-finger scroll beat a moment ago; until then, and while that goes on, it may still win (§3.7).
  var secondThoughtsUntil = Timestamp.min
  /// The scroll; −1: none beat it.
  var secondThoughtsAbout = -1
  let priority: Int
  let rank: Int
  let taps: Int

  /// Suspended for too many fingers, as of the last frame.
  var isOver = false
  /// Its end is put off until challengers had their chance (§3.2 step 1).
  var endsDeferred = false

  init(_ definition: RecognizerDefinition, _ index: Int, slot: Int, _ arena: ArenaDefinition) {
    self.index = index
    type = definition.parameters.type
    self.slot = slot
    isEnabled = definition.enabled
    region = definition.region
    priority = definition.priority
    rank = type.rank
    taps = definition.parameters.tapCount
    let fingers = definition.parameters.fingerRange ?? definition.fingers
    attempt = Attempt(
      least: fingers.lowerBound, most: fingers.upperBound, stage: arena.stage,
      isTouchpad: arena.deviceClass == .touchpad, isSemiMT: arena.isSemiMT)
    switch type {
    case .pinch, .rotation, .transform: isEligible = !arena.isSemiMT
    case .tap, .longPress, .pan, .swipe, .edgePan, .hold, .tapDrag, .circle, .stroke, .hover, .sequence:
      isEligible = true
    }
  }

  /// Whether a frame in which touches only move can change anything for it.
  var concernsMotion: Bool {
    if attempt.seen == 0 || state.isTerminal || !isEnabled { return false }
    switch type {
    case .hover: return false
    case .pan, .swipe, .pinch, .rotation, .edgePan, .transform:
      // Possible with too few fingers, or suspended: what it waits for is a finger that comes or goes, or time.
      if attempt.count < attempt.least { return false }
      return !(state.isActive && attempt.count > attempt.most)
    case .tap, .longPress, .hold, .tapDrag, .circle, .stroke, .sequence: return true
    }
  }
  /// Whether it never had enough fingers, and a frame in which some come or go can be nothing to it.
  @inline(__always) func waitsForFingers(_ touches: Touches) -> Bool {
    if attempt.peak >= attempt.least || !isEligible { return false }
    switch type {
    case .pan, .pinch, .rotation, .transform: return touches.phantom == 0
    // It fails as soon as one is lifted.
    case .swipe: return touches.ended | touches.cancelled == 0 && !touches.isResync
    case .tap, .longPress, .edgePan, .hold, .tapDrag, .circle, .stroke, .hover, .sequence: return false
    }
  }
  var isWeak: Bool { type == .hold }
  var isTrio: Bool { type.isTrio }
  var isPossible: Bool { state == .possible }
  var isPending: Bool { attempt.isPending }
}

extension GestureType {
  /// Among recognizers that become ready in one step, the higher rank is tried first (§3.2).
  var rank: Int {
    switch self {
    case .sequence: 8
    case .tapDrag: 7
    case .longPress: 6
    case .tap: 5
    case .edgePan: 4
    case .swipe: 3
    case .transform, .circle, .stroke: 2
    case .pan, .pinch, .rotation: 1
    case .hold, .hover: 0
    }
  }
  /// Pan, pinch and rotation: exclusive, decided by the larger ratio (§3.7).
  var isTrio: Bool {
    switch self {
    case .pan, .pinch, .rotation: true
    case .tap, .longPress, .swipe, .edgePan, .hold, .tapDrag, .transform, .circle, .stroke, .hover, .sequence:
      false
    }
  }
}

extension RecognizerParameters {
  var tapCount: Int {
    switch self {
    case .tap(let p): p.taps ?? 1
    case .longPress(let p): p.taps
    case .tapDrag(let p): p.tap.taps ?? 1
    case .pan, .swipe, .pinch, .rotation, .edgePan, .hold, .transform, .circle, .stroke, .hover, .sequence: 0
    }
  }
  /// The range of a sequence is the union of its steps'.
  var fingerRange: ClosedRange<Int>? {
    guard case .sequence(let p) = self, let first = p.steps.first else { return nil }
    var (least, most) = (first.fingers.lowerBound, first.fingers.upperBound)
    for step in p.steps {
      least = min(least, step.fingers.lowerBound)
      most = max(most, step.fingers.upperBound)
    }
    return least...most
  }
}

/// Pairs of recognizers, one bit each.
struct PairSet {
  private let words: Int
  private var bits: [UInt64]
  init(count: Int) {
    words = (count + 63) / 64
    bits = Array(repeating: 0, count: words * count)
  }
  mutating func insert(_ a: Int, _ b: Int) { bits[a * words + b / 64] |= 1 << UInt64(b % 64) }
  func contains(_ a: Int, _ b: Int) -> Bool { bits[a * words + b / 64] & (1 << UInt64(b % 64)) != 0 }
}

/// A sequence in progress (§3.8): its steps are private entries of the arena.
struct SequenceState {
  let firstChild: Int
  let count: Int
  let maxGap: Timestamp
  /// Of the whole sequence; its steps may have narrower ones.
  let region: Region?
  var current = 0
  /// Between two steps with no finger down.
  var isWaiting = false
  var waitsSince: Timestamp = 0
  let anchors: UnsafeMutablePointer<Point>
}
