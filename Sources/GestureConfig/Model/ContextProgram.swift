/// A program of config/context, which the daemon starts for the compositor that it follows (interface.md §2.5).
package struct ContextProgram: Equatable, Sendable {
  /// The name of its file.
  package let name: String
  /// The keys of the context that it sets.
  package let keys: [String]

  /// All keys that one of the programs sets, in the order in which `status` lists them.
  package static let allKeys = ["app", "title", "touchpad", "rotation", "screen", "idle"]

  private static let window = ["app", "title"]
  private static let screen = ContextProgram(name: "screen", keys: ["screen", "idle"])

  /// The programs for a session.
  ///
  /// - Parameters:
  ///   - compositor: the name of the compositor's program.
  ///   - isWayland: whether it is a Wayland compositor; else it is an X server.
  package static func programs(of compositor: String, isWayland: Bool) -> [ContextProgram] {
    // Under X11 no program says how the picture is turned.
    guard isWayland else { return [ContextProgram(name: "x11", keys: window), screen] }
    let ofWindows: [ContextProgram] =
      switch compositor {
      case "sway": [ContextProgram(name: "sway", keys: window + ["touchpad"])]
      case "kwin_wayland", "kwin_wayland_wr": [ContextProgram(name: "kde", keys: window + ["touchpad"])]
      case "Hyprland": [ContextProgram(name: "hyprland", keys: window)]
      case "niri": [ContextProgram(name: "niri", keys: window)]
      case "labwc", "wayfire", "river", "phoc": [ContextProgram(name: "wlroots", keys: window)]
      default: []
      }
    return ofWindows + [ContextProgram(name: "wayland", keys: ["rotation"]), screen]
  }
}
