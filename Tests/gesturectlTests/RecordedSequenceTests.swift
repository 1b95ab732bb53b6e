import ControlProtocol
import GestureCore
import Testing

@testable import gesturectl

/// What the daemon keeps of a touch sequence, and what `why` says of it.
struct RecordedSequenceTests {
  private static let names = EventNames(device: "event7", gestures: ["next", "back", "menu"])

  private static func event(_ gesture: Int, _ state: GestureState, _ failure: Failure? = nil) -> GestureEvent
  {
    var event = GestureEvent()
    (event.gesture, event.type, event.state, event.time) = (gesture, .swipe, state, 100_000)
    event.failure = failure
    return event
  }
  private static func short(_ measured: Double) -> Failure {
    Failure(.liftedTooEarly, measured: measured, limit: 12, unit: .mm, key: .minDistance)
  }
  private static func lines(_ record: SequenceRecord, of name: String? = nil) throws -> [String] {
    let bytes = JSONWriter.line { json in json.object { record.write(age: 12, to: &$0) } }
    return RecordedSequence(try JSONValue(parsing: Array(bytes.dropLast()))).lines(of: name, .plain)
  }

  @Test func `the nearest gesture comes first, with the key to change`() throws {
    var record = SequenceRecord(device: "event7", number: 3, start: 0)
    record.take(Self.event(0, .failed, Self.short(4)), Self.names, fingers: 3)
    record.take(Self.event(1, .failed, Self.short(11)), Self.names, fingers: 3)
    #expect(record.ranked.map(\.gesture) == ["back", "next"])
    #expect(
      try Self.lines(record) == [
        "12 s ago, event7, 3 fingers: nothing recognized",
        "  back: lifted after 11 mm, 1 mm short of `min_distance` 12 mm",
        "  next: lifted after 4 mm, 8 mm short of `min_distance` 12 mm",
      ])
    #expect(
      try Self.lines(record, of: "next").dropFirst() == [
        "  next: lifted after 4 mm, 8 mm short of `min_distance` 12 mm"
      ])
  }

  @Test func `the nearest of several failures of a gesture stays, and one that was made stays made`() {
    var record = SequenceRecord(device: "event7", number: 3, start: 0)
    for measured in [4.0, 11, 6] {
      record.take(Self.event(0, .failed, Self.short(measured)), Self.names, fingers: 3)
    }
    #expect(record.outcomes[0].failure?.measured == 11)
    record.take(Self.event(0, .recognized), Self.names, fingers: 3)
    record.take(Self.event(0, .failed, Self.short(11.9)), Self.names, fingers: 3)
    #expect(record.made("next"))
  }

  @Test func `a failed action is red, a successful one green, and one that runs neither`() {
    let states = ActionOutcome.State.allCases.map { ActionOutcome(number: 1, action: "a", $0) }
    for outcome in states {
      switch outcome.verdict {
      case .pending: #expect(outcome.verdict.colour == .plain)
      case .succeeded: #expect(outcome.verdict.colour == .recognized)
      case .failed: #expect(outcome.verdict.colour == .failed)
      }
    }
    #expect(ActionOutcome(number: 1, action: "a", .exited, status: 1).verdict.colour == .failed)
  }

  @Test func `the outcomes of one action replace each other, and equal failures are one line with a count`()
    throws
  {
    var record = SequenceRecord(device: "event7", number: 3, start: 0)
    record.take(Self.event(0, .began), Self.names, fingers: 3)
    for number in 1...200 {
      record.take(ActionOutcome(number: number, action: "false", .started), of: "next")
      record.take(ActionOutcome(number: number, action: "false", .exited, status: 1), of: "next")
    }
    let lines = try Self.lines(record)
    #expect(lines.count == 2, "\(lines)")
    #expect(lines.last == "  next: `false` failed with exit status 1 (200 times)")
    record.take(ActionOutcome(number: 201, action: "true", .exited, status: 0), of: "next")
    #expect(record.outcomes[0].actions.map(\.count) == [200, 1])
  }

  @Test func `an action of a gesture that was not made in the sequence is not its own`() {
    var record = SequenceRecord(device: "event7", number: 3, start: 0)
    record.take(Self.event(0, .failed, Self.short(4)), Self.names, fingers: 3)
    record.take(ActionOutcome(number: 1, action: "a", .done), of: "next")
    #expect(record.outcomes[0].actions.isEmpty)
  }

  @Test func `a record is bounded, and those outcomes stay that say most`() {
    let names = EventNames(device: "pad", gestures: (0..<100).map { "g\($0)" })
    var record = SequenceRecord(device: "pad", number: 1, start: 0)
    for gesture in 0..<99 {
      let failure = Failure(.tooFewFingers, measured: 1, limit: 3, unit: .fingers)
      record.take(Self.event(gesture, .failed, failure), names, fingers: 1)
    }
    record.take(Self.event(99, .failed, Self.short(11)), names, fingers: 1)
    #expect(record.outcomes.count == SequenceRecord.mostOutcomes)
    #expect(record.ranked.first?.gesture == "g99")
    record.take(Self.event(99, .recognized), names, fingers: 1)
    for number in 0..<50 {
      let text = String(repeating: "x", count: 10_000)
      record.take(ActionOutcome(number: number, action: text + "\(number)", .done, reason: text), of: "g99")
    }
    let actions = record.ranked[0].actions
    #expect(actions.count <= SequenceRecord.mostActions)
    #expect(actions.allSatisfy { $0.outcome.action.utf8.count <= SequenceRecord.longestText })
  }
}
