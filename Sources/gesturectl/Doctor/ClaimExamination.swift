import Evdev
import GestureConfig
import Glibc

/// Whether touches can be hidden from the compositor, if the configuration does so.
struct ClaimExamination {
  let configuration: Configuration

  /// A process that has libinput loaded.
  struct Compositor: Equatable {
    var name: String
    /// The library's file.
    var library: String
    var hasLua: Bool
    /// Seconds since 1970.
    var started: Int
  }

  /// Words of $XDG_CURRENT_DESKTOP, in small letters. wlroots has no call that loads plugins.
  private static let loading = ["kde", "gnome", "niri", "hyprland"]
  /// Those that also read the user's own directory.
  private static let readingUsersPlugins = ["gnome", "niri"]
  private static let notLoading = ["sway", "river", "labwc", "wayfire"]

  func findings() -> [Finding] {
    guard configuration.takesTouches else { return [] }
    if configuration.consume == .grab { return [uinput()] + nodes() }
    return plugin() + compositor() + nodes()
  }

  private func uinput() -> Finding {
    if access("/dev/uinput", W_OK) == 0 {
      return .ok("/dev/uinput can be written: devices on which touches are hidden can be grabbed")
    }
    if access("/dev/uinput", F_OK) != 0 {
      return .failed("consume = \"grab\" needs /dev/uinput, which is not there", "sudo modprobe uinput")
    }
    return .failed(
      "consume = \"grab\" needs /dev/uinput, which cannot be written; this allows every program of yours to type",
      UdevRule.allowKeys)
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
      return [
        .note(
          "\(word) loads no libinput plugins: no touches can be hidden from it, except with consume = \"grab\""
        )
      ]
    }
    var found: [Finding] = []
    if !words.isEmpty, !words.contains(where: Self.loading.contains) {
      found.append(.note("it is not known whether \(words.joined(separator: ":")) loads libinput plugins"))
    }
    if let installed, isOfUser(installed), !words.contains(where: Self.readingUsersPlugins.contains) {
      found.append(
        .note("\(installed) is read by niri and Mutter only; in gestured's source", LibinputPlugin.install))
    }
    let running = compositors()
    if running.isEmpty {
      found.append(.note("no process of yours has libinput loaded: no compositor was examined"))
    }
    return found + running.map(finding)
  }

  private func isOfUser(_ path: String) -> Bool {
    path != LibinputPlugin.installed(environment: { _ in nil })
  }

  private func finding(_ compositor: Compositor) -> Finding {
    let library = "libinput\(version.map { " \($0)" } ?? "") (\(compositor.library))"
    guard compositor.hasLua else {
      return .note(
        "\(compositor.name) has \(library) without Lua (1.30 or newer with lua-plugins is needed, or consume = \"grab\")"
      )
    }
    guard let installed, let written = modified(installed) else {
      return .ok("\(compositor.name) has \(library) with Lua")
    }
    if written > compositor.started {
      return .note("\(compositor.name) was started before the plugin was installed: log out and in once")
    }
    return .ok("\(compositor.name) has \(library) with Lua, and was started after the plugin was installed")
  }

  /// Of libinput's own tool, where it is installed: the library does not say.
  private var version: String? {
    ProgramOutput.text("libinput", "--version").map { String($0.prefix { $0 != "\n" }) }
  }

  /// The last word of the first line of a memory map that names the library.
  private static func library(in maps: String) -> String? {
    maps.split(separator: "\n").first { $0.contains("/libinput.so") }
      .flatMap { $0.split(separator: " ").last }.map(String.init)
  }

  private func modified(_ path: String) -> Int? {
    var facts = stat()
    return stat(path, &facts) == 0 ? facts.st_mtim.tv_sec : nil
  }

  /// Only processes whose memory map this user may read, which are this user's own.
  private func compositors() -> [Compositor] {
    TextFile.names(in: "/proc").filter { Int($0) != nil }.sorted().compactMap { number in
      let folder = "/proc/\(number)"
      guard let maps = try? TextFile.read("\(folder)/maps"), let library = Self.library(in: maps),
        let name = try? TextFile.read("\(folder)/comm"), let started = modified(folder)
      else { return nil }
      return Compositor(
        name: String(name.prefix { $0 != "\n" }), library: library, hasLua: maps.contains("/liblua"),
        started: started)
    }
  }

  private func nodes() -> [Finding] {
    let isWritable = access("/dev/uinput", W_OK) == 0
    return FoundDevice.all(configuration).filter {
      !$0.lacksPermission && access($0.report.node, W_OK) != 0
    }.map { device in
      let title = "\(device.report.node) (\(device.report.name)) cannot be written"
      if isWritable, configuration.consume != .grab {
        return .note("\(title): words for the plugin go through a device of gestured's own", UdevRule.apply)
      }
      return .failed("\(title), so its touches cannot be hidden; with the udev rule", UdevRule.apply)
    }
  }
}
