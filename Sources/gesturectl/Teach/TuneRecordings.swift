import ControlProtocol
import GestureConfig
import GestureCore
import Recordings

/// The recordings for tuning a gesture, and their touch sequences with a configuration.
struct TuneRecordings {
  struct Recorded {
    var recording: Int
    var sequence: TouchSequence
  }

  let recordings: [Recording]

  /// All touch sequences in order.
  func sequences(_ configuration: Configuration) throws(CommandFailure) -> [Recorded] {
    var all: [Recorded] = []
    for (index, recording) in recordings.enumerated() {
      var runner = try ReplayRunner(recording, configuration)
      var (collector, names) = (SequenceCollector(), runner.names)
      func take(_ sequences: [TouchSequence]) {
        all += sequences.map { Recorded(recording: index, sequence: $0) }
      }
      runner.run(recording.events) { step in
        switch step {
        case .context(let differences): names.remarks = differences
        case .surface(let surface): names.surface = surface
        case .roster, .withheld, .waiting: break
        case .frame(let frame, let touches): take(collector.consume(frame, touches))
        case .event(let event, _): collector.consume(event, names)
        }
      }
      take(collector.finish())
    }
    return all
  }

  /// The recorded devices, each once.
  func devices(_ configuration: Configuration) -> [DeviceIdentity] {
    var names: Set<String> = []
    return recordings.compactMap { ConfiguredDevice(recorded: $0.description, configuration)?.identity }
      .filter { names.insert($0.name).inserted }
  }

  /// The recordings' device class.
  ///
  /// - Throws: `CommandFailure` if there are several, because each has its own limits.
  func deviceClass(_ configuration: Configuration) throws(CommandFailure) -> DeviceClass {
    let classes = Set(
      recordings.compactMap {
        ConfiguredDevice(recorded: $0.description, configuration)?.identity.deviceClass
      })
    guard let only = classes.first else { throw .wrong("the recordings contain no touch device") }
    guard classes.count == 1 else {
      throw .usage(
        "the recordings come from touchpads and touchscreens, which have different limits; tune one class at a time"
      )
    }
    return only
  }

  /// The recording and time of a sequence: `left.evemu, 1.020 s`.
  func text(of recorded: Recorded) -> String {
    "\(recordings[recorded.recording].name), \(recorded.sequence.start.seconds) s"
  }
}

/// The attempts at a gesture: one touch sequence each, or one for each of its taps.
struct TuneAttempts {
  /// When an attempt was made: in which recording, and between which landings.
  struct Span {
    let recording: Int
    let start: Timestamp
    fileprivate(set) var end: Timestamp
    /// The number of its touch sequences.
    fileprivate(set) var count = 1

    func contains(_ recorded: TuneRecordings.Recorded) -> Bool {
      recorded.recording == recording && start...end ~= recorded.sequence.start
    }
  }
  private(set) var spans: [Span] = []
  /// The number of sequences with another finger count, which are other gestures.
  private(set) var others = 0
  let gesture: Int

  /// µs. A longer pause separates two attempts; a chain of taps has shorter ones.
  private static let longestPause: Timestamp = 1_000_000

  init(_ all: [TuneRecordings.Recorded], of gesture: Int, _ definition: RecognizerDefinition) {
    self.gesture = gesture
    let most = Self.sequences(of: definition)
    var last: (recording: Int, end: Timestamp)?
    for recorded in all {
      let sequence = recorded.sequence
      if sequence.isOfZone && sequence.record.outcome(of: gesture) == nil { continue }
      // A finger that lands after the recognition does not make the count wrong.
      guard definition.fingers.contains(sequence.fingers) || sequence.fired(gesture) else {
        (others, last) = (others + 1, nil)
        continue
      }
      if let last, last.recording == recorded.recording, sequence.start - last.end < Self.longestPause,
        spans[spans.count - 1].count < most
      {
        spans[spans.count - 1].count += 1
        spans[spans.count - 1].end = max(spans[spans.count - 1].end, sequence.start)
      } else {
        spans.append(Span(recording: recorded.recording, start: sequence.start, end: sequence.start))
      }
      last = (recorded.recording, sequence.end)
    }
  }

  /// How many touch sequences it takes to make the gesture once.
  static func sequences(of definition: RecognizerDefinition) -> Int {
    let parameters = definition.parameters
    if !parameters.steps.isEmpty { return parameters.steps.count }
    let consistsOfTaps = definition.type.traits.variant == .taps
    return consistsOfTaps ? max(1, parameters.facts.tapCount) : parameters.facts.tapCount + 1
  }

  /// The touch sequences of an attempt, which may be others with another configuration.
  func sequences(of attempt: Int, in recorded: [TuneRecordings.Recorded]) -> [TuneRecordings.Recorded] {
    recorded.filter(spans[attempt].contains)
  }

  /// The reasons why an attempt was not recognized.
  func failures(of attempt: Int, in recorded: [TuneRecordings.Recorded]) -> [Failure] {
    sequences(of: attempt, in: recorded).compactMap {
      $0.sequence.record.outcome(of: gesture).flatMap { $0.isMade || $0.wasKept ? nil : $0.failure }
    }
  }

  func outcomes(_ recorded: [TuneRecordings.Recorded]) -> [Bool] {
    spans.indices.map { sequences(of: $0, in: recorded).contains { $0.sequence.fired(gesture) } }
  }
}
