import Foundation
import GestureConfig
import Testing

/// A separate directory for each test, removed after it.
private final class Directory {
  let path: String
  init() throws {
    path = NSTemporaryDirectory() + "/gestured-config-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String, _ text: String = "", mode: Int = 0o644) throws -> String {
    let file = path + "/" + name
    let parent = (file as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: file))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    return file
  }
}

@Test func `reads a file`() throws {
  let directory = try Directory()
  let path = try directory.file("a.toml", "[[gesture]]\ntype = \"tap\"\n")
  let loaded = Configuration.load(path: path)
  #expect(loaded.diagnostics == [])
  #expect(loaded.configuration?.path == path)
  #expect(loaded.text == "[[gesture]]\ntype = \"tap\"\n")
}

@Test(arguments: [0o664, 0o646, 0o666, 0o622])
func `a file that others can write is refused, with the command that fixes it`(_ mode: Int) throws {
  let directory = try Directory()
  let path = try directory.file("a b.toml", "[[gesture]]\ntype = \"tap\"\n", mode: mode)
  let loaded = Configuration.load(path: path)
  #expect(loaded.configuration == nil)
  #expect(
    loaded.rendered(path: "a b.toml")
      == "a b.toml: can be written by others; refused, because it runs commands: chmod go-w '\(path)'")
}

@Test func `a missing file`() {
  let loaded = Configuration.load(path: "/nowhere/config.toml")
  #expect(loaded.rendered(path: "x") == "x: cannot be read: No such file or directory")
}

@Test func `a directory is not a configuration`() throws {
  let directory = try Directory()
  #expect(
    Configuration.load(path: directory.path).rendered(path: "x")
      == "x: cannot be read: it is not a regular file"
  )
}

@Test func `a file that is not UTF-8`() throws {
  let directory = try Directory()
  let path = try directory.file("a.toml")
  let rows: [(bytes: [UInt8], place: String)] = [
    ([0x61, 0xFF, 0xFE], "1:2"), (Array("# ä\n#\n# ü".utf8) + [0xE4, 0x0A], "3:4"), ([0xC3], "1:1"),
  ]
  for row in rows {
    try Data(row.bytes).write(to: URL(filePath: path))
    #expect(
      Configuration.load(path: path).rendered(path: "x").hasPrefix(
        "x:\(row.place): the text is not UTF-8 from here on; save the file as UTF-8\n"))
  }
}

@Test func `a file that is too large`() throws {
  let directory = try Directory()
  let path = try directory.file("a.toml", String(repeating: "# 34567\n", count: 1 << 18))
  #expect(
    Configuration.load(path: path).rendered(path: "x")
      == "x: is larger than 1 MiB, the limit for a configuration")
}

@Test func `the search path of the configuration`() throws {
  let directory = try Directory()
  let home = directory.path
  var environment = ["HOME": home, "XDG_CONFIG_DIRS": "\(home)/one:\(home)/two"]
  func found(_ explicit: String? = nil) -> String? {
    Configuration.path(explicit: explicit) { environment[$0] }
  }

  #expect(found() == nil)
  let second = try directory.file("two/gestured/config.toml")
  #expect(found() == second)
  let first = try directory.file("one/gestured/config.toml")
  #expect(found() == first)
  let own = try directory.file(".config/gestured/config.toml")
  #expect(found() == own)
  environment["XDG_CONFIG_HOME"] = home + "/xdg"
  #expect(found() == first)
  let moved = try directory.file("xdg/gestured/config.toml")
  #expect(found() == moved)
  // A relative path in a variable of XDG is ignored.
  environment["XDG_CONFIG_HOME"] = "xdg"
  #expect(found() == own && Configuration.userPath { environment[$0] } == own)
  environment["XDG_CONFIG_DIRS"] = "one:\(home)/two"
  let paths = Configuration.candidatePaths(explicit: nil) { environment[$0] }.paths
  #expect(paths == [own, second])
  environment["GESTURED_CONFIG"] = "/named"
  #expect(found() == "/named")
  #expect(found("/explicit") == "/explicit")
}

@Test func `a file of exactly the limit is read`() throws {
  let directory = try Directory()
  let line = String(repeating: "#", count: 1023) + "\n"
  let path = try directory.file("a.toml", String(repeating: line, count: 1024))
  #expect(
    Configuration.load(path: path).rendered(path: "x") == "x: warning: the configuration has no gestures")
  let longer = try directory.file("b.toml", String(repeating: line, count: 1024) + "\n")
  #expect(Configuration.load(path: longer).configuration == nil)
}

@Test(.enabled(if: geteuid() == 0, "only root can give a file to another user"))
func `a file of another user is refused`() throws {
  let directory = try Directory()
  let path = try directory.file("a.toml", "[[gesture]]\ntype = \"tap\"\n")
  try #require(chown(path, 65534, 65534) == 0)
  let loaded = Configuration.load(path: path)
  #expect(loaded.configuration == nil && loaded.diagnostics.count == 1)
  #expect(
    loaded.diagnostics.first?.message.hasPrefix("belongs to another user") == true, "\(loaded.diagnostics)")
}
