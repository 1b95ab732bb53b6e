import Evdev
import GestureCore
import Glibc
import Recordings

/// The touch sequences of a recording, in order.
struct RecordedSequences: Sequence, IteratorProtocol {
  private var events: ArraySlice<InputEvent>
  private var collector = SequenceSplitter()

  init(_ recording: Recording) {
    events = recording.events[...]
  }

  mutating func next() -> [InputEvent]? {
    while let event = events.popFirst() {
      if let sequence = collector.take(event) { return sequence }
    }
    return nil
  }
}

/// The touch sequences of a device in use. Ctrl-D ends them.
struct LiveSequences {
  private let device: TouchDevice
  private var collector = SequenceSplitter()
  private var ready: [[InputEvent]] = []
  /// Whether standard input is a terminal, on which Ctrl-D ends the sequences. Other standard input is ignored.
  private let hasTerminal = isatty(STDIN_FILENO) == 1

  init(_ device: TouchDevice) {
    self.device = device
    for event in device.presentState { _ = collector.take(event) }
  }

  /// The events of the next touch sequences; nil if there are fewer.
  mutating func next(_ count: Int) throws(CommandFailure) -> [InputEvent]? {
    var events: [InputEvent] = []
    for _ in 0..<count {
      guard let more = try next() else { return nil }
      events += more
    }
    return events
  }

  /// The next complete touch sequence; nil after the last.
  mutating func next() throws(CommandFailure) -> [InputEvent]? {
    while ready.isEmpty {
      guard let input = waitForInput([device.fd, hasTerminal ? STDIN_FILENO : -1]) else { return nil }
      if input[1], readLine() == nil { return nil }
      let reading = device.read { event in
        if let sequence = collector.take(event) { ready.append(sequence) }
      }
      switch reading {
      case .drained: break
      case .gone, .failed:
        throw .unavailable("\(device.path): the device has disappeared; nothing was written")
      }
    }
    return ready.removeFirst()
  }
}
