import GestureConfig
import GestureCore
import Glibc
import Testing

@testable import gesturectl

struct TuneTests {
  static let key = GestureType.pan.keys.first { $0.name == .minDistance }

  /// Attempts that are recognized from some values on, with a lower limit of 12.
  static func sweep(_ reached: [Double]) throws -> KeySweep {
    try KeySweep(#require(key), now: 12, within: 0.01...500) { value in reached.map { $0 >= value } }
  }

  @Test func `each attempt has the value at which its outcome changes`() throws {
    let sweep = try Self.sweep([20, 10, 11.9, 1e6, 0.001])
    #expect(sweep.isRecognized == [true, false, false, true, false])
    let points = sweep.turningPoints.map { $0.map { ($0 * 10).rounded() / 10 } }
    #expect(points == [19.9, 10, 11.9, nil, nil] || points == [20, 10, 11.9, nil, nil])
    // What is stated is recognized.
    for (point, reached) in zip(sweep.turningPoints, [20, 10, 11.9]) {
      #expect(try #require(point) <= reached)
    }
  }

  @Test func `a proposal goes a tenth beyond the farthest attempt that was near`() throws {
    let proposal = try #require(KeyProposal(Self.sweep([20, 10, 9, 3])))
    #expect((proposal.value, proposal.rescued) == (8, 2))
    #expect(try KeyProposal(Self.sweep([20, 30])) == nil)
    #expect(try KeyProposal(Self.sweep([5])) == nil)
  }

  @Test func `an upper limit is raised`() throws {
    let key = try #require(GestureType.tap.keys.first { $0.name == .maxDuration })
    let held: [Double] = [100_000, 310_000]
    let sweep = try KeySweep(key, now: 250_000, within: 1_000...20_000_000) { value in
      held.map { $0 <= value }
    }
    #expect(KeyProposal(sweep)?.value == 350_000)
  }
}

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
