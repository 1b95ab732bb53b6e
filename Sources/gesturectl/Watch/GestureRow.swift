import ControlProtocol
import GestureConfig
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
    let reasons = sequence?.reasons
    var rows = device.definitions.filter(isShown).map { definition in
      let index = names.gestures.firstIndex(of: definition.name)
      var row = GestureRow(definition, index, sequence, names, on: device)
      row.isNearest = sequence?.isOver == true && index != nil && reasons?.nearest?.index == index
      return row
    }
    guard let sequence, let reasons, sequence.isOver else { return rows }
    // Gestures of other devices that the user may have meant.
    for kept in reasons.listedKept where kept.failure?.reason.isOfDevice == true {
      rows.append(GestureRow(kept))
    }
    return rows.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(
      \.element)
  }

  private init(_ kept: SequenceRecord.Outcome) {
    name = kept.gesture
    purpose = ""
    icon = GestureIcon.text(kept.type)
    word = GestureState.failed.rawValue
    reason = kept.sentence ?? ""
    rank = 2.5
  }

  private init(
    _ definition: RecognizerDefinition, _ index: Int?, _ sequence: TouchSequence?, _ names: EventNames,
    on device: WatchModel.Device
  ) {
    name = definition.name
    icon = GestureIcon.text(definition)
    purpose = device.descriptions[definition.name] ?? ""
    guard let sequence, let index else { return }
    let (event, outcome) = (sequence.states[index], sequence.record.outcome(of: index))
    if let event { take(event) }
    if let outcome { take(outcome) }
    if measure == nil, !sequence.isOver { measure = GestureMeasure(definition, sequence) }
    if sequence.isOver, outcome?.isMade == true {
      measure = GestureMeasure(definition, sequence).flatMap { $0.isFulfilled ? $0 : nil }
    }
    if outcome?.wasKept == true { measure = nil }
    if !definition.fingers.contains(sequence.fingers), outcome?.isMade != true {
      needFingers(definition.fingers, outcome?.failure, had: sequence.fingers)
    }
    if let action = outcome?.action { take(action) }
  }

  /// Reports a wrong finger count in place of a measure, which would look as if it had counted. Only a gesture with enough
  /// fingers can have lost to another one.
  private mutating func needFingers(_ counts: ClosedRange<Int>, _ failure: Failure?, had: Int) {
    measure = nil
    if failure?.reason == .fingerRested || failure?.by != nil && had >= counts.lowerBound { return }
    (needsOtherFingers, colour, rank) = (true, .faint, 3)
    if failure?.unit != .fingers { reason = "needs \(FingerText.text(counts))" }
  }

  /// Green is left to what succeeded.
  private mutating func take(_ action: (line: String, verdict: ActionOutcome.Verdict)) {
    reason = action.line
    hasFailedAction = action.verdict == .failed
    switch action.verdict {
    case .pending: colour = .active
    case .succeeded: break
    case .failed: colour = .failed
    }
  }

  private mutating func take(_ event: GestureEvent) {
    word = event.state.rawValue
    switch event.state {
    case .recognized, .ended: (colour, rank) = (.recognized, 0)
    case .began, .changed, .step: (colour, rank) = (.active, 0)
    case .cancelled: (colour, rank) = (.cancelled, 0.5)
    case .possible: (colour, rank) = (.plain, 1)
    case .failed: (colour, rank) = (.failed, 2)
    }
  }

  private mutating func take(_ outcome: SequenceRecord.Outcome) {
    reason = outcome.sentence ?? ""
    if outcome.isMade { return }
    measure = outcome.failure.flatMap { GestureMeasure($0) }
    if outcome.failure?.unit == .fingers { (colour, rank) = (.faint, 3) }
    if let nearness = outcome.nearness { rank = 1 + nearness / (1 + nearness) }
    if outcome.wasKept { (colour, rank) = (.faint, 2.5) }
  }
}

/// A gesture in two cells of a terminal: its fewest fingers, then a sign for what they do: `3→`.
enum GestureIcon {
  static func text(_ definition: RecognizerDefinition) -> String {
    let ways = definition.way?.split(separator: ", ").map(String.init) ?? []
    let isAtEdge = !definition.parameters.facts.startingEdges.isEmpty
    let arrow = isAtEdge ? (ways.count == 1 ? edges[ways[0]] : nil) : arrow(ways)
    return "\(min(definition.fingers.lowerBound, 9))\(arrow ?? definition.type.sign)"
  }

  /// A gesture of which only the type is known.
  static func text(_ type: GestureType) -> String { " \(type.sign)" }

  private static let edges: [String: Unicode.Scalar] = ["left": "↦", "right": "↤", "bottom": "↥"]
  private static let arrows: [String: Unicode.Scalar] = [
    "left": "←", "right": "→", "up": "↑", "down": "↓", "up-left": "↖", "up-right": "↗", "down-left": "↙",
    "down-right": "↘", "horizontal": "↔", "vertical": "↕",
  ]
  private static func arrow(_ ways: [String]) -> Unicode.Scalar? {
    switch Set(ways) {
    case ["left", "right"]: "↔"
    case ["up", "down"]: "↕"
    default: ways.count == 1 ? arrows[ways[0]] : nil
    }
  }
}
