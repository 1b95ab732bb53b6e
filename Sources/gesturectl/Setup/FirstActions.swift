import GestureConfig

/// What the gestures of a first configuration do on a desktop.
struct FirstActions: Equatable {
  /// A name for the gesture, and its line of TOML.
  struct Action: Equatable {
    var name: String
    var line: String

    init(_ name: String, _ line: String) { (self.name, self.line) = (name, line) }
    static func keys(_ name: String, _ keys: String) -> Self { Self(name, "keys = \(TomlText.string(keys))") }
    static func run(_ name: String, _ command: String) -> Self {
      Self(name, "run = \(TomlText.string(command))")
    }
  }

  var previous: Action
  var next: Action
  /// All windows or workspaces, or the desktop; nil on a desktop that has nothing like it.
  var overview: Action?
  /// Something with the window in front.
  var window: Action

  // MARK: Desktops

  /// The actions of a desktop that has no example of its own: its own keys, or its own tool.
  ///
  /// - Parameter word: a word of $XDG_CURRENT_DESKTOP, in lower case.
  static func of(_ word: String) -> FirstActions? {
    switch word {
    // xfwm4, marco and muffin have these keys by default, and the window managers of the others Openbox's.
    case "xfce", "mate": workspaces(overview: .keys("show-desktop", "ctrl+alt+d"), maximize: "alt+f10")
    case "x-cinnamon", "cinnamon": workspaces(overview: .keys("overview", "ctrl+alt+up"), maximize: "alt+f10")
    case "lxqt", "lxde", "openbox", "budgie":
      workspaces(overview: .keys("show-desktop", "super+d"), window: .keys("window-menu", "alt+space"))
    case "pantheon":
      FirstActions(
        previous: .keys("previous-workspace", "super+left"), next: .keys("next-workspace", "super+right"),
        overview: .keys("overview", "super+s"), window: .keys("close", "alt+f4"))
    case "cosmic": windows("alt+tab", "alt+shift+tab", overview: "super+w", maximize: "super+m")
    // The defaults of its source, which a file of its own may change. It has no key for all windows.
    case "labwc":
      FirstActions(
        previous: .keys("previous-window", "alt+shift+tab"), next: .keys("next-window", "alt+tab"),
        overview: .keys("maximize", "super+a"), window: .keys("window-menu", "alt+space"))
    // Those of the wayfire.ini that comes with it.
    case "wayfire":
      FirstActions(
        previous: .keys("previous-workspace", "ctrl+super+left"),
        next: .keys("next-workspace", "ctrl+super+right"), overview: .keys("overview", "super+p"),
        window: .keys("close", "alt+f4"))
    case "river":
      FirstActions(
        previous: .run("previous-window", "riverctl focus-view previous"),
        next: .run("next-window", "riverctl focus-view next"),
        overview: .run("first-window", "riverctl zoom"),
        window: .run("full-screen", "riverctl toggle-fullscreen"))
    // phoc reads GNOME's keys of windows. The upper and the lower edge are the shell's.
    case "phosh":
      FirstActions(
        previous: .keys("previous-window", "alt+shift+escape"), next: .keys("next-window", "alt+escape"),
        overview: .keys("maximize", "alt+f10"), window: .keys("close", "alt+f4"))
    default: nil
    }
  }

  private static func workspaces(overview: Action, maximize: String) -> Self {
    workspaces(overview: overview, window: .keys("maximize", maximize))
  }
  private static func workspaces(overview: Action, window: Action) -> Self {
    FirstActions(
      previous: .keys("previous-workspace", "ctrl+alt+left"), next: .keys("next-workspace", "ctrl+alt+right"),
      overview: overview, window: window)
  }
  private static func windows(_ next: String, _ previous: String, overview: String, maximize: String) -> Self
  {
    FirstActions(
      previous: .keys("previous-window", previous), next: .keys("next-window", next),
      overview: .keys("overview", overview), window: .keys("maximize", maximize))
  }

  /// The actions of an example's gestures.
  init?(example: String) {
    let actions = DesktopVerbs.verbs(of: example).filter { !$0.isStepped }.map { Action($0.name, $0.line) }
    func first(_ names: String...) -> Action? {
      names.lazy.compactMap { name in actions.first { $0.name == name } }.first
    }
    guard let previous = first("previous-workspace"), let next = first("next-workspace"),
      let window = first("maximize", "full-screen", "floating", "applications")
    else { return nil }
    let overview = first("overview", "show-desktop", "scratchpad")
    self.init(previous: previous, next: next, overview: overview, window: window)
  }

  init(previous: Action, next: Action, overview: Action?, window: Action) {
    (self.previous, self.next, self.overview, self.window) = (previous, next, overview, window)
  }

  /// Actions that show something on a desktop of which nothing is known: a notification, or else a line of the journal, which
  /// `gesturectl status log` shows.
  static func shown(searchPath: String?) -> FirstActions {
    let canNotify = SearchPath(searchPath ?? "").file(of: "notify-send") != nil
    let program = canNotify ? "notify-send" : "logger -t gestured"
    func action(_ name: String) -> Action { .run(name, "\(program) \(name)") }
    return FirstActions(
      previous: action("from-the-left"), next: action("from-the-right"), overview: action("up"),
      window: action("rest"))
  }

  // MARK: Gestures

  /// The gestures of a touchscreen: from its edges with one finger, and two fingers that swipe or rest.
  var panel: String {
    let up = overview == nil ? "" : ", and two fingers up"
    let tables = [
      Self.table(
        "touch-\(previous.name)", "edge-pan", ["edges = \"left\"", "min_distance = \"8mm\""], previous),
      Self.table("touch-\(next.name)", "edge-pan", ["edges = \"right\"", "min_distance = \"8mm\""], next),
      overview.map { Self.table("touch-\($0.name)", "swipe", ["fingers = 2", "direction = \"up\""], $0) },
      Self.table("touch-\(window.name)", "long-press", ["fingers = 2"], window),
    ]
    return """
      # On the screen, from the left and right edge with one finger\(up); two that rest are for the window.

      \(tables.compactMap(\.self).joined(separator: "\n"))
      """
  }

  /// The gestures of a touchpad: three fingers that swipe or pinch.
  var pad: String {
    func swipe(_ direction: String, _ action: Action) -> String {
      Self.table(
        action.name, "swipe", ["fingers = 3", "direction = \"\(direction)\""], action, on: "touchpad")
    }
    let tables = [
      swipe("right", previous), swipe("left", next), overview.map { swipe("up", $0) },
      Self.table(window.name, "pinch", ["fingers = 3"], window, on: "touchpad"),
    ]
    return tables.compactMap(\.self).joined(separator: "\n")
  }

  private static func table(
    _ name: String, _ type: String, _ keys: [String], _ action: Action, on device: String = "touchscreen"
  ) -> String {
    let lines = ["[[gesture]]", "name = \"\(name)\"", "type = \"\(type)\"", "device = \"\(device)\""]
    return (lines + keys + [action.line]).joined(separator: "\n") + "\n"
  }
}
