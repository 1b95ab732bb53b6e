import GestureConfig
import GestureCore
import Testing

@testable import gesturectl

/// First configurations of desktops and devices: whatever the machine is, each gesture can be made there, and each command is one
/// that the desktop has.
struct FirstTextTests {
  static let desktops = [
    "sway", "Hyprland", "niri", "KDE", "GNOME", "ubuntu:GNOME", "labwc:wlroots", "wayfire", "river",
    "Phosh:GNOME", "sxmo",
    "COSMIC", "XFCE", "X-Cinnamon", "MATE", "LXQt", "LXDE", "Pantheon", "Budgie:GNOME", "openbox", "weston",
    "",
  ]
  static let classes: [Set<DeviceClass>] = [
    [.touchpad], [.touchscreen], [.touchpad, .touchscreen],
  ]

  private static func device(_ deviceClass: DeviceClass, fingers: Int) -> LintFacts.Device {
    LintFacts.Device(
      identity: DeviceIdentity(name: "Pad", deviceClass: deviceClass, vendor: 1, product: 2, paths: []),
      slots: fingers, fingers: fingers)
  }

  private static func machine(
    _ desktop: String, _ classes: Set<DeviceClass>, fingers: Int = 5, path: String? = nil
  )
    -> FirstText.Machine
  {
    FirstText.Machine(
      desktop: DesktopName.words(desktop), classes: classes,
      facts: LintFacts(devices: classes.map { device($0, fingers: fingers) }, searchPath: path))
  }

  @Test(arguments: desktops, classes) func `each gesture can be made on the machine`(
    desktop: String, classes: Set<DeviceClass>
  ) throws {
    let directory = try FirstConfiguration.directory()
    // A pad with two fingers, and a resistive panel with one, too.
    for fingers in [1, 2, 5, 10] {
      let machine = Self.machine(desktop, classes, fingers: fingers)
      let first = try FirstText(machine, in: directory)
      let loaded = Configuration.load(text: first.text, path: "", facts: machine.facts)
      #expect(loaded.diagnostics.filter { $0.severity == .problem }.isEmpty, "\(desktop)")
      #expect(loaded.diagnostics.filter { $0.message.contains("never be made") }.isEmpty, "\(desktop)")
      let gestures = try #require(loaded.configuration).gestures
      let made = Set(gestures.flatMap { $0.definitions.keys })
      // A pad with one or two fingers has no gesture of three; a panel always has its edges.
      if fingers >= 5 { #expect(made == classes, "\(desktop)") }
      if classes.contains(.touchscreen) { #expect(made.contains(.touchscreen), "\(desktop)") }
      #expect(gestures.count + first.leftOut.count >= 3)
      if fingers >= 5 { #expect(first.leftOut.isEmpty, "\(first.leftOut)") }
      #expect(first.text.hasSuffix("\n") && !first.text.contains("\n\n\n"))
    }
  }

  @Test func `a desktop that calls itself another one, too, is itself`() {
    func choice(_ desktop: String) -> FirstConfiguration.Choice {
      FirstConfiguration.choice(DesktopName.words(desktop), isX11: false)
    }
    #expect(choice("Phosh:GNOME") == FirstActions.of("phosh").map { .actions("phosh", $0) })
    #expect(choice("ubuntu:GNOME") == .example("gnome-windows"))
    #expect(FirstConfiguration.choice(["gnome"], isX11: true) == .example("gnome-x11"))
    #expect(choice("sxmo") == .example("sway"))
    #expect(choice("weston") == .example("media"))
  }

  @Test(arguments: desktops) func `commands are the desktop's, and missing ones are named`(desktop: String)
    throws
  {
    for classes in Self.classes {
      let machine = Self.machine(desktop, classes, path: "/nonexistent")
      let first = try FirstText(machine, in: FirstConfiguration.directory())
      let missing = first.missing(machine.facts)
      let programs = Set(missing.compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) })
      let known: Set<String> = [
        "swaymsg", "hyprctl", "niri", "qdbus6", "riverctl", "wpctl", "playerctl", "logger", "awk",
      ]
      #expect(programs.isSubset(of: known), "\(desktop): \(missing)")
      if desktop == "weston" { #expect(programs == ["logger"]) }
    }
  }

  @Test func `the first text of a panel`() throws {
    let first = try FirstText(
      Self.machine("labwc:wlroots", [.touchscreen]), in: FirstConfiguration.directory())
    #expect(first.source == "the first one for labwc" && first.example == nil)
    let gestures = try #require(Configuration.load(text: first.text, path: "").configuration).gestures
    #expect(
      gestures.map(\.name) == [
        "touch-previous-window", "touch-next-window", "touch-maximize", "touch-window-menu",
      ])
    #expect(gestures.map(\.type) == [.edgePan, .edgePan, .swipe, .longPress])
  }

  @Test func `a pad gets the example as it is`() throws {
    let directory = try FirstConfiguration.directory()
    for (desktop, name) in [("sway", "sway"), ("KDE", "kde-windows"), ("weston", "media")] {
      // Nothing is known of the machine's programs, or of its devices.
      let first = try FirstText(
        FirstText.Machine(desktop: [desktop.lowercased()], classes: []), in: directory)
      #expect(first.example == name && first.source == "the example \(name)")
      #expect(try first.text == FirstConfiguration.text(of: name, in: directory))
    }
  }

  @Test func `what is left out goes with its comments and its sub-tables`() throws {
    let first = try FirstText(
      Self.machine("niri", [.touchpad], fingers: 3), in: FirstConfiguration.directory())
    #expect(!first.leftOut.isEmpty)
    for name in first.leftOut { #expect(!first.text.contains("\"\(name)\"")) }
    #expect(first.example == nil)
  }
}
