import ControlProtocol
import GestureCore

/// One touch sequence from the first landing to the last lift: its touches, the outcome of each gesture, and the reasons. The
/// model behind `--explain`, `watch`, the report, `studio` and `tune`, which only display it.
struct TouchSequence {
  /// The number of the sequence, from 1.
  let number: Int
  let device: String
  let start: Timestamp
  /// The time of the last frame; after the sequence, of the last lift.
  private(set) var end: Timestamp
  /// The most fingers down at one time.
  private(set) var fingers = 0
  /// Whether all fingers have lifted, so that only deadlines remain.
  private(set) var isOver = false
  /// Whether its first touches had landed before the first frame that was seen.
  private(set) var beganBefore = false
  private var isNew = true

  // MARK: What happened

  private(set) var trails: [TouchTrail] = []
  /// All events except `changed`, in order.
  private(set) var events: [GestureEvent] = []
  /// The last event of each gesture, by index.
  private(set) var states: [Int: GestureEvent] = [:]
  /// The last contacts that were withheld since the sequence began.
  private(set) var withheld: [WithheldContact] = []
  private(set) var frames: [Frame] = []

  struct Frame {
    var frame: RawTouchFrame
    var touches: [RawTouch]
  }

  // MARK: What became of the gestures

  /// Gestures that were recognized or began, in that order.
  private(set) var recognized: [Int] = []
  /// Gestures that continue in the next sequence, such as a double tap after its first tap.
  private(set) var waiting: Set<Int> = []
  /// The gestures of `recognized` that were cancelled.
  private(set) var cancelled: Set<Int> = []
  /// What became of the last action of each gesture, by index.
  private(set) var results: [Int: ActionResult] = [:]

  /// What became of an action, as the daemon says it.
  struct ActionResult: Equatable {
    var text: String
    var verdict: ActionOutcome.Verdict
    /// How often in a row. A motion that fails at each step is one line.
    var count = 1
    var line: String { count > 1 ? "\(text) (\(count) times)" : text }

    init(_ outcome: ActionOutcome) { (text, verdict) = (outcome.text, outcome.verdict) }
  }

  /// That the next command runs does not hide what became of the last one.
  mutating func take(_ result: ActionResult, of gesture: Int) {
    if result.verdict == .pending && results[gesture] != nil { return }
    var result = result
    if let last = results[gesture], last.text == result.text { result.count += last.count }
    results[gesture] = result
  }
  /// A miss for each gesture that failed at a limit, the nearest first. Set by `judge`.
  private(set) var misses: [Miss] = []
  /// Gestures that failed for a reason without a measure, by reason, in the order of their failures.
  private(set) var refusals: [Refusal] = []
  /// Gestures that need another finger count, and the counts.
  private(set) var otherCounts = OtherCounts()
  /// The gestures from which touches were kept, those of the nearest zones first.
  private(set) var absences: [Absence] = []
  /// The sentences of failures, as the device's owner made them.
  private var details: [Int: [(failure: Failure, text: String)]] = [:]

  struct Miss: Equatable {
    var gesture: Int
    var failure: Failure
    /// The distance from the limit as a fraction of it: 0.1 for 10.8 mm of 12 mm.
    var amount: Double

    /// Whether a change of the limit by half would have been enough.
    var isNear: Bool { amount <= 0.5 }
  }

  struct Refusal: Equatable {
    var gestures: [Int]
    var failure: Failure
  }

  struct Absence: Equatable {
    var gesture: Int
    var failure: Failure
    /// Whether the gesture is for as many fingers as were down.
    var fits: Bool
    /// mm from the gesture's zone.
    var distance: Double { failure.measured.isFinite && failure.unit == .mm ? failure.measured : 0 }
  }

  struct OtherCounts: Equatable {
    var gestures: [Int] = []
    /// The counts that each of the gestures needs.
    var needed: [Int: Set<Int>] = [:]
    var counts: Set<Int> { gestures.reduce([]) { $0.union(needed[$1] ?? []) } }

    fileprivate mutating func add(_ gesture: Int, needed count: Int) {
      if needed[gesture] == nil { gestures.append(gesture) }
      needed[gesture, default: []].insert(count)
    }

    /// The same without the gestures for which there is another reason.
    func without(_ absences: [Absence]) -> OtherCounts {
      var rest = self
      rest.gestures.removeAll { gesture in absences.contains { $0.gesture == gesture } }
      return rest
    }
  }

  /// The most frames kept: two minutes at 120 Hz.
  static let mostFrames = 14_400
  /// mm. A finger that moves less than this rests (recognizers.md §3.6).
  private static let restingWay = 2.0
  /// The most withheld contacts kept. A hand rests on the pad in fewer places.
  private static let mostWithheld = 10

  init(number: Int, device: String = "", start: Timestamp) {
    self.number = number
    self.device = device
    self.start = start
    end = start
  }

