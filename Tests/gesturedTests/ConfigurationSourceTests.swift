import GestureConfig
import Glibc
import Testing

@testable import gestured

/// The file of the configuration: when it is read again, and what stays in use.
@Suite(.serialized)
struct ConfigurationSourceTests {
  private let bench = DispatchBench()
  private var path: String { bench.directory + "/config.toml" }
  private let facts = LintFacts(devices: nil, contextKeys: nil, searchPath: nil)

  private static func tap(_ name: String) -> String { "[[gesture]]\nname = \"\(name)\"\ntype = \"tap\"\n" }

  private static func write(_ text: String, to path: String) {
    let file = open(path, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0o600)
    precondition(Glibc.write(file, text, text.utf8.count) == text.utf8.count)
    close(file)
  }

  private func source() -> ConfigurationSource {
    let log = bench.dispatcher.log
    return ConfigurationSource(
      loop: bench.loop, log: log, files: FileWatch(loop: bench.loop), explicit: path)
  }

  /// Runs the loop for a time in µs.
  private func pass(_ time: Int64) {
    let end = bench.loop.now + time
    #expect(bench.run { bench.loop.now >= end })
  }

  @Test func `several changes in quick succession are one, 50 ms after the last`() throws {
    Self.write(Self.tap("one"), to: path)
    let source = source()
    try source.loadAtStart(facts)
    #expect(source.path == path && source.configuration.gestures.map(\.name) == ["one"])
    var calls = 0
    source.changed = { calls += 1 }
    Self.write(Self.tap("two"), to: path)
    Self.write(Self.tap("three"), to: path)
    let start = bench.loop.now
    #expect(bench.run { calls > 0 })
    #expect(bench.loop.now - start >= 50_000)
    pass(100_000)
    #expect(calls == 1)
    let reading = try #require(source.readChange(facts))
    source.use(try #require(source.accept(reading)), reading)
    #expect(source.configuration.gestures.map(\.name) == ["three"])
    #expect(source.readChange(facts) == nil, "it says the same as before")
  }

  @Test func `a file with problems changes nothing, and the same file as before is read again after it`()
    throws
  {
    Self.write(Self.tap("one"), to: path)
    let source = source()
    try source.loadAtStart(facts)
    Self.write(Self.tap("one") + "fingers = 0\n", to: path)
    let wrong = try #require(source.readChange(facts))
    #expect(source.accept(wrong) == nil && source.configuration.gestures.map(\.name) == ["one"])
    #expect(source.diagnostics.count == 1 && bench.log.contains("the previous configuration stays in use"))
    Self.write(Self.tap("one"), to: path)
    let right = try #require(source.readChange(facts))
    #expect(source.accept(right) != nil && source.diagnostics.isEmpty)
  }

  @Test func `a file that is gone is reported once, and its configuration stays until there is one again`()
    throws
  {
    Self.write(Self.tap("one"), to: path)
    let source = source()
    try source.loadAtStart(facts)
    Self.write("[[gesture]\n", to: path)
    #expect(source.accept(try #require(source.readChange(facts))) == nil)
    unlink(path)
    for _ in 0..<2 { #expect(source.readChange(facts) == nil) }
    #expect(
      source.diagnostics.map(\.message) == [
        "the file was deleted; its last contents stay in use"
      ])
    #expect(bench.log.ranges(of: "\(path): the file was deleted").count == 1)
    #expect(source.configuration.gestures.map(\.name) == ["one"] && source.path == path)
    Self.write(Self.tap("one"), to: path)
    let again = try #require(source.readChange(facts))
    #expect(source.accept(again) != nil && source.diagnostics.isEmpty)
  }

  @Test func `of a link its target is watched too, and only the present one`() throws {
    let targets = ["a", "b"].map { "\(bench.directory)/\($0)" }
    for target in targets { mkdir(target, 0o700) }
    defer {
      for target in targets {
        unlink("\(target)/file")
        rmdir(target)
      }
    }
    for target in targets { Self.write(Self.tap("one"), to: "\(target)/file") }
    symlink("\(targets[0])/file", path)
    let source = source()
    try source.loadAtStart(facts)
    var calls = 0
    source.changed = { calls += 1 }
    Self.write(Self.tap("two"), to: "\(targets[0])/file")
    #expect(bench.run { calls == 1 })
    unlink(path)
    symlink("\(targets[1])/file", path)
    #expect(bench.run { calls == 2 })
    Self.write(Self.tap("three"), to: "\(targets[0])/file")
    pass(100_000)
    #expect(calls == 2)
    Self.write(Self.tap("three"), to: "\(targets[1])/file")
    #expect(bench.run { calls == 3 })
  }

  @Test func `without a file the built-in gestures are used, until there is one`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      unsetenv("GESTURED_CONFIG")
      setenv("XDG_CONFIG_HOME", bench.directory, 1)
      setenv("XDG_CONFIG_DIRS", "\(bench.directory)/system", 1)
      let path = "\(bench.directory)/gestured/config.toml"
      let source = ConfigurationSource(
        loop: bench.loop, log: bench.dispatcher.log, files: FileWatch(loop: bench.loop), explicit: nil)
      let facts = LintFacts(devices: nil, contextKeys: nil, searchPath: nil)
      try source.loadAtStart(facts)
      #expect(source.path == nil && !source.configuration.gestures.isEmpty)
      #expect(bench.log.contains("write \(path) and it is used immediately"))
      #expect(source.loadedAt > 0 && source.loadedAt <= bench.loop.now)
      #expect(source.readChange(facts) == nil)
      var calls = 0
      source.changed = { calls += 1 }
      mkdir("\(bench.directory)/gestured", 0o700)
      ConfigurationSourceTests.write(ConfigurationSourceTests.tap("one"), to: path)
      #expect(bench.run { calls == 1 })
      let reading = try #require(source.readChange(facts))
      let start = bench.loop.now
      source.use(try #require(source.accept(reading)), reading)
      #expect(source.path == path && source.loadedAt >= start)
      unlink(path)
      rmdir("\(bench.directory)/gestured")
    }
  }
}
