import ControlProtocol
import GestureCore

/// The row of one gesture: its state in this sequence, and its distance from the threshold.
struct GestureRow: Equatable {
  var name: String
  /// Fingers and motion as two characters.
  let icon: String
  /// The state's name; "" before any event.
  var word = ""
  var colour = CellColour.faint
  var measure: GestureMeasure?
  var reason = ""
  /// What its actions do; "" if the configuration does not say it.
  let purpose: String
  /// Whether the gesture was made and its action failed.
  private(set) var hasFailedAction = false
  /// Whether the gesture needs another number of fingers than were down.
  private(set) var needsOtherFingers = false
  /// Whether this is the row of the nearest miss, which the user most likely intended. It is highlighted.
  private(set) var isNearest = false
  /// The order after the sequence: recognized, missed by a measure, other reasons, other finger counts.
  private var rank = 3.0

  /// The rows of a device. They are in file order while fingers are down, then sorted by nearness.
  static func rows(_ model: WatchModel) -> [GestureRow] {
    guard let device = model.device else { return [] }
    return rows(device, model.shown, model.names) { model.view.fingers.map($0.fingers.contains) ?? true }
  }

  static func rows(
    _ device: WatchModel.Device, _ sequence: TouchSequence?, _ names: EventNames,
    where isShown: (RecognizerDefinition) -> Bool = { _ in true }
  ) -> [GestureRow] {
    var rows = device.definitions.filter(isShown).map { GestureRow($0, sequence, names, on: device) }
    guard let sequence, sequence.isOver else { return rows }
    // Gestures of other devices that the user may have meant.
    for absence in sequence.listedAbsences where absence.failure.reason.isOfDevice {
      rows.append(GestureRow(absence, sequence, names))
    }
    return rows.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(
      \.element)
  }

  private init(_ absence: TouchSequence.Absence, _ sequence: TouchSequence, _ names: EventNames) {
    name = names.gesture(absence.gesture)
    purpose = ""
    icon = sequence.states[absence.gesture].map { GestureIcon.text($0.type) } ?? "  "
    word = GestureState.failed.rawValue
    reason = sequence.sentence(absence.failure, of: absence.gesture, names)
    rank = 2.5
  }

  private init(
    _ definition: RecognizerDefinition, _ sequence: TouchSequence?, _ names: EventNames,
    on device: WatchModel.Device
  ) {
    name = definition.name
    icon = GestureIcon.text(definition)
    purpose = device.descriptions[definition.name] ?? ""
    guard let sequence, let gesture = names.gestures.firstIndex(of: name) else { return }
    defer { if let result = sequence.results[gesture] { take(result) } }
    if let event = sequence.states[gesture] { take(event, sequence, names) }
    if let miss = sequence.misses.first(where: { $0.gesture == gesture }) {
      measure = GestureMeasure(miss.failure)
      reason = sequence.sentence(miss.failure, of: gesture, names)
      isNearest = miss == sequence.nearest
      rank = 1 + miss.amount / (1 + miss.amount)
    } else if measure == nil, !sequence.isOver {
      measure = GestureMeasure(definition, sequence)
    }
    if let failure = sequence.absence(of: gesture) {
      reason = sequence.sentence(failure, of: gesture, names)
      if !sequence.fired(gesture) { (measure, colour, rank) = (nil, .faint, 2.5) }
    }
    if !definition.fingers.contains(sequence.fingers) {
      needFingers(definition.fingers, sequence.states[gesture], had: sequence.fingers)
    }
  }

  /// Reports a wrong finger count in place of a measure, which would look as if it had counted. Only a gesture with enough
  /// fingers can have lost to another one.
  private mutating func needFingers(_ counts: ClosedRange<Int>, _ event: GestureEvent?, had: Int) {
    if let event, !event.state.isExplanation { return }
    measure = nil
    if event?.failure?.by != nil && had >= counts.lowerBound { return }
    (needsOtherFingers, colour, rank) = (true, .faint, 3)
    if event?.failure?.unit != .fingers { reason = "needs \(FingerText.text(counts))" }
  }

  /// Green is left to what succeeded.
  private mutating func take(_ result: TouchSequence.ActionResult) {
    reason = result.line
    hasFailedAction = result.verdict == .failed
    switch result.verdict {
    case .pending: colour = .active
    case .succeeded: break
    case .failed: colour = .failed
    }
  }

  private mutating func take(_ event: GestureEvent, _ sequence: TouchSequence, _ names: EventNames) {
    word = event.state.rawValue
    switch event.state {
    case .recognized, .ended: (colour, rank) = (.recognized, 0)
    case .began, .changed, .step: (colour, rank) = (.active, 0)
    case .cancelled: (colour, rank) = (.cancelled, 0.5)
    case .possible: (colour, rank) = (.plain, 1)
    case .failed: colour = .failed
    }
    guard let failure = event.failure else { return }
    reason = sequence.sentence(failure, of: event.gesture, names)
    measure = GestureMeasure(failure)
    if event.state == .failed { rank = failure.unit == .fingers ? 3 : 2 }
    if failure.unit == .fingers { colour = .faint }
  }
}

/// A gesture in two cells of a terminal: its fewest fingers, then a sign for what they do: `3→`.
enum GestureIcon {
  static func text(_ definition: RecognizerDefinition) -> String {
    "\(min(definition.fingers.lowerBound, 9))\(sign(definition.type, definition.way ?? "any"))"
  }

  /// A gesture of which only the type is known.
  static func text(_ type: GestureType) -> String { " \(sign(type, "any"))" }

  private static func sign(_ type: GestureType, _ way: String) -> Character {
    switch type {
    case .pan, .swipe, .tapDrag: arrow(way.split(separator: ", ").map(String.init))
    case .edgePan: way == "left" ? "↦" : way == "right" ? "↤" : way == "bottom" ? "↥" : "↧"
    // A type without a sign of its own is shown all the same: a new recognizer needs no change here.
    default: signs[type] ?? "◆"
    }
  }

  private static let signs: [GestureType: Character] = [
    .tap: "•", .tipTap: "•", .click: "•", .longPress: "◉", .hold: "◉", .forcePress: "◉", .pinch: "⇔",
    .rotation: "↻", .transform: "✥", .circle: "○", .stroke: "∿", .hover: "◌", .sequence: "»",
  ]

  private static let arrows: [String: Character] = [
    "left": "←", "right": "→", "up": "↑", "down": "↓", "up-left": "↖", "up-right": "↗", "down-left": "↙",
    "down-right": "↘", "horizontal": "↔", "vertical": "↕",
  ]
  private static func arrow(_ ways: [String]) -> Character {
    if ways.count == 1 { return arrows[ways[0]] ?? "✥" }
    let isSideways = ways.allSatisfy { $0 == "left" || $0 == "right" }
    return isSideways ? "↔" : ways.allSatisfy { $0 == "up" || $0 == "down" } ? "↕" : "✥"
  }
}
