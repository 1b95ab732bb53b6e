import GestureCore

/// What became of one touch sequence of a device: the outcome of each gesture, and what became of its actions (interface.md §5).
///
/// The daemon keeps records, and every view makes its own from the same events: this is the only place in which it is judged which reason
/// of a gesture says most, how near it was, and which gesture was nearest.
///
/// What must hold: a record has at most `most` outcomes of `mostActions` actions each, and no text in it is longer than `longestText`,
/// so that the daemon can keep a fixed number of records.
package struct SequenceRecord: Sendable {
  /// More than a configuration has gestures for one number of fingers. Beyond them those stay that say most.
  package static let mostOutcomes = 32
  /// Of the actions of a gesture, the last ones are kept.
  package static let mostActions = 4
  /// Bytes of UTF-8.
  package static let longestText = 400

  /// What became of a gesture. Its fields are those of an event without the positions and measures, which are many times as large.
  package struct Outcome: Sendable {
    /// The gesture's index in the events of its record.
    package let index: Int
    package let gesture: String
    package let type: GestureType
    package fileprivate(set) var state: GestureState
    package fileprivate(set) var time: Timestamp
    package fileprivate(set) var fingers: Int
    package fileprivate(set) var failure: Failure?
    /// The name of the gesture or the zone to which the failure refers.
    fileprivate var other: String?
    /// What only the device's owner can say of the failure (`EventNames.remarks`).
    fileprivate var remark: String?
    /// The sentence of the failure in the message from which it was read.
    fileprivate var said: String?
    /// The numbers of fingers of the gesture on the device; nil if they are not known.
    package let counts: ClosedRange<Int>?
    /// What a gesture that was made says of a later touch.
    package fileprivate(set) var late: Failure?
    package fileprivate(set) var actions: [Action] = []

    package var isMade: Bool { !state.isExplanation }
    /// Whether touches were kept from the gesture, so that nothing was wrong with the motion.
    package var wasKept: Bool { late != nil || failure?.reason.keepsTouches == true }
  }

  /// What became of an action, and how often in a row.
  package struct Action: Sendable {
    package fileprivate(set) var outcome: ActionOutcome
    package fileprivate(set) var count = 1
  }

  package let device: String
  /// The number of the device's sequence, from 1.
  package let number: Int
  /// The time at which its first touch landed, and that of its last event, by the clock of the device's events.
  package let start: Timestamp
  package private(set) var end: Timestamp
  /// The most fingers that were down at one time.
  package private(set) var fingers = 0
  private let most: Int
  /// What each gesture said so far, in the order of their first events.
  package private(set) var outcomes: [Outcome] = []
  /// The last contact that reached no gesture, and how many there were.
  package private(set) var withheld: (contact: WithheldContact, count: Int)?

  package init(device: String, number: Int, start: Timestamp, most: Int = SequenceRecord.mostOutcomes) {
    (self.device, self.number, self.start, self.most) = (device, number, start, most)
    end = start
  }

  /// Takes an event that is not `changed`.
  package mutating func take(_ event: GestureEvent, _ names: EventNames, fingers count: Int) {
    fingers = max(fingers, count)
    end = max(end, event.time)
    guard let known = outcomes.firstIndex(where: { $0.index == event.gesture }) else {
      return add(Outcome(event, names))
    }
    if outcomes[known].isReplaced(by: event) {
      outcomes[known].replace(by: Outcome(event, names))
    } else if let failure = event.failure, failure.reason == .over {
      outcomes[known].late = failure
    }
  }

  /// Takes the number of fingers that are down.
  package mutating func take(fingers count: Int) { fingers = max(fingers, count) }

  /// Takes that the last touch has lifted. A failure is reported when it happens, and may turn out to be farther from its limit.
  ///
  /// - Parameter ways: where each touch landed and lifted, in the order of landings.
  package mutating func end(at time: Timestamp, _ ways: [(landing: Point, lift: Point)]) {
    end = max(end, time)
    for index in outcomes.indices where !outcomes[index].isMade {
      guard let failure = outcomes[index].failure else { continue }
      var measured = failure.measured
      switch failure.reason {
      case .movedTooFar:
        guard let touch = failure.touch, ways.indices.contains(touch - 1) else { continue }
        let way = ways[touch - 1]
        measured = max(measured, (way.lift.said - way.landing.said).length)
      case .heldTooLong, .liftedTooLate, .tookTooLong:
        // A deadline failed it; the finger stayed longer.
        if failure.isExpired { measured += max(Double(time) - Double(outcomes[index].time), 0) / 1e6 }
      default: continue
      }
      outcomes[index].measure(measured)
    }
  }

  private mutating func add(_ outcome: Outcome) {
    if outcomes.count < most { return outcomes.append(outcome) }
    guard let last = outcomes.indices.max(by: { outcomes[$0].rank < outcomes[$1].rank }),
      outcome.rank < outcomes[last].rank
    else { return }
    outcomes[last] = outcome
  }

  package mutating func take(_ contact: WithheldContact) {
    end = max(end, contact.time)
    withheld = (contact, (withheld?.count ?? 0) + 1)
  }

  /// Whether the gesture was made in this sequence.
  package func made(_ gesture: String) -> Bool { outcomes.contains { $0.gesture == gesture && $0.isMade } }
  /// The outcome of a gesture as it is in the end.
  package func outcome(of gesture: Int) -> Outcome? {
    outcomes.first { $0.index == gesture }.map(completed)
  }

  /// Takes what became of an action of a gesture. The outcomes of one action replace each other, and equal ones are counted.
  package mutating func take(_ outcome: ActionOutcome, of gesture: String) {
    guard let index = outcomes.firstIndex(where: { $0.gesture == gesture && $0.isMade }) else { return }
    outcomes[index].take(outcome)
  }

  /// The outcomes: what was made, in the order of time; then what failed at a limit, the nearest first; then all others.
  package var ranked: [Outcome] {
    outcomes.map(completed).enumerated().sorted { a, b in
      let (one, other) = (a.element.rank, b.element.rank)
      return one != other ? one < other : a.offset < b.offset
    }.map { $0.element }
  }
}

