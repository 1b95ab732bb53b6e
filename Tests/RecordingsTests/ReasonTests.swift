import GestureCore
import GestureTesting
import Recordings
import Testing

/// The reasons of `--explain` on recordings of real hardware: the key that a reason names changes the outcome.
@Suite struct `reasons on recordings` {
  /// Gestures of all kinds, by the notation of the conformance rows.
  private static let gestures = """
    tap; t2: tap fingers=2; t3: tap fingers=3; lp: long-press; swipe direction=left,up; s2: swipe fingers=2;
    s3: swipe fingers=3 direction=left; p2: pan fingers=2 axis=vertical; pinch; rotation; edge: edge-pan edges=left,top;
    hold; circle
    """
  /// Reasons of one recording that are tried, evenly spread over it: each costs a replay.
  private static let tried = 10

  private struct Replay {
    let recording: Recording
    var set: RecognizerSet

    func failures() -> [GestureEvent] {
      let input = TouchInput(device: recording.description)
      var set = set
      set.stage = input.stage
      set.deviceClass = input.deviceClass
      let pipeline = DevicePipeline(input: input, arena: Arena(set.definition))
      pipeline.arena.reading.insert(.explanations)
      for event in recording.events { pipeline.consume(event) }
      pipeline.cancelAll(at: recording.events.last?.time ?? 0)
      return pipeline.arena.events.all.filter { $0.state == .failed }
    }
  }

  @Test(.enabled(if: !HardwareRecordings.recordings.isEmpty, HardwareRecordings.areAbsent))
  func `a named key changes the outcome`() throws {
    var (reasons, untrue) = (0, [String]())
    for path in HardwareRecordings.some {
      let replay = Replay(recording: try Recording.read(path: path), set: try RecognizerSet(Self.gestures))
      let named = replay.failures().filter { event in
        event.failure.map { replay.set.recognizers[event.gesture].flipped(by: $0) != nil } ?? false
      }
      for at in stride(from: 0, to: named.count, by: max(1, named.count / Self.tried)) {
        let event = named[at]
        guard let failure = event.failure,
          let flipped = replay.set.recognizers[event.gesture].flipped(by: failure)
        else { continue }
        reasons += 1
        var other = replay
        other.set.recognizers[event.gesture] = flipped
        let remains = other.failures().contains {
          $0.gesture == event.gesture && $0.time == event.time && $0.failure?.reason == failure.reason
        }
        if remains { untrue.append("\(replay.recording.name): \(flipped.name): \(failure)") }
      }
    }
    #expect(reasons > 300)
    let share = Double(untrue.count) / Double(max(reasons, 1))
    print("recordings: \(reasons - untrue.count) of \(reasons) reasons go away with the key that they name")
    #expect(share <= 0.005, "\(untrue.count) of \(reasons):\n\(untrue.prefix(12).joined(separator: "\n"))")
  }
}
