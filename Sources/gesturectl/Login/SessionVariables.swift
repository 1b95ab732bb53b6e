import Evdev

extension SessionVariables {
  /// Those without which commands do not reach the compositor.
  static let needed = [
    "WAYLAND_DISPLAY", "SWAYSOCK", "HYPRLAND_INSTANCE_SIGNATURE", "NIRI_SOCKET", "DISPLAY",
  ]

  static var own: [String: String] {
    names.reduce(into: [:]) { $0[$1] = Environment.value($1).flatMap { $0.isEmpty ? nil : $0 } }
  }

  /// The values of another process of this user; nil if it has ended or belongs to another user.
  static func values(ofProcess number: Int) -> [String: String]? {
    (try? TextFile.read("/proc/\(number)/environ")).map {
      values(in: $0.split(separator: "\0").map(String.init))
    }
  }

  /// The values that systemd's user manager gives to services; nil if there is no user manager.
  static var ofUserManager: [String: String]? {
    GesturedService.systemctl("show-environment").map {
      values(in: $0.split(separator: "\n").map(String.init))
    }
  }

  /// The session's variables among entries `NAME=value`.
  static func values(in all: [String]) -> [String: String] {
    var values: [String: String] = [:]
    for entry in entries(in: all) {
      if let (name, value) = entry.keyAndValue { values[name] = value }
    }
    return values
  }

  /// The needed variables of `own` that are missing in `other` or have another value there.
  static func differing(_ own: [String: String], from other: [String: String]) -> [String] {
    needed.filter { own[$0] != nil && own[$0] != other[$0] }
  }

  /// The first variable whose socket does not exist, so that the session that had it is over.
  static func stale(_ values: [String: String]) -> String? {
    let runtime = Environment.value("XDG_RUNTIME_DIR") ?? ""
    return needed.first { name in
      guard let value = values[name], name != "DISPLAY" else { return false }
      return place(of: "\(name)=\(value)", runtime: runtime).map { !TextFile.exists($0) } ?? false
    }
  }

  /// Whether the daemon reads the variables again before its next command: there is no display, or a session has ended.
  static func isOutdated(_ values: [String: String]) -> Bool {
    values["WAYLAND_DISPLAY"] == nil && values["DISPLAY"] == nil || stale(values) != nil
  }
}
