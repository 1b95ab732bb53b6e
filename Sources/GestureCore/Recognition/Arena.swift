/// All recognizers of one device and the arbitration between them (recognizers.md §2, §3).
///
/// A step is one frame or one deadline instant: every recognizer proposes, then the arena decides (`Arbitration`).
/// Methods of the hot path are `mutating` even where they only read: Swift 6.3 copies the whole noncopyable struct for
/// a call that borrows it from within one that mutates it (430 bytes, three times a frame; seen in the assembly).
package struct Arena: ~Copyable {
  /// What the last calls produced, in order; whoever drives the arena empties it.
  package var events: EventList
  /// The touch positions that `GestureEvent.touches` points into; emptied together with `events`.
  package var touchPoints: [Point] = []
  /// Also put into `events` why gestures failed, and whom those that are ready wait for.
  package var explains = false
  /// Also fill `touchPoints`.
  package var reportsTouches = false

  var storage = ArenaStorage()
  var bank = RecognizerBank()
  let touches: Touches
  let entries: UnsafeMutablePointer<ArenaEntry>
  /// Entries in arbitration; the steps of sequences follow after them.
  let count: Int
  let entryCount: Int
  var sequences: [SequenceState] = []
  /// By waiter, the recognizers it waits for.
  var requirements: [[Int]]
  var simultaneous: PairSet
  /// Who waits for whom, directly or through others.
  var waits: PairSet
  var pendingCount = 0
  /// Pending entries, in the order in which they are decided.
  let candidates: UnsafeMutablePointer<Int>
  var candidateCount = 0
  let hoverEntries: [Int]
  var lastFrameTime: Timestamp = 0
  var lastMoved: TouchSet = 0
  private var cachedDeadline = Timestamp.never
  /// Entries that a frame of mere motion can concern, in order; found anew when a state or a count changes.
  let moving: UnsafeMutablePointer<UnsafeMutablePointer<ArenaEntry>>
  private(set) var movingCount = 0
  /// Of those, the ones that a touch concerns wherever it moves.
  let stirring: UnsafeMutablePointer<UnsafeMutablePointer<ArenaEntry>>
  private(set) var stirringCount = 0
  /// The others need not be asked as long as every touch is within so many mm of where it landed.
  private(set) var stillness = Double.infinity
  /// A state changed in this step, so that the moving entries and the deadline must be found anew.
  var isUnsettled = true
  /// Entries with a proposal in this step, in order.
  let proposers: UnsafeMutablePointer<Int>
  var proposerCount = 0
  /// An active recognizer came to have too many fingers, or has no longer.
  var overChanged = false
  var hasDeferredEnd = false
  /// A `when` changed while touches were down; it counts from the next sequence on.
  var permitsAnew = false

  package init(_ definition: ArenaDefinition) {
    let recognizers = definition.recognizers.map(\.flattened)
    count = recognizers.count
    touches = storage.touches()
    simultaneous = PairSet(count: count)
    waits = PairSet(count: count)
    requirements = Array(repeating: [], count: count)
    hoverEntries = recognizers.indices.filter { recognizers[$0].parameters.type == .hover }
    var made: [ArenaEntry] = []
    var children: [RecognizerDefinition] = []
    for recognizer in recognizers {
      if case .sequence(let sequence) = recognizer.parameters {
        sequences.append(
          SequenceState(
            firstChild: count + children.count, count: sequence.steps.count, maxGap: sequence.maxGap,
            region: recognizer.region, anchors: storage.points(Touches.capacity)))
        children += sequence.steps
        made.append(ArenaEntry(recognizer, made.count, slot: sequences.count - 1, definition))
      } else {
        made.append(ArenaEntry(recognizer, made.count, slot: bank.add(recognizer, &storage), definition))
      }
    }
    for child in children {
      made.append(ArenaEntry(child, made.count, slot: bank.add(child, &storage), definition))
    }
    entryCount = made.count
    entries = .allocate(capacity: max(entryCount, 1))
    // Room for what one step can produce, so that the path of a frame allocates nothing.
    events = EventList(capacity: max(64, 3 * count))
    moving = .allocate(capacity: max(count, 1))
    stirring = .allocate(capacity: max(count, 1))
    proposers = .allocate(capacity: max(count, 1))
    candidates = .allocate(capacity: max(count, 1))
    for index in 0..<entryCount { (entries + index).initialize(to: made[index]) }
    for index in 0..<entryCount {
      bank.reset(entries[index].type, entries[index].slot, afterFailure: true)
    }
    for index in 0..<count where entries[index].type == .sequence { narrowRegion(index) }
    relate(recognizers, definition)
    touchPoints.reserveCapacity(256)
  }

  deinit {
    entries.deinitialize(count: entryCount)
    entries.deallocate()
    moving.deallocate()
    stirring.deallocate()
    proposers.deallocate()
    candidates.deallocate()
  }

  private mutating func relate(_ recognizers: [RecognizerDefinition], _ definition: ArenaDefinition) {
    let graph = FailureGraph(recognizers, implicitRequirements: definition.implicitRequirements)
    for edge in graph.edges { requirements[edge.waiter].append(edge.requirement) }
    for a in recognizers.indices {
      for b in recognizers.indices where a != b {
        if FailureGraph.simultaneous(recognizers[a], recognizers[b]) { simultaneous.insert(a, b) }
        if graph.waits(a, for: b) { waits.insert(a, b) }
        let (r, q) = (recognizers[a], recognizers[b])
        if r.parameters.type.isTrio && q.parameters.type.isTrio && !FailureGraph.simultaneous(r, q)
          && r.fingers.overlaps(q.fingers) && r.overlaps(q)
        {
          entries[a].attempt.competes = true
        }
      }
    }
  }

  /// Feeds one frame; deadlines up to its time run first.
  @inline(__always) package mutating func feed(_ frame: borrowing FrameView) {
    let time = max(frame.head.time, lastFrameTime)
    if cachedDeadline <= time { advance(to: time) }
    let isMotion = open(time, frame)
    if isMotion && !isUnsettled {
      feedMotion()
      if proposerCount | pendingCount != 0 { arbitrate() }
    } else {
      feedEvent(frame.hover)
    }
    lastFrameTime = time
    if isUnsettled { settle() }
  }
  package mutating func feed(_ frame: TouchFrame) {
    frame.changes.withUnsafeBufferPointer { changes in
      frame.hover.withUnsafeBufferPointer { hover in
        feed(FrameView(head: frame.head, changes: changes, hover: hover))
      }
    }
  }

  /// Touches came or went, or were taken anew, or something hovers.
  @inline(never) private mutating func feedEvent(_ hover: UnsafeBufferPointer<HoverChange>) {
    if touches.before == 0 && touches.began != 0 { beginSequence() }
    for index in 0..<count { feedTouches(index) }
    isUnsettled = true
    if !hover.isEmpty {
      for index in hoverEntries { feedHover(index, hover) }
    }
    if proposerCount > 0 || pendingCount > 0 || overChanged { arbitrate() }
    if touches.down == 0 && (touches.before | touches.began) != 0 { resetAll() }
  }

  /// Gives one recognizer the frame.
  @inline(__always)
  private mutating func feedTouches(_ index: Int) {
    let entry = entries + index
    if entry.pointee.state.isTerminal || !entry.pointee.isEnabled { return }
    // Hover has no touch and conflicts with nobody (§4.12).
    if entry.pointee.type == .hover { return }
    if touches.began == 0 && entry.pointee.attempt.seen == 0 { return }
    // A pending discrete recognizer ignores further touches and keeps its result (§3.3).
    if entry.pointee.attempt.isPending && isDiscrete(index) { return }
    receive(entry)
    if entry.pointee.attempt.seen == 0 || entry.pointee.waitsForFingers(touches) { return }
    take(propose(index, .frame), index)
    if entry.pointee.state.isActive && isOver(index) != entry.pointee.isOver { overChanged = true }
  }

  @inline(__always)
  mutating func take(_ proposal: Proposal, _ index: Int) {
    if case .none = proposal { return }
    entries[index].proposal = proposal
    entries[index].hasProposal = true
    proposers[proposerCount] = index
    proposerCount += 1
  }

  /// Adds the touches that began to an attempt, and takes stock.
  @inline(__always)
  mutating func receive(_ entry: UnsafeMutablePointer<ArenaEntry>) {
    if touches.began != 0 {
      if let region = entry.pointee.region { sortOut(entry, region) }
      if entry.pointee.attempt.acceptsTouches {
        entry.pointee.attempt.seen |= touches.began & ~entry.pointee.outside
      }
    }
    let own = touches.down & entry.pointee.attempt.seen
    entry.pointee.attempt.own = own
    if touches.began != 0 {
      entry.pointee.attempt.peak = max(entry.pointee.attempt.peak, entry.pointee.attempt.count)
    }
  }

  private mutating func sortOut(_ entry: UnsafeMutablePointer<ArenaEntry>, _ region: Region) {
    entry.pointee.outside &= ~touches.began
    var rest = touches.began
    while rest != 0 {
      let lane = rest.popLane()
      if !region.contains(touches.records[lane].down) { entry.pointee.outside |= .lane(lane) }
    }
  }

  /// Asks one recognizer, with `touches` as they are.
  @inline(__always)
  mutating func propose(_ index: Int, _ stimulus: Stimulus) -> Proposal {
    let entry = entries + index
    if !entry.pointee.isEligible { return .fail(Failure(.unsupportedDevice)) }
    if entry.pointee.type == .sequence { return proposeSequence(index, stimulus) }
    return bank.handle(entry.pointee.type, entry.pointee.slot, stimulus, touches, &entry.pointee.attempt)
  }

  /// The first touch of a sequence: chains that it does not fit are over before it counts (§2 rule 4).
  private mutating func beginSequence() {
    let landing = touches.records[touches.began.firstLane].down
    let began = touches.began
    let down = touches.down
    // Until the chains are sorted out nothing has landed yet.
    touches.began = 0
    touches.down = 0
    var rejected = false
    for index in 0..<count
    where entries[index].isPossible && entries[index].attempt.isLingering && !entries[index].isPending {
      if let failure = rejects(index, landing) {
        fail(index, failure)
        rejected = true
      }
    }
    if rejected {
      decide()
      resetAll()
    }
    touches.began = began
    touches.down = down
    if permitsAnew {
      for index in 0..<count { entries[index].isPermitted = entries[index].isPermittedNext }
      permitsAnew = false
    }
  }

  private mutating func rejects(_ index: Int, _ landing: Point) -> Failure? {
    if entries[index].type == .sequence {
      let sequence = sequences[entries[index].slot]
      if sequence.isWaiting { return nil }
      let child = entries[sequence.firstChild + sequence.current]
      return bank.rejects(child.type, child.slot, landing, at: touches.time)
    }
    return bank.rejects(entries[index].type, entries[index].slot, landing, at: touches.time)
  }

  /// Lets the next frame be asked of every recognizer, even if touches only move in it: for tests, which compare.
  package mutating func askEveryone() { isUnsettled = true }

  // MARK: Time

  /// The earliest deadline of all recognizers, `.never` if there is none.
  package var nextDeadline: Timestamp { cachedDeadline }

  /// Finds the earliest deadline and the moving entries anew.
  mutating func settle() {
    var earliest = Timestamp.never
    movingCount = 0
    stirringCount = 0
    stillness = .infinity
    for index in 0..<count {
      let entry = entries + index
      if entry.pointee.attempt.deadline < earliest { earliest = entry.pointee.attempt.deadline }
      if !entry.pointee.concernsMotion || entry.pointee.isPending && isDiscrete(index) { continue }
      moving[movingCount] = entry
      movingCount &+= 1
      let stillness = bank.stillness(entry.pointee.type, entry.pointee.slot)
      if stillness > 0 {
        self.stillness = min(self.stillness, stillness)
      } else {
        stirring[stirringCount] = entry
        stirringCount &+= 1
      }
    }
    cachedDeadline = earliest
    isUnsettled = false
  }

  /// Runs every deadline up to and including `time`.
  package mutating func advance(to time: Timestamp) {
    while cachedDeadline <= time && cachedDeadline != .never {
      let deadline = cachedDeadline
      openInstant(deadline)
      for index in 0..<count where entries[index].attempt.deadline == deadline {
        entries[index].attempt.deadline = .never
        take(propose(index, .deadline), index)
      }
      if proposerCount > 0 || pendingCount > 0 { arbitrate() }
      if touches.down == 0 { resetAll() }
      settle()
    }
  }

  /// A step without a frame: time has come to `time`, no touch has changed.
  mutating func openInstant(_ time: Timestamp) {
    touches.open(FrameHead(time: time))
    for index in 0..<entryCount { entries[index].attempt.own = touches.down & entries[index].attempt.seen }
  }
}

extension RecognizerDefinition {
  /// A step that is a sequence itself becomes its steps (§3.8, G06).
  var flattened: RecognizerDefinition {
    guard case .sequence(var sequence) = parameters else { return self }
    var copy = self
    sequence.steps = sequence.steps.flatMap { step -> [RecognizerDefinition] in
      if case .sequence(let inner) = step.flattened.parameters { return inner.steps }
      return [step]
    }
    copy.parameters = .sequence(sequence)
    return copy
  }
}
