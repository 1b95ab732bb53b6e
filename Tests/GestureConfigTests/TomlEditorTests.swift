import Foundation
import GestureConfig
import GestureCore
import GestureTesting
import Testing

private let configurations = URL(filePath: #filePath).deletingLastPathComponent().appending(
  path: "../../config")

private let hand = """
  # mine
  [settings]  # all of it
  implicit_requirements = true

  [[gesture]]
  name = "a"   # the first
  type = "swipe"
    fingers = 3     # three

  # The second one.
  [[gesture]]
  name = "b"
  type = "pan"
  began.run = "true"
  [gesture.ended]
  run = 'false'

  """

private func edited(_ text: String, _ key: String, _ gesture: Int, _ value: String) throws -> String {
  var editor = try TomlEditor(text)
  try editor.set(key, in: [.key("gesture"), .index(gesture)], to: value)
  return editor.text
}

@Test func `a value is replaced and nothing else`() throws {
  #expect(try edited(hand, "fingers", 0, "4") == hand.replacing("fingers = 3  ", with: "fingers = 4  "))
  #expect(try edited(hand, "name", 0, "\"é\"") == hand.replacing("\"a\"", with: "\"é\""))
}

@Test func `a new key goes behind the last one of its table, before tables with a header`() throws {
  #expect(
    try edited(hand, "axis", 0, "2")
      == hand.replacing("     # three\n", with: "     # three\n  axis = 2\n"))
  #expect(
    try edited(hand, "axis", 1, "2")
      == hand.replacing("began.run = \"true\"\n", with: "began.run = \"true\"\naxis = 2\n"))
}

@Test func `lines keep their ends, and a text without a last one gets none`() throws {
  #expect(
    try edited("[[gesture]]\r\na = 1\r\nb = 2\r\n", "c", 0, "3")
      == "[[gesture]]\r\na = 1\r\nb = 2\r\nc = 3\r\n")
  #expect(
    try edited("[[gesture]]\nä = 1".replacing("ä", with: "a"), "c", 0, "3") == "[[gesture]]\na = 1\nc = 3")
  #expect(try edited("[[gesture]]", "c", 0, "3") == "[[gesture]]\nc = 3")
  #expect(try edited("[[gesture]]\n[[gesture]]\n", "c", 0, "3") == "[[gesture]]\nc = 3\n[[gesture]]\n")
}

@Test func `tables in braces and lists over several lines`() throws {
  let inline = "gesture = [{ name = \"ä]\", step = { every = \"5mm\" } }, {}] # two\n"
  #expect(try edited(inline, "name", 0, "1") == inline.replacing("\"ä]\"", with: "1"))
  #expect(
    try edited(inline, "new", 0, "[1]") == inline.replacing("\"5mm\" } }", with: "\"5mm\" }, new = [1] }"))
  #expect(try edited(inline, "new", 1, "1") == inline.replacing("{}]", with: "{ new = 1 }]"))
  let list = "[[gesture]]\nangle = [ # slow\n  \"20deg\", # }\n  \"35deg\",\n] # fast\nx = 1\n"
  #expect(try edited(list, "angle", 0, "\"9deg\"") == "[[gesture]]\nangle = \"9deg\" # fast\nx = 1\n")
}

@Test(arguments: [
  ("began", 0, "1", "[[gesture]]\n[gesture.began]\nrun = 1\n"), ("notify", 0, "1\nx = 2", hand),
  ("notify", 0, "1 # more", "gesture = [{ a = 1 }]\n"), ("notify", 7, "1", hand), ("a b", 0, "1", hand),
])
func `what would change more than the key is refused`(
  _ key: String, _ gesture: Int, _ value: String, _ text: String
)
  throws
{
  var editor = try TomlEditor(text)
  #expect(throws: TomlEditor.Failure.self) {
    try editor.set(key, in: [.key("gesture"), .index(gesture)], to: value)
  }
  #expect(editor.text == text)
}

@Test func `tables are added at the end`() throws {
  var editor = try TomlEditor("a = 1")
  try editor.append(tables: "[[gesture]]\nname = \"x\"\n")
  #expect(editor.text == "a = 1\n\n[[gesture]]\nname = \"x\"\n")
  var other = try TomlEditor("a = 1\r\n")
  try other.append(tables: "[[gesture]]\nb = 2\n")
  #expect(other.text == "a = 1\r\n\r\n[[gesture]]\r\nb = 2\r\n")
  // An added table can be changed.
  try editor.set("name", in: [.key("gesture"), .index(0)], to: "\"y\"")
  #expect(editor.text == "a = 1\n\n[[gesture]]\nname = \"y\"\n")
}

// MARK: Random edits of the configurations that are shipped

