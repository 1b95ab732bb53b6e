import GestureCore

struct DesktopGestures: Equatable {
  /// nil: any motion.
  var type: GestureType?
  var fingers: ClosedRange<Int>
  /// The directions of its swipes; empty for all.
  var directions: DirectionSet = []
  /// The line of the desktop's configuration; "" if the gesture is built in.
  var source = ""

  func clashes(with definition: RecognizerDefinition) -> Bool {
    (type == nil || type == definition.type || type == .swipe && definition.type == .pan)
      && definition.type.traits.hasDesktopRivals && definition.fingers.overlaps(fingers)
      && goesAlong(with: definition)
  }

  /// Swipes in different directions do not conflict.
  private func goesAlong(with definition: RecognizerDefinition) -> Bool {
    guard !directions.isEmpty, let swipe = definition.parameters.as(SwipeParameters.self) else { return true }
    return !swipe.directions.isDisjoint(with: directions)
  }
}

extension DesktopGestures {
  /// `bindgesture [options] swipe:3:right …` of sway's configuration. Without a count, any count.
  static func sway(_ configuration: String) -> [DesktopGestures] {
    configuration.split(separator: "\n").compactMap { line in
      var words = line.split(whereSeparator: \.isWhitespace)
      guard words.first == "bindgesture" else { return nil }
      words.removeFirst()
      guard let gesture = words.first(where: { !$0.hasPrefix("--") }) else { return nil }
      return bound(gesture.split(separator: ":"), source: "bindgesture \(gesture)")
    }
  }

  /// `gesture = 3, horizontal, workspace` of Hyprland 0.51 and later.
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

  /// `left`, `up+right`; empty if the last part is not a direction.
  private static func directions(_ words: Substring) -> DirectionSet {
    var found: DirectionSet = []
    for word in words.split(separator: "+") {
      switch word {
      case "left": found.insert(.left)
      case "right": found.insert(.right)
      case "up": found.insert(.up)
      case "down": found.insert(.down)
      default: return []
      }
    }
    return found
  }

  private static func bound(_ parts: [Substring], source: String) -> DesktopGestures? {
    let type: GestureType
    switch parts.first {
    case "swipe": type = .swipe
    case "pinch": type = .pinch
    case "hold": type = .hold
    default: return nil
    }
    let count = parts.dropFirst().first.flatMap { Int($0) }
    return DesktopGestures(
      type: type, fingers: count.map { $0...$0 } ?? 1...5, directions: directions(parts.last ?? ""),
      source: source)
  }
}
