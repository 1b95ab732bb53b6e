import GestureConfig
import GestureCore

/// A gesture before it is written: its table, and the zone in which it begins.
struct GestureDraft {
  var name: String
  var type: GestureType
  /// The finger count; nil leaves the type's default.
  var fingers: Int?
  /// The lines of its own parameters: `direction = "left"`.
  var keys: [String] = []
  /// The name of the zone: one of the configuration, or that of `newZone`.
  var zone: String?
  /// Left, right, top, bottom in percent of the stage.
  var newZone: (left: Int, right: Int, top: Int, bottom: Int)?
  /// The line of its action: `run = "…"`.
  var action: String

  /// The table as TOML, with a final line end.
  var text: String {
    var head = ""
    if let zone, let newZone {
      head = """
        [zone.\(Self.bareOrQuoted(zone))]
        x = ["\(newZone.left)%", "\(newZone.right)%"]
        y = ["\(newZone.top)%", "\(newZone.bottom)%"]


        """
    }
    let more = [zone.map { "zone = \(TomlText.string($0))" }, action]
    return head + Self.table(name, type, fingers: fingers.map(String.init), keys + more.compactMap(\.self))
      + "\n"
  }

  /// The table of any gesture, without its last line end.
  static func table(
    _ name: String, _ type: GestureType, fingers: String?, _ lines: [String], description: String? = nil
  ) -> String {
    var head = ["[[gesture]]", "name = \(TomlText.string(name))"]
    if let description { head.append("description = \(TomlText.string(description))") }
    head.append("type = \"\(type.rawValue)\"")
    return (head + (fingers.map { ["fingers = \($0)"] } ?? []) + lines).joined(separator: "\n")
  }

  private static func bareOrQuoted(_ key: String) -> String {
    let isBare = key.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    return isBare && !key.isEmpty ? key : TomlText.string(key)
  }

  /// Makes a name from type, direction and fingers, with a number if it is taken.
  static func name(_ type: GestureType, way: String?, fingers: Int, taken: [String]) -> String {
    let way = type == .sequence ? nil : way
    let words = [type == .tap ? way : nil, type.rawValue, type == .tap ? nil : way]
    return (words.compactMap(\.self) + ["\(fingers)"]).joined(separator: "-").numbered(unless: taken.contains)
  }

  /// The value of `fingers` to write; nil if it is the type's default.
  static func written(_ fingers: Int, _ type: GestureType) -> Int? {
    type.traits.fingers != nil && (fingers > 1 || type == .pan) ? fingers : nil
  }
}

extension String {
  /// The name itself, or if it is taken with the first free number: `tap-2`.
  func numbered(unless isTaken: (String) -> Bool) -> String {
    var (free, number) = (self, 2)
    while isTaken(free) { (free, number) = ("\(self)-\(number)", number + 1) }
    return free
  }
}
