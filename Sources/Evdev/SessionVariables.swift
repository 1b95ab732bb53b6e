import CSystem

/// The environment variables by which programs find the compositor of a session.
package enum SessionVariables {
  /// Those of Wayland, X11, and the compositors that the examples control.
  package static let names = [
    "WAYLAND_DISPLAY", "DISPLAY", "XAUTHORITY", "SWAYSOCK", "I3SOCK", "HYPRLAND_INSTANCE_SIGNATURE",
    "NIRI_SOCKET", "XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE", "XDG_SESSION_ID", "XDG_SEAT", "XDG_VTNR",
  ]

  /// Those of the entries `NAME=value`.
  package static func entries(in all: [String]) -> [String] {
    all.filter { entry in
      names.contains { entry.hasPrefix($0) && entry.utf8.dropFirst($0.utf8.count).first == UInt8(ascii: "=") }
    }
  }

  /// The socket or directory that exists as long as the session of the entry `NAME=value`; nil for a variable without one.
  ///
  /// - Parameter runtime: $XDG_RUNTIME_DIR.
  package static func place(of entry: String, runtime: String) -> String? {
    guard let sign = entry.firstIndex(of: "=") else { return nil }
    let value = String(entry[entry.index(after: sign)...])
    switch String(entry[..<sign]) {
    case "WAYLAND_DISPLAY": return value.hasPrefix("/") ? value : "\(runtime)/\(value)"
    case "SWAYSOCK", "I3SOCK", "NIRI_SOCKET": return value
    case "HYPRLAND_INSTANCE_SIGNATURE": return "\(runtime)/hypr/\(value)"
    case "DISPLAY":
      // A display of another machine has a host before the colon.
      guard value.hasPrefix(":") else { return nil }
      return "/tmp/.X11-unix/X\(String(value.dropFirst().prefix { $0 != "." }))"
    default: return nil
    }
  }
}
