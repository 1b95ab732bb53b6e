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
  /// The application to which it is limited; nil for all.
  var application: String?
  /// The line of its action: `run = "…"`.
  var action: String

  /// The table as TOML, with a final line end.
  var text: String {
    var lines: [String] = []
    if let zone, let newZone {
      lines += [
        "[zone.\(Self.bareOrQuoted(zone))]", "x = [\"\(newZone.left)%\", \"\(newZone.right)%\"]",
        "y = [\"\(newZone.top)%\", \"\(newZone.bottom)%\"]", "",
      ]
    }
    lines += ["[[gesture]]", "name = \(TomlText.string(name))", "type = \"\(type.rawValue)\""]
    if let fingers { lines.append("fingers = \(fingers)") }
    lines += keys
    if let zone { lines.append("zone = \(TomlText.string(zone))") }
    if let application { lines.append("when = { app = \(TomlText.string(application)) }") }
    lines.append(action)
    return lines.joined(separator: "\n") + "\n"
  }

  private static func bareOrQuoted(_ key: String) -> String {
    let isBare =
      !key.isEmpty
      && key.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
          || $0 == 0x5F
      }
    return isBare ? key : TomlText.string(key)
  }

  /// Makes a name from type, direction and fingers, with a number if it is taken.
  static func name(_ type: GestureType, way: String?, fingers: Int, taken: [String]) -> String {
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
