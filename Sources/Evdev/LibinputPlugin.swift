import CSystem
import GestureCore

/// The libinput plugin that hides touches from the compositor: its file, and the directories that compositors search.
package enum LibinputPlugin {
  package static let file = "50-gestured.lua"
  /// The command that installs the plugin.
  package static let install = "sudo gesturectl plugin install"
  /// The directory in which that command installs the plugin.
  package static let directory = "/etc/libinput/plugins"
  package static var path: String { "\(directory)/\(file)" }

  /// The directories that compositors search, in libinput's order. Only niri and Mutter read the last one.
  package static func directories(environment: (String) -> String?) -> [String] {
    let own = environment("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = own ?? environment("HOME").map { "\($0)/.config" }
    let isOfArchitecture: NamePattern = "*-linux-*"
    // Debian and others have a folder for each architecture.
    let folders = directoryEntries("/usr/lib").filter { isOfArchitecture.matches($0.name) }.map {
      "/usr/lib/" + $0.name
    }
    let libraries = ["/usr/lib", "/usr/lib64"] + folders
    return (["/etc"] + libraries + (home.map { [$0] } ?? [])).map { "\($0)/libinput/plugins" }
  }

  /// The file that a compositor would load; nil if not installed.
  package static func installed(environment: (String) -> String?) -> String? {
    directories(environment: environment).map { "\($0)/\(file)" }.first { canRead($0) }
  }
}
