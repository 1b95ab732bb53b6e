/// Installed files: the examples, and the recording of `demo`.
enum SharedFiles {
  /// The path of an installed file or directory; nil if it does not exist.
  ///
  /// Searches beside the program (`PREFIX/share/gestured`), in the source tree of the build, and in `$XDG_DATA_DIRS`.
  static func find(_ name: String) -> String? {
    (besideProgram(name) + inDataDirectories(name)).first(where: TextFile.exists)
  }

  private static func besideProgram(_ name: String) -> [String] {
    var directory = program
    var candidates: [String] = []
    while let slash = directory.lastIndex(of: "/") {
      directory = String(directory[..<slash])
      let directories = ["share/gestured", "config", "plugin", "systemd"]
      candidates += directories.map { "\(directory)/\($0)/\(name)" }
    }
    return candidates
  }

  private static func inDataDirectories(_ name: String) -> [String] {
    let directories = Environment.value("XDG_DATA_DIRS").flatMap { $0.isEmpty ? nil : $0 }
    return (directories ?? "/usr/local/share:/usr/share").split(separator: ":").filter { $0.hasPrefix("/") }
      .map { "\($0)/gestured/\(name)" }
  }

  static var program: String { linkTarget("/proc/self/exe") ?? "" }
  /// The path with which a shell starts it; nil if its name is enough.
  static var word: String? { program.hasPrefix("/usr/") ? nil : program }
}
