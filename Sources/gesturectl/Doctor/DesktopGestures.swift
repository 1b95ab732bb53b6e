import GestureCore

struct DesktopGestures: Equatable {
  /// The type of the motion; nil for any.
  var type: GestureType?
  var fingers: ClosedRange<Int>
  /// The directions of its swipes; empty for all.
  var directions: DirectionSet = []
  /// The line in the desktop's configuration; "" if the gesture is built in.
  var source = ""

  func clashes(with definition: RecognizerDefinition) -> Bool {
    let other = definition.type
    let isSameMotion =
      type.map { $0 == other || $0 == .swipe && other == .pan } ?? other.traits.hasDesktopRivals
    guard isSameMotion, definition.fingers.overlaps(fingers) else { return false }
    // Gestures without directions overlap with all.
    guard !directions.isEmpty, let swipe = definition.parameters.as(SwipeParameters.self) else { return true }
    return !swipe.directions.isDisjoint(with: directions)
  }
}

extension DesktopGestures {
  /// The gestures of sway's configuration: `bindgesture [options] swipe:3:right …`. A line without a count applies to any count.
  static func sway(_ configuration: String) -> [DesktopGestures] {
    configuration.split(separator: "\n").compactMap { line in
      var words = line.split(whereSeparator: \.isWhitespace)
      guard words.first == "bindgesture" else { return nil }
      words.removeFirst()
      guard let gesture = words.first(where: { !$0.hasPrefix("--") }) else { return nil }
      return bound(gesture.split(separator: ":"), source: "bindgesture \(gesture)")
    }
  }

  /// The gestures of Hyprland's configuration, from 0.51: `gesture = 3, horizontal, workspace`.
  static func hyprland(_ configuration: String) -> [DesktopGestures] {
    configuration.split(separator: "\n").compactMap { line in
      let sides = line.split(separator: "=", maxSplits: 1)
      guard sides.count == 2, sides[0].trimmed == "gesture" else { return nil }
      let parts = sides[1].split(separator: ",").map(\.trimmed)
      guard parts.count > 1, let fingers = Int(parts[0]), fingers > 0 else { return nil }
      let type: GestureType? = parts[1].hasPrefix("pinch") ? .pinch : .swipe
      return DesktopGestures(type: type, fingers: fingers...fingers, source: "gesture = \(sides[1].trimmed)")
    }
  }

  /// The directions in a word such as `left` or `up+right`; empty if the last part is not a direction.
  private static func directions(_ words: Substring) -> DirectionSet {
    let found = words.split(separator: "+").map { Direction(rawValue: String($0)) }
    return found.contains(nil) ? [] : found.reduce([]) { $0.union($1.map(DirectionSet.init) ?? []) }
  }

  private static let types: [Substring: GestureType] = ["swipe": .swipe, "pinch": .pinch, "hold": .hold]

  private static func bound(_ parts: [Substring], source: String) -> DesktopGestures? {
    guard let type = parts.first.flatMap({ types[$0] }) else { return nil }
    let count = parts.dropFirst().first.flatMap { Int($0) }
    return DesktopGestures(
      type: type, fingers: count.map { $0...$0 } ?? 1...5, directions: directions(parts.last ?? ""),
      source: source)
  }
}
