/// The name of the running desktop.
enum DesktopName {
  /// Variables that compositors set for their programs. One that was started from a console often has no
  /// $XDG_CURRENT_DESKTOP.
  private static let signs = [
    ("SWAYSOCK", "sway"), ("HYPRLAND_INSTANCE_SIGNATURE", "Hyprland"), ("NIRI_SOCKET", "niri"),
    ("LABWC_PID", "labwc"), ("I3SOCK", "i3"),
  ]

  /// The value of $XDG_CURRENT_DESKTOP, or the compositor whose variable is there; "" if neither is.
  static var current: String {
    if let desktop = Environment.value("XDG_CURRENT_DESKTOP"), !desktop.isEmpty { return desktop }
    return signs.first { !(Environment.value($0.0) ?? "").isEmpty }?.1 ?? ""
  }

  /// Its words in lower case: `ubuntu:GNOME` has two.
  static func words(_ desktop: String = current) -> [String] {
    desktop.lowercased().split(separator: ":").map(String.init)
  }
}
