import GestureConfig
import GestureCore

/// The ways of a type (its directions, edges or axes), from its own table of keys.
extension GestureType {
  /// The words for the ways: `left`, `horizontal`, `clockwise`; `any` if the key is optional or accepts all.
  var ways: [String] {
    var words: [String] = []
    for key in wayKeys {
      if case .words = key.form { words.append("any") }
      words += key.form.words
    }
    return words.unique
  }

  /// The line for a way: `direction = "left"`; nil if no line is needed, or the type does not have this way.
  func line(way: String) -> String? {
    for key in wayKeys {
      switch key.form {
      case .word(let choices) where choices.contains(way):
        return way == "any" ? nil : "\(key.name.rawValue) = \(TomlText.string(way))"
      case .words(let choices) where choices.contains(way) || way == "any":
        // As in a trial, `any` does not include diagonals, which would narrow the sectors of other swipes.
        if way == "any" { return GestureReading.everyWay(self) }
        return "\(key.name.rawValue) = "
          + (key.name == .edges ? TomlText.list([way]) : TomlText.string(way))
      default: continue
      }
    }
    return nil
  }

  /// The finger counts that can make the gesture.
  var possibleFingers: ClosedRange<Int> {
    if let fingers = traits.fingers { return fingers.limits }
    // One more finger taps beside the resting ones.
    if case .count(let resting)? = keys.first(where: { $0.name == .resting })?.form {
      return resting.lowerBound + 1...resting.upperBound + 1
    }
    return 1...1
  }

  private var wayKeys: [ParameterKey] {
    keys.filter { [.direction, .edges, .side].contains($0.name) } + keys.filter { $0.name == .axis }
  }
}