extension SequenceRecord {
  /// The outcome with the fingers that were down in the whole sequence. A wrong number of them is the only reason that is said of a gesture.
  private func completed(_ outcome: Outcome) -> Outcome {
    guard let failure = outcome.failure, !outcome.isMade, !outcome.wasKept, failure.by == nil,
      failure.reason != .fingerRested
    else { return outcome }
    var completed = outcome
    // In the zone of a gesture they are known only from what was made.
    if let counts = outcome.counts, fingers > 0, !counts.contains(fingers) {
      let isShort = fingers < counts.lowerBound
      completed.fail(
        Failure(
          isShort ? .tooFewFingers : .tooManyFingers, measured: Double(fingers),
          limit: Double(isShort ? counts.lowerBound : counts.upperBound), unit: .fingers, key: .fingers))
    } else if failure.reason == .tooManyFingers, failure.key == .fingers {
      // The first finger too many failed it; others may have landed with that one.
      completed.measure(max(failure.measured, Double(fingers)))
    }
    return completed
  }
}

extension Sequence<SequenceRecord> {
  /// Why a gesture was not made in the touch sequences of one attempt, such as the taps of a double tap: its deciding reason, or what
  /// kept the touches from it. nil without a reason.
  package func reason(of gesture: Int) -> String? {
    let outcomes = compactMap { $0.outcome(of: gesture) }.filter { $0.failure != nil }
    return (outcomes.first { !$0.wasKept } ?? outcomes.first)?.sentence
  }
}

extension Failure {
  /// Whether a deadline decided, so that the measure equals the limit.
  fileprivate var isExpired: Bool { asSaid.measured == asSaid.limit }
}

extension Point {
  /// The point with the decimals of a message.
  fileprivate var said: Point {
    Point(x.said(decimals: JSONWriter.decimals), y.said(decimals: JSONWriter.decimals))
  }
}

extension SequenceRecord.Outcome {
  fileprivate init(_ event: GestureEvent, _ names: EventNames) {
    (index, gesture) = (event.gesture, names.gesture(event.gesture))
    counts = names.fingers[event.gesture]
    (type, state, time, fingers) = (event.type, event.state, event.time, event.fingers)
    failure = event.failure
    other = event.failure.flatMap { $0.by.map(names.gesture) ?? $0.zone.flatMap(names.zone) }
    remark = names.remarks[event.gesture].map { $0.cut(to: SequenceRecord.longestText) }
    said = names.sentences[event.gesture].map { $0.cut(to: SequenceRecord.longestText) }
  }

  fileprivate mutating func replace(by next: SequenceRecord.Outcome) {
    let (actions, late) = (actions, late)
    self = next
    (self.actions, self.late) = (actions, late)
  }

  fileprivate mutating func measure(_ measured: Double) {
    guard var failure, failure.measured != measured else { return }
    failure.measured = measured
    fail(failure)
  }
  fileprivate mutating func fail(_ other: Failure) {
    (failure, said) = (other, nil)
  }

