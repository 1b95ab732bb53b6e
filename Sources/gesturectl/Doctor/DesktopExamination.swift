import GestureConfig
import GestureCore

/// Gestures that the running desktop makes of the same touches: both would act.
struct DesktopExamination {
  let configuration: Configuration

  /// A desktop's own gestures on touchpads: with how many fingers, and how they are switched off.
  private struct Desktop {
    /// A word of $XDG_CURRENT_DESKTOP, in small letters.
    var word: String
    var fingers: ClosedRange<Int>
    var remedy: String?
  }

  private static let desktops = [
    Desktop(
      word: "gnome", fingers: 3...4,
      remedy: "gnome-extensions install --force disable-gestures-2021@verycrazydog.gmail.com"),
    Desktop(word: "kde", fingers: 3...4),
    Desktop(word: "hyprland", fingers: 3...4, remedy: "hyprctl keyword gestures:workspace_swipe false"),
    Desktop(word: "niri", fingers: 3...4),
    Desktop(word: "cosmic", fingers: 4...4),
    Desktop(word: "pantheon", fingers: 3...4),
  ]

  func findings() -> [Finding] {
    let words = (Environment.value("XDG_CURRENT_DESKTOP") ?? "").lowercased().split(
      separator: ":")
    guard let desktop = Self.desktops.first(where: { words.contains(Substring($0.word)) }) else {
      return words.isEmpty
        ? [] : [.ok("\(words.joined(separator: ":")) has no touchpad gestures of its own that are known")]
    }
    let clashing = configuration.gestures.filter { $0.clashes(with: desktop.fingers) }.map(\.name)
    guard !clashing.isEmpty else { return [.ok("no gesture clashes with those of \(desktop.word)")] }
    let range = desktop.fingers.count == 1 ? "\(desktop.fingers.lowerBound)" : "3 and 4"
    return [
      .note(
        "\(desktop.word) acts on swipes with \(range) fingers itself, and so do yours: \(clashing.joined(separator: ", "))",
        desktop.remedy)
    ]
  }
}

extension GestureBinding {
  /// A motion on a touchpad with that many fingers.
  fileprivate func clashes(with fingers: ClosedRange<Int>) -> Bool {
    guard let definition = definitions[.touchpad] else { return false }
    return type.traits.hasDesktopRivals && definition.fingers.overlaps(fingers)
  }
}
