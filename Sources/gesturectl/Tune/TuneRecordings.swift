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
  /// The index of the gesture that is tuned; nil for touch sequences of the device alone.
  var gesture: Int?

  /// All touch sequences in order: those of the device, and those of the tuned gesture's zone. Their number and order do not depend
  /// on other gestures.
  func sequences(_ configuration: Configuration) throws(CommandFailure) -> [Recorded] {
    var all: [Recorded] = []
    for (index, recording) in recordings.enumerated() {
      var runner = try ReplayRunner(recording, configuration)
      var definitions = runner.device.definitions
      for (place, other) in runner.device.gestures.enumerated() where other != gesture {
        definitions[place].region = nil
      }
      var collector = SequenceCollector(definitions, gestures: runner.device.gestures)
      var names = runner.names
      func take(_ sequences: [TouchSequence]) {
        all += sequences.map { Recorded(recording: index, sequence: $0) }
      }
      runner.run(recording.events) { step in
        switch step {
        case .context(let differences): names.remarks = differences
        case .surface(let surface): names.surface = surface
        case .roster, .withheld, .waiting: break
        case .frame(let frame, let touches): take(collector.consume(frame, touches))
        case .event(let event, _): collector.consume(event, detail: names.detail(event))
        }
      }
      take(collector.finish())
    }
    return all
  }

  /// Why a gesture was not recognized in the touch sequences of an attempt: its deciding failure, or what kept the touches from it.
  func reason(of gesture: Int, in attempt: some Sequence<Recorded>, _ configuration: Configuration) -> String?
  {
    let names = EventNames(device: "", gestures: configuration.gestures.map(\.name))
    var reasons: [(sequence: TouchSequence, failure: Failure)] = []
    for recorded in attempt {
      if let failure = recorded.sequence.failure(of: gesture) { reasons.append((recorded.sequence, failure)) }
    }
    let deciding = reasons.first(where: { !$0.failure.reason.keepsTouches }) ?? reasons.first
    return deciding.map { $0.sequence.sentence($0.failure, of: gesture, names) }
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
    guard let only = classes.first else { throw .wrong("the recordings are of no touch device") }
    guard classes.count == 1 else {
      throw .usage(
        "the recordings are of both touchpads and touchscreens, which have different limits; tune one at a time"
      )
    }
    return only
  }

  /// The recording and time of a sequence: `left.evemu, 1.020 s`.
  func text(of recorded: Recorded) -> String {
    "\(recordings[recorded.recording].name), \(recorded.sequence.start.seconds) s"
  }
}

/// The touch sequences with which the user attempted the gesture: one per attempt, or one per tap.
struct TuneAttempts {
  /// The sequences of each attempt, as indices.
  private(set) var ranges: [Range<Int>] = []
  /// The number of sequences with another finger count, which are other gestures.
  private(set) var others = 0
  let gesture: Int

  /// µs. A longer pause separates two attempts; a chain of taps has shorter ones.
  private static let longestPause: Timestamp = 1_000_000

  init(_ all: [TuneRecordings.Recorded], of gesture: Int, _ definition: RecognizerDefinition) {
    self.gesture = gesture
    let most = Self.sequences(of: definition)
    for (index, recorded) in all.enumerated() {
      // A finger that lands after the recognition does not make the count wrong.
      guard
        definition.fingers.contains(recorded.sequence.fingers)
          || recorded.sequence.recognized.contains(gesture)
      else {
        others += 1
        continue
      }
      if let last = ranges.last, last.upperBound == index, last.count < most,
        all[index - 1].recording == recorded.recording,
        recorded.sequence.start - all[index - 1].sequence.end < Self.longestPause
      {
        ranges[ranges.count - 1] = last.lowerBound..<(index + 1)
      } else {
        ranges.append(index..<(index + 1))
      }
    }
  }

  /// How many touch sequences it takes to make the gesture once.
  static func sequences(of definition: RecognizerDefinition) -> Int {
    let parameters = definition.parameters
    if !parameters.steps.isEmpty { return parameters.steps.count }
    let consistsOfTaps = definition.type.traits.variant == .taps
    return consistsOfTaps ? max(1, parameters.tapCount) : parameters.tapCount + 1
  }

  /// The reasons why an attempt was not recognized, the deciding one first.
  func failures(of attempt: Int, in recorded: [TuneRecordings.Recorded]) -> [Failure] {
    recorded[ranges[attempt]].map(\.sequence).flatMap { sequence -> [Failure] in
      return sequence.misses.filter { $0.gesture == gesture }.map(\.failure)
        + sequence.refusals.filter { $0.gestures.contains(gesture) }.map(\.failure)
    }
  }

  func outcomes(_ recorded: [TuneRecordings.Recorded]) -> [Bool] {
    ranges.map { range in recorded[range].contains { $0.sequence.recognized.contains(gesture) } }
  }
}
