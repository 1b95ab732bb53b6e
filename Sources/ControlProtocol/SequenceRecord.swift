import GestureCore

/// What became of one touch sequence of a device: the outcome of each gesture, and what became of its actions (interface.md §5).
///
/// What must hold: a record has at most `mostOutcomes` outcomes of `mostActions` actions each, and no text in it is longer than
/// `longestText`, so that the daemon can keep a fixed number of records.
package struct SequenceRecord: Sendable {
  /// More than a configuration has gestures for one number of fingers. Beyond them those stay that say most.
  package static let mostOutcomes = 32
  /// Of the actions of a gesture, the last ones are kept.
  package static let mostActions = 4
  /// Bytes of UTF-8.
  package static let longestText = 400

  /// What became of a gesture. Its fields are those of an event without the positions and measures, which are many times as large.
  package struct Outcome: Sendable {
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
    package fileprivate(set) var actions: [Action] = []

    package var isMade: Bool { !state.isExplanation }
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
  package private(set) var outcomes: [Outcome] = []
  /// The last contact that reached no gesture, and how many there were.
  package private(set) var withheld: (contact: WithheldContact, count: Int)?

  package init(device: String, number: Int, start: Timestamp) {
    (self.device, self.number, self.start) = (device, number, start)
    end = start
  }

  /// Takes an event that is not `changed`.
  package mutating func take(_ event: GestureEvent, _ names: EventNames, fingers count: Int) {
    fingers = max(fingers, count)
    end = max(end, event.time)
    let gesture = names.gesture(event.gesture)
    guard let known = outcomes.firstIndex(where: { $0.gesture == gesture }) else {
      return add(Outcome(event, names))
    }
    if outcomes[known].isReplaced(by: event) { outcomes[known].replace(by: Outcome(event, names)) }
  }

  private mutating func add(_ outcome: Outcome) {
    if outcomes.count < Self.mostOutcomes { return outcomes.append(outcome) }
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

  /// Takes what became of an action of a gesture. The outcomes of one action replace each other, and equal ones are counted.
  package mutating func take(_ outcome: ActionOutcome, of gesture: String) {
    guard let index = outcomes.firstIndex(where: { $0.gesture == gesture && $0.isMade }) else { return }
    outcomes[index].take(outcome)
  }

  /// The outcomes: what was made, in the order of time; then what failed at a limit, the nearest first; then all others.
  package var ranked: [Outcome] {
    outcomes.enumerated().sorted { a, b in
      let (one, other) = (a.element.rank, b.element.rank)
      return one != other ? one < other : a.offset < b.offset
    }.map { $0.element }
  }
}

extension SequenceRecord.Outcome {
  fileprivate init(_ event: GestureEvent, _ names: EventNames) {
    gesture = names.gesture(event.gesture)
    (type, state, time, fingers) = (event.type, event.state, event.time, event.fingers)
    failure = event.failure
    other = event.failure.flatMap { $0.by.map(names.gesture) ?? $0.zone.flatMap(names.zone) }
    remark = names.remarks[event.gesture].map { $0.cut(to: SequenceRecord.longestText) }
  }

  fileprivate mutating func replace(by next: SequenceRecord.Outcome) {
    let actions = actions
    self = next
    self.actions = actions
  }

  /// What was made stays, whatever fails later. Of failures, the nearest one says most.
  fileprivate func isReplaced(by next: GestureEvent) -> Bool {
    if !next.state.isExplanation { return true }
    if isMade { return false }
    return state == .possible
      || (next.failure?.nearness ?? .infinity) <= (failure?.nearness ?? .infinity)
  }

  fileprivate var rank: Double {
    if isMade { return -1 }
    guard let failure else { return .infinity }
    if let nearness = failure.nearness { return nearness }
    return failure.unit == .fingers ? .greatestFiniteMagnitude : 1e9
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
  /// Writes it as an event without positions and measures.
  fileprivate func write(on device: String, to json: inout JSONWriter) {
    var names = EventNames(device: device, gestures: [gesture])
    names.remarks[0] = remark
    var event = GestureEvent()
    (event.type, event.state, event.time, event.fingers) = (type, state, time, fingers)
    event.failure = failure
    if failure?.by != nil {
      names.gestures.append(other ?? "")
      event.failure?.by = 1
    } else if failure?.zone != nil {
      names.zones = [other ?? ""]
      event.failure?.zone = 0
    }
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
      if let failure = outcome.failure { json.member("nearness", failure.nearness ?? .nan) }
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
