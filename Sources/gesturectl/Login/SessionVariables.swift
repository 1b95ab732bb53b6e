import Evdev

extension SessionVariables {
  /// Those without which commands do not reach the compositor.
  static let needed = [
    "WAYLAND_DISPLAY", "SWAYSOCK", "HYPRLAND_INSTANCE_SIGNATURE", "NIRI_SOCKET", "DISPLAY",
  ]

  static var own: [String: String] {
    names.reduce(into: [:]) { $0[$1] = Environment.value($1).flatMap { $0.isEmpty ? nil : $0 } }
  }

  /// The session's variables among entries `NAME=value`.
  static func values(in all: [String]) -> [String: String] {
    var values: [String: String] = [:]
    for entry in entries(in: all) {
      if let (name, value) = entry.keyAndValue { values[name] = value }
    }
    return values
  }
}
