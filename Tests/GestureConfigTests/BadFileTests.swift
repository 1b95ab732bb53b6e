import Testing

@testable import GestureConfig

private let badFiles = [
  "toml", "tables", "gestures", "values", "combinations", "actions", "references", "devices", "where",
  "virtual",
].flatMap(Case.all)

@Test func `there are many bad files`() { #expect(badFiles.count >= 150) }

@Test(arguments: badFiles) func `reports exactly the errors`(_ bad: Case) {
  let loaded = Configuration.load(text: bad.text, path: "bad.toml")
  #expect(headings(loaded) == bad.expected)
  #expect(loaded.hasProblems)
}

@Test func `reports all errors at once, by position, and keeps valid gestures`() {
  let loaded = Configuration.load(
    text: """
      [[gesture]]
      name = "first"
      type = "swipe"
      min_distance = 7
      fingres = 3

      [[gesture]]
      name = "second"
      type = "tap"
      fingers = 2

      [settings]
      implicit_requirement = false
      """, path: "some.toml")
  #expect(
    headings(loaded) == [
      "4:16: `min_distance` has no unit; did you mean \"7mm\"?",
      "5:1: unknown key `fingres` in a swipe; did you mean `fingers`?",
      "13:1: unknown key `implicit_requirement` in [settings]; did you mean `implicit_requirements`?",
    ])
  #expect(loaded.configuration?.gestures.map(\.name) == ["second"])
  #expect(loaded.diagnostics.map(\.gesture) == ["first", "first", nil])
}

@Test func `a gesture may name one that was dropped`() {
  let loaded = Configuration.load(
    text: """
      [[gesture]]
      name = "a"
      type = "swipe"
      fingers = 99
      [[gesture]]
      name = "b"
      type = "pan"
      require_failure_of = ["a"]
      """, path: "some.toml")
  #expect(headings(loaded) == ["4:11: `fingers` is out of range: 99 is not from 1 to 10"])
  #expect(loaded.configuration?.gestures.map(\.name) == ["b"])
  #expect(loaded.configuration?.gestures[0].definitions[.touchpad]?.requireFailureOf == [])
}

@Test func `a gesture whose zone has an error is dropped`() {
  let loaded = Configuration.load(
    text: "[zone.a]\nx = [0, 1]\n[[gesture]]\ntype = \"tap\"\nzone = \"a\"\n[[gesture]]\ntype = \"tap\"\n",
    path: "some.toml")
  #expect(loaded.diagnostics.count == 1)
  #expect(loaded.configuration?.gestures.map(\.name) == ["tap-2"])
}

@Test func `one gesture of a cycle is dropped`() {
  let loaded = Configuration.load(
    text: """
      [[gesture]]
      name = "a"
      type = "tap"
      require_failure_of = "b"
      [[gesture]]
      name = "b"
      type = "tap"
      fingers = 2
      require_failure_of = "a"
      """, path: "some.toml")
  #expect(loaded.configuration?.gestures.map(\.name) == ["b"])
  #expect(loaded.diagnostics.map(\.gesture) == ["a"])
}

@Test func `prints the line and a caret under the position`() {
  let text = "[[gesture]]\ntype = \"tap\"\n\tfingers = \"zwei\" # ä\r\n"
  let loaded = Configuration.load(text: text, path: "some.toml")
  #expect(
    loaded.rendered(path: "some.toml") == """
      some.toml:3:12: `fingers` takes a whole number from 1 to 10, not "zwei"
          \tfingers = "zwei" # ä
          \t          ^
      """)
}

@Test func `counts columns in code points`() {
  let loaded = Configuration.load(text: "[[gesture]]\ntype = \"tap\"\nwhen = { \"ä€\" = 3 }\n", path: "a")
  #expect(headings(loaded) == ["3:17: `ä€` takes a string or a list of strings, not an integer"])
}

@Test func `warns of a variable that is not set`() throws {
  var reader = ConfigurationReader(facts: LintFacts(), environment: { _ in nil })
  let text = "[[gesture]]\ntype = \"tap\"\nnotify = { socket = \"$XDG_RUNTIME_DIR/a\" }\n"
  reader.read(try TomlTable.parse(text))
  #expect(
    reader.values.findings.list.map(\.diagnostic.message) == [
      "$XDG_RUNTIME_DIR is not set; `socket` is used as it is written"
    ])
  #expect(reader.values.findings.list.map(\.diagnostic.severity) == [.warning])
}

@Test(arguments: ["# one\n# t\u{1}wo\n", "# one\n# two\u{7f}\n"])
func `a control character in a comment is reported with its line`(text: String) {
  let problems = Configuration.load(text: text, path: "bad.toml").diagnostics
  #expect(problems.map(\.line) == [2])
}
