import GestureConfig
import GestureCore
import Glibc
import Testing

@testable import gesturectl

/// A file in a directory of its own.
private func withFile(_ text: String, _ body: (String) throws -> Void) throws {
  try withFolder { folder in
    try OutputFile.replace("\(folder)/config.toml", with: text)
    chmod("\(folder)/config.toml", 0o600)
    try body(folder)
  }
}

struct ConfigurationRewriteTests {
  static let text = "# a\n[[gesture]]\nname = \"a\"\ntype = \"tap\"\n"

  @Test func `a file that another program changed meanwhile is left alone`() throws {
    try withFile(Self.text) { folder in
      var file = try ConfigurationRewrite(path: "\(folder)/config.toml")
      try file.editor.set("taps", in: [.key("gesture"), .index(0)], to: "2")
      try OutputFile.replace("\(folder)/config.toml", with: "# another\n")
      let failure = #expect(throws: CommandFailure.self) { try file.write() }
      #expect(failure?.message.contains("changed meanwhile") == true)
      #expect(try TextFile.read("\(folder)/config.toml") == "# another\n")
      #expect(TextFile.names(in: folder).filter { $0.hasSuffix(".new") || $0.hasSuffix(".old") } == [])
    }
  }

  @Test func `a change that would be an error is not written`() throws {
    try withFile(Self.text) { folder in
      var file = try ConfigurationRewrite(path: "\(folder)/config.toml")
      try file.editor.set("taps", in: [.key("gesture"), .index(0)], to: "\"many\"")
      #expect(throws: CommandFailure.self) { try file.write() }
      #expect(TextFile.names(in: folder) == ["config.toml"])
      #expect(try TextFile.read("\(folder)/config.toml") == Self.text)
    }
  }

  @Test func `the file is replaced as a whole`() throws {
    try withFile(Self.text) { folder in
      var file = try ConfigurationRewrite(path: "\(folder)/config.toml")
      try file.editor.set("taps", in: [.key("gesture"), .index(0)], to: "2")
      // A reader that has the file open reads the old one to its end.
      let reader = open("\(folder)/config.toml", O_RDONLY)
      defer { close(reader) }
      try file.write()
      var old = [UInt8](repeating: 0, count: 100)
      #expect(read(reader, &old, old.count) == Self.text.utf8.count)
      #expect(try TextFile.read("\(folder)/config.toml") == Self.text + "taps = 2\n")
    }
  }
}
