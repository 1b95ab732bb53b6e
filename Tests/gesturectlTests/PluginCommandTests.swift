import Evdev
import Glibc
import Testing

@testable import gesturectl

@Suite struct PluginCommandTests {
  private static func library(_ version: String, hasLua: Bool = true) -> LibinputLibrary {
    LibinputLibrary(path: "/usr/lib/libinput.so.10.13.0", version: .init(version), hasLua: hasLua)
  }

  @Test(arguments: [
    ("1.29.2", "has no plugins"), ("1.30.2", "CVE-2026-35093"), ("1:1.30.2-1+deb13u1", "CVE-2026-35093"),
    ("1.31.0", "CVE-2026-35094"), ("1.30.3", nil), ("1.30.10", nil), ("1.31.1-1", nil), ("2.0", nil),
  ])
  func `versions with known faults are refused`(_ version: String, _ reason: String?) {
    let fault = Self.library(version).fault
    if let reason {
      #expect(fault?.contains(reason) == true, "\(fault ?? "")")
    } else {
      #expect(fault == nil)
    }
  }

  @Test func `a libinput that is not known, or has no Lua, is refused`() {
    #expect(Self.library("1.31.3", hasLua: false).fault?.contains("without Lua") == true)
    #expect(Self.library("unknown").fault?.contains("not known") == true)
  }

  @Test func `doctor names the grab where no plugin can be loaded`() {
    #expect(ClaimExamination.missing([Self.library("1.28.1")]).remedy?.contains("consume = \"grab\"") == true)
    let step = SetupFix.command("sed")
    #expect(ClaimExamination.missing([Self.library("1.28.1")], step).fix == step)
    for libraries in [[], [Self.library("1.31.3")]] {
      #expect(ClaimExamination.missing(libraries).remedy?.hasSuffix("plugin install") == true)
    }
    // sudo finds no program outside of its own path.
    #expect(LibinputPlugin.command("install").hasPrefix("sudo /"))
    for (own, home) in [("/own", "/own"), ("own", "/users/ada/.config"), ("", "/users/ada/.config")] {
      let environment = ["XDG_CONFIG_HOME": own, "HOME": "/users/ada"]
      #expect(LibinputPlugin.directories { environment[$0] }.last == "\(home)/libinput/plugins")
    }
  }

  private static func process(_ luas: [String]) -> LibinputProcess {
    LibinputProcess(number: 7, name: "Hyprland", library: library("1.31.3"), luas: luas, started: 0)
  }

  @Test func `two Luas in one process are refused`() throws {
    #expect(throws: CommandFailure.self) {
      try PluginCommand.examine([Self.process(["liblua5.4.so.0.0.0", "liblua.so.5.5"])], nil)
    }
    let one = Self.process(["liblua5.4.so.0.0.0"])
    let lines = try PluginCommand.examine([one, one], nil)
    #expect(lines.count == 2, "the library and the process, each once")
    #expect(lines.last == "Hyprland: one Lua (liblua5.4.so.0.0.0)")
  }

  @Test func `without a compositor the library of the system is examined`() throws {
    #expect(throws: CommandFailure.self) { try PluginCommand.examine([], nil) }
    #expect(throws: CommandFailure.self) { try PluginCommand.examine([], Self.library("1.31.0")) }
    let lines = try PluginCommand.examine([], Self.library("1.31.1"))
    #expect(lines.last?.contains("no compositor is running") == true)
  }

  @Test func `a memory map names each library once`() {
    let maps = """
      7f00-7f01 r--p 00000000 08:01 1234 /usr/lib/x86_64-linux-gnu/liblua5.4.so.0.0.0
      7f01-7f02 r-xp 00001000 08:01 1234 /usr/lib/x86_64-linux-gnu/liblua5.4.so.0.0.0
      7f03-7f04 r-xp 00001000 08:01 1235 /usr/lib/liblua.so.5.5
      7f05-7f06 rw-p 00000000 00:00 0 [heap]
      """
    #expect(
      LibinputProcess.files("liblua", in: maps) == [
        "/usr/lib/x86_64-linux-gnu/liblua5.4.so.0.0.0", "/usr/lib/liblua.so.5.5",
      ])
  }

  @Test func `a process's start is read from its stat, whatever its program's name`() {
    let ticks = sysconf(Int32(_SC_CLK_TCK))
    let words = "S 1 7 7 0 -1 4194560 900 0 1 0 5 3 0 0 20 0 1 0 \(ticks * 90 + 1) 9000 800"
    #expect(LibinputProcess.start("7 (a) (b c) \(words)\n") == 90)
    #expect(LibinputProcess.start("7 (sway) S 1 7") == nil)
  }
}
