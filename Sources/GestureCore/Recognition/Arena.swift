/// All recognizers of one device and the arbitration between them (recognizers.md §2, §3).
///
/// A step is one frame or one deadline instant: every recognizer proposes, then the arena decides (`Arbitration`).
/// Methods of the hot path are `mutating` even where they only read: Swift 6.3 copies the whole noncopyable struct for
/// a call that borrows it from within one that mutates it (430 bytes, three times a frame; seen in the assembly).
package struct Arena: ~Copyable {
  /// What the last calls produced, in order; the owner empties it.
  package var events: EventList
  /// The touch positions that `GestureEvent.touches` points into; emptied together with `events`.
  package var touchPoints: [Point] = []
  /// Also put into `events` why gestures failed, and what those that are ready wait for.
  package var explains = false
  /// Of which events the places of touches are put into `touchPoints`.
  package var touchReporting = ReportedEvents.none
  /// Whether `changed` events have a velocity. The fit costs a tenth of a frame; all other events have theirs.
  package var changesHaveVelocity: Bool {
    get { table.pointee.changesHaveVelocity }
    set { table.pointee.changesHaveVelocity = newValue }
  }
  /// Counts the touch sequences that began with a `when` changed.
  var roster: Int16 = 0

  /// Owns all memory behind the pointers of the arena, its entries and its recognizers; freed last.
  var storage = ArenaStorage()
  let table: UnsafeMutablePointer<TouchTable>
  let touches: Touches
  let entries: UnsafeMutablePointer<ArenaEntry>
  let count: Int
  /// By waiter, the recognizers it waits for.
  var requirements: [[Int]]
  var simultaneous: PairSet
  /// Of the trio, those that take the same fingers: with one that is in, evidence is required (§3.7).
  var rivals: PairSet
  /// Requirements, direct or through others.
  var waits: PairSet
  /// By recognizer, its `where`.
  let conditions: [[MeasureCondition]]
  var conditionalRequirements: [ConditionalRequirement] = []
  /// Whether any measure must be judged.
  let hasConditions: Bool
  var pendingCount = 0
  /// Pending entries, in the order in which they are decided.
  let candidates: UnsafeMutablePointer<Int>
  var candidateCount = 0
  let hoverEntries: [Int]
  /// Those that read the force of touches.
  let forceEntries: [Int]
  var lastFrameTime: Timestamp = 0
  var lastMoved: TouchSet = 0
  private(set) var cachedDeadline = Timestamp.never
  /// Entries that a frame of mere motion can concern, in order; found anew when a state or a count changes.
  let moving: UnsafeMutablePointer<UnsafeMutablePointer<ArenaEntry>>
  private(set) var movingCount = 0
  /// Whether motion can change anything for a recognizer before touches come or go.
  private(set) var needsMotion = false
  /// A state changed in this step, so that the moving entries and the deadline must be found anew.
  var isUnsettled = true
  /// Entries with a proposal in this step, in order.
  let proposers: UnsafeMutablePointer<Int>
  var proposerCount = 0
  /// An active recognizer came to have too many fingers, or has no longer.
  var overChanged = false
  var hasDeferredEnd = false
  /// Key presses, for gestures with a `typing_guard`.
  var typing = TypingTimes()
  /// A `when` changed; it counts from the next sequence on.
  var permitsAnew = false
  /// The `when` of a gesture does not hold in this sequence.
  private var excludesSome = false

  package init(_ definition: ArenaDefinition) {
    let recognizers = definition.recognizers.map { $0.flattened }.withSectors
    count = recognizers.count
    table = storage.touchTable()
    touches = Touches(table)
    simultaneous = PairSet(count: count)
    waits = PairSet(count: count)
    rivals = PairSet(count: count)
    requirements = Array(repeating: [], count: count)
    conditions = recognizers.map { $0.conditions }
    hasConditions = recognizers.contains { !$0.conditions.isEmpty || !$0.requirementConditions.isEmpty }
    hoverEntries = recognizers.indices.filter { recognizers[$0].type == .hover }
    forceEntries = recognizers.indices.filter { recognizers[$0].readsForce }
    if !forceEntries.isEmpty { table.pointee.forces = storage.values(Touches.capacity, .none) }
    // Room for what one step can produce, so that the path of a frame allocates nothing.
    events = EventList(capacity: max(64, 3 * count))
    entries = .allocate(capacity: max(count, 1))
    moving = .allocate(capacity: max(count, 1))
    proposers = storage.values(count, 0)
    candidates = storage.values(count, 0)
    for (index, recognizer) in recognizers.enumerated() {
      (entries + index).initialize(to: ArenaEntry(recognizer, index, definition, &storage))
    }
    for index in 0..<count { entries[index].recognizer.reset(afterFailure: true) }
    relate(recognizers, definition)
    touchPoints.reserveCapacity(256)
  }

  deinit {
    entries.deinitialize(count: count)
    entries.deallocate()
    moving.deallocate()
  }

  private mutating func relate(_ recognizers: [RecognizerDefinition], _ definition: ArenaDefinition) {
    let graph = FailureGraph(recognizers, implicitRequirements: definition.implicitRequirements)
    for edge in graph.edges {
      requirements[edge.waiter].append(edge.requirement)
      let (waiter, awaited) = (recognizers[edge.waiter], recognizers[edge.requirement].name)
      guard let conditions = waiter.requirementConditions[awaited] else { continue }
      conditionalRequirements.append(
        ConditionalRequirement(waiter: edge.waiter, requirement: edge.requirement, conditions: conditions))
    }
    for a in recognizers.indices {
      for b in recognizers.indices where a != b {
        let isSimultaneous = recognizers[a].isSimultaneous(with: recognizers[b])
        if isSimultaneous { simultaneous.insert(a, b) }
        if graph.waits(a, for: b) { waits.insert(a, b) }
        if entries[a].isTrio && entries[b].isTrio && !isSimultaneous
          && recognizers[a].fingers.overlaps(recognizers[b].fingers)
          && recognizers[a].overlaps(recognizers[b])
        {
          rivals.insert(a, b)
          entries[a].attempt.pointee.competes = true
        }
      }
    }
  }

  /// Feeds one frame; deadlines up to its time run first.
  package mutating func feed(_ frame: borrowing FrameView) {
    open(frame.head)
    let (moved, isMotion) = take(frame.changes)
    close(
      moved: moved, isMotion: isMotion && frame.head.flags.isEmpty && frame.hover.isEmpty, hover: frame.hover)
  }

  /// Begins a frame; deadlines up to its time run first.
  @inline(__always) mutating func open(_ head: FrameHead) {
    let time = max(head.time, lastFrameTime)
    if rarely(cachedDeadline <= time) { advance(to: time) }
    table.pointee.previousTime = lastFrameTime
    table.pointee.open(FrameHead(time: time, flags: head.flags))
  }
  /// The touches are up to date: the recognizers get the frame.
  ///
  /// - Parameters:
  ///   - moved: touches that moved.
  ///   - isMotion: nothing else has happened.
  @inline(__always) mutating func close(
    moved: TouchSet, isMotion: Bool,
    hover: UnsafeBufferPointer<HoverChange> = UnsafeBufferPointer(start: nil, count: 0)
  ) {
    settleStill(moved)
    if rarely(!isMotion || isUnsettled) {
      feedEvent(hover)
    } else {
      feedMotion()
      if rarely(proposerCount | pendingCount != 0) { arbitrate() }
    }
    lastFrameTime = touches.time
    if rarely(isUnsettled) { settle() }
  }
  package mutating func feed(_ frame: TouchFrame) {
    frame.changes.withUnsafeBufferPointer { changes in
      frame.hover.withUnsafeBufferPointer { hover in
        let isForceOnly =
          !frame.forces.isEmpty && changes.isEmpty && hover.isEmpty && frame.head.flags.isEmpty
        if !isForceOnly { feed(FrameView(head: frame.head, changes: changes, hover: hover)) }
      }
    }
    if !frame.forces.isEmpty { frame.forces.withUnsafeBufferPointer { feed($0, at: frame.time) } }
  }

  /// Touches came or went, or places changed without motion, or something hovers.
  @inline(never) private mutating func feedEvent(_ hover: UnsafeBufferPointer<HoverChange>) {
    table.pointee.takeButtons()
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
    if entry.pointee.state.isTerminal || !entry.pointee.isEnabled || !entry.pointee.isPermitted { return }
    if touches.began == 0 && entry.pointee.attempt.pointee.seen == 0 { return }
    // A pending discrete recognizer ignores further touches and keeps its result (§3.3).
    if entry.pointee.isPending && entry.pointee.isDiscrete { return }
    receive(entry)
    if entry.pointee.attempt.pointee.seen == 0 || entry.pointee.isShortOfFingers(touches, explains) {
      return
    }
    take(propose(entry, .frame), index)
    if entry.pointee.state.isActive && entry.pointee.recognizer.isOver != entry.pointee.isOver {
      overChanged = true
    }
  }

  @inline(__always)
  mutating func take(_ proposal: Proposal, _ index: Int) {
    if case .none = proposal { return }
    entries[index].proposal = proposal
    proposers[proposerCount] = index
    proposerCount += 1
  }

  /// Adds the touches that began to an attempt, and counts those that are down.
  @inline(__always)
  mutating func receive(_ entry: UnsafeMutablePointer<ArenaEntry>) {
    var landed = touches.began == 0 ? 0 : entry.pointee.received(touches.began, touches)
    if landed != 0 && entry.pointee.typingGuard != 0 { landed = unguarded(landed, entry) }
    entry.pointee.attempt.pointee.receive(landed, touches)
  }

  /// Gets the proposal of one recognizer, with `touches` as they are.
  @inline(__always)
  mutating func propose(_ entry: UnsafeMutablePointer<ArenaEntry>, _ stimulus: Stimulus) -> Proposal {
    if !entry.pointee.isEligible { return .fail(Failure(.unsupportedDevice)) }
    let proposal = entry.pointee.recognizer.handle(
      stimulus, touches, Attempt(entry.pointee.attempt), &entry.pointee.deadline)
    if entry.pointee.isSequence { reportSteps(entry) }
    return proposal
  }

  /// The first touch of a sequence: chains that it does not fit are over before it counts (§2 rule 4).
  private mutating func beginSequence() {
    let landing = touches.records[touches.began.firstLane].down
    let began = touches.began
    let down = touches.down
    // While the chains are checked nothing has landed yet.
    table.pointee.began = 0
    table.pointee.down = 0
    var rejected = false
    for index in 0..<count
    where entries[index].attempt.pointee.seen != 0 && entries[index].isPossible && !entries[index].isPending {
      if !entries[index].recognizer.isLingering { continue }
      let failure =
        entries[index].isPermittedNext
        ? typedBefore(entries + index) ?? entries[index].recognizer.rejects(landing, at: touches.time)
        : Failure(.contextDiffers)
      if let failure {
        fail(index, failure)
        rejected = true
      }
    }
    if rejected {
      decide()
      resetAll()
    }
    table.pointee.began = began
    table.pointee.down = down
    if permitsAnew {
      for index in 0..<count { entries[index].isPermitted = entries[index].isPermittedNext }
      for index in 0..<count where entries[index].isTrio {
        entries[index].attempt.pointee.competes = (0..<count).contains {
          entries[$0].isPermitted && rivals.contains(index, $0)
        }
      }
      permitsAnew = false
      roster &+= 1
      excludesSome = (0..<count).contains { !entries[$0].isPermitted }
    }
    if explains && excludesSome { explainExclusions() }
  }

  /// Makes the next frame a full one for every recognizer, even if touches only move in it: for tests, which compare.
  package mutating func disableMotionPath() { isUnsettled = true }

  // MARK: Time

  /// The earliest deadline of all recognizers, `.never` if there is none.
  @inline(__always) package var nextDeadline: Timestamp { cachedDeadline }

  /// Finds the earliest deadline and the moving entries anew.
  mutating func settle() {
    var earliest = Timestamp.never
    movingCount = 0
    needsMotion = false
    for index in 0..<count {
      let entry = entries + index
      if entry.pointee.deadline < earliest { earliest = entry.pointee.deadline }
      if !entry.pointee.isOccupied { continue }
      if entry.pointee.needsMotion { needsMotion = true }
      if !entry.pointee.concernsMotion { continue }
      moving[movingCount] = entry
      movingCount &+= 1
    }
    cachedDeadline = earliest
    isUnsettled = false
  }

  /// Runs every deadline up to and including `time`.
  @inline(never) package mutating func advance(to time: Timestamp) {
    while cachedDeadline <= time && cachedDeadline != .never {
      let deadline = cachedDeadline
      openInstant(deadline)
      for index in 0..<count where entries[index].deadline == deadline {
        entries[index].deadline = .never
        take(propose(entries + index, .deadline), index)
      }
      if proposerCount > 0 || pendingCount > 0 { arbitrate() }
      if touches.down == 0 { resetAll() }
      settle()
    }
  }

  /// A step without a frame: time has come to `time`, no touch has changed.
  mutating func openInstant(_ time: Timestamp) {
    table.pointee.open(FrameHead(time: time))
    for index in 0..<count { entries[index].attempt.pointee.receive(0, touches) }
  }
}
