import ControlProtocol
import GestureConfig
import GestureCore

/// A gesture to bind from the page: read from kept touch sequences, or chosen from the list, with its action.
struct BindRequest {
  private let body: JSONValue
  let type: GestureType
  let fingers: Int

  init(_ body: JSONValue) throws(CommandFailure) {
    self.body = body
    guard let type = GestureType(rawValue: try body.text("type")) else {
      throw .usage("there is no type \"\(try body.text("type"))\"")
    }
    self.type = type
    fingers = body["fingers"]?.int ?? 1
    guard (1...10).contains(fingers) else { throw .usage("a gesture has 1 to 10 fingers") }
  }

  /// The numbers of the sequences from which the gesture was read; empty if it was chosen from the list.
  static func numbers(_ body: JSONValue) -> [Int] { body["numbers"]?.array?.compactMap(\.int) ?? [] }
  var numbers: [Int] { Self.numbers(body) }

  private func word(_ key: String) -> String? {
    body[key]?.string.flatMap { $0.trimmed.isEmpty ? nil : $0.trimmed }
  }

  /// - Parameter taken: the names in the configuration.
  func draft(taken: [String], verbs: DesktopVerbs) throws(CommandFailure) -> GestureDraft {
    let way = word("way")
    let taps = body["taps"]?.int ?? 1
    let wayLine = way.flatMap { type.line(way: $0) }
    let counts = GestureReading.counts(type, fingers: fingers, taps: taps)
    let spoken = type == .tap ? (taps == 2 ? "double" : taps > 2 ? "\(taps)" : nil) : way == "any" ? nil : way
    var draft = GestureDraft(
      name: word("name") ?? GestureDraft.name(type, way: spoken, fingers: fingers, taken: taken), type: type,
      fingers: GestureDraft.written(fingers, type), keys: counts + [wayLine].compactMap(\.self),
      zone: word("zone"), application: word("application"), action: try action(verbs))
    if let rectangle = body["rectangle"]?.array?.compactMap(\.int), rectangle.count == 4, draft.zone != nil {
      draft.newZone = (rectangle[0], rectangle[1], rectangle[2], rectangle[3])
    }
    return draft
  }

  private func action(_ verbs: DesktopVerbs) throws(CommandFailure) -> String {
    func text(_ key: String) -> String { body["action"]?[key]?.string?.trimmed ?? "" }
    let value = text("value")
    switch body["action"]?["kind"]?.string {
    case let kind? where ["run", "keys"].contains(kind) && !value.isEmpty:
      return "\(kind) = \(TomlText.string(value))"
    case "steps": return try steps(value)
    case "verb":
      guard let line = verbs.line(group: text("group"), verb: value) else {
        throw .usage("there is no action \"\(value)\" in the examples")
      }
      return line
    default: return "# run = \"a command\""
    }
  }

  /// The line `step` for a key with a counterpart on a continuous gesture: one direction is louder, the other quieter.
  private func steps(_ key: String) throws(CommandFailure) -> String {
    guard let pair = Self.opposites.first(where: { $0.more == key }), let measure = type.traits.stepMeasure
    else { throw .usage("\"\(key)\" has no steps on a \(type.rawValue)") }
    let every =
      switch measure {
      case .length: "\"8mm\""
      case .ratio: "1.1"
      case .angle: "\"15deg\""
      }
    // Right and down are forward, so a vertical motion is louder backward, which is up.
    let isDown = ["vertical", "up", "down"].contains(word("way"))
    let (forward, backward) = isDown ? (pair.less, pair.more) : (pair.more, pair.less)
    return
      "step = { every = \(every), forward = { keys = \"\(forward)\" }, backward = { keys = \"\(backward)\" } }"
  }

  private static let opposites: [(more: String, less: String)] = [
    ("volumeup", "volumedown"), ("brightnessup", "brightnessdown"), ("nextsong", "previoussong"),
  ]
}
