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
      let all = Self.run(stream, [.usual, .touches, .touchesOfChanges])
      let most = Self.run(stream, [.usual, .touches])
      let none = Self.run(stream, .usual)
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

  private static func run(_ stream: GridStream, _ reading: Reading) -> [(
    state: GestureState, places: [Point]
  )] {
    let names = stream.set.recognizers.map(\.name)
    let arena = Arena(stream.set.definition)
    arena.reading = reading
    for step in stream.steps { arena.take(step) { names.firstIndex(of: $0) ?? 0 } }
    arena.advance(to: .never)
    return arena.events.all.map { ($0.state, Array(arena.touchPoints[$0.touches])) }
  }

  /// Each gesture has a reader of its own, which reads any part of the events.
  @Test func `what is read of a gesture does not depend on what is read of the others`() {
    var (read, left) = (0, 0)
    for seed in UInt64(1)...300 {
      var random = SplitMix64(seed: seed)
      for (set, steps) in [GridStream(seed: seed).parts, GridStream.ofSequences(seed: seed).parts] {
        let readings = set.recognizers.map { _ in Reading(rawValue: UInt8(random.int(0...63))) }
        let full = Self.run(set, steps) { _ in .all }
        let expected = full.compactMap { $0.read(with: readings[$0.event.gesture]) }
        let made = Self.run(set, steps) { readings[$0] }
        // A sequence measures the velocity of its step in any case.
        let found = made.compactMap { $0.read(with: readings[$0.event.gesture]) }
        let difference = zip(expected, found).first { $0 != $1 }
        #expect(difference == nil && expected.count == made.count, "seed \(seed)")
        read += found.count
        left += full.count - found.count
      }
    }
    #expect(read > 1000 && left > 1000)
  }

  private struct Read: Equatable {
    var event: GestureEvent
    var places: [Point]
    var steps: [GestureEvent]

    static func == (one: Read, other: Read) -> Bool {
      // All fields, where NaN is NaN.
      "\(one.event)\(one.places)\(one.steps)" == "\(other.event)\(other.places)\(other.steps)"
    }

    func read(with reading: Reading) -> Read? {
      var read = self
      switch event.state {
      case .changed where !reading.contains(.changes), .step where !reading.contains(.steps): return nil
      case .possible where !reading.contains(.explanations), .failed where !reading.contains(.explanations):
        return nil
      case .changed where !reading.contains(.velocity):
        read.event.velocity = nil
        read.event.scaleVelocity = .nan
        read.event.rotationVelocity = .nan
      case .possible, .failed, .step, .changed, .began, .recognized, .ended, .cancelled: break
      }
      if !reading.includesTouches(of: event.state) { read.places = [] }
      if !reading.contains(.steps) { read.steps = [] }
      return read
    }
  }

  private static func run(_ set: RecognizerSet, _ steps: [ScriptStep], _ reading: (Int) -> Reading) -> [Read]
  {
    let names = set.recognizers.map(\.name)
    let arena = Arena(set.definition)
    arena.setReadings(reading)
    for step in steps { arena.take(step) { names.firstIndex(of: $0) ?? 0 } }
    arena.advance(to: .never)
    return arena.events.all.map { event in
      var read = Read(
        event: event, places: Array(arena.touchPoints[event.touches]),
        steps: Array(arena.stepValues[event.steps]))
      read.event.touches = 0..<0
      read.event.steps = 0..<0
      return read
    }
  }
}
