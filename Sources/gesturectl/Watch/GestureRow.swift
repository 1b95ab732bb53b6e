import ControlProtocol
import GestureCore

/// A line for one gesture: its state in this sequence, and how far it is from its threshold.
struct GestureRow: Equatable {
  var name: String
  /// The state's word, or nothing before anything happened.
  var word = ""
  var colour = CellColour.faint
  var measure: GestureMeasure?
  /// The sentence of the reason.
  var reason = ""
  /// The one miss that a person most likely meant: the row that stands out.
  private(set) var isNearest = false
  /// Rows of a sequence that is over stand by this: recognized, missed by a measure, other reasons, other counts.
  private var rank = 3.0

  /// All rows of a device for a sequence; in file order while fingers are down, the nearest first when they have left.
  static func rows(_ model: WatchModel) -> [GestureRow] {
    guard let device = model.device else { return [] }
    return rows(device, model.shown?.entry.sequence, model.names) {
      model.fingers.map($0.fingers.contains) ?? true
    }
  }

  static func rows(
    _ device: WatchModel.Device, _ sequence: TouchSequence?, _ names: EventNames,
    where isShown: (RecognizerDefinition) -> Bool = { _ in true }
  ) -> [GestureRow] {
    let rows = device.definitions.filter(isShown)
      .map { GestureRow($0, sequence, names, hasLimits: device.hasLimits) }
    guard sequence?.isOver == true else { return rows }
    return rows.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(
      \.element)
  }

  private init(
    _ definition: RecognizerDefinition, _ sequence: TouchSequence?, _ names: EventNames, hasLimits: Bool
  ) {
    name = definition.name
    guard let sequence, let gesture = names.gestures.firstIndex(of: name) else { return }
    if let event = sequence.states[gesture] { take(event, names) }
    if let miss = sequence.misses.first(where: { $0.gesture == gesture }) {
      measure = GestureMeasure(miss.failure)
      reason = FailureText.detail(miss.failure, names: names)
      isNearest = miss == sequence.nearest
      rank = 1 + miss.amount / (1 + miss.amount)
    } else if measure == nil, hasLimits, !sequence.isOver {
      measure = GestureMeasure(definition, sequence)
    }
  }

  private mutating func take(_ event: GestureEvent, _ names: EventNames) {
    word = event.state.rawValue
    switch event.state {
    case .recognized, .ended: (colour, rank) = (.recognized, 0)
    case .began, .changed, .step: (colour, rank) = (.active, 0)
    case .cancelled: (colour, rank) = (.cancelled, 0.5)
    case .possible: (colour, rank) = (.plain, 1)
    case .failed: colour = .failed
    }
    guard let failure = event.failure else { return }
    reason = FailureText.detail(failure, of: event.gesture, names: names)
    measure = GestureMeasure(failure)
    if event.state == .failed { rank = failure.unit == .fingers ? 3 : 2 }
    if failure.unit == .fingers { colour = .faint }
  }
}
