import GestureCore
import Recordings

/// The gestures recognized in a recording, as labels.
struct GestureAnswer {
  /// The labels by time, without duplicates.
  private(set) var labels: [RecordingLabel] = []

  /// Adds an event that completes a gesture. An accompanying gesture counts only if `wanted` names it.
  mutating func take(_ event: GestureEvent, wanted: RecordingLabel) {
    guard let gesture = Self.gesture(of: event) else { return }
    guard !event.type.traits.accompanies || wanted.gesture == event.type.rawValue else {
      return
    }
    // If the label has no direction, the gesture's own direction does not matter.
    let name = wanted.gesture == event.type.rawValue ? wanted.gesture : gesture
    let label = RecordingLabel(gesture: name, fingers: event.fingers)
    if !labels.contains(label) { labels.append(label) }
  }

  var text: String { labels.isEmpty ? "nothing" : labels.map(\.name).joined(separator: " + ") }

  /// The label's word for the event's gesture; nil if the event does not complete one.
  private static func gesture(of event: GestureEvent) -> String? {
    let word = event.type.rawValue
    switch event.state {
    case .recognized, .ended: break
    case .possible, .began, .changed, .cancelled, .failed, .step: return nil
    }
    let way: String? =
      switch event.type.traits.variant {
      case .taps: nil
      case .heading: event.direction?.rawValue
      case .edge: event.edge?.rawValue
      case .axis: event.translation.map { Direction(of: $0).rawValue }
      case .scale: event.scale < 1 ? "in" : "out"
      case .side: event.side?.rawValue
      case .turn: event.rotation < 0 ? "left" : "right"
      case .sense, .tapsBefore, .figure, nil: nil
      }
    if event.type.traits.variant == .taps, event.taps != 1 {
      return event.taps == 2 ? "double-\(word)" : "triple-\(word)"
    }
    return way.map { "\(word)-\($0)" } ?? word
  }
}
