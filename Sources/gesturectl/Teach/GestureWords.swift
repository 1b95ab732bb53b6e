import GestureConfig
import GestureCore

/// A gesture in words: `two-finger turn to the left`.
enum GestureWords {
  /// The common words for motions that differ from the names of their types.
  private static let names: [GestureType: String] = [
    .rotation: "turn", .edgePan: "pan", .tapDrag: "tap and drag", .forcePress: "firm press",
    .stroke: "figure", .transform: "move, pinch and turn", .tipTap: "tap beside resting fingers",
  ]
  private static let counts = ["one", "two", "three", "four", "five"]

  static func name(_ type: GestureType) -> String {
    names[type] ?? type.rawValue.split(separator: "-").joined(separator: " ")
  }

  /// - Parameter way: one direction, edge or axis.
  static func way(_ way: String, of type: GestureType) -> String {
    switch way {
    case "any": "any direction"
    case "horizontal": "sideways"
    case "vertical": "up or down"
    case "clockwise" where type == .rotation: "to the right"
    case "counterclockwise" where type == .rotation: "to the left"
    case _ where type == .edgePan: "from the \(way) edge"
    case "left", "right": "to the \(way)"
    default: way.split(separator: "-").joined(separator: " and to the ")
    }
  }

  static func phrase(_ type: GestureType, way: String?, fingers: ClosedRange<Int>, taps: Int = 1) -> String {
    let ways = (way ?? "").split(separator: ", ").map(String.init).filter { $0 != "any" }
      .map { Self.way($0, of: type) }
    let times: String? =
      type != .tap || taps < 2 ? nil : taps == 2 ? "double" : taps == 3 ? "triple" : "\(taps)-fold"
    let parts: [String?] = [
      Self.fingers(fingers), times, name(type), ways.isEmpty ? nil : ways.joined(separator: " or "),
    ]
    return parts.compactMap(\.self).joined(separator: " ")
  }

  static func phrase(_ definition: RecognizerDefinition) -> String {
    let taps = definition.type.keys.first { $0.name == .taps }
    let count = taps?.get(definition.parameters).count ?? 1
    return phrase(definition.type, way: definition.way, fingers: definition.fingers, taps: count)
  }

  /// The words for a finger count: `three-finger`, `two- to four-finger`; nil for a count that is not one to five.
  private static func fingers(_ range: ClosedRange<Int>) -> String? {
    guard range.lowerBound >= 1, range.upperBound <= counts.count else { return nil }
    let last = "\(counts[range.upperBound - 1])-finger"
    return range.count == 1 ? last : "\(counts[range.lowerBound - 1])- to \(last)"
  }
}

extension GestureType {
  /// The finger counts that can make the gesture.
  var possibleFingers: ClosedRange<Int> {
    if let fingers = traits.fingers { return fingers.limits }
    // One more finger taps beside the resting ones.
    if case .count(let resting)? = keys.first(where: { $0.name == .resting })?.form {
      return resting.lowerBound + 1...resting.upperBound + 1
    }
    return 1...1
  }
}
