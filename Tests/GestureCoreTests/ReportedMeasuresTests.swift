import GestureTesting
import Testing

@testable import GestureCore

/// What costs more than the rest of an event.
@Suite struct `measures that not all readers need` {
  /// With each way to report places, the same events; the places are there where they are requested.
  @Test func `places of touches are reported with the requested events`() {
    var (changes, others) = (0, 0)
    for seed in UInt64(1)...300 {
      let stream = GridStream(seed: seed)
      let all = Self.run(stream, .all)
      let most = Self.run(stream, .exceptChanges)
      let none = Self.run(stream, .none)
      #expect(all.count == most.count && all.count == none.count, "seed \(seed)")
      for (index, event) in all.enumerated() {
        let isChange = event.state == .changed
        #expect(none[index].places.isEmpty, "seed \(seed)")
        #expect(most[index].places == (isChange ? [] : event.places), "seed \(seed)")
        if isChange { changes += event.places.count } else { others += event.places.count }
      }
    }
    #expect(changes > 100 && others > 100)
  }

  private static func run(_ stream: GridStream, _ reporting: ReportedEvents) -> [(
    state: GestureState, places: [Point]
  )] {
    let names = stream.set.recognizers.map(\.name)
    let arena = Arena(stream.set.definition)
    arena.reportTouches(of: reporting)
    for step in stream.steps { arena.take(step) { names.firstIndex(of: $0) ?? 0 } }
    arena.advance(to: .never)
    return arena.events.all.map { ($0.state, Array(arena.touchPoints[$0.touches])) }
  }
}
