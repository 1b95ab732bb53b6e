import GestureTesting
import Testing

@testable import GestureCore

/// The reasons of `--explain` on random hands: there is one for each gesture that did not fire, and it names what
/// decided.
@Suite struct `reasons` {
  private static let seeds = UInt64(1)...Properties.seedCount

  /// A reason is true if it goes away when the key that it names is set past what was measured.
  @Test func `a named key changes the outcome`() throws {
    var (reasons, untrue) = (0, [String]())
    for seed in Self.seeds {
      var generator = StreamGenerator(seed: seed)
      let sample = generator.sample()
      let events = sample.set.run(sample.stream.script, explains: true)
      for event in events where event.state == .failed {
        guard let failure = event.failure,
          let flipped = sample.set.recognizers[event.gesture].flipped(by: failure)
        else { continue }
        reasons += 1
        var set = sample.set
        set.recognizers[event.gesture] = flipped
        let remains = set.run(sample.stream.script, explains: true).contains {
          $0.gesture == event.gesture && $0.state == .failed && $0.time == event.time
            && $0.failure?.reason == failure.reason
        }
        if remains {
          untrue.append("seed \(seed): \(sample.set.recognizers[event.gesture].notation): \(failure)")
        }
      }
    }
    #expect(reasons > 1000)
    let share = Double(untrue.count) / Double(max(reasons, 1))
    print("random hands: \(reasons - untrue.count) of \(reasons) reasons go away with the key that they name")
    #expect(share <= 0.005, "\(untrue.count) of \(reasons):\n\(untrue.prefix(12).joined(separator: "\n"))")
  }

  /// What was measured may differ.
  @Test func `a reason is the same for the same touch, gesture and unit`() {
    let reasons: [FailureReason] = [.movedTooFar, .prevented]
    var all: [Failure] = []
    for reason in reasons {
      for unit in [Failure.Unit.mm, .seconds] {
        for (touch, by) in [(1, 1), (1, 2), (2, 1)] {
          all.append(Failure(reason, measured: 1, limit: 2, unit: unit, touch: touch, by: by))
        }
      }
    }
    for (index, one) in all.enumerated() {
      for (other, two) in all.enumerated() { #expect((one == two) == (index == other), "\(one), \(two)") }
      var measured = one
      measured.measured = 5
      #expect(measured == one)
    }
  }

  /// Gestures that end with their touch sequence: each fires or has one reason, in each sequence. One that has ended and is made
  /// again with the fingers that are left fires again or has a reason for it (§3.6). On touchpads a motion may have another reason
  /// for each other number of fingers.
  @Test func `each gesture that does not fire gives exactly one reason`() throws {
    var (sequences, wrong) = (0, [String]())
    for seed in Self.seeds {
      var generator = StreamGenerator(seed: seed)
      var sample = generator.sample(without: .places)
      sample.stream.toggles = []
      sample.set.recognizers.removeAll { $0.spansSequences }
      guard !sample.set.recognizers.isEmpty else { continue }
      let script = sample.stream.script
      let events = sample.set.run(script, explains: true)
      let periods = sample.set.deviceClass == .touchpad ? sample.stream.periods : []
      for (start, end, isNear) in script.touchSequences {
        sequences += 1
        for (index, recognizer) in sample.set.recognizers.enumerated() {
          // Fingers that land so soon may be those of the sequence before (§4.4).
          if isNear && recognizer.type == .swipe { continue }
          let own = events.filter { $0.gesture == index && $0.time >= start && $0.time < end }
          let fired = own.count { $0.state == .began || $0.state == .recognized }
          // One that had too many fingers begins anew without those that keep still, and then has a reason of its own (§3.6).
          let replaced = own.dropLast().count {
            $0.state == .failed && $0.failure?.reason == .tooManyFingers
          }
          let reasons = own.count { $0.state == .failed } - replaced
          let anew = recognizer.parameters.traits.isMotion ? periods.count { $0 > start && $0 < end } : 0
          // Without those of later periods.
          let failed = max(min(reasons, 1), reasons - anew)
          if !recognizer.type.traits.isExplained(fired: fired, failed: failed, own.last?.state) {
            wrong.append(
              "seed \(seed) at \(start): \(recognizer.notation): \(fired) fired, \(failed) reasons")
          }
        }
      }
    }
    #expect(sequences > 2 * Self.seeds.count)
    #expect(wrong.isEmpty, "\(wrong.count):\n\(wrong.prefix(12).joined(separator: "\n"))")
  }
}

extension GestureTraits {
  /// Whether so many firings and reasons in one touch sequence explain it, of which the last ended with this state.
  fileprivate func isExplained(fired: Int, failed: Int, _ last: GestureState?) -> Bool {
    if fired == 0 { return failed == 1 }
    // A gesture that has failed stays so until its reset, so its reason is the last of the touch sequence.
    if beginsAgain { return failed == 0 || failed == 1 && last == .failed }
    return failed == 0 && (fired == 1 || repeats)
  }
}

extension RecognizerDefinition {
  /// Its attempt may outlive a touch sequence: it has taps before something else, or steps.
  fileprivate var spansSequences: Bool {
    type == .sequence || parameters.facts.tapCount > (type == .tap ? 1 : 0)
  }
}

extension TouchScript {
  /// From the first landing of each touch sequence to the first of the next, and whether the last lift is so near to a landing that
  /// a swipe may take the fingers for the same.
  fileprivate var touchSequences: [(start: Timestamp, end: Timestamp, isNear: Bool)] {
    var down = Set<Int64>()
    var starts: [Timestamp] = []
    var lifts: [Timestamp] = []
    for step in steps {
      guard case .frame(let frame) = step else { continue }
      // A sequence ends when no touch is down after a frame: a finger may lift in the frame in which another lands.
      if down.isEmpty && frame.changes.contains(where: { $0.phase == .began }) { starts.append(frame.time) }
      for change in frame.changes {
        switch change.phase {
        case .began: down.insert(change.id)
        case .ended, .cancelled: down.remove(change.id)
        case .moved, .reanchored: break
        }
      }
      if down.isEmpty && lifts.count < starts.count { lifts.append(frame.time) }
    }
    func isNear(_ lift: Int) -> Bool {
      lifts.indices.contains(lift) && lift + 1 < starts.count
        && starts[lift + 1] - lifts[lift] <= AwayFingers.patience
    }
    return starts.indices.map {
      (starts[$0], $0 + 1 < starts.count ? starts[$0 + 1] : .never, isNear($0 - 1) || isNear($0))
    }
  }
}