  var isEmpty: Bool {
    recognized.isEmpty && waiting.isEmpty && misses.isEmpty && refusals.isEmpty
      && otherCounts.gestures.isEmpty
  }

  /// The miss that the user most likely means: no gesture was recognized, and one limit was missed by little.
  var nearest: Miss? { recognized.isEmpty ? misses.first.flatMap { $0.isNear ? $0 : nil } : nil }

  var fingersDown: Int { trails.count(where: \.isDown) }

  /// Whether the gesture was recognized or began.
  func fired(_ gesture: Int) -> Bool { recognized.contains(gesture) }

  /// The failure that says most about a gesture: its nearest miss, or else another reason.
  func failure(of gesture: Int) -> Failure? {
    misses.first { $0.gesture == gesture }?.failure
      ?? refusals.first { $0.gestures.contains(gesture) }?.failure ?? absence(of: gesture)
  }
  /// What kept touches from a gesture; nil if nothing did.
  func absence(of gesture: Int) -> Failure? { absences.first { $0.gesture == gesture }?.failure }

  /// If nothing was recognized: the gestures for as many fingers from which touches were kept, or all of them if there is no other
  /// reason. Otherwise the recognized ones that were over when another touch landed.
  var listedAbsences: [Absence] {
    if !recognized.isEmpty { return absences.filter { fired($0.gesture) } }
    let fitting = absences.filter { $0.fits && !fired($0.gesture) }
    return fitting.isEmpty && isEmpty ? absences : fitting
  }

  /// Why a gesture failed, as a sentence.
  func sentence(_ failure: Failure, of gesture: Int, _ names: EventNames) -> String {
    let known = details[gesture]?.last { $0.failure.isSame(as: failure) }
    if let known { return known.text }
    var names = names
    // That of another failure of the gesture.
    names.sentences[gesture] = nil
    return FailureText.detail(failure, of: gesture, names: names)
  }

  /// The fingers that had kept still for a second when another one landed, if a gesture needs as many as were down besides. With
  /// `resting_after` it leaves them out.
  var resting: Int {
    let resting = trails.count { trail in
      trail.reach <= Self.restingWay
        && trails.contains { $0.start - trail.start >= .second && $0.start < trail.end }
    }
    return recognized.isEmpty && otherCounts.counts.contains(fingers - resting) ? resting : 0
  }

  /// The recognized gestures as a list: `next-workspace, volume (cancelled)`; without one, those that the next touch may complete:
  /// `nothing recognized; double-tap goes on`.
  func outcome(_ names: EventNames, _ style: TerminalStyle = .plain) -> String {
    if recognized.isEmpty { return style(.failed, "nothing recognized") + goingOn(names) }
    return recognized.map { gesture in
      let name = names.gesture(gesture).printable
      return cancelled.contains(gesture) ? style(.cancelled, name + " (cancelled)") : style(.recognized, name)
    }.joined(separator: ", ")
  }

  /// The gestures that the next touch may complete, as the end of a line.
  func goingOn(_ names: EventNames) -> String {
    if waiting.isEmpty { return "" }
    let list = waiting.sorted().map { names.gesture($0).printable }.joined(separator: ", ")
    return "; \(list) \(waiting.count == 1 ? "goes" : "go") on"
  }
}

extension TouchSequence {
  mutating func consume(
    _ frame: RawTouchFrame, _ touches: some Sequence<RawTouch>, keepsFrame: Bool = false
  ) {
    end = frame.time
    if isNew && frame.state != .began { beganBefore = true }
    isNew = false
    if frame.fingers > fingers { land(frame.fingers, at: frame.time) }
    isOver = frame.state == .ended || frame.state == .cancelled
    for touch in touches where !touch.isPhantom {
      if let index = trails.lastIndex(where: { $0.id == touch.id }) {
        trails[index].follow(touch, at: frame.time)
      } else {
        trails.append(TouchTrail(touch, at: frame.time))
      }
    }
    if keepsFrame, frames.count < Self.mostFrames {
      frames.append(Frame(frame: frame, touches: Array(touches)))
    }
  }

  /// µs within which the fingers of one hand land one after another (the largest `land_window`).
  private static let landing = 100 * Timestamp.millisecond

  /// Notes that more fingers are down than before. A gesture that failed for too many fingers was stopped by the first of them;
  /// its failure then gets the count of all that landed together.
  private mutating func land(_ count: Int, at time: Timestamp) {
    fingers = count
    for index in events.indices {
      guard var failure = events[index].failure, failure.reason == .tooManyFingers, failure.key == .fingers,
        events[index].time.addingReportingOverflow(Self.landing).partialValue >= time
      else { continue }
      failure.measured = max(failure.measured, Double(count))
      events[index].failure = failure
      if states[events[index].gesture]?.time == events[index].time {
        states[events[index].gesture] = events[index]
      }
    }
  }

