import Evdev
import Foundation
import Testing

/// The commands that doctor and the daemon print match the rule, the Makefile and the installer.
struct UdevRuleTests {
  private func text(_ path: String) throws -> String {
    let top = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    return try String(contentsOf: top.appending(path: path), encoding: .utf8)
  }

  @Test func `the command for keys writes the line that is commented out in the rule`() throws {
    let lines = try text("systemd/\(UdevRule.file)").split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix("#KERNEL==\"uinput\"") })
    #expect(UdevRule.allowKeys.contains("'\(line.dropFirst())'"))
    #expect(!lines.contains { $0.hasPrefix("KERNEL==\"uinput\"") }, "the command would be redundant")
  }

  @Test func `the file that the command for keys writes is in the documents and removed by uninstall`() throws
  {
    let place = "/etc/udev/rules.d/70-gestured-keys.rules"
    #expect(UdevRule.allowKeys.contains("tee \(place) "))
    for document in ["docs/permissions.md", "scripts/install", "systemd/\(UdevRule.file)"] {
      #expect(try text(document).contains(place), "\(document)")
    }
  }

  @Test func `the rule is installed where udev reads it, by a command that exists`() throws {
    #expect(try text("Makefile").contains("\n\(UdevRule.install.split(separator: " ").last!):\n"))
    let installer = try text("scripts/install")
    #expect(installer.contains("rules=$destination\(UdevRule.directories[0]) "))
    // A package's prefix is /usr.
    #expect(installer.contains("/usr) rules=$destination$prefix/lib/udev/rules.d "))
    #expect(UdevRule.directories.contains("/usr/lib/udev/rules.d"))
  }
}
