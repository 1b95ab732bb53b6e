import GestureCore

extension GestureEvent {
  /// The event as `gesturectl replay` prints it (interface.md §3.2).
  package func text(_ name: String) -> String {
    var words = [Notation.fixed(Double(time) / 1e6, 3), name, type.rawValue, "\(fingers)", state.rawValue]
    if let direction { words.append(direction.rawValue) }
    if let edge { words.append(edge.rawValue) }
    if taps > 1 { words.append("\(taps)x") }
    if !scale.isNaN { words.append("scale \(Notation.fixed(scale, 2)) (\(signed(scaleVelocity, 2))/s)") }
    if !rotation.isNaN {
      words.append("rotation \(degrees(rotation, 1)) (\(degrees(rotationVelocity, 0))/s)")
    }
    if let translation, let velocity {
      words.append("by \(pair(translation, 1)) (\(pair(velocity, 0)) mm/s)")
    }
    words.append("at \(Notation.fixed(location.x, 1)),\(Notation.fixed(location.y, 1))")
    if state != .began, !duration.isNaN { words.append("after \(Notation.fixed(duration, 3)) s") }
    return words.joined(separator: " ")
  }

  private func signed(_ value: Double, _ digits: Int) -> String {
    let text = Notation.fixed(value, digits)
    return text.hasPrefix("-") ? text : "+" + text
  }
  private func pair(_ point: Point, _ digits: Int) -> String { "\(signed(point.x, digits)),\(signed(point.y, digits))" }
  private func degrees(_ radians: Double, _ digits: Int) -> String { signed(radians * 180 / .pi, digits) + "°" }
}
