import ControlProtocol
import GestureCore

/// An event that waits for its readers, with what its JSON has besides.
final class WaitingEvent {
  let event: GestureEvent
  let names: EventNames
  /// nil: the reader does not get them.
  private let touches: [Point]?
  private let steps: [GestureEvent]
  private let message: String?

  init(_ event: GestureEvent, _ names: EventNames, _ attachments: EventAttachments) {
    self.event = event
    self.names = names
    touches = attachments.touches.map { Array($0) }
    steps = Array(attachments.steps)
    message = attachments.message
  }

  var attachments: EventAttachments {
    EventAttachments(touches: touches.map { $0[...] }, steps: steps[...], message: message)
  }

  /// Whether it is of the same gesture, made at the same time on the same device.
  func isSameGesture(as other: WaitingEvent) -> Bool {
    event.gesture == other.event.gesture && event.began == other.event.began
      && names.device == other.names.device
  }
}

/// What waits for one reader, in order and bounded.
///
/// An event becomes bytes in its turn, because its increments count from the last event that the reader got: which one that
/// is depends on what is dropped meanwhile.
struct EventQueue {
  /// What a reader loses that is too slow.
  struct Limit {
    /// Entries that wait at most.
    let capacity: Int
    /// Of `changed` events of a gesture in a row only the newest is kept.
    let mergesChanges: Bool
    /// Without a `changed` event that may be dropped the oldest entry is; else the reader is given up.
    let dropsAll: Bool

    /// A subscriber (interface.md §5).
    static let subscriber = Limit(capacity: 1_024, mergesChanges: false, dropsAll: false)
    /// A `pipe`: what it reads after a stall is not seconds old. interface.md names no number.
    static let pipe = Limit(capacity: 256, mergesChanges: true, dropsAll: true)
  }

  private struct Entry {
    /// Empty: an event whose turn has not come.
    var bytes: [UInt8]
    let event: WaitingEvent?
    /// May be dropped: the next one has newer values.
    let isChanged: Bool
    /// `changed` events of the same gesture before it that were dropped.
    var missed = 0
  }

  private let limit: Limit
  private var reader = EventReader()
  private var entries: [Entry] = []
  /// Entries before this one are sent and gone.
  private var head = 0
  /// Bytes of the head that are sent.
  private var sent = 0
  /// What was dropped with no event of the same gesture after it in the queue: counts for the next one.
  private var missed: [(event: WaitingEvent, count: Int)] = []
  /// Events that were dropped or merged.
  private(set) var dropped = 0

  init(_ limit: Limit) { self.limit = limit }

  var isEmpty: Bool { head == entries.count }
  var count: Int { entries.count - head }

  /// Gives an event that is sent without waiting its increments.
  mutating func read(_ event: inout GestureEvent, of device: String) { reader.read(&event, of: device) }

  /// Adds bytes, of which so many are sent already.
  ///
  /// - Returns: false where there is no space and the reader is given up.
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
      // The head may be half sent: it stays.
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
    if let event = entry.event, let place = missed.firstIndex(where: { $0.event.isSameGesture(as: event) }) {
      entry.missed = missed.remove(at: place).count
    }
    entries.append(entry)
    return true
  }

  private mutating func remove(at index: Int) { note(entries.remove(at: index), before: index) }

  /// The reader does not get it: the next event of the gesture says so.
  private mutating func note(_ entry: Entry, before index: Int) {
    dropped += 1
    guard entry.isChanged, let event = entry.event else { return }
    let next = entries[index...].firstIndex { $0.event?.isSameGesture(as: event) == true }
    if let next {
      entries[next].missed += entry.missed + 1
    } else if let place = missed.firstIndex(where: { $0.event.isSameGesture(as: event) }) {
      missed[place].count += entry.missed + 1
    } else {
      missed.append((event, entry.missed + 1))
    }
  }

  /// Passes bytes to `send` until it accepts no more. `send` returns how many it accepted, or −1.
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

  /// The reader of a half-sent entry is gone: the next one gets it from its beginning.
  mutating func rewind() { sent = 0 }
}

extension JSONWriter {
  /// An event as one line, its end included.
  mutating func line(_ event: GestureEvent, _ names: EventNames, _ attachments: EventAttachments) -> [UInt8] {
    removeAll()
    EventJSON.write(event, names: names, attachments: attachments, to: &self)
    terminate(UInt8(ascii: "\n"))
    return bytes
  }
}
