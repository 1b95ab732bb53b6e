import ArgumentParser
import GestureConfig
import Glibc

struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes a first configuration for the running desktop; never over a file.",
    discussion: """
      The desktop is read from $XDG_CURRENT_DESKTOP, the examples from gestured's shared files.

      Example:
        gesturectl init
        gesturectl init --example media
      """)
  @Option(
    help: "Take this example instead, for example sway.", completion: .custom(FirstConfiguration.completions))
  var example: String?

  func run() throws {
    guard let path = ConfigurationChoice.firstPlace else {
      throw CommandFailure(.wrong, "no place for a configuration: neither HOME nor XDG_CONFIG_HOME is set")
    }
    let directory = try FirstConfiguration.directory()
    let name = example ?? FirstConfiguration.name(desktop: Environment.value("XDG_CURRENT_DESKTOP") ?? "")
    guard let text = try? TextFile.read("\(directory)/\(name).toml") else {
      let known = FirstConfiguration.names(in: directory).joined(separator: ", ")
      throw CommandFailure(.wrong, "there is no example \"\(name)\"; examples are \(known)")
    }
    try FirstConfiguration.write(text, to: path)
    StandardOutput.line("\(path): written from the example \(name); `gesturectl check` says what it needs")
  }
}

/// The examples, and where a first configuration comes from.
enum FirstConfiguration {
  /// A word of $XDG_CURRENT_DESKTOP in small letters, and the example for it.
  private static let desktops = [("sway", "sway"), ("hyprland", "hyprland"), ("kde", "kde")]

  static func name(desktop: String) -> String {
    let words = desktop.lowercased().split(separator: ":").map(String.init)
    if words.contains("gnome"), Environment.value("XDG_SESSION_TYPE") == "x11" { return "gnome-x11" }
    // Volume and tracks are the same everywhere.
    return desktops.first { words.contains($0.0) }?.1 ?? "media"
  }

  static func names(in directory: String) -> [String] {
    TextFile.all(below: directory).map { PathParts($0) }.filter { $0.ending == "toml" }
      .map { String($0.stem.dropFirst(directory.count + 1)) }.sorted()
  }

  @Sendable static func completions(_ words: [String], _ at: Int, _ prefix: String) -> [String] {
    (try? directory()).map(names) ?? []
  }

  /// Installed beside the program, or in the source that it was built from.
  static func directory() throws -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    var place =
      count > 0 ? String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : ""
    while let slash = place.lastIndex(of: "/") {
      place = String(place[..<slash])
      for candidate in ["\(place)/share/gestured/examples", "\(place)/config/examples"]
      where TextFile.isDirectory(candidate) {
        return candidate
      }
    }
    throw CommandFailure(
      .wrong, "gestured's examples are not found beside gesturectl; install with `make install`")
  }

  static func write(_ text: String, to path: String) throws(CommandFailure) {
    var directory = ""
    for part in path.split(separator: "/").dropLast() {
      directory += "/\(part)"
      mkdir(directory, 0o755)
    }
    let fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard fd >= 0 else {
      let reason =
        errno == EEXIST
        ? "exists already and was not changed" : "cannot be written: \(String(cString: strerror(errno)))"
      throw CommandFailure(.wrong, "\(path): \(reason)")
    }
    defer { close(fd) }
    guard TextFile.writeAll(Array(text.utf8)[...], to: fd) else {
      throw CommandFailure(.wrong, "\(path): cannot be written: \(String(cString: strerror(errno)))")
    }
  }
}
