import Glibc
import Testing

@testable import gesturectl

/// The installed libinput: its version, its faults, and the processes that have loaded it.
struct LibinputLibraryTests {
  private static func library(_ version: String, hasLua: Bool = true) -> LibinputLibrary {
    LibinputLibrary(path: "/usr/lib/libinput.so.10", version: .init(version), hasLua: hasLua)
  }
  private static func process(_ luas: [String]) -> LibinputProcess {
    LibinputProcess(number: 7, name: "Hyprland", library: library("1.31.3"), luas: luas, started: 0)
  }

  @Test(
    arguments: [
      ("1:1.30.3-1+b2", [1, 30, 3]), ("1.31.1~rc1", [1, 31, 1]), ("2.0", [2, 0]), ("2", nil), ("", nil),
      ("x.y", nil), ("1..2", [1, 2]), ("v1.2", nil),
    ] as [(String, [Int]?)]) func `the version of a package`(text: String, numbers: [Int]?)
  {
    let version = LibinputLibrary.Version(text)
    #expect(version?.numbers == numbers)
    #expect(version?.text == numbers.map { $0.map { "\($0)" }.joined(separator: ".") })
  }

  @Test func `each version has its fault, or none`() {
    for (version, part) in [
      ("1.29.99", "libinput 1.29.99 has no plugins (1.30 and newer do)"), ("1.30", "CVE-2026-35093"),
      ("1.30.2", "CVE-2026-35093"), ("1.30.3", nil), ("1.30.4", nil), ("1.31.0", "CVE-2026-35094"),
      ("1.31.1", nil), ("1.32.0", nil), ("2.0", nil), ("0.99", "has no plugins"), ("2.30.1", nil),
    ] {
      #expect(
        Self.library(version).fault.map { fault in part.map(fault.contains) ?? false } ?? (part == nil),
        "\(version)")
    }
    #expect(
      Self.library("1.31.1", hasLua: false).refusal
        == "/usr/lib/libinput.so.10: this libinput is built without Lua plugins; consume = \"grab\" hides "
        + "touches without a plugin")
    #expect(Self.library("1.31.1").refusal == nil)
  }

  @Test func `a library that links Lua is known by its text`() throws {
    try withFolder { folder in
      for (text, hasLua) in [
        ("liblua", true), ("xx liblua5.4.so", true), ("liblu", false), ("", false), ("lib lua", false),
        ("aliblua", true), ("lliblua", true),
      ] {
        try OutputFile.replace("\(folder)/libinput.so", with: text)
        #expect(LibinputLibrary(path: "\(folder)/libinput.so").hasLua == hasLua, "\(text)")
      }
    }
  }

  @Test func `the examination is a line for each library and process`() throws {
    #expect(
      try PluginCommand.examine([], Self.library("1.31.1")) == [
        "/usr/lib/libinput.so.10: libinput 1.31.1, without known faults",
        "no compositor is running, so its Lua could not be checked",
      ])
    #expect(
      try PluginCommand.examine([Self.process([]), Self.process(["liblua5.4.so.0"])], nil) == [
        "/usr/lib/libinput.so.10: libinput 1.31.3, without known faults", "Hyprland: one Lua ()",
        "Hyprland: one Lua (liblua5.4.so.0)",
      ])
    let two = #expect(throws: CommandFailure.self) {
      try PluginCommand.examine([Self.process(["a", "b"])], nil)
    }
    #expect(two?.message.hasPrefix("Hyprland: it has a and b in one process, which crashes it") == true)
    let none = #expect(throws: CommandFailure.self) { try PluginCommand.examine([], nil) }
    #expect(none?.message == "there is no libinput on this system")
  }

  @Test func `the start of a process is the 22nd word`() {
    let ticks = sysconf(Int32(_SC_CLK_TCK))
    let words = (3...21).map { "\($0)" }.joined(separator: " ")
    #expect(LibinputProcess.start("7 (a) \(words) \(ticks * 5)") == 5)
    #expect(LibinputProcess.start("7 (a) \(words)") == nil)
    #expect(LibinputProcess.start("7 a \(words) 5") == nil)
  }

  @Test func `a process holds the files that it has open`() throws {
    try withFolder { folder in
      let own = LibinputProcess(
        number: Int(getpid()), name: "test", library: Self.library("1.31.1"), luas: [], started: 0)
      let path = "\(folder)/node"
      #expect(!own.holds(path))
      let fd = open(path, O_CREAT | O_RDONLY, 0o600)
      #expect(own.holds(path))
      close(fd)
      #expect(!own.holds(path))
    }
  }
}
