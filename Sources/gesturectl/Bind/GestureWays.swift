import GestureConfig
import GestureCore

/// The directions, edges and axes that a type takes, from its own table of keys.
extension GestureType {
  /// `left`, `horizontal`, `clockwise`; `any` where nothing has to be written or all may be listed.
  var ways: [String] {
    var words: [String] = []
    for key in wayKeys {
      switch key.kind {
      case .choice(_, let choices): words += choices
      case .words(_, let choices): words += ["any"] + choices
      default: break
      }
    }
    return words.enumerated().filter { words.firstIndex(of: $0.element) == $0.offset }.map(\.element)
  }

  /// `direction = "left"`; nil: nothing is written for it, or the type has no such way.
  func line(way: String) -> String? {
    for key in wayKeys {
      switch key.kind {
      case .choice(_, let choices) where choices.contains(way):
        return way == "any" ? nil : "\(key.name.rawValue) = \(TomlText.string(way))"
      case .words(_, let choices) where choices.contains(way) || way == "any":
        // As a motion is tried: diagonals would narrow the sectors of other swipes, too.
        if way == "any" { return GestureReading.everyWay(self) }
        return "\(key.name.rawValue) = "
          + (key.name == .edges ? TomlText.list([way]) : TomlText.string(way))
      default: continue
      }
    }
    return nil
  }

  /// Fingers that it can be made with.
  var possibleFingers: ClosedRange<Int> {
    if let fingers = traits.fingers { return fingers.limits }
    // Besides the fingers that rest, one taps.
    if case .count(_, let resting)? = keys.first(where: { $0.name == .resting })?.kind {
      return resting.lowerBound + 1...resting.upperBound + 1
    }
    return 1...1
  }

  private var wayKeys: [ParameterKey] {
    keys.filter { [.direction, .edges, .side].contains($0.name) } + keys.filter { $0.name == .axis }
  }
}
