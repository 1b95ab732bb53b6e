import ControlProtocol
import GestureConfig
import GestureCore

/// Finds gestures whose touches also make a gesture of the desktop, so that both would act.
struct DesktopExamination {
  let configuration: Configuration
  /// Whether claims hide touches here: no finding of `ClaimExamination` has failed.
  var claimsHide = true

  /// A desktop's own gestures, and how to turn them off.
  private struct Desktop {
    var name: String
    /// nil if the configuration of the desktop could not be read.
    var gestures: [DesktopGestures]?
    var remedy: String?
  }

  func findings() -> [Finding] {
    let isX11 = Environment.value("XDG_SESSION_TYPE") == "x11"
    return [finding(on: DesktopName.current, isX11: isX11)].compactMap(\.self)
  }

  /// - Parameter desktop: the value of $XDG_CURRENT_DESKTOP.
  func finding(on desktop: String, isX11: Bool) -> Finding? {
    let words = DesktopName.words(desktop)
    if isX11, let name = words.first(where: Self.onWaylandOnly.contains) {
      return .ok("no gesture clashes with those of \(name), which has none under X11")
    }
    guard let desktop = words.lazy.compactMap(Self.desktop).first else { return unknown(words) }
    guard let gestures = desktop.gestures else {
      return .note(
        "the gestures of \(desktop.name) could not be examined, because it does not answer here",
        desktop.remedy)
    }
    let clashes = configuration.gestures.compactMap { gesture -> (name: String, rival: DesktopGestures)? in
      guard let definition = gesture.definitions[.touchpad], !isClaimed(definition) else { return nil }
      return gestures.first { $0.clashes(with: definition) }.map { (gesture.name, $0) }
    }
    guard !clashes.isEmpty else { return .ok("no gesture clashes with those of \(desktop.name)") }
    let names = clashes.map { clash in
      clash.rival.source.isEmpty ? clash.name : "\(clash.name) (\(clash.rival.source))"
    }
    return .note(
      "\(desktop.name) acts on the same touches as \(names.joined(separator: ", "))", desktop.remedy)
  }

  /// Desktops whose window managers have no touchpad gestures under X11.
  private static let onWaylandOnly = ["gnome", "kde", "xfce", "mate", "lxqt", "lxde", "i3", "openbox"]

  private func unknown(_ words: [String]) -> Finding? {
    // On a console, or over ssh, there is no desktop.
    let hasDisplay = ["WAYLAND_DISPLAY", "DISPLAY"].contains { !(Environment.value($0) ?? "").isEmpty }
    guard hasDisplay || !words.isEmpty else { return nil }
    let name =
      words.isEmpty ? "the desktop, which XDG_CURRENT_DESKTOP does not name," : words.joined(separator: ":")
    return .note(
      "the gestures of \(name) could not be examined: compare its settings with `gesturectl status gestures`")
  }

  private func isClaimed(_ definition: RecognizerDefinition) -> Bool {
    guard claimsHide, configuration.consume != .off else { return false }
    return configuration.devices.contains { rule in
      rule.kind != .touchscreen
        && rule.settings.claims.contains {
          $0.zone == nil && $0.when.isEmpty && $0.fingers.lowerBound <= definition.fingers.lowerBound
            && $0.fingers.upperBound >= definition.fingers.upperBound
        }
    }
  }

  /// - Parameter word: a word of $XDG_CURRENT_DESKTOP, in lower case.
  private static func desktop(_ word: String) -> Desktop? {
    switch word {
    case "gnome":
      // The extension comes with gestured. A shell that is already running loads it after the next login.
      Desktop(
        name: word, gestures: [DesktopGestures(fingers: 3...4)],
        remedy: "gnome-extensions enable gestured-swipes@gestured.org")
    case "kde", "niri", "pantheon":
      Desktop(name: word, gestures: [DesktopGestures(fingers: 3...4)], remedy: hiding)
    case "cosmic": Desktop(name: word, gestures: [DesktopGestures(fingers: 4...4)], remedy: hiding)
    case "hyprland": hyprland()
    case "sway": sway()
    default: nil
    }
  }

  /// The remedy for desktops whose gestures no command switches off.
  private static let hiding =
    "claim = \"3..\" in a [[device]] hides these touches from it (docs/taking-touches-away.md)"

  private static func sway() -> Desktop {
    let config = ProgramOutput.text("swaymsg", "-r", "-t", "get_config")
      .flatMap { try? JSONValue(parsing: Array($0.utf8)) }?["config"]?.string
    guard let config else {
      return Desktop(name: "sway", gestures: nil, remedy: "swaymsg -t get_config")
    }
    return Desktop(
      name: "sway", gestures: DesktopGestures.sway(config),
      remedy: "remove the lines in sway's configuration, then run swaymsg reload")
  }

  /// Hyprland 0.51 replaced `gestures:workspace_swipe` by gesture lines in the configuration.
  private static func hyprland() -> Desktop {
    let version = ProgramOutput.text("hyprctl", "version").flatMap(version)
    if let version, version.numbers.lexicographicallyPrecedes([0, 51]) {
      return Desktop(
        name: "hyprland", gestures: [DesktopGestures(fingers: 3...4)],
        remedy: "hyprctl keyword gestures:workspace_swipe false")
    }
    let folder = Configuration.userDirectory(environment: Environment.value) ?? ""
    let path = folder + "/hypr/hyprland.conf"
    let text = try? TextFile.read(path)
    return Desktop(
      name: "hyprland", gestures: version == nil && text == nil ? nil : DesktopGestures.hyprland(text ?? ""),
      remedy: "remove the lines in \(path), then run hyprctl reload")
  }

  /// Parses the version from `Hyprland 0.51.1 built from …`, or from `Tag: v0.40.0` of older versions.
  static func version(_ text: String) -> LibinputLibrary.Version? {
    let words = text.split(whereSeparator: \.isWhitespace).drop { $0 != "Hyprland" && $0 != "Tag:" }
    return words.dropFirst().first.flatMap { LibinputLibrary.Version($0.drop { $0 == "v" }) }
  }
}
