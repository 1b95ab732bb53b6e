import GestureCore
import GestureTesting
import Testing

/// The properties on random streams and random recognizers; a failing seed is shrunk to a readable row.
@Suite struct `any stream and any recognizers` {
  private func check(
    without: StreamGenerator.Without = [], _ property: Properties.Property,
    _ location: SourceLocation = #_sourceLocation
  ) {
    Properties.check(property, location) { seed in
      var generator = StreamGenerator(seed: seed)
      var sample = generator.sample(without: without)
      sample.set.addConditions(seed)
      return sample
    }
  }

  @Test func `each recognizer goes through legal states only`() { check(Properties.hasLegalStates) }
  @Test func `recognizers that share a touch exclude each other`() { check(Properties.excludesOthers) }
  @Test func `of gestures that share a touch only one succeeds`() {
    check(without: .places, Properties.succeedsOnce)
  }
  @Test func `gestures of a zone are the same beside a finger that rests`() {
    check(without: .places, Properties.ignoresRestOutside)
  }
  @Test func `three seconds later no state is left`() { check(Properties.keepsNoState) }
  @Test func `a cancellation ends everything`() { check(Properties.cancelsEverything) }
  @Test func `the numbers of the touches do not matter`() { check(Properties.ignoresNumbers) }
  @Test func `the numbers of the touches do not matter to sequences and force presses`() {
    for seed in UInt64(1)...min(Properties.seedCount, 1000) {
      for (set, steps) in [GridStream.ofSequences(seed: seed).parts, ForceStream(seed: seed).parts] {
        // In the same order: of touches that land together, the first is one that is drawn by its number.
        let first = steps.flatMap(\.numbers).min() ?? 0
        let (one, other) = (
          steps.map { $0.numbered(from: 1 - first) }, steps.map { $0.numbered(from: 64 - first) }
        )
        #expect(set.trace(of: one) == set.trace(of: other), "seed \(seed)")
      }
    }
  }
  @Test func `motion of touches that are not down changes nothing`() {
    check(Properties.ignoresAbsentTouches)
  }
  @Test func `times never decrease`() { check(Properties.keepsTime) }
  @Test func `extra advances of the time change nothing`() { check(Properties.ignoresExtraAdvances) }
  @Test func `the place on the stage does not matter`() { check(without: .places, Properties.movesAlong) }
  @Test func `a mirror swaps left and right`() { check(without: [.places, .handed], Properties.mirrors) }
  @Test func `a mirror swaps the diagonals of swipes that wait for the lift`() {
    check(without: [.places, .handed], Properties.mirrorsDiagonals)
  }

  @Test func `frames that contain only motion give the same events`() {
    check(Properties.skipsOnlyIdleRecognizers)
  }

  @Test func `frames that contain only motion give the same with buttons, typing and conditions`() {
    for seed in UInt64(1)...min(Properties.seedCount, 1000) {
      let stream = ButtonStream(seed: seed)
      #expect(stream.events() == stream.events(disablesMotionPath: true), "seed \(seed)")
    }
  }

  @Test func `a stream can be read from its notation`() throws {
    for seed in UInt64(1)...50 {
      var generator = StreamGenerator(seed: seed)
      let stream = generator.stream()
      let steps = try TouchScript(stream.notation).steps
      #expect(steps.count == stream.script.steps.count, "seed \(seed)")
    }
  }

  @Test func `shrinking finds the one touch and the one recognizer that matter`() {
    var generator = StreamGenerator(seed: 12)
    var sample = generator.sample()
    sample.set.recognizers = ["a", "b", "c"].map { RecognizerDefinition($0, .tap, .touchscreen) }
    let touches = sample.stream.lives.count
    let small = sample.shrunk { candidate in
      candidate.set.recognizers.contains { $0.name == "b" } && !candidate.stream.lives.isEmpty
    }
    #expect(touches > 1)
    #expect(small.set.recognizers.map(\.name) == ["b"])
    #expect(small.stream.lives.count == 1 && small.stream.lives[0].moves.isEmpty)
  }
}
