/// An installed libinput, and whether it can load plugins.
struct LibinputLibrary: Equatable {
  struct Version: Equatable {
    let numbers: [Int]

    /// Parses a version as packages write it: `1:1.30.3-1+b2`, `1.31.1~rc1`.
    init?(_ text: some StringProtocol) {
      let upstream = text.split(separator: ":").last ?? ""
      let numbers = upstream.prefix { $0.isNumber || $0 == "." }.split(separator: ".").map { Int($0) }
      guard numbers.count >= 2, numbers.allSatisfy({ $0 != nil }) else { return nil }
      self.numbers = numbers.compactMap { $0 }
    }
    var text: String { numbers.map { "\($0)" }.joined(separator: ".") }
  }

  var path: String
  /// The version of the package that owns the file; nil if no package manager lists it.
  var version: Version?
  /// Whether the library links a Lua, which means that it was built with plugins.
  var hasLua: Bool

  /// Why it cannot load plugins; nil if it can.
  var fault: String? {
    guard let version else {
      return
        "the version of this libinput is not known to the package manager; the plugin needs 1.30.3 or newer, and not "
        + "1.31.0 (CVE-2026-35093, CVE-2026-35094)"
    }
    if version.numbers.lexicographicallyPrecedes([1, 30]) {
      return "libinput \(version.text) has no plugins (1.30 and newer do)"
    }
    if version.numbers.lexicographicallyPrecedes([1, 30, 3]) || version.numbers == [1, 31, 0] {
      return
        "libinput \(version.text) has CVE-2026-35093 and CVE-2026-35094, which let a plugin leave its sandbox; they are fixed in 1.30.3 and 1.31.1"
    }
    if !hasLua { return "this libinput is built without Lua plugins" }
    return nil
  }

  /// The fault as a sentence for the user, with the alternative to the plugin.
  var refusal: String? { fault.map { "\(path): \($0); consume = \"grab\" hides touches without a plugin" } }
}

extension LibinputLibrary {
  init(path: String) {
    let hasLua = (try? TextFile.read(path)).map { Array($0.utf8).contains("liblua".utf8) } ?? false
    self.init(path: path, version: Self.version(of: path), hasLua: hasLua)
  }

  /// The version of the package, because the library does not contain it.
  private static func version(of path: String) -> Version? {
    func output(_ name: String, _ arguments: String...) -> String? {
      ProgramOutput.text(name, arguments, within: ProgramOutput.longPatience)
    }
    // If /lib is a link to /usr/lib, the package manager may list either name.
    for path in [path, path.hasPrefix("/usr/") ? String(path.dropFirst(4)) : "/usr\(path)"] {
      if let owner = output("dpkg", "-S", path)?.split(separator: " ").first {
        return output("dpkg-query", "-W", "-f", "${Version}", String(owner.dropLast())).flatMap {
          Version($0)
        }
      }
      if let text = output("rpm", "-qf", "--qf", "%{VERSION}", path) { return Version(text) }
      if let text = output("pacman", "-Qo", path) { return lastWord(of: text).flatMap { Version($0) } }
      if let text = output("apk", "info", "-W", path), let word = lastWord(of: text) {
        return Version(word.drop { !$0.isNumber })
      }
    }
    return nil
  }

  private static func lastWord(of text: String) -> Substring? {
    text.split(whereSeparator: \.isWhitespace).last
  }
}
