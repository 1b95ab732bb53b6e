import GestureCore
import Recordings

/// What was recognized in a recording, in the words of labels.
struct GestureAnswer {
  /// Each once, in order of time.
  private(set) var labels: [RecordingLabel] = []

  /// Takes an event that completes a gesture; hold and hover accompany others and do not count, unless `wanted` is one.
  mutating func take(_ event: GestureEvent, wanted: RecordingLabel) {
    guard let gesture = Self.gesture(of: event) else { return }
    guard ![GestureType.hold, .hover].contains(event.type) || wanted.gesture == event.type.rawValue else {
      return
    }
    // A label without a direction means any.
    let name = wanted.gesture == event.type.rawValue ? wanted.gesture : gesture
    let label = RecordingLabel(gesture: name, fingers: event.fingers)
    if !labels.contains(label) { labels.append(label) }
  }

  var text: String { labels.isEmpty ? "nothing" : labels.map(\.name).joined(separator: " + ") }

  /// nil for an event that does not complete a gesture.
  private static func gesture(of event: GestureEvent) -> String? {
    let word = event.type.rawValue
    switch event.state {
    case .recognized, .ended: break
    case .possible, .began, .changed, .cancelled, .failed, .step: return nil
    }
    switch event.type {
    case .tap: return event.taps == 1 ? word : event.taps == 2 ? "double-\(word)" : "triple-\(word)"
    case .swipe: return event.direction.map { "\(word)-\($0.rawValue)" } ?? word
    case .edgePan: return event.edge.map { "\(word)-\($0.rawValue)" } ?? word
    case .pan: return event.translation.map { "\(word)-\(way(of: $0))" } ?? word
    case .pinch: return event.scale < 1 ? "\(word)-in" : "\(word)-out"
    case .tipTap: return event.side.map { "\(word)-\($0.rawValue)" } ?? word
    case .rotation: return event.rotation < 0 ? "\(word)-left" : "\(word)-right"
    case .hold, .hover, .longPress, .tapDrag, .transform, .circle, .stroke, .sequence, .click, .forcePress:
      return word
    }
  }

  private static func way(of translation: Point) -> String {
    if abs(translation.x) >= abs(translation.y) { return translation.x < 0 ? "left" : "right" }
    return translation.y < 0 ? "up" : "down"
  }
}
