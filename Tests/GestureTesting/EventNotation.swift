import GestureCore

/// One output of an event in the row notation, with the tolerance it is compared with.
package enum Measure: Sendable {
  /// mm, ratios and angles: 0.01.
  case value(Double)
  case place(Point)
  /// Velocities: 1 % or 0.1.
  case rate(Double)
  case velocity(Point)
  /// ms: exact.
  case time(Timestamp)
  case word(String)

  func agrees(with text: String) -> Bool {
    switch self {
    case .word(let word): return word == text
    case .value(let value): return (Double(text).map { (value - $0).magnitude <= 0.010001 }) ?? false
    case .time(let time): return (Double(text).map { time == Timestamp(($0 * 1000).rounded()) }) ?? false
    case .rate(let rate):
      return (Double(text).map { (rate - $0).magnitude <= max(0.1, $0.magnitude * 0.01) }) ?? false
    case .place(let point):
      guard let pair = try? Notation.numbers(text, count: 2) else { return false }
      return max((point.x - pair[0]).magnitude, (point.y - pair[1]).magnitude) <= 0.010001
    case .velocity(let velocity):
      guard let pair = try? Notation.numbers(text, count: 2) else { return false }
      return velocity.distance(to: Point(pair[0], pair[1])) <= max(0.1, Point(pair[0], pair[1]).length * 0.01)
    }
  }

  package var text: String {
    switch self {
    case .word(let word): word
    case .value(let value), .rate(let value): Notation.short(value)
    case .time(let time): Notation.short(Double(time) / 1000)
    case .place(let point), .velocity(let point): "\(Notation.short(point.x)),\(Notation.short(point.y))"
    }
  }
}

extension GestureEvent {
  /// An output by the key of the row notation; nil where the event has none.
  package func measure(_ key: String, _ names: [String] = []) -> Measure? {
    if let failure, let measure = failure.measure(key, names) { return measure }
    return switch key {
    case "n": .word("\(fingers)")
    case "loc": .place(location)
    case "T": translation.map { .place($0) }
    case "v": velocity.map { .velocity($0) }
    case "scale": scale.isNaN ? nil : .value(scale)
    case "sv": scaleVelocity.isNaN ? nil : .rate(scaleVelocity)
    case "rot": rotation.isNaN ? nil : .value(rotation)
    case "rv": rotationVelocity.isNaN ? nil : .rate(rotationVelocity)
    case "dir": direction.map { .word($0.rawValue) }
    case "edge": edge.map { .word($0.rawValue) }
    case "side": side.map { .word($0.rawValue) }
    case "progress": progress.isNaN ? nil : .value(progress)
    case "taps": taps == 0 ? nil : .word("\(taps)")
    case "dur": duration.isNaN ? nil : .value(duration)
    case "score": score.isNaN ? nil : .value(score)
    case "dist": distance.isNaN ? nil : .value(distance)
    case "z": z.isNaN || type == .client ? nil : .value(z)
    case "number": number.isNaN ? nil : .value(number)
    case "force": force.isNaN ? nil : .value(force)
    case "pressure": pressure.isNaN ? nil : .value(pressure)
    case "stage": forceStage == 0 ? nil : .word("\(forceStage)")
    case "zone": placeInZone.map { .place($0) }
    case "start": start.map { .place($0) }
    case "delta": delta.map { .place($0) }
    case "sf": scaleFactor.isNaN ? nil : .value(scaleFactor)
    case "rd": rotationDelta.isNaN ? nil : .value(rotationDelta)
    case "end": predictedEnd.map { .velocity($0) }
    case "gt": gestureTime.map { .time($0) }
    case "step": step == 0 ? nil : .word("\(step)/\(stepCount)")
    default: nil
    }
  }

  private static let keys = [
    "n", "loc", "T", "v", "scale", "sv", "rot", "rv", "dir", "edge", "side", "progress", "taps", "dur",
    "score",
    "dist", "z", "number",
    "force", "pressure", "stage", "gt", "step",
  ]

  /// The event in the row notation, with the outputs that decide what a gesture is.
  package func notation(_ names: [String]) -> String {
    let keys = failure == nil ? Self.keys : Failure.keys
    let outputs = keys.compactMap { key in measure(key, names).map { "\(key)=\($0.text)" } }
    return "\(names[gesture]).\(state.rawValue)@\(Notation.short(Double(time) / 1000))"
      + "{\(outputs.joined(separator: " "))}"
  }
}

extension Failure {
  fileprivate static let keys = ["why", "is", "of", "unit", "key", "touch", "by"]

  /// An output of `--explain`, by the key of the row notation.
  fileprivate func measure(_ key: String, _ names: [String]) -> Measure? {
    switch key {
    case "why": .word(reason.rawValue)
    case "is": measured.isNaN ? nil : unit == .mmPerSecond ? .rate(measured) : .value(measured)
    case "of": limit.isNaN ? nil : unit == .mmPerSecond ? .rate(limit) : .value(limit)
    case "unit": unit == .none ? nil : .word(unit.rawValue)
    case "key": self.key.map { .word($0.rawValue) }
    case "touch": touch.map { .word("\($0)") }
    case "by": by.map { .word(names[$0]) }
    default: nil
    }
  }
}

/// All events in the row notation, runs of changed ones folded.
package func notation(_ events: [GestureEvent], _ names: [String]) -> String {
  guard !events.isEmpty else { return "-" }
  var items: [String] = []
  var index = 0
  while index < events.count {
    var end = index + 1
    if events[index].state == .changed {
      while end < events.count, events[end].state == .changed, events[end].gesture == events[index].gesture {
        end += 1
      }
    }
    var text = events[end - 1].notation(names)
    if end - index > 1 {
      let times =
        "\(Notation.short(Double(events[index].time) / 1000))–\(Notation.short(Double(events[end - 1].time) / 1000))"
      let outputs = text[text.firstIndex(of: "{")!...]
      text = "\(names[events[index].gesture]).changed×\(end - index)@\(times)\(outputs)"
    }
    items.append(text)
    index = end
  }
  return items.joined(separator: "; ")
}
