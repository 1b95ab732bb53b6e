import GestureCore

/// The frames of a device that wait: for the verdict on a touch, for older frames, or for their time.
///
/// Frames leave in the order in which they came. A frame with a held touch stays, and so does everything behind it.
///
/// What must hold: the frames that wait own the events from `firstEvent` on, in order; only holds that have begun are held; a queue
/// without frames that wait keeps no frame that has left.
struct HoldQueue: Invariant {
  /// The number of frames at which everything is shown.
  static let mostFrames = 512

  struct Frame {
    let time: Timestamp
    /// The contacts after the frame.
    let contacts: SlotSet
    /// The number of the sequence, which begins with the first contact.
    let sequence: Int
    /// The holds with events in this frame, by their bits.
    let holds: UInt64
    /// Whether a verdict hides the frame.
    var isTaken = false
    /// The number of events.
    let count: Int
    /// Whether all that waits in it follows touches that went on: the slot, axes without slots, times.
    let goesAlong: Bool
    /// Whether what comes after it is not late for it: it goes along, or lifts in it were held and nothing lands.
    let takesNoTime: Bool
  }

  private var frames: [Frame] = []
  private var events: [InputEvent] = []
  /// The index of the first frame and of its first event.
  private var head = 0
  private var firstEvent = 0
  /// The tracking ID of each hold, by its bit.
  private var ids: [Int32] = []
  private(set) var held: UInt64 = 0

  init() {
    frames.reserveCapacity(Self.mostFrames)
    events.reserveCapacity(Self.mostFrames * 16)
    ids.reserveCapacity(UInt64.bitWidth)
  }

  var isEmpty: Bool { head == frames.count }
  var isFull: Bool { frames.count - head >= Self.mostFrames || ids.count == UInt64.bitWidth }
  var first: Frame? { isEmpty ? nil : frames[head] }
  /// Whether the first frame waits for no verdict.
  var isReady: Bool { !isEmpty && frames[head].holds & held == 0 }

  /// Begins a hold. Returns its bit, or 0 if no more are possible.
  mutating func hold(id: Int32) -> UInt64 {
    guard ids.count < UInt64.bitWidth else { return 0 }
    let bit = UInt64(1) << UInt64(ids.count)
    ids.append(id)
    held |= bit
    return bit
  }
  /// The newest hold with the tracking ID; 0 if there is none. Words carry 16 bits of it.
  func bit(of id: Int32) -> UInt64 {
    guard let index = ids.lastIndex(where: { $0 & 0xffff == id & 0xffff }) else { return 0 }
    return UInt64(1) << UInt64(index)
  }
  mutating func release(_ bits: UInt64) { held &= ~bits }

  mutating func append(_ frame: Frame) {
    frames.append(frame)
    assert(holdsInvariants())
  }
  mutating func append(_ event: InputEvent) { events.append(event) }
  var eventCount: Int { events.count }

  /// Hides the frames for which the condition holds.
  mutating func take(where condition: (Frame) -> Bool) {
    for index in head..<frames.count where condition(frames[index]) { frames[index].isTaken = true }
  }

  /// `append` takes a frame after its events, and `removeFirst` passes over both together. `hold` gives a bit with each ID.
  package var brokenInvariant: String? {
    var check = InvariantCheck()
    let waiting = frames[head...].reduce(0) { $0 + $1.count }
    check.hold(head <= frames.count, "no more frames must leave than came")
    check.hold(firstEvent + waiting <= events.count, "each frame that waits must have its events")
    let begun: UInt64 = ids.count == UInt64.bitWidth ? .max : (1 << UInt64(ids.count)) - 1
    check.hold(held & ~begun == 0, "only a hold that has begun must be held")
    check.hold(!isEmpty || head == 0, "a queue without frames must begin anew")
    return check.broken
  }

  /// Calls `body` with the events of each frame that waits and that no verdict hides, in order.
  func forEachShown(_ body: (ArraySlice<InputEvent>) -> Void) {
    var start = firstEvent
    for frame in frames[head...] {
      if !frame.isTaken { body(events[start..<start + frame.count]) }
      start += frame.count
    }
  }

  /// The first frame's events.
  var firstEvents: ArraySlice<InputEvent> { events[firstEvent..<firstEvent + frames[head].count] }
  mutating func removeFirst() {
    firstEvent += frames[head].count
    head += 1
    defer { assert(holdsInvariants()) }
    guard isEmpty else { return }
    frames.removeAll(keepingCapacity: true)
    events.removeAll(keepingCapacity: true)
    ids.removeAll(keepingCapacity: true)
    held = 0
    head = 0
    firstEvent = 0
  }
}
