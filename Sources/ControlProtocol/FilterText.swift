import GestureCore

/// The parts of the contact filter: `palm strips 5 mm`, `palms above pressure 130`.
package enum FilterText {
  package static func parts(_ facts: FilterFacts) -> [String] {
    var parts: [String] = []
    switch (facts.leftStrip > 0, facts.rightStrip > 0) {
    case (true, true): parts.append("palm strips \(written(facts.leftStrip)) mm")
    case (true, false): parts.append("palm strip at the left \(written(facts.leftStrip)) mm")
    case (false, true): parts.append("palm strip at the right \(written(facts.rightStrip)) mm")
    case (false, false): break
    }
    if let pressure = facts.palmPressure { parts.append("palms above pressure \(pressure)") }
    if let size = facts.palmSize { parts.append("palms above size \(size)") }
    if let pressure = facts.touchPressure {
      parts.append("touch from pressure \(pressure.begin) until below \(pressure.end)")
    }
    if let size = facts.touchSize { parts.append("touch above size \(size.begin) until below \(size.end)") }
    if facts.detectsThumbs { parts.append("thumbs") }
    if facts.rejectsJumps { parts.append("jumps") }
    if let radius = facts.hysteresis {
      parts.append(
        "hysteresis \(written(radius)) mm\(facts.hysteresisWaits ? " where a finger wobbles" : "")")
    }
    return parts
  }

  private static func written(_ mm: Double) -> String { String { $0.append(trimmed: mm, decimals: 4) } }
}
