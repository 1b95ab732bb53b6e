import Foundation
import GestureConfig
import Testing

/// Documents and sources follow the rules of `Rule`.
struct RepositoryTests {
  private let sources = Repository.files("Sources", "swift")
  /// Without the planted violations.
  private let tests = Repository.files("Tests", "swift").filter { !$0.path.hasSuffix("RuleTests.swift") }

  @Test func `the sources are found`() {
    #expect(sources.count > 10)
    #expect(Repository.swiftTargets.contains("GestureCore"))
  }

  @Test func `each target imports only what ARCHITECTURE allows`() throws {
    let table = Rule.allowedImports(architecture: try Repository.text("ARCHITECTURE.md"))
    for target in Repository.swiftTargets {
      let allowed = try #require(table[target], "ARCHITECTURE.md does not list \(target)")
      let found = Repository.files("Sources/" + target, "swift").flatMap {
        Rule.forbiddenImports(in: $0, allowed: allowed)
      }
      #expect(found == [])
    }
  }

  /// A circle of files has no order in which to read them. More than ten are too many to read at once.
  @Test func `a folder uses its own files and those of the folders before it in ARCHITECTURE`() throws {
    let orders = Rule.folders(architecture: try Repository.text("ARCHITECTURE.md"))
    #expect(Set(orders.keys).isSubset(of: Repository.swiftTargets))
    for target in Repository.swiftTargets {
      let order = orders[target] ?? [target]
      let uses = FileUses(Repository.files("Sources/" + target, "swift"))
      #expect(uses.folders == Set(order), "\(target)")
      #expect(uses.upward(order) == [])
      let circle = uses.largestCircle
      print("the largest circle of files in \(target): \(circle.count)")
      #expect(circle.count <= 10, "\(circle)")
    }
  }

  /// What leaves the daemon passes one door, which has the lock (SECURITY.md).
  @Test func `only the door makes what leaves the daemon of a device`() {
    let rows = [
      "OutgoingEvent(": ["Devices/Disclosure", "Dispatch/Dispatcher"],
      // Of these the door decides whether they are made.
      "RawTouchJSON.write(": ["Control/ControlServer+Events", "Control/GestureClient"],
      "WithheldText.write(": ["Control/ControlServer+Events"],
      "EventJSON.write(": ["Control/ControlServer+Events", "Daemon/Daemon+Control", "Loop/EventQueue"],
      "EventText.write(": ["Daemon/EventPrinter"],
      ".snapshot(": ["Devices/Disclosure"],
      "isOpen { receiver.touches(": ["Devices/DeviceSession"],
      "isOpen { receiver.frame(": ["Devices/DeviceSession+Clients"],
      "isOpen { for contact in": ["Devices/DeviceSession"],
    ]
    let files = Repository.files("Sources/gestured", "swift")
    for (words, owners) in rows {
      let users = files.filter { $0.text.contains(words) }.map(\.path)
      #expect(users == owners.map { "Sources/gestured/\($0).swift" }, "\(words)")
    }
    let reading = files.filter {
      $0.text.contains(".pipeline.") && !$0.path.hasPrefix("Sources/gestured/Devices/")
    }
    #expect(reading.map(\.path) == [])
  }

  /// Foundation with its Unicode tables was 44 of gesturectl's 61 MB.
  @Test func `no program imports Foundation, and only gesturectl the argument parser`() throws {
    let table = Rule.allowedImports(architecture: try Repository.text("ARCHITECTURE.md"))
    let heavy: Set<String> = ["Foundation", "FoundationEssentials", "Dispatch"]
    #expect(table.filter { !$0.value.isDisjoint(with: heavy) }.map(\.key) == [])
    #expect(table.filter { $0.value.contains("ArgumentParser") }.map(\.key) == ["gesturectl"])
  }

  /// What does not fit belongs beside the code that it is about, or in docs/dev/decisions.md.
  @Test func `ARCHITECTURE is read in one go`() throws {
    let lines = try Repository.text("ARCHITECTURE.md").components(separatedBy: "\n")
    #expect(lines.count <= 100)
    #expect(lines.filter { $0.utf8.count > 400 } == [])
  }

  @Test func `no name is meaningless`() {
    #expect((sources + tests).flatMap(Rule.refusedNames) == [])
  }

  /// README.md and every other page of the project.
  static let documents = Repository.files(".", "md").map(\.path).filter { !$0.hasPrefix("docs/pictures/") }
    .sorted()

  @Test(arguments: documents) func `the commands and links of a document exist`(path: String) throws {
    let document = SourceFile(path: path, text: try Repository.text(path))
    #expect(Rule.unknownCommands(in: document, makefile: try Repository.text("Makefile")) == [])
    #expect(Rule.deadLinks(in: document, exists: Repository.exists) == [])
  }

  @Test(arguments: [
    "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "Benchmarks/README.md", "docs/dev/claims.md",
    "docs/dev/decisions.md",
    "docs/dev/grab.md", "docs/dev/principles.md",
  ])
  func `the names in a document are those of the code`(path: String) throws {
    let document = SourceFile(path: path, text: try Repository.text(path))
    let package = SourceFile(path: "Package.swift", text: try Repository.text("Package.swift"))
    #expect(Rule.unknownNames(in: document, code: sources + tests + [package]) == [])
  }

  @Test(arguments: documents) func `the configurations in the documents are valid`(path: String) throws {
    for block in Rule.blocks("toml", in: SourceFile(path: path, text: try Repository.text(path))) {
      let found = Configuration.load(text: block, path: path).diagnostics
      #expect(found.filter { $0.severity == .problem } == [])
    }
  }

