import ControlProtocol
import GestureCore

/// The model of `watch`: devices, touch sequences and events. It consumes frames, events and keys; `WatchView` draws it.
struct WatchModel {
  struct Device {
    var title: String
    var stage: Size
    /// The device's gestures in file order.
    var definitions: [RecognizerDefinition]
    /// What the actions of gestures do, by the gestures' names; without those that have no description.
    var descriptions: [String: String] = [:]
    var deviceClass = DeviceClass.touchpad
    /// The zones of the configuration, in mm.
    var zones: [(name: String, region: Region)] = []
    /// The widths of its palm strips, in mm.
    var strips = (left: 0.0, right: 0.0)
    /// Of its panel, in degrees clockwise.
    var rotation = 0
  }

  /// The part of the model that the user has chosen with keys.
  struct View {
    /// The number of the chosen sequence; nil for the last one.
    var chosen: Int?
    var isPaused = false
    /// The number of rows above the visible ones.
    var scroll = 0
    /// The finger count of the gestures that are shown; nil shows all.
    var fingers: Int?
  }

  var devices: [String: Device] { didSet { collectGestures() } }
  var names: EventNames
  var collector = SequenceCollector()
  private(set) var notes: [Note] = []

  /// A line about what has happened.
  struct Note: Equatable {
    var text: String
    var isFailure = false
    /// How often in a row.
    var count = 1
    var line: String { count > 1 ? "\(text) (\(count) times)" : text }
  }
  /// Contacts before the first touch sequence of a device.
  private var early: [String: [WithheldContact]] = [:]
  private(set) var view = View()
  /// Text beside the title, for example that the recording is over.
  var notice = ""

  /// The number of notes so far; the last ones are in `notes`.
  private(set) var noteCount = 0
  /// The most touch sequences kept, unless a program has its own limit.
  private static let mostSequences = 100
  private static let mostEvents = 50

  init(devices: [String: Device] = [:], names: EventNames = EventNames(device: "", gestures: [])) {
    self.devices = devices
    self.names = names
    collector.mostKept = Self.mostSequences
    collectGestures()
  }

  /// Takes the devices as they are after a reload or another change.
  mutating func use(_ devices: [String: Device], gestures: [String]) {
    for name in gestures { _ = names.index(of: name) }
    self.devices = devices
  }

  private mutating func collectGestures() {
    for (name, device) in devices.sorted(by: { $0.key < $1.key }) {
      let indices = device.definitions.map { names.index(of: $0.name) }
      collector.use(device.definitions, gestures: indices, device: name)
    }
  }

  var sequences: [TouchSequence] { collector.sequences }

  // MARK: What happens

  mutating func consume(_ frame: RawTouchFrame, _ touches: some Sequence<RawTouch>, device: String) {
    collector.consume(frame, touches, device: device)
  }

  mutating func consume(_ event: GestureEvent, _ attachments: EventAttachments, device: String) {
    collector.consume(event, names, device: device)
    guard !event.state.isExplanation, event.state != .changed else { return }
    // The line omits positions of touches, which the pad shows.
    var attachments = attachments
    attachments.touches = nil
    note(String { EventText.write(event, names: names, attachments: attachments, to: &$0) })
  }

  /// Lists a withheld contact among the events, because it may belong to no touch sequence, and draws it on the last pad.
  mutating func consume(_ contact: WithheldContact, device: String) {
    if !collector.consume(contact, device: device) { early[device, default: []].append(contact) }
    note(WithheldText.line(contact))
  }

  /// Says in the gesture's row what became of its action.
  mutating func consume(_ result: ActionOutcome, of gesture: String) {
    collector.consume(result, of: gesture)
  }

  /// Adds a line, for example of the daemon's log. The same line again is counted.
  mutating func note(_ line: String, isFailure: Bool = false) {
    noteCount += 1
    if isFailure, let last = notes.last, last.text == line {
      notes[notes.count - 1].count += 1
      return
    }
    notes.append(Note(text: line, isFailure: isFailure))
    if notes.count > Self.mostEvents { notes.removeFirst() }
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
      view.chosen = view.isPaused ? shown?.number : nil
    case .earlier:
      if let shown, let first = sequences.first { view.chosen = max(first.number, shown.number - 1) }
    case .later:
      guard view.chosen != nil, let shown else { break }
      view.chosen = shown.number + 1 < count || view.isPaused ? min(shown.number + 1, count) : nil
    case .allFingers: view.fingers = nil
    case .fingers(let count): view.fingers = view.fingers == count ? nil : count
    }
    return true
  }

  // MARK: What is shown

  /// The displayed sequence. The oldest stands for a chosen one that has been dropped.
  var shown: TouchSequence? { view.chosen.map { sequence($0) ?? sequences.first } ?? sequences.last }
  var count: Int { collector.count }
  func sequence(_ number: Int) -> TouchSequence? { sequences.first { $0.number == number } }

  private var shownName: String { shown?.device ?? devices.keys.sorted().first ?? "" }
  /// The displayed sequence's device; before the first touch, the first by name.
  var device: Device? { devices[shownName] }
  var withheld: [WithheldContact] { shown?.withheld ?? early[shownName] ?? [] }
}
