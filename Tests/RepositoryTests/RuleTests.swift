import Testing

/// Each rule gets a planted violation: a rule that does not find it is useless.
struct RuleTests {
  private func file(_ text: String, path: String = "Sources/GestureCore/Frames/Planted.swift") -> SourceFile {
    SourceFile(path: path, text: text)
  }

  @Test func `the table of targets is read from its backticks`() {
    let table = Rule.allowedImports(
      architecture: """
        | target | purpose | may import |
        |---|---|---|
        | `A` | Knows `nothing`. | nothing but `Glibc` |
        | `B` | More. | `A`, `Glibc` |
        """)
    #expect(table == ["A": ["Glibc"], "B": ["A", "Glibc"]])
  }

  @Test func `an import is found with any words before it`() {
    let text =
      "import Glibc\n@testable import A\npackage import B\nimport struct C.D\n// import E\nlet important = 1\n"
    #expect(Rule.imports(of: file(text)) == ["Glibc", "A", "B", "C"])
    #expect(
      Rule.forbiddenImports(in: file(text), allowed: ["Glibc", "A", "C"]) == [
        "Sources/GestureCore/Frames/Planted.swift imports B"
      ])
  }

  @Test func `the order of the folders is read from its table`() {
    let text =
      "| `A` | x | `B` |\n## The folders of each target\n\n| target | has |\n|---|---|\n| `B` | `C`: `when`. `D` |\n| `E` | `F` |\n| `B` | `B` |\n## D\n| `E` | `Z` |"
    #expect(Rule.folders(architecture: text) == ["B": ["C", "D", "B"], "E": ["F"]])
  }

  @Test func `of two folders that use each other one is found in any order`() {
    let uses = FileUses([
      file("struct A { var b: B }\n", path: "One/A.swift"), file("struct B {}\n", path: "Two/B.swift"),
      file("func f(_ a: A) {}\n", path: "Two/C.swift"),
    ])
    #expect(uses.upward(["One", "Two"]) == ["One/A.swift uses B of Two/B.swift"])
    #expect(uses.upward(["Two", "One"]) == ["Two/C.swift uses A of One/A.swift"])
  }

  @Test func `a name is used where it can mean what the other file declares`() {
    let owner = file(
      "extension Row {\n  static let own = 1\n  func parse() {}\n}\nstruct Status {}\n", path: "High/A.swift")
    func found(_ text: String) -> Bool {
      !FileUses([owner, file(text, path: "Low/B.swift")]).upward(["Low", "High"]).isEmpty
    }
    #expect(found("let a = Row.own\n") && found("let a: Row = .own\n") && found("let a = rows\n  .parse()\n"))
    #expect(!found("let a = Tree.parse()\n") && !found("f(.parse)\n"))
    #expect(found("var a: Status\n") && !found("struct B {\n  enum Status {}\n  var a: Status\n}\n"))
    #expect(!found("private struct Status {}\nlet a = Status()\n"))
  }

  @Test func `a use of a later folder is found by a type and by a member of an extension`() {
    let uses = FileUses([
      file("struct A {}\n// B\nlet text = \"B\"\nfunc f(grow: Int) { g(grow: 1) }\n", path: "Low/A.swift"),
      file(
        "package struct B: P {\n  var a: A\n}\nextension A {\n  func grow() {}\n  func shrink() {}\n}\n",
        path: "High/B.swift"),
      file("extension B: Q {\n  func c(_ a: A) { a.shrink() }\n}\n", path: "Low/C.swift"),
      file("extension A {\n  private func hidden() {}\n  func twice() {}\n}\n", path: "High/D.swift"),
      file(
        "extension A {\n  func other() { twice(); hidden() }\n  var twice: Int { 1 }\n}\n",
        path: "Low/E.swift"),
    ])
    #expect(uses.folders == ["Low", "High"])
    #expect(
      uses.upward(["High", "Low"]).map { $0.prefix(23) } == [
        "High/B.swift uses A of ", "High/D.swift uses A of ",
      ])
    #expect(uses.upward(["Low", "High"]).map { $0.prefix(12) } == ["Low/C.swift "])
  }

  @Test func `the largest circle is that of all files that use each other`() {
    let uses = FileUses([
      file("struct A { var b: B }\n", path: "A.swift"), file("struct B { var c: C }\n", path: "B.swift"),
      file("struct C { var a: A? }\n", path: "C.swift"), file("struct D { var a: A }\n", path: "D.swift"),
      file("struct E { var f: [F] }\n", path: "E.swift"), file("struct F { var e: [E] }\n", path: "F.swift"),
    ])
    #expect(uses.largestCircle == ["A.swift", "B.swift", "C.swift"])
  }

  @Test func `a refused name is found in types and file names`() {
    #expect(Rule.refusedNames(in: file("package struct TouchManager {}\n")).count == 1)
    #expect(Rule.refusedNames(in: file("enum Utils {}\n")).count == 1)
    #expect(Rule.refusedNames(in: file("", path: "Sources/A/StringHelpers.swift")).count == 1)
    #expect(
      Rule.refusedNames(in: file("// struct TouchManager\nstruct Information {}\nvar absinfo = 1\n")).isEmpty)
  }

  @Test func `a command that the Makefile lacks is found`() {
    let readme = SourceFile(
      path: "README.md", text: "    make run\n    make coffee\nmake sure that `make tea` works\n")
    let found = Rule.unknownCommands(in: readme, makefile: "run:\n\t@true\n")
    #expect(found == ["README.md: there is no `make coffee`", "README.md: there is no `make tea`"])
  }

  @Test func `a dead link is found`() {
    let document = SourceFile(path: "README.md", text: "[a](here.md) [b](gone.md) [c](https://example.org)")
    #expect(Rule.deadLinks(in: document) { $0 == "here.md" } == ["README.md: no file gone.md"])
    let deeper = SourceFile(path: "docs/a.md", text: "[a](b.md) [c](../README.md) [d](README.md)")
    #expect(
      Rule.deadLinks(in: deeper) { ["docs/b.md", "README.md"].contains($0) } == [
        "docs/a.md: no file README.md"
      ])
  }

  @Test func `a name that the code does not have is found`() {
    let code = [SourceFile(path: "Sources/Frames/TouchKind.swift", text: "struct Slot {}")]
    let document = SourceFile(
      path: "A.md",
      text: "`Slot`, `Frames/TouchKind`, `Slot.open`, `Slod` and `Frames/Window.swift`, `GNU`, `NAMEKind`")
    #expect(
      Rule.unknownNames(in: document, code: code) == [
        "A.md: nothing is named Slod", "A.md: nothing is named Window",
      ])
  }

  @Test func `an avoided word is read from the table and found as a word`() throws {
    let words = Rule.avoidedWords(
      terms:
        "| `used` | x |\n## Words avoided\n\n| avoided | instead |\n|---|---|\n| `told` | `given` |\n| `a say` | b |\n## More\n| `c` | d |\n"
    )
    #expect(words == ["told", "a say"])
    let text = "// Told by a write\nlet retold = 1\nx  // has a say\nlet toldYou = 2\n"
    #expect(
      Rule.avoided(words, in: [file(text, path: "a.swift")]) == ["a.swift:1: Told", "a.swift:3: a say"])
  }

  @Test func `a path of one machine is found`() {
    let text =
      "open(\"/build/place/clone/x\")\n~/.config\n/usr/bin\n\"/home/ann/x\"\n$HOME/x\n/build/place/shared/y\n"
    let found = Rule.machinePaths(in: file(text, path: "x.py"), top: "/build/place/clone")
    #expect(found == ["x.py:1", "x.py:4", "x.py:6"])
  }

  @Test func `fenced blocks are found by their language`() {
    let document = SourceFile(
      path: "a.md", text: "x\n```toml\na = 1\n```\n```sh\nls\n```\n```toml\nb = 2\n```\n")
    #expect(Rule.blocks("toml", in: document) == ["a = 1\n", "b = 2\n"])
  }

  @Test func `a long file is found`() {
    #expect(Rule.tooLong(file("a\nb\nc\n"), limit: 3).isEmpty)
    #expect(
      Rule.tooLong(file("a\nb\nc\nd\n"), limit: 3) == ["Sources/GestureCore/Frames/Planted.swift: 4 lines"])
  }

  @Test func `a forbidden word is found in code and not in comments`() {
    let text = "usleep(5)\n// usleep(6)\nlet x = 1  // default: y\n"
    #expect(
      Rule.uses(["usleep(", "default:"], in: file(text)) == [
        "Sources/GestureCore/Frames/Planted.swift:1: usleep("
      ])
  }
}
