import ControlProtocol
import GestureCore

/// Collects the frames and events of devices into whole touch sequences.
///
/// A chain of taps fails after the lift, so a sequence accepts events until the next one begins, or until `finish`.
struct SequenceCollector {
  /// The open sequences, and with `mostKept` also those before them, the oldest first.
  private(set) var sequences: [TouchSequence] = []
  private(set) var count = 0
  /// The most sequences that are kept; nil keeps the open ones alone.
  var mostKept: Int?
  var keepsFrames = false

  /// Where a sequence takes place: on a device, or in the zone of a gesture, where it began at a time of its own.
  private struct Place: Hashable {
    var device: String
    var zone: Timestamp?
  }
  /// The number of the open sequence of each place.
  private var current: [Place: Int] = [:]
  /// The finger counts of each device's gestures.
  private var fingers: [String: [Int: ClosedRange<Int>]] = [:]

  /// - Parameter indices: the index of each definition's gesture in the configuration.
  mutating func use(_ definitions: [RecognizerDefinition], gestures indices: [Int], device: String) {
    fingers[device] = Dictionary(zip(indices, definitions.map(\.fingers))) { first, _ in first }
  }

  private func index(_ place: Place) -> Int? {
    current[place].flatMap { number in sequences.lastIndex { $0.number == number } }
  }

  /// Whether all fingers have lifted from a device, so that only deadlines remain.
  private func isOver(_ device: String) -> Bool {
    let own = current.keys.filter { $0.device == device }
    return !own.isEmpty && own.allSatisfy { index($0).map { sequences[$0].isOver } ?? true }
  }
  /// The devices with open sequences from which all fingers have lifted, by name.
  var devicesOver: [String] { Set(current.keys.map(\.device)).filter(isOver).sorted() }

  // MARK: What happens

  /// - Returns: the sequences that this frame ends, because others begin.
  @discardableResult
  mutating func consume(_ frame: RawTouchFrame, _ touches: some Sequence<RawTouch>, device: String = "")
    -> [TouchSequence]
  {
    let isLanding = touches.contains { $0.phase == .began }
    let before = isOver(device) ? finish(device) : isLanding ? removeOver(device) : []
    let whole = index(Place(device: device)) ?? begin(Place(device: device), at: frame.time)
    sequences[whole].consume(frame, touches, keepsFrame: keepsFrames)
    for place in current.keys where place.device == device && place.zone != nil {
      if let index = index(place) { sequences[index].follow(sequences[whole].trails, at: frame.time) }
    }
    return before
  }

  /// Removes the sequences of zones that are over while a finger rests elsewhere, unless they are kept.
  private mutating func removeOver(_ device: String) -> [TouchSequence] {
    if mostKept != nil { return [] }
    let over = current.filter { $0.key.device == device && $0.key.zone != nil }.values
    let done = sequences.filter { over.contains($0.number) && $0.isOver }
    sequences.removeAll { sequence in done.contains { $0.number == sequence.number } }
    return done
  }

  private mutating func begin(_ place: Place, at time: Timestamp) -> Int {
    if let mostKept, sequences.count >= mostKept { sequences.removeFirst() }
    count += 1
    sequences.append(
      TouchSequence(number: count, device: place.device, start: time, isOfZone: place.zone != nil))
    current[place] = count
    return sequences.count - 1
  }

  /// Records, after the last lift, which gestures wait for the next touch.
  mutating func wait(for waiting: [Int]) {
    for place in current.keys where place.zone == nil {
      if let index = index(place) { sequences[index].wait(for: waiting) }
    }
  }

  mutating func consume(_ event: GestureEvent, _ names: EventNames, device: String = "") {
    guard let whole = index(Place(device: device)) else { return }
    var index = whole
    if event.state == .changed {
      // It has no `sequence`: it belongs to the zone in which the gesture began.
      let zones = current.keys.filter { $0.device == device && $0.zone != nil }
      let own = zones.compactMap(self.index).filter { sequences[$0].fired(event.gesture) }
      index = own.max { sequences[$0].start < sequences[$1].start } ?? whole
    } else if let start = event.sequence {
      let place = Place(device: device, zone: start)
      if current[place] == nil { _ = begin(place, at: start) }
      guard let own = self.index(place) else { return }
      index = own
      if let whole = self.index(Place(device: device)) {
        sequences[index].follow(sequences[whole].trails, at: event.time)
      }
    }
    var names = names
    if let own = fingers[device] { names.fingers = own }
    sequences[index].consume(event, names)
  }

  /// - Returns: false if no sequence of the device is open.
  mutating func consume(_ contact: WithheldContact, device: String) -> Bool {
    guard let index = index(Place(device: device)) else { return false }
    sequences[index].consume(contact)
    return true
  }

  /// Notes what became of an action of a gesture: in the last sequence in which it was recognized or began.
  mutating func consume(_ result: ActionOutcome, of gesture: String) {
    guard let index = sequences.lastIndex(where: { $0.record.made(gesture) }) else { return }
    sequences[index].take(result, of: gesture)
  }

  /// Ends the open sequences of a device, or all; no event of them will follow.
  mutating func finish(_ device: String? = nil) -> [TouchSequence] {
    var done: [TouchSequence] = []
    for place in current.keys where device == nil || place.device == device {
      let known = index(place)
      current[place] = nil
      guard let index = known else { continue }
      done.append(mostKept == nil ? sequences.remove(at: index) : sequences[index])
    }
    return done.sorted { ($0.end, $0.number) < ($1.end, $1.number) }
  }
}
