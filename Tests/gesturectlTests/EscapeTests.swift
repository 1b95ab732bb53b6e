import ControlProtocol
import GestureConfig
import GestureCore
import Testing

@testable import gesturectl

/// One place for escapes by kind of output: no hidden character reaches a terminal, and a reader of JSON or TOML gets the same text.
@Suite struct EscapeTests {
  /// Each hidden character, and those around them.
  private static let texts: [String] =
    ([
      0, 1, 8, 9, 10, 13, 27, 31, 32, 0x22, 0x5c, 0x7e, 0x7f, 0x80, 0x85, 0x9b, 0x9f, 0xa0, 0xe9, 0x61b,
      0x61c, 0x61d, 0x627,
    ]
    + [
      0x200d, 0x200e, 0x200f, 0x2010, 0x2027, 0x2028, 0x2029, 0x202a, 0x202e, 0x202f, 0x2065, 0x2066, 0x2069,
      0x206a, 0x1f600,
    ])
    .map { "a\(Character(Unicode.Scalar($0)!))b" }
    // With a combining mark they are another `Character`, and the same to a shell, a browser and a parser.
    + ["\"", "<", "&", "\\"].map { "a\($0)\u{301}b" }

  @Test(arguments: texts)
  func `a hostile text is the same after JSON and TOML, and no output has a hidden character`(text: String)
    throws
  {
    let isHidden = { (text: String) in text.unicodeScalars.contains { $0.isHidden } }
    var json = JSONWriter()
    json.beginArray()
    json.string(text)
    json.endArray()
    // Strict JSON has no NUL, and neither has a configuration.
    let hasNul = text.unicodeScalars.contains("\0")
    if !hasNul { #expect(try JSONValue(parsing: json.bytes) == .array([.string(text)])) }
    #expect(!isHidden(String(decoding: json.bytes, as: UTF8.self)))
    let toml = TomlText.string(text)
    #expect(
      !isHidden(toml.filter { $0 != "\t" }) && toml.printable == toml, "the output does not escape it again")
    if !hasNul {
      let editor = try TomlEditor("key = \(toml)\n")
      let table = try #require(editor.table(at: []))
      guard case .string(let read)? = table["key"]?.node.value else {
        Issue.record("no string: \(toml)")
        return
      }
      #expect(read == text)
    }
    #expect(!isHidden(text.printable))
    #expect(!text.escaped.unicodeScalars.contains { "\"<>".unicodeScalars.contains($0) })
  }

  @Test(arguments: ["", "'", "'\u{301}", "a b", "~", "=", "#\u{301}", "$\u{35C}x", "é", "a/b"])
  func `a shell reads a quoted word as it was`(word: String) throws {
    let read = try #require(ProgramOutput.text("sh", ["-c", "printf %s. \(ShellWords.quoted(word))"]))
    #expect(Array(read.utf8) == Array("\(word).".utf8))
    #expect(ShellWords(ShellWords.quoted(word)).words == [word])
  }

  @Test(arguments: ["touchegg", "libinput-gestures", "fusuma", "lisgd"])
  func `what import prints is TOML for every hostile name`(program: String) throws {
    for text in Self.texts where !text.contains("\0") {
      let file =
        switch program {
        case "touchegg":
          "<touchégg><application name=\"All\"><gesture type=\"SWIPE\" fingers=\"3\" direction=\"UP\"><action type=\"RUN_COMMAND\"><command>\(text.escaped)</command></action></gesture></application></touchégg>"
        case "libinput-gestures": "gesture swipe up 3 echo \(text)\n"
        case "fusuma":
          "swipe:\n  3:\n    up:\n      command: \(String(decoding: JSONWriter.bytes { $0.string(text) }, as: UTF8.self))\n"
        default: "lisgd -g '1,LR,*,*,R,echo \(text)'\n"
        }
      guard let format = ImportFormat(rawValue: program), let imported = try? format.read(file) else {
        continue
      }
      for line in imported.text(of: "name \(text)", format: program).split(separator: "\n") {
        #expect(String(line).printable == line, "escaped again: \(line.debugDescription)")
      }
      #expect(throws: Never.self) { try TomlEditor(imported.text(of: "name \(text)", format: program)) }
    }
  }

  @Test func `an invisible character in a name is a warning`() {
    for (name, code) in [
      ("a\u{200b}b", "U+200B"), ("a\u{feff}", "U+FEFF"), ("\u{202e}a", "U+202E"), ("a\u{9b}", "U+009B"),
      ("a\u{ad}", "U+00AD"),
    ] {
      let text = "[[gesture]]\nname = \(TomlText.string(name))\ntype = \"tap\"\n"
      let found = Configuration.load(text: text, path: "c.toml").diagnostics.filter {
        $0.severity == .warning
      }
      #expect(found.contains { $0.message.contains(code) && $0.line == 2 }, "\(found)")
    }
    let plain = Configuration.load(text: "[[gesture]]\nname = \"größe 😀\"\ntype = \"tap\"\n", path: "c.toml")
    #expect(!plain.diagnostics.contains { $0.message.contains("invisible") })
  }

  @Test func `a report has the user's name in no case of letters`() {
    let personal = PersonalText(home: "/users/alexandra", user: nil, account: "alexandra", host: nil)
    #expect(
      personal.removed(from: "ALEXANDRA Alexandra alexandra alexandras /users/alexandra/x é")
        == "USER USER USER alexandras ~/x é")
  }
}
