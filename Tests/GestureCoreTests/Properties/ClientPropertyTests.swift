import GestureCore
import GestureTesting
import Testing

/// Random streams with gestures of type `client`, whose programs come, propose at any time, and sometimes go.
@Suite struct `any stream with programs that recognize gestures` {
  private func check(_ property: Properties.Property, _ location: SourceLocation = #_sourceLocation) {
    Properties.check(property, location) { seed in
      var generator = StreamGenerator(seed: seed)
      generator.first = .client
      var sample = generator.sample()
      sample.addPrograms(seed)
      return sample
    }
  }

  @Test func `each recognizer goes through legal states only`() { check(Properties.hasLegalStates) }
  @Test func `recognizers that share a touch exclude each other`() { check(Properties.excludesOthers) }
  @Test func `three seconds later no state is left`() { check(Properties.keepsNoState) }
  @Test func `a cancellation ends everything`() { check(Properties.cancelsEverything) }
  @Test func `the numbers of the touches do not matter`() { check(Properties.ignoresNumbers) }
  @Test func `times never decrease`() { check(Properties.keepsTime) }
  @Test func `extra advances of the time change nothing`() { check(Properties.ignoresExtraAdvances) }
  @Test func `frames that contain only motion give the same events`() {
    check(Properties.skipsOnlyIdleRecognizers)
  }
  @Test func `a program reads each touch from its landing to its end, and the end of each attempt`() {
    check(Properties.programsReadAll)
  }
  @Test func `a silent program changes no gesture that does not wait for it`() {
    check(Properties.ignoresSilentPrograms)
  }
  @Test func `programs are heard`() {
    var states: Set<GestureState> = []
    for seed in UInt64(1)...500 {
      var generator = StreamGenerator(seed: seed)
      generator.first = .client
      var sample = generator.sample()
      sample.addPrograms(seed)
      for event in sample.set.run(sample.stream.script) where event.type == .client {
        states.insert(event.state)
      }
    }
    #expect(states == [.began, .changed, .ended, .cancelled])
  }
}

extension StreamCase {
  private var clients: [Int] {
    self.set.recognizers.indices.filter { self.set.recognizers[$0].parameters.type == .client }
  }

  /// A program for each gesture that needs one.
  mutating func addPrograms(_ seed: UInt64) {
    var random = SplitMix64(seed: ~seed)
    let end = Int(stream.end) + 300_000
    for index in clients {
      let name = set.recognizers[index].name
      stream.program.append(TouchStream.ProgramStep(time: 0, name: name, .comes))
      for _ in 0..<random.int(0...8) {
        let state = random.pick(
          [.ready, .ready, .changed, .ended, .ended, .cancelled, .failed] as [ClientProposal.State])
        stream.program.append(
          TouchStream.ProgramStep(time: Timestamp(random.int(1...end)), name: name, .proposes(state)))
      }
      if random.oneIn(6) {
        let time = Timestamp(random.int(1...end))
        stream.program.append(TouchStream.ProgramStep(time: time, name: name, .goes))
      }
    }
  }

  fileprivate var clientNames: Set<String> { Set(clients.map { set.recognizers[$0].name }) }
  fileprivate var clientFrames: [ClientFrames] {
    clients.map { set.programFrames(of: $0, stream.script) }
  }
}

extension Properties {
  /// 13. A program reads each touch of an attempt from its landing to its end, every touch in every frame, in the order of time, and
  /// the end of each attempt once.
  static func programsReadAll(_ sample: StreamCase) -> String? {
    for list in sample.clientFrames {
      var (number, time) = (0, Timestamp.min)
      var down: Set<Int64> = []
      var isOpen = false
      for frame in list.frames {
        if frame.time < time { return "frame \(frame.number) at \(frame.time) µs after \(time) µs" }
        time = frame.time
        if let end = frame.end {
          guard isOpen, frame.number == number, frame.touches.isEmpty else {
            return "\(end) without an attempt"
          }
          (isOpen, down) = (false, [])
          continue
        }
        isOpen = true
        if frame.number != number + 1 { return "frame \(frame.number) after \(number)" }
        number = frame.number
        let touches = list.touches[frame.touches]
        if !down.isSubset(of: touches.map(\.id)) { return "frame \(number) lacks a touch" }
        for touch in touches {
          switch touch.phase {
          case .began where !down.contains(touch.id): down.insert(touch.id)
          case .moved where down.contains(touch.id), .stationary where down.contains(touch.id): break
          case .ended where down.contains(touch.id), .cancelled where down.contains(touch.id):
            down.remove(touch.id)
          default: return "touch \(touch.id) \(touch.phase.rawValue) in frame \(number)"
          }
        }
      }
      if isOpen { return "an attempt has no end" }
    }
    return nil
  }

  /// 14. A program that says nothing changes no gesture that does not wait for its gesture.
  static func ignoresSilentPrograms(_ sample: StreamCase) -> String? {
    var sample = sample
    let names = sample.clientNames
    sample.stream.program.removeAll { if case .proposes = $0.kind { true } else { false } }
    for index in sample.set.recognizers.indices {
      sample.set.recognizers[index].requireFailureOf.removeAll(where: names.contains)
    }
    let present = sample.set.run(sample.stream.script)
    sample.stream.program = []
    return sample.difference(present, sample.set.run(sample.stream.script), "without the silent program") {
      $0
    }
  }
}
