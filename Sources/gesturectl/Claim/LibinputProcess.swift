import Glibc

/// A process that has loaded libinput, usually a compositor.
struct LibinputProcess: Equatable {
  var number: Int
  var name: String
  var library: LibinputLibrary
  /// The Lua libraries that it has loaded, by file name.
  var luas: [String]
  /// The time of its start in seconds since 1970.
  var started: Int

  /// Why the plugin would crash the process: libinput fails with two Luas in one process. nil if it has one.
  var luaFault: String? {
    luas.count < 2
      ? nil
      : "it has \(luas.joined(separator: " and ")) in one process, which crashes it when a plugin is loaded; "
        + "wait for a version built with libinput's Lua, or write consume = \"grab\""
  }

  /// The mapped files whose names begin with `prefix`, without duplicates.
  static func files(_ prefix: String, in maps: String) -> [String] {
    let paths = maps.split(separator: "\n").compactMap { $0.split(separator: " ").last.map(String.init) }
    return paths.filter { $0.hasPrefix("/") && PathParts($0).name.hasPrefix(prefix) }.unique
  }

  /// The processes whose memory map this user may read: the user's own, and for root all.
  static func all() -> [LibinputProcess] {
    var libraries: [String: LibinputLibrary] = [:]
    return TextFile.names(in: "/proc").compactMap { Int($0) }.sorted().compactMap { number in
      let folder = "/proc/\(number)"
      guard let maps = try? TextFile.read("\(folder)/maps"),
        let path = files("libinput.so", in: maps).first, let name = try? TextFile.read("\(folder)/comm")
      else { return nil }
      let library = libraries[path] ?? LibinputLibrary(path: path)
      libraries[path] = library
      guard let facts = try? TextFile.read("\(folder)/stat"), let started = start(facts) else { return nil }
      let luas = files("liblua", in: maps).map { String($0.split(separator: "/").last ?? "") }
      return LibinputProcess(
        number: number, name: String(name.prefix { $0 != "\n" }), library: library, luas: luas,
        started: booted + started)
    }
  }

  /// Compositors by the names of their processes. The kernel cuts names after 15 bytes.
  private static let compositors = [
    "cosmic-comp", "gnome-shell", "Hyprland", "kwin_wayland", "labwc", "niri", "river", "sway", "wayfire",
    "weston",
  ]

  /// The names of this user's compositors that no other program may examine. A file capability does that, as Debian's KWin and
  /// others have it for real-time scheduling.
  static var unexaminable: [String] {
    let own = "\(getuid())"
    return TextFile.names(in: "/proc").filter { Int($0) != nil }.compactMap { number in
      guard let name = (try? TextFile.read("/proc/\(number)/comm"))?.trimmed, compositors.contains(name),
        let status = try? TextFile.read("/proc/\(number)/status"),
        status.split(separator: "\n").contains(where: { $0.hasPrefix("Uid:\t\(own)\t") }),
        (try? TextFile.read("/proc/\(number)/maps")) == nil
      else { return nil }
      return name
    }
  }

  /// The time of the boot in seconds since 1970, from the line `btime` of /proc/stat; 0 without it.
  private static var booted: Int {
    let lines = (try? TextFile.read("/proc/stat"))?.split(separator: "\n") ?? []
    return lines.first { $0.hasPrefix("btime ") }.flatMap { Int($0.dropFirst(6)) } ?? 0
  }

  /// Seconds from the boot to the start of a process, by its /proc/PID/stat. The folder /proc/PID has other times: those at which
  /// it was first read.
  static func start(_ stat: String) -> Int? {
    // The second word is the name of the program, which may contain spaces and parentheses.
    guard let end = stat.lastIndex(of: ")") else { return nil }
    let words = stat[end...].dropFirst().split(separator: " ")
    // The start is the 22nd word of the line. `words` begins with the third.
    guard words.count > 19, let ticks = Int(words[19]) else { return nil }
    return ticks / sysconf(Int32(_SC_CLK_TCK))
  }

  /// The libinput that a new compositor would load: the one that the linker finds, on every architecture and system.
  static var libraryByDefault: LibinputLibrary? {
    guard let library = unsafe dlopen("libinput.so.10", RTLD_LAZY | RTLD_LOCAL) else { return nil }
    defer { _ = unsafe dlclose(library) }
    let maps = try? TextFile.read("/proc/self/maps")
    return maps.flatMap { files("libinput.so", in: $0).first }.map { LibinputLibrary(path: $0) }
  }

  func holds(_ node: String) -> Bool {
    TextFile.names(in: "/proc/\(number)/fd").contains { linkTarget("/proc/\(number)/fd/\($0)") == node }
  }
}
