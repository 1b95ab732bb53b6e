import CSystem

/// The libinput plugin that hides touches from the compositor: its file, and the directories in which compositors search for it.
package enum LibinputPlugin {
  package static let file = "50-gestured.lua"
  /// In gestured's source.
  package static let install = "sudo make install-plugin"

  /// In libinput's order; the last is read by some compositors only (niri and Mutter).
  package static func directories(environment: (String) -> String?) -> [String] {
    let home = environment("XDG_CONFIG_HOME") ?? environment("HOME").map { "\($0)/.config" }
    let libraries = ["/usr/lib", "/usr/lib64", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"]
    return (["/etc"] + libraries + (home.map { [$0] } ?? [])).map { "\($0)/libinput/plugins" }
  }

  /// The file that a compositor would load; nil: there is none.
  package static func installed(environment: (String) -> String?) -> String? {
    directories(environment: environment).map { "\($0)/\(file)" }.first { access($0, R_OK) == 0 }
  }
}
