import ControlProtocol
import GestureCore

/// The model of `watch`: devices, touch sequences and events. It consumes frames, events and keys; `WatchView` draws it.
struct WatchModel {
  struct Device {
    var title: String
    var stage: Size
    /// The device's gestures in file order.
    var definitions: [RecognizerDefinition]
    /// Whether thresholds are known. False if the configuration could not be read.
    var hasLimits = true
    var deviceClass = DeviceClass.touchpad
    /// The zones of the configuration, in mm.
    var zones: [(name: String, region: Region)] = []
    /// Why touches are kept from gestures; nil if the configuration could not be read.
    var absences: Absences?
  }

  struct Entry {
    var device: String
    var sequence: TouchSequence
  }

  /// The part of the model that the user has chosen with keys.
  struct View {
    /// The number of the chosen entry; nil for the last one.
    var chosen: Int?
    var isPaused = false
    /// The number of rows above the visible ones.
    var scroll = 0
    /// The finger count of the gestures that are shown; nil shows all.
    var fingers: Int?
  }

  var devices: [String: Device]
  var names: EventNames
  private(set) var entries: [Entry] = []
  /// The entry of a touch sequence: the device's, or one of a zone.
  private struct Place: Hashable {
    var device: String
    var zone = 0
  }
  /// The number of the entry, from 0, that receives the touches of each device and zone.
  private var current: [Place: Int] = [:]
  private var zones: [String: ZoneSequences] = [:]
  private(set) var recent: [String] = []
  /// Contacts before the first touch sequence of a device.
  private var early: [String: [WithheldContact]] = [:]
  private(set) var view = View()
  /// Text beside the title, for example that the recording is over.
  var notice = ""
  /// The number of dropped entries, which the numbers of later ones include.
  private var dropped = 0

  /// The number of notes so far; the last ones are in `recent`.
  private(set) var noteCount = 0
  /// The most touch sequences kept.
  var mostEntries = 100
  /// Whether every frame of the touch sequences is kept.
  var keepsFrames = false
  private static let mostEvents = 50

  init(devices: [String: Device], names: EventNames) {
    self.devices = devices
    self.names = names
  }

  /// Takes the devices as they are after a reload or another change.
  mutating func use(_ devices: [String: Device], gestures: [String]) {
    self.devices = devices
    for name in gestures { _ = names.index(of: name) }
  }

  /// Whether the last touch sequence is over without a gesture. Its reasons may be a switch that a program has changed since.
  var hasMissed: Bool {
    entries.last.map { $0.sequence.isOver && $0.sequence.recognized.isEmpty } ?? false
  }

  // MARK: What happens

  mutating func consume(_ frame: RawTouchFrame, _ touches: some Sequence<RawTouch>, device: String) {
    let definitions = devices[device]?.definitions ?? []
    var zones =
      zones[device] ?? ZoneSequences(definitions, gestures: definitions.map { names.index(of: $0.name) })
    for part in zones.split(frame, Array(touches)) {
      let key = Place(device: device, zone: part.key)
      let known = current[key].flatMap(position).flatMap { entries[$0].sequence.isOver ? nil : $0 }
      let index = known ?? begin(at: frame.time, key)
      entries[index].sequence.consume(part.frame, part.touches, keepsFrame: keepsFrames)
      judge(index)
    }
    self.zones[device] = zones
  }

  /// - Returns: the index of the new entry.
  private mutating func begin(at time: Timestamp, _ key: Place) -> Int {
    dropOldest()
    entries.append(Entry(device: key.device, sequence: TouchSequence(number: count + 1, start: time)))
    current[key] = count - 1
    return entries.count - 1
  }

  /// Ranks the known reasons once all fingers have lifted. Deadlines add to them later.
  private mutating func judge(_ index: Int) {
    guard entries[index].sequence.isOver else { return }
    let definitions = devices[entries[index].device]?.definitions ?? []
    let gestures = definitions.map { names.index(of: $0.name) }
    entries[index].sequence.judge(SequenceCollector.fingers(definitions, gestures))
  }

  mutating func consume(_ event: GestureEvent, _ attachments: EventAttachments, device: String) {
    let key = Place(device: device, zone: zones[device]?.key(of: event.gesture) ?? 0)
    if let index = current[key].flatMap(position) {
      entries[index].sequence.consume(event)
      judge(index)
    }
    guard !event.state.isExplanation, event.state != .changed else { return }
    // The line omits positions of touches, which the pad shows.
    var attachments = attachments
    attachments.touches = nil
    note(String { EventText.write(event, names: names, attachments: attachments, to: &$0) })
  }

  /// Lists a withheld contact among the events, because it may belong to no touch sequence, and draws it on the last pad.
  mutating func consume(_ contact: WithheldContact, device: String) {
    if let index = current[Place(device: device)].flatMap(position) {
      entries[index].sequence.consume(contact)
    } else {
      early[device, default: []].append(contact)
    }
    note(WithheldText.line(contact))
  }

  /// Says in the gesture's row what its command did: in the last sequence in which it was recognized or began.
  mutating func consume(result text: String, of gesture: String) {
    let gesture = names.index(of: gesture)
    guard let index = entries.lastIndex(where: { $0.sequence.fired(gesture) }) else { return }
    entries[index].sequence.results[gesture] = text
  }

  /// Adds a line, for example of the daemon's log.
  mutating func note(_ line: String) {
    noteCount += 1
    recent.append(line)
    if recent.count > Self.mostEvents { recent.removeFirst() }
  }

  private func position(_ index: Int) -> Int? {
    entries.indices.contains(index - dropped) ? index - dropped : nil
  }

  private mutating func dropOldest() {
    guard entries.count >= mostEntries else { return }
    entries.removeFirst()
    dropped += 1
    view.chosen = view.chosen.map { max(0, $0 - 1) }
  }

  // MARK: Keys

  /// - Returns: false if the key ends the program.
  mutating func apply(_ key: Key) -> Bool {
    if key != .up && key != .down { view.scroll = 0 }
    switch key {
    case .up: view.scroll = max(0, view.scroll - 1)
    case .down: view.scroll = min(view.scroll + 1, max(0, GestureRow.rows(self).count - 1))
    case .quit: return false
    case .pause:
      view.isPaused.toggle()
      view.chosen = view.isPaused && !entries.isEmpty ? view.chosen ?? entries.count - 1 : nil
    case .earlier: if !entries.isEmpty { view.chosen = max(0, (view.chosen ?? entries.count - 1) - 1) }
    case .later:
      guard let now = view.chosen else { break }
      view.chosen = now + 1 < entries.count - 1 || view.isPaused ? min(now + 1, entries.count - 1) : nil
    case .allFingers: view.fingers = nil
    case .fingers(let count): view.fingers = view.fingers == count ? nil : count
    }
    return true
  }

  // MARK: What is shown

  /// The displayed sequence, and its number from 1.
  var shown: (entry: Entry, number: Int)? {
    guard !entries.isEmpty else { return nil }
    let index = min(view.chosen ?? entries.count - 1, entries.count - 1)
    return (entries[index], dropped + index + 1)
  }
  var count: Int { dropped + entries.count }
  /// An entry by its number from 1.
  func entry(_ number: Int) -> Entry? { position(number - 1).map { entries[$0] } }

  private var shownName: String { shown?.entry.device ?? devices.keys.sorted().first ?? "" }
  /// The displayed sequence's device; before the first touch, the first by name.
  var device: Device? { devices[shownName] }
  var withheld: [WithheldContact] { shown?.entry.sequence.withheld ?? early[shownName] ?? [] }
}
