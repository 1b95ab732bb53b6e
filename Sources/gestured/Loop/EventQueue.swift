import ControlProtocol
import GestureCore

/// An event that waits for its reader, with the other values of its JSON.
final class WaitingEvent {
  let event: GestureEvent
  let names: EventNames
  let attachments: EventAttachments

  init(_ event: GestureEvent, _ names: EventNames, _ attachments: EventAttachments) {
    self.event = event
    self.names = names
    // The lists are copied, because a session uses their storage again.
    self.attachments = EventAttachments(
      touches: attachments.touches.map { Array($0)[...] }, steps: Array(attachments.steps)[...],
      message: attachments.message)
  }

  /// Whether both are events of one gesture that began once, on one device.
  func isSameGesture(as other: WaitingEvent) -> Bool {
    event.gesture == other.event.gesture && event.began == other.event.began
      && names.device == other.names.device
  }
}

/// The bounded queue of one reader.
///
/// The bytes of an event are made when it is sent, because its increments count from the last event that the reader received, and
/// events before it may still be dropped.
///
/// What must hold: no more entries wait than the limit allows; an entry that is partly sent stays the first; what is dropped is counted
/// in the next event of its gesture.
struct EventQueue {
  /// How the queue treats a reader that is too slow.
  struct Limit {
    /// The most entries that wait.
    let capacity: Int
    /// Whether consecutive `changed` events of a gesture are merged into the newest.
    let mergesChanges: Bool
    /// If no `changed` event can be dropped: true drops the oldest entry, false gives up the reader.
    let dropsAll: Bool

    /// A subscriber (interface.md §5).
    static let subscriber = Limit(capacity: 1_024, mergesChanges: false, dropsAll: false)
    /// A `pipe`. Its events are not seconds old after a stall. interface.md gives no number.
    static let pipe = Limit(capacity: 256, mergesChanges: true, dropsAll: true)
  }

  private struct Entry {
    /// The message; empty until an event is sent.
    var bytes: [UInt8]
    let event: WaitingEvent?
    /// Whether it may be dropped, because the next `changed` event has newer values.
    let isChanged: Bool
    /// The number of dropped `changed` events of the same gesture before this one.
    var missed = 0
  }

  private let limit: Limit
  private var reader = EventReader()
  private var entries: [Entry] = []
  /// The index of the first entry that is not completely sent.
  private var head = 0
  /// The number of bytes of that entry that are sent.
  private var sent = 0
  /// Dropped events without a later event of the same gesture in the queue. Their count goes to the next one.
  private var missed: [(event: WaitingEvent, count: Int)] = []
  /// The number of events dropped or merged.
  private(set) var dropped = 0

  init(_ limit: Limit) { self.limit = limit }

  var isEmpty: Bool { head == entries.count }
  var count: Int { entries.count - head }

  /// Sets the increments of an event that is sent without waiting in the queue.
  mutating func read(_ event: inout GestureEvent, of device: String) { reader.read(&event, of: device) }

  /// Adds a message.
  ///
  /// - Returns: false if the queue is full and the reader is given up.
  mutating func append(_ bytes: [UInt8], isChanged: Bool = false, sent begun: Int = 0) -> Bool {
    if isEmpty { sent = begun }
    return append(Entry(bytes: bytes, event: nil, isChanged: isChanged))
  }
  mutating func append(_ event: WaitingEvent) -> Bool {
    let isChanged = event.event.state == .changed
    if limit.mergesChanges, isChanged, let last = entries.last, last.isChanged, last.bytes.isEmpty,
      last.event?.isSameGesture(as: event) == true
    {
      remove(at: entries.count - 1)
    }
    return append(Entry(bytes: [], event: event, isChanged: isChanged))
  }

  private mutating func append(_ entry: Entry) -> Bool {
    if count >= limit.capacity {
      // The head stays, because it may be half sent.
      if let oldest = entries[(head + 1)...].firstIndex(where: { $0.isChanged }) {
        remove(at: oldest)
      } else if entry.isChanged {
        note(entry, before: entries.count)
        return true
      } else if limit.dropsAll {
        remove(at: head + 1)
      } else {
        return false
      }
    }
    if head >= limit.capacity {
      entries.removeFirst(head)
      head = 0
    }
    var entry = entry
    if let event = entry.event, let index = missed.firstIndex(where: { $0.event.isSameGesture(as: event) }) {
      entry.missed = missed.remove(at: index).count
    }
    entries.append(entry)
    return true
  }

  private mutating func remove(at index: Int) { note(entries.remove(at: index), before: index) }

  /// Counts an entry that the reader will not receive, so that the gesture's next event includes its increments.
  private mutating func note(_ entry: Entry, before index: Int) {
    dropped += 1
    guard entry.isChanged, let event = entry.event else { return }
    let next = entries[index...].firstIndex { $0.event?.isSameGesture(as: event) == true }
    if let next {
      entries[next].missed += entry.missed + 1
    } else if let index = missed.firstIndex(where: { $0.event.isSameGesture(as: event) }) {
      missed[index].count += entry.missed + 1
    } else {
      missed.append((event, entry.missed + 1))
    }
  }

  /// Passes bytes to `send` until it accepts no more. `send` returns the number of bytes that it accepted, or −1.
  ///
  /// - Parameter encode: makes the bytes of an event whose increments are set.
  /// - Returns: false if `send` failed.
  mutating func drain(
    encode: (GestureEvent, WaitingEvent) -> [UInt8], send: (Span<UInt8>) -> Int
  ) -> Bool {
    while head < entries.count {
      if entries[head].bytes.isEmpty, let waiting = entries[head].event {
        var event = waiting.event
        reader.drop(entries[head].missed, of: event, waiting.names.device)
        reader.read(&event, of: waiting.names.device)
        entries[head].bytes = encode(event, waiting)
      }
      // A copy of the reference, because a span of the property would outlive the access to it.
      let bytes = entries[head].bytes
      let count = send(bytes.span.extracting(sent...))
      if count < 0 { return false }
      sent += count
      guard sent == entries[head].bytes.count else { return true }
      entries[head].bytes = []
      head += 1
      sent = 0
    }
    entries.removeAll(keepingCapacity: true)
    head = 0
    for (waiting, count) in missed { reader.drop(count, of: waiting.event, waiting.names.device) }
    missed.removeAll()
    return true
  }

  /// Starts the first entry again, for a new reader.
  mutating func rewind() { sent = 0 }
}

extension JSONWriter {
  /// An event as one line, with the line end.
  mutating func line(_ event: GestureEvent, _ names: EventNames, _ attachments: EventAttachments) -> [UInt8] {
    removeAll()
    EventJSON.write(event, names: names, attachments: attachments, to: &self)
    terminate(UInt8(ascii: "\n"))
    return bytes
  }
}
