import ControlProtocol
import Foundation
import GestureConfig
import GestureCore

/// Gestures that the running desktop makes of the same touches: both would act.
struct DesktopExamination {
  let configuration: Configuration

  /// A desktop's own gestures, and how they are switched off.
  private struct Desktop {
    var name: String
    var gestures: [DesktopGestures]
    var remedy: String?
  }

  func findings() -> [Finding] {
    let environment = ProcessInfo.processInfo.environment
    let words = (environment["XDG_CURRENT_DESKTOP"] ?? "").lowercased().split(separator: ":").map(String.init)
    guard let desktop = words.lazy.compactMap(Self.desktop).first else {
      return words.isEmpty
        ? [] : [.ok("\(words.joined(separator: ":")) has no touchpad gestures of its own that are known")]
    }
    let clashes = configuration.gestures.compactMap { gesture -> (name: String, rival: DesktopGestures)? in
      guard let definition = gesture.definitions[.touchpad] else { return nil }
      return desktop.gestures.first { $0.clashes(with: definition) }.map { (gesture.name, $0) }
    }
    guard !clashes.isEmpty else { return [.ok("no gesture clashes with those of \(desktop.name)")] }
    let names = clashes.map { clash in
      clash.rival.source.isEmpty ? clash.name : "\(clash.name) (\(clash.rival.source))"
    }
    return [
      .note(
        "\(desktop.name) acts on the same touches as \(names.joined(separator: ", "))", desktop.remedy)
    ]
  }

  /// - Parameter word: of $XDG_CURRENT_DESKTOP, in small letters.
  private static func desktop(_ word: String) -> Desktop? {
    switch word {
    case "gnome":
      // The UUID is no file: `gnome-extensions install` wants a zip. The shell itself downloads by UUID, and asks.
      Desktop(
        name: word, gestures: [DesktopGestures(fingers: 3...4)],
        remedy:
          "gdbus call --session --dest org.gnome.Shell.Extensions --object-path /org/gnome/Shell/Extensions "
          + "--method org.gnome.Shell.Extensions.InstallRemoteExtension disable-gestures-2021@verycrazydog.gmail.com"
      )
    case "kde", "niri", "pantheon": Desktop(name: word, gestures: [DesktopGestures(fingers: 3...4)])
    case "cosmic": Desktop(name: word, gestures: [DesktopGestures(fingers: 4...4)])
    case "hyprland": hyprland()
    case "sway": sway()
    default: nil
    }
  }

  private static func sway() -> Desktop {
    let config = AskedProgram.output("swaymsg", "-r", "-t", "get_config")
      .flatMap { try? JSONValue(parsing: Array($0.utf8)) }?["config"]?.string
    return Desktop(
      name: "sway", gestures: DesktopGestures.sway(config ?? ""),
      remedy: "remove the lines in sway's configuration, then swaymsg reload")
  }

  /// From 0.51 on there is no `gestures:workspace_swipe`; gestures are lines of the configuration.
  private static func hyprland() -> Desktop {
    let version = AskedProgram.output("hyprctl", "version").flatMap(version)
    if let version, version < (0, 51) {
      return Desktop(
        name: "hyprland", gestures: [DesktopGestures(fingers: 3...4)],
        remedy: "hyprctl keyword gestures:workspace_swipe false")
    }
    let environment = ProcessInfo.processInfo.environment
    let folder = environment["XDG_CONFIG_HOME"] ?? (environment["HOME"] ?? "") + "/.config"
    let path = folder + "/hypr/hyprland.conf"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return Desktop(
      name: "hyprland", gestures: DesktopGestures.hyprland(text),
      remedy: "remove the lines in \(path), then hyprctl reload")
  }

  /// `Hyprland 0.51.1 built from …`, in older ones `Tag: v0.40.0`.
  private static func version(_ text: String) -> (Int, Int)? {
    guard let match = text.firstMatch(of: /(?:Hyprland |Tag: v)(\d+)\.(\d+)/), let major = Int(match.1),
      let minor = Int(match.2)
    else { return nil }
    return (major, minor)
  }
}
