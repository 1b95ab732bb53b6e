import Evdev
import GestureConfig
import Glibc

/// Whether touches can be hidden from the compositor, if the configuration does so.
struct ClaimExamination {
  let configuration: Configuration

  /// A process that has libinput loaded.
  struct Compositor: Equatable {
    var name: String
    var hasLua: Bool
    /// Seconds since 1970.
    var started: Int
  }

  /// Words of $XDG_CURRENT_DESKTOP, in small letters. wlroots has no call that loads plugins.
  private static let loading = ["kde", "gnome", "niri", "hyprland"]
  private static let notLoading = ["sway", "river", "labwc", "wayfire"]

  func findings() -> [Finding] {
    guard configuration.takesTouches else { return [] }
    return plugin() + compositor() + nodes()
  }

  private var installed: String? { LibinputPlugin.installed(environment: Environment.value) }

  private func plugin() -> [Finding] {
    if let installed { return [.ok("the libinput plugin is installed: \(installed)")] }
    return [
      .failed(
        "touches cannot be hidden from the compositor: \(LibinputPlugin.file) is not installed; in gestured's source",
        LibinputPlugin.install)
    ]
  }

  private func compositor() -> [Finding] {
    let words = (Environment.value("XDG_CURRENT_DESKTOP") ?? "").lowercased().split(separator: ":").map(
      String.init)
    if let word = words.first(where: Self.notLoading.contains) {
      return [.note("\(word) loads no libinput plugins: no touches can be hidden from it")]
    }
    var found: [Finding] = []
    if !words.isEmpty, !words.contains(where: Self.loading.contains) {
      found.append(.note("it is not known whether \(words.joined(separator: ":")) loads libinput plugins"))
    }
    let running = compositors()
    if running.isEmpty {
      found.append(.note("no process of yours has libinput loaded: no compositor was examined"))
    }
    return found + running.map(finding)
  }

  private func finding(_ compositor: Compositor) -> Finding {
    guard compositor.hasLua else {
      return .note("\(compositor.name) has a libinput without Lua (1.30 or newer with lua-plugins is needed)")
    }
    guard let installed, let written = modified(installed) else {
      return .ok("\(compositor.name) has a libinput with Lua")
    }
    if written > compositor.started {
      return .note("\(compositor.name) was started before the plugin was installed: log out and in once")
    }
    return .ok("\(compositor.name) has a libinput with Lua, and was started after the plugin was installed")
  }

  private func modified(_ path: String) -> Int? {
    var facts = stat()
    return stat(path, &facts) == 0 ? facts.st_mtim.tv_sec : nil
  }

  /// Only processes whose memory map this user may read, which are this user's own.
  private func compositors() -> [Compositor] {
    TextFile.names(in: "/proc").filter { Int($0) != nil }.sorted().compactMap { number in
      let folder = "/proc/\(number)"
      guard let maps = try? TextFile.read("\(folder)/maps"), maps.contains("/libinput.so"),
        let name = try? TextFile.read("\(folder)/comm"), let started = modified(folder)
      else { return nil }
      return Compositor(
        name: String(name.prefix { $0 != "\n" }), hasLua: maps.contains("/liblua"), started: started)
    }
  }

  private func nodes() -> [Finding] {
    FoundDevice.all(configuration).filter { !$0.lacksPermission && access($0.report.node, W_OK) != 0 }.map {
      .failed(
        "\($0.report.node) (\($0.report.name)) cannot be written, so its touches cannot be hidden; with the udev rule",
        UdevRule.apply)
    }
  }
}