  /// Directories and files whose language follows docs/dev/terms.md; others are added as they are cleaned.
  static let clean = [
    "Tests", "scripts", "Makefile", "vm", "plugin", "docs", "Benchmarks", "config",
    "systemd", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "ARCHITECTURE.md", "SECURITY.md", "Sources",
  ]
  /// The tests of the rule itself.
  static let notClean = [
    "Tests/RepositoryTests/RuleTests.swift", "docs/dev/terms.md",
  ]

  @Test(arguments: clean) func `no avoided word stands in what is clean`(path: String) throws {
    let words = Rule.avoidedWords(terms: try Repository.text("docs/dev/terms.md"))
    #expect(words.count > 20)
    let files = Repository.files(path).filter { !Self.notClean.contains($0.path) }
    #expect(!files.isEmpty)
    #expect(Rule.avoided(words, in: files) == [])
  }

  /// Outside vm/, whose scripts name places of the guest.
  @Test func `no file contains a path of one machine`() {
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

  /// A file of more than 300 lines is printed: it may have two purposes. At 500 it fails.
  @Test func `files stay readable`() {
    for file in sources + tests { for long in Rule.tooLong(file, limit: 300) { print("long: \(long)") } }
    #expect((sources + tests).flatMap { Rule.tooLong($0, limit: 500) } == [])
  }

  /// Of more lines no one reads the differences. 1 900 are what gesturectl prints, draws and translates.
  @Test func `approved output has at most 14400 lines`() {
    let files = Repository.files("Tests/approved")
    #expect(files.count > 20)
    #expect(files.map { $0.lines.count - 1 }.reduce(0, +) <= 14_400)
  }

  @Test func `the core reads no clock`() {
    let clocks = ["clock_gettime", "gettimeofday", "ContinuousClock", "SuspendingClock", "Date("]
    #expect(sources.filter { $0.path.contains("/GestureCore/") }.flatMap { Rule.uses(clocks, in: $0) } == [])
  }

  /// The other folders of the core switch over codes of the kernel, words of files and numbers, which have no last case.
  @Test(arguments: ["Arena", "Definitions", "Motion", "Pipeline", "Recognizers", "Touches"])
  func `a new state does not compile until every row is decided`(_ folder: String) {
    let machines = sources.filter { $0.path.contains("/GestureCore/\(folder)/") }
    #expect(!machines.isEmpty)
    #expect(machines.flatMap { Rule.uses(["default:"], in: $0) } == [])
  }

  @Test func `what cannot be is called impossible`() {
    let others = sources.filter { !$0.path.hasSuffix("/Values/Invariant.swift") }
    #expect(others.flatMap { Rule.uses(["preconditionFailure(", "fatalError("], in: $0) } == [])
  }

  @Test func `the files with the most users begin with what must hold`() {
    let heads = [
      "Touches", "TouchTracker", "Recognizer", "Attempt", "Arena", "Contestant", "FrameAssembler",
      "TouchInput",
      "DevicePipeline", "GestureEvent", "Configuration", "ConfiguredDevice", "JSONWriter", "DeviceSession",
      "Dispatcher",
      "CommandQueue", "CommandLane", "EventQueue", "EventLoop", "DeviceSet", "CommandFailure",
    ]
    for name in heads {
      let file = sources.first { $0.name == name + ".swift" }
      #expect(file?.text.contains("/// What must hold") == true, "\(name)")
    }
  }

  /// A handler of the loop may remove its own owner while it runs (EventLoop).
  @Test func `no closure of the daemon outlives what it touches`() {
    let daemon = sources.filter { $0.path.contains("/gestured/") }
    #expect(daemon.count > 20)
    #expect(daemon.flatMap { Rule.uses(["unowned"], in: $0) } == [])
  }

  /// What others have named (devices, files, windows) may hold control characters; Output.swift escapes them.
  @Test func `gesturectl writes through one file`() {
    let others = sources.filter { $0.path.contains("/gesturectl/") && !$0.path.hasSuffix("/Output.swift") }
    #expect(others.count > 20)
    #expect(
      others.flatMap { Rule.uses(["print(", "standardError", "standardOutput", "fputs("], in: $0) } == [])
  }

  /// `path` `name`: a file of Tests or of vm/tests, and a test in it.
  @Test func `each claim of SECURITY names a test that exists`() throws {
    let text = try Repository.text("SECURITY.md").replacing("\n", with: " ").replacing("  ", with: " ")
    let claims = text.matches(of: /`((?:Tests|vm\/tests)\/[^`]+)`\s+`([^`]+)`/)
    #expect(claims.count > 20)
    for claim in claims {
      let file = try Repository.text(String(claim.1))
      let forms = ["def \(claim.2)(", "`\(claim.2)`", "@case(\"\(claim.2)\")"]
      #expect(forms.contains(where: file.contains), "\(claim.1) has no test \(claim.2)")
    }
    #expect(
      text.matches(of: /`(?:Tests|vm\/tests)\//).count == claims.count, "each file is followed by a test")
  }

  @Test func `no test sleeps`() {
    let waits = ["usleep(", "nanosleep(", "Task.sleep", "Thread.sleep"]
    let others = tests.filter { !$0.path.hasPrefix("Tests/RepositoryTests/") }
    #expect(others.flatMap { Rule.uses(waits, in: $0) } == [])
  }
}
