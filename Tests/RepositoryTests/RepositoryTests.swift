import Foundation
import GestureConfig
import Testing

/// The documents are true and the rooms are kept: every rule of `Rule`, on the project itself.
struct RepositoryTests {
  private let sources = Repository.files("Sources", "swift")
  /// Without the planted violations.
  private let tests = Repository.files("Tests", "swift").filter { !$0.path.hasSuffix("RuleTests.swift") }

  @Test func `the sources are found`() {
    #expect(sources.count > 10)
    #expect(Repository.swiftTargets.contains("GestureCore"))
  }

  @Test func `each room imports what ARCHITECTURE allows it`() throws {
    let table = Rule.allowedImports(architecture: try Repository.text("ARCHITECTURE.md"))
    for target in Repository.swiftTargets {
      let allowed = try #require(table[target], "ARCHITECTURE.md does not list \(target)")
      let found = Repository.files("Sources/" + target, "swift").flatMap {
        Rule.forbiddenImports(in: $0, allowed: allowed)
      }
      #expect(found == [])
    }
  }

  @Test func `Foundation is gesturectl's alone`() throws {
    let table = Rule.allowedImports(architecture: try Repository.text("ARCHITECTURE.md"))
    let heavy: Set<String> = ["Foundation", "FoundationEssentials", "Dispatch", "ArgumentParser"]
    #expect(table.filter { !$0.value.isDisjoint(with: heavy) }.map(\.key) == ["gesturectl"])
  }

  @Test func `no name says nothing`() {
    #expect((sources + tests).flatMap(Rule.refusedNames) == [])
  }

  @Test(arguments: [
    "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/taking-touches-away.md",
  ])
  func `a document's commands and links exist`(path: String) throws {
    let document = SourceFile(path: path, text: try Repository.text(path))
    #expect(Rule.unknownCommands(in: document, makefile: try Repository.text("Makefile")) == [])
    #expect(Rule.deadLinks(in: document, exists: Repository.exists) == [])
  }

  @Test func `the configurations in the documents are right`() throws {
    for (path, least) in [("README.md", 2), ("docs/taking-touches-away.md", 1)] {
      let blocks = Rule.blocks("toml", in: SourceFile(path: path, text: try Repository.text(path)))
      #expect(blocks.count >= least)
      for block in blocks {
        let found = Configuration.load(text: block, path: path).diagnostics
        #expect(found.filter { $0.severity == .problem } == [])
      }
    }
  }

  /// Outside vm/, whose scripts name places of the guest.
  @Test func `nothing names a place of one machine`() {
    let endings = [
      "swift", "h", "c", "cpp", "py", "sh", "md", "toml", "service", "socket", "rules", "yml", "",
    ]
    let files = Repository.files(".").filter {
      endings.contains(($0.path as NSString).pathExtension) && !$0.path.hasSuffix("RuleTests.swift")
        && !$0.path.hasPrefix("vm/")
    }
    #expect(files.count > 20)
    #expect(files.flatMap { Rule.machinePaths(in: $0, top: Repository.top.path) } == [])
  }

  /// A file of more than 300 lines asks whether it holds two things; at 500 it does.
  @Test func `files stay readable`() {
    for file in sources + tests { for long in Rule.tooLong(file, limit: 300) { print("long: \(long)") } }
    #expect((sources + tests).flatMap { Rule.tooLong($0, limit: 500) } == [])
  }

  @Test func `the core reads no clock`() {
    let clocks = ["clock_gettime", "gettimeofday", "ContinuousClock", "SuspendingClock", "Date("]
    #expect(sources.filter { $0.path.contains("/GestureCore/") }.flatMap { Rule.uses(clocks, in: $0) } == [])
  }

  @Test func `a new state does not compile until every row is decided`() {
    let machines = sources.filter { $0.path.contains("/GestureCore/Recognizers/") }
    #expect(machines.flatMap { Rule.uses(["default:"], in: $0) } == [])
  }

  @Test func `no test sleeps`() {
    let waits = ["usleep(", "nanosleep(", "Task.sleep", "Thread.sleep"]
    let others = tests.filter { !$0.path.hasPrefix("Tests/RepositoryTests/") }
    #expect(others.flatMap { Rule.uses(waits, in: $0) } == [])
  }
}
