import ControlProtocol
import GestureConfig
import GestureCore
import Recordings

/// Recordings of one motion each, and what a configuration makes of them.
struct Examples {
  let recordings: [Recording]

  init(_ recordings: [Recording]) { self.recordings = recordings }

  /// µs without a touch that separate two examples; a chain of taps or of motions has shorter pauses.
  static let pause: Timestamp = 1_000_000

  /// The motions in a recording: those between which there is no touch for a second are examples of their own.
  static func motions(in recording: Recording) -> [Recording] {
    var motions: [[InputEvent]] = []
    for events in RecordedSequences(recording) {
      if let last = motions.last?.last, let next = events.first, next.time - last.time < pause {
        motions[motions.count - 1] += events
      } else {
        motions.append(events)
      }
    }
    guard motions.count > 1 else { return [recording] }
    return motions.enumerated().map { number, events in
      Recording(name: "\(recording.name)-\(number + 1)", description: recording.description, events: events)
    }
  }

  /// The touch sequences of each recording.
  func sequences(_ configuration: Configuration) throws(CommandFailure) -> [[TouchSequence]] {
    try recordings.map { recording throws(CommandFailure) in
      var runner = try ReplayRunner(recording, configuration)
      var (collector, names) = (SequenceCollector(), runner.names)
      var all: [TouchSequence] = []
      runner.run(recording.events) { step in
        switch step {
        case .context(let differences): names.remarks = differences
        case .surface(let surface): names.surface = surface
        case .roster, .withheld, .waiting: break
        case .frame(let frame, let touches): all += collector.consume(frame, touches)
        case .event(let event, _): collector.consume(event, names)
        }
      }
      return all + collector.finish()
    }
  }

  /// Whether each recording makes the gesture.
  func outcomes(_ configuration: Configuration, of gesture: Int) throws(CommandFailure) -> [Bool] {
    try recordings.map { recording throws(CommandFailure) in
      var runner = try ReplayRunner(recording, configuration)
      return runner.gestureEvents(of: recording.events).contains {
        $0.gesture == gesture && !$0.state.isExplanation && $0.state != .step
      }
    }
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
    let classes = Set(devices(configuration).map(\.deviceClass))
    guard let only = classes.first else { throw .wrong("the recordings contain no touch device") }
    guard classes.count == 1 else {
      throw .usage(
        "the recordings come from touchpads and touchscreens, which have different limits; teach one class at a time"
      )
    }
    return only
  }
}