  /// What was made stays, whatever fails later. Of failures, the nearest one says most.
  fileprivate func isReplaced(by next: GestureEvent) -> Bool {
    if !next.state.isExplanation { return true }
    if isMade || failure?.reason == .fingerRested { return false }
    return state == .possible || next.failure?.reason == .fingerRested
      || (next.failure?.nearness ?? .infinity) <= (failure?.nearness ?? .infinity)
  }

  /// How far the measure was from the limit, as a fraction of it; nil without such a measure. What never came missed it entirely.
  package var nearness: Double? {
    guard !isMade, let failure, let nearness = failure.nearness else { return nil }
    return failure.isExpired && (failure.reason == .landedTooLate || failure.reason == .noNextTap)
      ? 1 : nearness
  }

  /// mm by which the nearest touch was outside the gesture's zone; 0 for another reason.
  package var distance: Double {
    guard let failure, failure.reason.isOfZone, failure.measured.isFinite else { return 0 }
    return failure.measured
  }

  fileprivate var rank: Double {
    if isMade { return -1 }
    guard let failure else { return .infinity }
    if let nearness { return nearness }
    return failure.unit == .fingers ? .greatestFiniteMagnitude : wasKept ? 2e9 + distance : 1e9
  }

  fileprivate mutating func take(_ outcome: ActionOutcome) {
    var outcome = outcome
    outcome.action = outcome.action.cut(to: SequenceRecord.longestText)
    outcome.description = outcome.description?.cut(to: SequenceRecord.longestText)
    outcome.reason = outcome.reason.cut(to: SequenceRecord.longestText)
    if let known = actions.lastIndex(where: { $0.outcome.number == outcome.number }) {
      actions[known].outcome = outcome
      return join(at: known)
    }
    actions.append(SequenceRecord.Action(outcome: outcome))
    join(at: actions.count - 1)
    if actions.count > SequenceRecord.mostActions { actions.removeFirst() }
  }

  /// Counts an outcome with the one before, if both say the same of the same action: a motion that fails at each step is one line.
  private mutating func join(at index: Int) {
    guard index > 0, actions[index - 1].outcome.says(the: actions[index].outcome) else { return }
    actions[index].count += actions[index - 1].count
    actions.remove(at: index - 1)
  }
}

extension ActionOutcome {
  fileprivate func says(the other: ActionOutcome) -> Bool {
    (action, state, status, reason) == (other.action, other.state, other.status, other.reason)
  }
}

extension String {
  /// The text with at most so many bytes of UTF-8.
  fileprivate func cut(to limit: Int) -> String {
    utf8.count <= limit ? self : String(decoding: utf8.prefix(limit - 3), as: UTF8.self) + "…"
  }
}

extension SequenceRecord.Outcome {
  /// The reason as a sentence; of a gesture that was made, what it says of a later touch.
  package var sentence: String? {
    guard let failure = late ?? failure else { return nil }
    if let said, late == nil { return said }
    let (names, known) = named(failure, on: "")
    return FailureText.detail(known, of: 0, names: names)
  }

  /// The failure with indices into names of its own.
  private func named(_ failure: Failure, on device: String) -> (names: EventNames, failure: Failure) {
    var (names, failure) = (EventNames(device: device, gestures: [gesture]), failure)
    names.remarks[0] = remark
    if failure.by != nil {
      names.gestures.append(other ?? "")
      failure.by = 1
    } else if failure.zone != nil {
      names.zones = [other ?? ""]
      failure.zone = 0
    }
    return (names, failure)
  }

  /// Writes it as an event without positions and measures.
  fileprivate func write(on device: String, to json: inout JSONWriter) {
    var names = EventNames(device: device, gestures: [gesture])
    var event = GestureEvent()
    (event.type, event.state, event.time, event.fingers) = (type, state, time, fingers)
    if let failure { (names, event.failure) = named(failure, on: device) }
    EventJSON.writeOutcome(event, names: names, to: &json)
  }
}

extension SequenceRecord {
  /// Writes the members of the Varlink type `Sequence`.
  ///
  /// - Parameter age: seconds since its last event.
  package func write(age: Double, to json: inout JSONWriter) {
    json.member("device", device)
    json.member("number", number)
    json.member("time", seconds: start)
    json.member("duration", (Double(end) - Double(start)) / 1e6)
    json.member("age", age)
    json.member("fingers", fingers)
    json.objects("gestures", ranked) { outcome, json in
      json.key("event")
      outcome.write(on: device, to: &json)
      json.member("nearness", outcome.nearness ?? .nan)
      json.objects("actions", outcome.actions) { action, json in
        json.object("outcome") { action.outcome.write(to: &$0) }
        json.member("count", action.count)
      }
    }
    if let withheld {
      json.member("withheld", WithheldText.detail(withheld.contact))
      json.member("withheld_count", withheld.count)
    }
  }
}