private func shipped() throws -> [String] {
  let folder = configurations.appending(path: "examples")
  let names = try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
  let guide = try String(contentsOf: configurations.appending(path: "MIGRATION.md"), encoding: .utf8)
  return try names.map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
    + guide.components(separatedBy: "```toml\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
}

/// What differs between two texts: the parts between their longest common beginning and end.
private func difference(_ old: String, _ new: String) -> (old: String, new: String) {
  let (a, b) = (Array(old.utf8), Array(new.utf8))
  var start = 0
  while start < min(a.count, b.count), a[start] == b[start] { start += 1 }
  var end = 0
  while end < min(a.count, b.count) - start, a[a.count - 1 - end] == b[b.count - 1 - end] { end += 1 }
  return (
    String(decoding: a[start..<(a.count - end)], as: UTF8.self),
    String(decoding: b[start..<(b.count - end)], as: UTF8.self)
  )
}

@Test func `random edits of shipped configurations change the edited key alone, and pass check`() throws {
  let texts = try shipped().filter {
    Configuration.load(text: $0, path: "").configuration?.gestures.isEmpty == false
  }
  #expect(texts.count > 10)
  // The same edits each time: what other seeds find is a case for `edited` above.
  var random = SplitMix64(seed: 11)
  for _ in 0..<400 {
    let original = try #require(texts.randomElement(using: &random))
    var text = original
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let gestures = try #require(Configuration.load(text: text, path: "").configuration?.gestures)
      let index = try #require(gestures.indices.randomElement(using: &random))
      let classes = gestures[index].definitions.keys.sorted { $0.rawValue < $1.rawValue }
      let deviceClass = try #require(classes.randomElement(using: &random))
      var parameters = try #require(gestures[index].definitions[deviceClass]).parameters
      let keys = gestures[index].type.keys.filter { $0.measure(in: parameters) ?? 0 > 0 }
      guard let key = keys.randomElement(using: &random), let now = key.measure(in: parameters),
        let most = key.measures?.upperBound
      else {
        continue
      }
      key.set(measure: min(now * Double.random(in: 0.8...1.2, using: &random), most), in: &parameters)
      let value = try #require(key.written(in: parameters)).toml
      let before = text
      text = try edited(before, key.name.rawValue, index, value)
      let changed = difference(before, text)
      // Of an added line the common beginning may take a part of, and find it again behind it.
      let line = "\(key.name.rawValue) = \(value)\n"
      #expect(
        !changed.old.contains("\n") && (changed.new.isEmpty || (line + line).contains(changed.new)),
        "\(line)\n\(changed)\n\(before)")
      let loaded = Configuration.load(text: text, path: "")
      #expect(!loaded.hasProblems, "\(value): \(loaded.diagnostics.map(\.message))")
      let read = try #require(loaded.configuration?.gestures[index].definitions[deviceClass])
      #expect(key.written(in: read.parameters)?.toml == value)
    }
    // Every comment is still there.
    let comments = original.split(separator: "\n").filter { $0.hasPrefix("#") }
    #expect(text.split(separator: "\n").filter { $0.hasPrefix("#") } == comments)
  }
}

@Test func `strings are written so that they are read back`() throws {
  for text in ["", "a \"b\" 'c' \\ d", "tab\tline\nreturn\r", "\u{1}\u{7f}\u{0}", "ä€𝄞"] {
    let table = try TomlTable.parse("a = \(TomlText.string(text))\nb = \(TomlText.list([text, "x"]))")
    #expect(table["a"]?.node.value == .string(text))
    guard case .array(let list)? = table["b"]?.node.value else {
      Issue.record("no list")
      return
    }
    #expect(list.map(\.value) == [.string(text), .string("x")])
  }
}

@Test func `a change is made to the text as the last one left it`() throws {
  var editor = try TomlEditor("[[gesture]]\nname = \"a\"\nfingers = 3\n[[gesture]]\nname = \"b\"\n")
  try editor.set("name", in: [.key("gesture"), .index(0)], to: "\"much longer\"")
  try editor.set("axis", in: [.key("gesture"), .index(0)], to: "1")
  try editor.set("axis", in: [.key("gesture"), .index(0)], to: "22")
  try editor.set("name", in: [.key("gesture"), .index(1)], to: "\"c\"")
  #expect(
    editor.text
      == "[[gesture]]\nname = \"much longer\"\nfingers = 3\naxis = 22\n[[gesture]]\nname = \"c\"\n")
  #expect(editor.table(at: [.key("gesture"), .index(0)])?["axis"]?.node.value == .integer(22))
}

@Test func `what is no TOML is not added, and nothing is changed`() throws {
  var editor = try TomlEditor("a = 1\n")
  for tables in ["[[gesture]", "a = 2\n", "= 3", "b = "] {
    #expect(throws: TomlEditor.Failure.self, "\(tables)") { try editor.append(tables: tables) }
  }
  #expect(editor.text == "a = 1\n")
}

@Test(arguments: [
  ("two words", "\"two words\""), ("a\"b\\c", "\"a\\\"b\\\\c\""),
  ("\u{1f}\u{7f}\u{80}", "\"\\u001f\\u007f\\u0080\""),
  ("\n\t\r", "\"\\n\\t\\r\""), ("ä!~", "\"ä!~\""),
])
func `a text is quoted`(_ text: String, _ quoted: String) {
  #expect(TomlText.string(text) == quoted)
}

@Test func `a key goes into the root, and not beside a dotted key`() throws {
  var editor = try TomlEditor("a = 1\n[t]\nb = 2\n")
  try editor.set("c", in: [], to: "3")
  #expect(editor.text == "a = 1\nc = 3\n[t]\nb = 2\n")
  var dotted = try TomlEditor("[[gesture]]\nbegan.run = \"a\"\n")
  #expect(throws: TomlEditor.Failure.self) {
    try dotted.set("timeout", in: [.key("gesture"), .index(0), .key("began")], to: "1")
  }
  #expect(dotted.text == "[[gesture]]\nbegan.run = \"a\"\n")
}
