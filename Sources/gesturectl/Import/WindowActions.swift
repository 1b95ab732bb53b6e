import GestureConfig

/// Translates the window actions of touchégg, libinput-gestures and fusuma's plugin wmctrl into those of the desktop's example.
struct WindowActions {
  private let verbs: [DesktopVerbs.Verb]
  private let desktop: String

  private static func desktops(in directory: String) -> [String] {
    FirstConfiguration.names(in: directory).filter { $0.hasSuffix("-windows") }
      .map { String($0.dropLast("-windows".count)) }
  }

  @Sendable static func completions(_ words: [String], _ at: Int, _ prefix: String) -> [String] {
    (try? FirstConfiguration.directory()).map(desktops) ?? []
  }

  /// - Throws: `CommandFailure` if there is no example for the desktop.
  init(desktop: String) throws(CommandFailure) {
    let directory = try FirstConfiguration.directory()
    guard let text = try? TextFile.read("\(directory)/\(desktop)-windows.toml") else {
      let known = Self.desktops(in: directory)
      throw CommandFailure(
        .usage,
        "there is no example of windows in \"\(desktop)\"; desktops are \(known.joined(separator: ", "))")
    }
    self.desktop = desktop
    verbs = DesktopVerbs.verbs(of: text)
  }

  /// Names of the examples' gestures by touchégg's action, the best match first.
  private static let names = [
    "MAXIMIZE_RESTORE_WINDOW": ["maximize", "full-screen"], "FULLSCREEN_WINDOW": ["full-screen", "maximize"],
    "MINIMIZE_WINDOW": ["minimize", "hide", "float"], "CLOSE_WINDOW": ["close"],
    "SHOW_DESKTOP": ["show-desktop", "show-hidden", "overview"],
  ]

  /// - Parameter direction: the direction of the motion, for an action that has none.
  func line(for action: String, direction: String) -> String? {
    let isBack = direction == "left" || direction == "up"
    let wanted: [String]? =
      switch action {
      case "CHANGE_DESKTOP":
        [isBack ? "next-workspace" : "previous-workspace", isBack ? "next-desktop" : "previous-desktop"]
      case "TILE_WINDOW": ["tile-\(direction)", "move-\(direction)"]
      default: Self.names[action]
      }
    return wanted?.lazy.compactMap { name in verbs.first { $0.name == name && !$0.isStepped }?.line }.first
  }

  /// What actions do, in the words of the desktop's example; nil unless they are one of its actions.
  ///
  /// - Parameter lines: of TOML: `run = "swaymsg kill"`, or the same in a table of a state.
  func description(of lines: [String]) -> String? {
    let found = verbs.filter { verb in lines.contains { $0.contains(verb.line) } }
    return found.count == 1 ? found[0].description : nil
  }
}

extension WindowActions? {
  /// What to do about a window action without a counterpart.
  var advice: String { "use a command or keys of the desktop" + (self == nil ? ", or --desktop" : "") }
}
