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
    var arena = Arena(stream.set.definition)
    arena.touchReporting = reporting
    for step in stream.steps { arena.take(step) { names.firstIndex(of: $0) ?? 0 } }
    arena.advance(to: .never)
    return arena.events.all.map { ($0.state, Array(arena.touchPoints[$0.touches])) }
  }

  /// A velocity that is not read changes nothing else, and one that is read again is the same.
  @Test func `velocities are in the changes for which they are requested`() {
    var (with, without, others) = (0, 0, 0)
    for seed in UInt64(1)...300 {
      let stream = GridStream(seed: seed)
      let all = Self.velocities(stream) { _ in true }
      // Reading begins and ends under way.
      let some = Self.velocities(stream) { ($0 / 3).isMultiple(of: 2) }
      #expect(some.map(\.rest) == all.map(\.rest), "seed \(seed)")
      for (read, event) in zip(some, all) where !event.velocity.isEmpty {
        if read.state != .changed {
          others += 1
          #expect(read.velocity == event.velocity, "seed \(seed)")
        } else if read.velocity.isEmpty {
          without += 1
        } else {
          with += 1
          #expect(Self.isNear(read.velocity, event.velocity), "seed \(seed)")
        }
      }
    }
    #expect(with > 100 && without > 100 && others > 20, "\(with), \(without), \(others)")
  }

  private typealias Velocities = (state: GestureState, velocity: [Double], rest: String)

  private static func velocities(_ stream: GridStream, isRead: (_ step: Int) -> Bool) -> [Velocities] {
    let names = stream.set.recognizers.map(\.name)
    var arena = Arena(stream.set.definition)
    for (number, step) in stream.steps.enumerated() {
      arena.changesHaveVelocity = isRead(number)
      arena.take(step) { names.firstIndex(of: $0) ?? 0 }
    }
    arena.advance(to: .never)
    return arena.events.all.map { event in
      var rest = event
      rest.velocity = nil
      rest.scaleVelocity = .nan
      rest.rotationVelocity = .nan
      let velocity = [
        event.velocity?.x ?? .nan, event.velocity?.y ?? .nan, event.scaleVelocity, event.rotationVelocity,
      ]
      return (event.state, velocity.filter { !$0.isNaN }, "\(rest)")
    }
  }

  /// Sums that were made anew have another rounding error than those that were carried.
  private static func isNear(_ velocity: [Double], _ expected: [Double]) -> Bool {
    velocity.count == expected.count
      && zip(velocity, expected).allSatisfy { abs($0 - $1) <= 1e-6 * max(1, abs($1)) }
  }
}
