import GestureCore

/// Collects the frames and events of devices into whole touch sequences.
///
/// A chain of taps fails after the lift, so a sequence accepts events until the next one begins, or until `finish`.
struct SequenceCollector {
  /// The open sequences, and with `mostKept` also those before them, the oldest first.
  private(set) var sequences: [TouchSequence] = []
  private(set) var count = 0
  /// The most sequences that are kept and ranked while they are open; nil keeps the open ones alone.
  var mostKept: Int?
  var keepsFrames = false

  /// Where a sequence takes place: 0 is the whole device, then come zones.
  private struct Place: Hashable {
    var device: String
    var zone = 0
  }
  /// What is known of a device's gestures: their finger counts, and their zones.
  private struct Gestures {
    var fingers: [Int: ClosedRange<Int>] = [:]
    var zones = ZoneSequences()
  }
  /// The number of the open sequence of each place.
  private var current: [Place: Int] = [:]
  private var gestures: [String: Gestures] = [:]

  init() {}

  init(_ definitions: [RecognizerDefinition], gestures: [Int]) { use(definitions, gestures: gestures) }

  /// Sets the gestures of a device. Zones stay as they are while fingers are down.
  ///
  /// - Parameter indices: the index of each definition's gesture in the configuration.
  mutating func use(_ definitions: [RecognizerDefinition], gestures indices: [Int], device: String = "") {
    let isBusy = current.keys.contains { $0.device == device } && !isOver(device)
    gestures[device] = Gestures(
      fingers: Dictionary(zip(indices, definitions.map(\.fingers))) { first, _ in first },
      zones: isBusy ? zones(of: device) : ZoneSequences(definitions, gestures: indices))
  }

  private func zones(of device: String) -> ZoneSequences { gestures[device]?.zones ?? ZoneSequences() }

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
    var before = isOver(device) ? finish(device) : []
    for part in gestures[device, default: Gestures()].zones.split(frame, Array(touches)) {
      let place = Place(device: device, zone: part.key)
      if let open = index(place), sequences[open].isOver { before += finish([place]) }
      let index = index(place) ?? begin(place, at: frame.time)
      sequences[index].consume(part.frame, part.touches, keepsFrame: keepsFrames)
      if mostKept != nil, sequences[index].isOver { judge(index) }
    }
    return before
  }

  private mutating func begin(_ place: Place, at time: Timestamp) -> Int {
    if let mostKept, sequences.count >= mostKept { sequences.removeFirst() }
    count += 1
    sequences.append(TouchSequence(number: count, device: place.device, start: time))
    current[place] = count
    return sequences.count - 1
  }

  /// Ranks the known reasons. Deadlines add to them after the lift.
  private mutating func judge(_ index: Int) {
    sequences[index].judge(gestures[sequences[index].device]?.fingers ?? [:])
  }

  /// Records, after the last lift, which gestures wait for the next touch.
  mutating func wait(for waiting: [Int]) {
    for place in current.keys {
      guard let index = index(place) else { continue }
      let zones = zones(of: place.device)
      sequences[index].wait(for: waiting.filter { zones.key(of: $0) == place.zone })
    }
  }

  /// - Parameter detail: the reason as a sentence, of a failure.
  mutating func consume(_ event: GestureEvent, detail: String? = nil, device: String = "") {
    let own = Place(device: device, zone: zones(of: device).key(of: event.gesture))
    // What kept touches from a gesture is said of all touches of the device.
    let whole = event.failure?.reason.keepsTouches == true ? index(Place(device: device)) : nil
    guard let index = whole ?? index(own) else { return }
    sequences[index].consume(event, detail: detail)
    if mostKept != nil, sequences[index].isOver { judge(index) }
  }

  /// - Returns: false if no sequence of the device is open.
  mutating func consume(_ contact: WithheldContact, device: String) -> Bool {
    guard let index = index(Place(device: device)) else { return false }
    sequences[index].consume(contact)
    return true
  }

  /// Notes what became of an action of a gesture: in the last sequence in which it was recognized or began.
  mutating func consume(_ result: TouchSequence.ActionResult, of gesture: Int) {
    guard let index = sequences.lastIndex(where: { $0.fired(gesture) }) else { return }
    sequences[index].take(result, of: gesture)
  }

  /// Ends the open sequences of a device, or all; no event of them will follow.
  mutating func finish(_ device: String? = nil) -> [TouchSequence] {
    finish(current.keys.filter { device == nil || $0.device == device })
  }

  private mutating func finish(_ places: [Place]) -> [TouchSequence] {
    var done: [TouchSequence] = []
    for place in places {
      guard let index = index(place) else { continue }
      judge(index)
      current[place] = nil
      done.append(mostKept == nil ? sequences.remove(at: index) : sequences[index])
    }
    return done.sorted { ($0.end, $0.number) < ($1.end, $1.number) }
  }
}
