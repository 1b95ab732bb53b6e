import ControlProtocol
import GestureCore

/// The events that one `Subscribe` selects; an empty list selects all.
struct Subscription {
  var gestures: [String] = []
  var types: [GestureType] = []
  var states: [GestureState] = []
  var wantsTouches = false
  var wantsFailures = false
  var wantsLog = false

  var output: SubscribedOutput {
    SubscribedOutput(
      failures: wantsFailures, touches: wantsTouches, log: wantsLog)
  }

  func includes(_ event: GestureEvent, gesture: String) -> Bool {
    if event.state.isExplanation && !wantsFailures { return false }
    return (types.isEmpty || types.contains(event.type))
      && (states.isEmpty || states.contains(event.state) || event.state.isExplanation)
      && (gestures.isEmpty || gestures.contains(gesture))
  }

  func includes(_ frame: RawTouchFrame) -> Bool {
    wantsTouches && (states.isEmpty || states.contains(frame.state))
  }
}

/// Output that is made only for subscriptions.
struct SubscribedOutput: Equatable {
  /// Failures with their reasons (`Arena.explains`).
  var failures = false
  /// Positions of touches (`Arena.touchReporting`).
  var touches = false
  /// Lines of the log.
  var log = false

  static func | (one: SubscribedOutput, other: SubscribedOutput) -> SubscribedOutput {
    SubscribedOutput(
      failures: one.failures || other.failures, touches: one.touches || other.touches,
      log: one.log || other.log)
  }
}

/// A bounded queue of bytes for one client.
struct OutgoingQueue {
  /// The most queued events (interface.md §5).
  static let capacity = 1_024

  private struct Entry {
    var bytes: [UInt8]
    /// May be dropped, because the next one has newer values.
    var isChanged: Bool
  }

  private var entries: [Entry] = []
  /// The index of the first unsent entry.
  private var head = 0
  /// Bytes of the head that are sent.
  private var sent = 0
  /// The number of events dropped because the queue was full.
  private(set) var dropped = 0

  var isEmpty: Bool { head == entries.count }
  var count: Int { entries.count - head }

  /// - Returns: false if the queue is full and no entry may be dropped. The connection then ends.
  mutating func append(_ bytes: [UInt8], isChanged: Bool = false) -> Bool {
    if count >= Self.capacity {
      // The head stays, because it may be partly sent.
      guard let oldest = entries[(head + 1)...].firstIndex(where: { $0.isChanged }) else {
        guard isChanged else { return false }
        dropped += 1
        return true
      }
      entries.remove(at: oldest)
      dropped += 1
    }
    if head >= Self.capacity {
      entries.removeFirst(head)
      head = 0
    }
    entries.append(Entry(bytes: bytes, isChanged: isChanged))
    return true
  }

  /// Passes bytes to `send`, which returns how many it accepted or −1, until it accepts no more.
  ///
  /// - Returns: false if `send` failed.
  mutating func drain(_ send: (UnsafeRawBufferPointer) -> Int) -> Bool {
    while head < entries.count {
      let count = unsafe entries[head].bytes.withUnsafeBytes {
        unsafe send(UnsafeRawBufferPointer(rebasing: $0[sent...]))
      }
      if count < 0 { return false }
      sent += count
      guard sent == entries[head].bytes.count else { return true }
      entries[head].bytes = []
      head += 1
      sent = 0
    }
    entries.removeAll(keepingCapacity: true)
    head = 0
    return true
  }
}
