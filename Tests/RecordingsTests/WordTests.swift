import GestureCore
import GestureTesting
import Output
import Recordings
import Testing

/// The daemon reads its own words back. Gestures are the same with and without them.
@Suite struct WordTests {
  private static let recognizers = try? RecognizerSet(
    "tap taps=1; tap fingers=2; tap fingers=3; pan fingers=1; pan fingers=2; swipe fingers=3; pinch fingers=2; hold fingers=2"
  ).recognizers

  /// Words in the middle of frames and between them, as many as there are frames.
  private static func withWords(_ events: [InputEvent]) -> [InputEvent] {
    var made: [InputEvent] = []
    for (index, event) in events.enumerated() {
      let word = [ClaimWord.claim(3...Int.max), .hide(id: 7), .delay(FingerCounts(3...3)), .pass(id: 9)][
        index % 4]
      if index % 3 == 0 { made.append(InputEvent(time: event.time, type: 0, code: 1, value: word.value)) }
      // One that was written while no touch was down has a report of its own.
      if index % 12 == 0, index == 0 || events[index - 1].isReport {
        made.append(InputEvent(time: event.time, type: 0, code: 0, value: 0))
      }
      made.append(event)
    }
    return made
  }

  private static func run(_ recording: Recording, _ events: [InputEvent]) -> [String] {
    guard let deviceClass = recording.description.classInReplay, let recognizers else { return [] }
    let input = TouchInput(device: recording.description)
    let arena = Arena(ArenaDefinition(recognizers: recognizers, stage: input.stage, deviceClass: deviceClass))
    let pipeline = DevicePipeline(input: input, arena: arena)
    var found: [String] = []
    for event in events {
      pipeline.consume(event)
      for index in 0..<pipeline.arena.events.count { found.append("\(pipeline.arena.events[index])") }
      pipeline.arena.removeEvents()
    }
    return found
  }

  @Test(.enabled(if: !HardwareRecordings.recordings.isEmpty, HardwareRecordings.areAbsent))
  func `recordings give the same events with words in them`() throws {
    var count = 0
    for path in HardwareRecordings.some {
      let recording = try Recording.read(path: path)
      let plain = Self.run(recording, recording.events)
      #expect(Self.run(recording, Self.withWords(recording.events)) == plain, "\(recording.name)")
      count += plain.count
    }
    #expect(count > 1000, "the recordings make no gestures")
  }
}

extension InputEvent {
  fileprivate var isReport: Bool { type == 0 && code == 0 }
}