  mutating func wait(for gestures: [Int]) { waiting = Set(gestures) }

  mutating func consume(_ contact: WithheldContact) {
    withheld.append(contact)
    if withheld.count > Self.mostWithheld { withheld.removeFirst() }
  }

  /// - Parameter detail: the reason as a sentence, of a failure.
  mutating func consume(_ event: GestureEvent, detail: String? = nil) {
    if let failure = event.failure, let detail {
      details[event.gesture, default: []].append((failure, detail))
    }
    if event.state != .changed { events.append(event) }
    switch event.state {
    // `changed` is the first event of a gesture that was in progress before the first frame.
    case .began, .changed, .recognized:
      if !recognized.contains(event.gesture) { recognized.append(event.gesture) }
    case .cancelled: cancelled.insert(event.gesture)
    case .failed:
      waiting.remove(event.gesture)
      // A later failure does not replace an active or recognized state.
      if let known = states[event.gesture], !known.state.isExplanation { return }
    case .ended, .possible, .step: break
    }
    states[event.gesture] = event
  }

  /// Ranks the known reasons of the gestures that were not recognized.
  ///
  /// - Parameter counts: the finger counts of the gestures, if known.
  mutating func judge(_ counts: [Int: ClosedRange<Int>]) {
    (misses, refusals, otherCounts, absences) = ([], [], OtherCounts(), [])
    for event in events where event.state == .failed {
      if let failure = event.failure, failure.reason.keepsTouches {
        add(failure, of: event.gesture, counts[event.gesture])
      } else if !recognized.contains(event.gesture) {
        add(event, counts[event.gesture])
      }
    }
    misses.sort { ($0.amount, $0.gesture) < ($1.amount, $1.gesture) }
    absences.sort { ($0.distance, $0.gesture) < ($1.distance, $1.gesture) }
  }

  /// Adds what kept touches from a gesture: of a gesture that was made, only that it was over.
  private mutating func add(_ failure: Failure, of gesture: Int, _ counts: ClosedRange<Int>?) {
    guard failure.reason == .over || !fired(gesture), absence(of: gesture) == nil else { return }
    absences.append(
      Absence(gesture: gesture, failure: failure, fits: counts?.contains(fingers) ?? true))
  }

  /// Adds the failure of a gesture. If it failed more than once, its nearest miss counts.
  private mutating func add(_ event: GestureEvent, _ counts: ClosedRange<Int>?) {
    guard let failure = event.failure else { return }
    if let counts, failure.by == nil, !counts.contains(fingers) {
      // A wrong finger count is the only reason that is listed for a gesture.
      otherCounts.add(
        event.gesture, needed: fingers < counts.lowerBound ? counts.lowerBound : counts.upperBound)
    } else if let miss = Miss(event, of: self) {
      if let known = misses.firstIndex(where: { $0.gesture == event.gesture }) {
        if miss.amount < misses[known].amount { misses[known] = miss }
      } else {
        misses.append(miss)
      }
    } else if failure.unit == .fingers {
      otherCounts.add(event.gesture, needed: failure.fingersNeeded)
    } else if let known = refusals.firstIndex(where: { $0.failure == failure }) {
      if !refusals[known].gestures.contains(event.gesture) { refusals[known].gestures.append(event.gesture) }
    } else {
      refusals.append(Refusal(gestures: [event.gesture], failure: failure))
    }
  }
}

extension TouchSequence.Miss {
  /// - Returns: nil if the failure has no measure to rank.
  init?(_ event: GestureEvent, of sequence: TouchSequence) {
    guard var failure = event.failure, failure.nearness != nil else { return nil }
    if failure.reason == .movedTooFar {
      // The failure occurred when the touch left its tolerance, but the rank uses how far the touch went in the end.
      let trail = failure.touch.flatMap {
        sequence.trails.indices.contains($0 - 1) ? sequence.trails[$0 - 1].reach : nil
      }
      failure.measured = max(failure.measured, trail ?? 0)
    }
    if failure.asSaid.measured == failure.asSaid.limit {
      // At a deadline, the rank uses how long the finger stayed. A finger that never landed misses the limit entirely.
      switch failure.reason {
      case .heldTooLong, .liftedTooLate, .tookTooLong:
        failure.measured += max(Double(sequence.end) - Double(event.time), 0) / 1e6
      case .landedTooLate, .noNextTap:
        self.init(gesture: event.gesture, failure: failure, amount: 1)
        return
      default: break
      }
    }
    guard let amount = failure.nearness else { return nil }
    self.init(gesture: event.gesture, failure: failure, amount: amount)
  }
}

extension Failure {
  /// Whether both have the same sentence. A view that ranks a failure may have measured it further.
  fileprivate func isSame(as other: Failure) -> Bool {
    self == other && measured.bitPattern == other.measured.bitPattern
      && limit.bitPattern == other.limit.bitPattern && key == other.key
  }
}
