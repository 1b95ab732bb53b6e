import ControlProtocol
import Evdev
import GestureCore
import Glibc
import Testing

@testable import gesturectl

/// Texts that several commands print, and files that they read and write.
struct SharedTextTests {
  @Test func `a difference has both texts, and ends lines once`() {
    func difference(_ old: String, _ new: String) -> String { LineDifference.text(from: old, to: new) }
    #expect(difference("", "") == "" && difference("a\n", "a\n") == " a\n")
    #expect(difference("a\nb\nc\n", "a\nx\nc\nd\n") == " a\n-b\n+x\n c\n+d\n")
    #expect(difference("a\nb\n", "b\n") == "-a\n b\n" && difference("b\n", "a\nb\n") == "+a\n b\n")
    #expect(
      difference("a\nb\n", "a\n") == " a\n-b\n" && difference("a", "") == "-a\n"
        && difference("", "a\n\n") == "+a\n+\n")
    #expect(difference("a\n", "a") == " a\n" && difference("a\nb\nc\n", "c\n") == "-a\n-b\n c\n")
    #expect(difference("c\n", "a\nb\nc\n") == "+a\n+b\n c\n")
    #expect(difference("a\r\nb\r\n", "a\nc\n") == " a\n-b\n+c\n")
  }

  @Test func `columns are two blanks apart, and a long cell shifts its own row`() {
    let long = String(repeating: "x", count: 41)
    #expect(TextTable.lines([]).isEmpty && TextTable.lines([[]]) == [""])
    #expect(
      TextTable.lines([["a", "b", ""], ["long", "", "c"], ["", "", ""]]) == ["a     b", "long     c", ""])
    #expect(
      TextTable.lines([["a", "b"], [long, "b"]]) == [
        "a" + String(repeating: " ", count: 41) + "b", long + "  b",
      ])
    #expect(TextTable.lines([["a"], ["bc", "d"]]) == ["a", "bc  d"])
    #expect(TextTable.lines([["", "b"], []]) == ["  b", ""])
  }

  @Test func `a table has headings, and its last cell is broken below its own beginning`() {
    let rows = [["a", "one two three four five"], ["b", ""]]
    #expect(TextTable.lines([], headings: ["X"]).isEmpty)
    #expect(
      TextTable.lines(rows, headings: ["LETTER", "WORDS"], width: 30)
        == ["LETTER  WORDS", "a       one two three four", "        five", "b"])
    // There is no room beside the first cell.
    #expect(TextTable.lines(rows, width: 20) == ["a  one two three", "    four five", "b"])
  }

  @Test(arguments: [
    ("/a/b.toml", "b.toml", "/a/b", "toml"), ("b", "b", "b", ""), ("/a.d/b", "b", "/a.d/b", ""),
    ("/a/.hidden", ".hidden", "/a/.hidden", ""), ("x.tar.gz", "x.tar.gz", "x.tar", "gz"),
    ("x.", "x.", "x", ""),
    ("/a/", "", "/a/", ""),
  ])
  func `a path is split at the last dot of its name`(
    _ path: String, _ name: String, _ stem: String, _ ending: String
  ) {
    let parts = PathParts(path)
    #expect(parts.name == name && parts.stem == stem && parts.ending == ending)
  }

  @Test(
    arguments: [
      (0, "0 s"), (0.35, "0.35 s"), (0.05, "0.05 s"), (0.1, "0.10 s"), (1, "1 s"), (9.99, "9.99 s"),
      (9.994, "9.99 s"),
      (10, "10 s"), (10.4, "10 s"), (119.4, "119 s"), (120, "2 min"), (7_199, "119 min"),
      (7_200, "2 h 0 min"),
      (19_230, "5 h 20 min"),
      (172_799, "47 h 59 min"), (172_800, "2 days"), (300_000, "3 days"),
    ] as [(Double, String)])
  func `durations are rounded to what a person reads`(_ seconds: Double, _ text: String) {
    #expect(Seconds.text(seconds) == text)
  }

  @Test(arguments: [
    ("1", 1...1, "1 finger"), ("3", 3...3, "3 fingers"), ("2..4", 2...4, "2 to 4 fingers"),
    ("2..", 2...Int.max, "2 or more fingers"), ("4..2", 4...4, "4 fingers"),
  ])
  func `finger counts are read and written`(_ notation: String, _ range: ClosedRange<Int>, _ text: String) {
    #expect(FingerText.range(notation) == range && FingerText.text(range) == text)
  }

  @Test func `a similar name is suggested`() {
    let names = ["next", "previous"]
    #expect(names.hint(for: "nxt") == "; did you mean \"next\"?" && names.hint(for: "zoom") == "")
    #expect(names.hint(for: "nxt", then: "See `x`.") == "; did you mean \"next\"? See `x`.")
    #expect(names.hint(for: "zoom", then: "see `x`") == "; see `x`")
  }

  @Test func `texts of a page are escaped`() {
    #expect(
      "a<b>&\"c\"\u{1B}".escaped.hasPrefix("a&lt;b&gt;&amp;&quot;c&quot;")
        && !"\u{1B}".escaped.contains("\u{1B}"))
    #expect("a<\n\nb".escapedLines == "a&lt;\n\nb")
    #expect("`a` is <1> and `b`".code == "<code>a</code> is &lt;1&gt; and <code>b</code>" && "a".code == "a")
    #expect("\t a b\n".trimmed == "a b" && " ".trimmed == "")
  }

  @Test func `keys are found by a part of a name and by the names of others`() {
    #expect(
      Keys.names(matching: "KEY_VOLUMEUP") == ["volumeup"] && Keys.names(matching: "lumeup") == ["volumeup"])
    #expect(
      Keys.names(matching: "XF86AudioRaiseVolume") == ["volumeup"]
        && Keys.names(matching: "xf86nothing").isEmpty)
    #expect(Keys.names(matching: "KEY_A") == Keys.names(matching: "a"))
  }

  // MARK: Lines of a terminal

  @Test func `lines are broken at the width, and columns are kept`() {
    #expect(WordWrap.lines("ab cd ef", width: 5) == ["ab cd", "  ef"])
    #expect(WordWrap.lines("ab cd ef", width: 8) == ["ab cd ef"])
    #expect(WordWrap.lines("ab cd ef", width: 4) == ["ab", "  cd", "  ef"])
    #expect(WordWrap.lines("a   b c d e f", width: 9) == ["a   b c d", "    e f"])
    #expect(WordWrap.lines("  one two three four", width: 12) == ["  one two", "      three", "      four"])
    #expect(WordWrap.lines("", width: 0) == [""])
  }

  @Test(
    arguments: [(.min, 0), (-1_000, 0), (0, 1), (999, 1), (1_000, 2), (.max, .max)] as [(Int64, Int32)])
  func `a wait in milliseconds is no shorter than in microseconds`(_ microseconds: Int64, _ wait: Int32) {
    #expect(milliseconds(microseconds) == wait)
  }

  // MARK: Devices

  @Test func `a device has its size, its slots and its remarks`() throws {
    func lines(_ text: String) throws -> [String] {
      DeviceText.lines([try JSONValue(parsing: Array(text.utf8))])
    }
    let heading = "NODE  KIND  SIZE  SLOTS  NAME"
    #expect(try lines(#"{"name":"Pad"}"#) == [heading, "                         Pad"])
    #expect(
      try lines(
        #"{"name":"Pad","node":"/dev/input/event7","kind":"touchpad","width":100.5,"height":60.4,"slots":1,"rotation":0}"#
      )
        == [
          "NODE               KIND      SIZE         SLOTS  NAME",
          "/dev/input/event7  touchpad  101 × 60 mm  1      Pad",
        ])
    #expect(
      try lines(
        #"{"name":"Pad","node":"n","kind":"touchpad","width":100,"height":60,"slots":5,"id":"06cb:7e7e","path":"pci-1","#
          + #""rotation":90,"filter":[],"force":"grams","known":["a","b"],"withheld":{"palm-edge":1},"problem":"p","#
          + #""warnings":["w","x"],"claims":{"way":"grab","grabbed":true,"claimed":4,"hidden":5,"passed":6}}"#
      ) == [
        "NODE  KIND      SIZE         SLOTS  NAME", "n     touchpad  100 × 60 mm  5      Pad",
        "  06cb:7e7e  pci-1", "  rotated by 90°",
        "  contact filter: nothing is withheld", "  reports force: in grams", "  known to libinput as: a; b",
        "  contacts withheld: 1 palm-edge",
        "  hidden from the compositor by a grab (grabbed now): 4 sequences claimed, 5 hidden by a gesture; "
          + "6 held and passed on",
        "  not used: p", "  warning: w", "  warning: x",
      ])
    #expect(
      try lines(
        #"{"name":"Pad","filter":["thumbs","jumps"],"claims":{"way":"plugin","written":7,"withdrawn":2}}"#)
        == [
          heading, "                         Pad", "  contact filter: thumbs, jumps",
          "  hidden from the compositor by the libinput plugin: 0 sequences claimed, 0 hidden by a gesture; "
            + "0 held and passed on",
          "  words for the plugin: 7 written, 2 of them withdrew a claim or a delay; 0 refused by the device",
        ])
    #expect(
      try lines(#"{"name":"Pad","claims":{"way":"grab"}}"#)[2].hasPrefix(
        "  hidden from the compositor by a grab (not grabbed now): 0 "))
  }

  // MARK: Personal words

  @Test func `words that identify a person are replaced where they stand alone`() {
    let personal = PersonalText(home: "/users/ada", user: "ada", host: "box")
    func removed(_ text: String) -> String { personal.removed(from: text) }
    #expect(
      removed("/users/ada/x\nada on box, adaptive, box2, _ada, ada")
        == "~/x\nUSER on HOST, adaptive, box2, _ada, USER")
    #expect(removed("a\r\nID_SERIAL=1\r\nE: 1\r\n") == "a\nID_SERIAL= REMOVED\nE: 1\n")
    #expect(removed("/users/adam/ada") == "/users/adam/USER")
    let short = PersonalText(home: nil, user: "ab", host: "root")
    #expect(short.removed(from: "ab at root") == "ab at root")
    #expect(PersonalText(home: nil, user: "root", host: nil).removed(from: "root") == "root")
  }

  @Test(arguments: [
    ("E: ID_SERIAL=abc", "E: ID_SERIAL= REMOVED"), ("ID_SERIAL_SHORT: abc", "ID_SERIAL_SHORT: REMOVED"),
    ("UNIQ=\"12:34\"", "UNIQ= REMOVED"), ("  uniq: 12:34", "  uniq: REMOVED"),
    ("Serial Number: 5", "Serial Number: REMOVED"), ("Serial number: 5", "Serial number: REMOVED"),
    ("U: Uniq=00:1f", "U: Uniq= REMOVED"),
    ("# a unique name: next", "# a unique name: next"), ("ID_SERIAL", "ID_SERIAL"),
    ("İİİİİİİİİİ uniq: 1", "İİİİİİİİİİ uniq: REMOVED"),
  ])
  func `serial numbers are removed`(_ line: String, _ expected: String) {
    #expect(PersonalText(home: nil, user: nil, host: nil).removed(from: line) == expected)
  }

  // MARK: Files

  /// A new directory, which is removed at the end.
  private static func withDirectory(_ body: (String) throws -> Void) throws {
    var template = Array("/tmp/gesturectl-files-XXXXXX".utf8CString)
    let path = try #require(unsafe mkdtemp(&template).map { unsafe String(cString: $0) })
    defer {
      for file in TextFile.all(below: path) { unlink(file) }
      for name in ["a/b", "a", "."] { rmdir("\(path)/\(name)") }
      rmdir(path)
    }
    try body(path)
  }
  private static func failure(_ body: () throws -> Void) -> String {
    do {
      try body()
      return ""
    } catch let error as CommandFailure {
      return "\(error.status.rawValue) \(error.message)"
    } catch let error as SystemFailure { return errorText(error.number) } catch { return "\(error)" }
  }
  private static func write(_ text: String, to path: String, force: Bool = false) throws {
    let file = try OutputFile(path: path, force: force)
    try file.write(text)
    try file.finish()
  }

  @Test func `a file is written whole, and replaced with force only`() throws {
    try Self.withDirectory { place in
      let path = "\(place)/page.html"
      try Self.write("a longer text", to: path)
      #expect(try TextFile.read(path) == "a longer text")
      let there = "2 \(path) exists; name another file, or add --force to replace it"
      #expect(Self.failure { try Self.write("x", to: path) } == there)
      #expect(Self.failure { try OutputFile.check(path: path, force: false) } == there)
      #expect(Self.failure { try OutputFile.check(path: path, force: true) } == "")
      try Self.write("", to: path, force: true)
      #expect(try TextFile.read(path) == "")
      try Self.write("x", to: path, force: true)
      #expect(try TextFile.read(path) == "x")
      symlink(path, "\(place)/link")
      let linked = "2 \(place)/link is a symbolic link; name the file itself"
      #expect(Self.failure { try Self.write("y", to: "\(place)/link", force: true) } == linked)
      #expect(Self.failure { try OutputFile.check(path: "\(place)/link", force: true) } == linked)
      #expect(
        Self.failure { try OutputFile.check(path: place, force: true) }
          == "2 \(place) is not a regular file; name another file")
      #expect(
        Self.failure { try Self.write("y", to: "/dev/null", force: true) }
          == "2 /dev/null is not a regular file; name another file")
      #expect(
        Self.failure { try Self.write("y", to: "\(place)/no/file") }
          == "1 \(place)/no/file: cannot be written: No such file or directory")
      #expect(Self.failure { try OutputFile.check(path: "\(place)/no/file", force: false) } == "")
    }
  }

  @Test func `a replaced file keeps its mode, and a link is replaced itself`() throws {
    try Self.withDirectory { place in
      let (path, link) = ("\(place)/mine", "\(place)/link")
      try Self.write("old", to: path)
      chmod(path, 0o640)
      try OutputFile.replace(path, with: "new")
      #expect(try TextFile.read(path) == "new" && fileFacts(path)?.st_mode == S_IFREG | 0o640)
      symlink(path, link)
      try OutputFile.replace(link, with: "apart")
      #expect(try TextFile.read(path) == "new" && TextFile.read(link) == "apart")
      #expect(fileFacts(link, followsLinks: false)?.isKind(S_IFREG) == true)
      try OutputFile.replace("\(place)/first", with: "1")
      try Self.write("2", to: "\(place)/second")
      #expect(fileFacts("\(place)/first")?.st_mode == fileFacts("\(place)/second")?.st_mode)
      #expect(
        TextFile.names(in: place).sorted() == ["first", "link", "mine", "second"], "no temporary file is left"
      )
      #expect(
        Self.failure { try OutputFile.replace("\(place)/no/file", with: "") }.hasPrefix(
          "1 \(place)/no/file: cannot be written"))
    }
  }

  @Test func `files are found below a directory, but not through a link to one`() throws {
    try Self.withDirectory { place in
      #expect(TextFile.makeDirectory("\(place)/a/b") && TextFile.makeDirectory("\(place)/a/b"))
      try Self.write("1", to: "\(place)/a/b/deep")
      try Self.write("2", to: "\(place)/top")
      symlink(place, "\(place)/a/cycle")
      let files = ["\(place)/a/b/deep", "\(place)/a/cycle", "\(place)/top"]
      #expect(TextFile.all(below: place).sorted() == files)
      #expect(TextFile.all(below: place + "/").sorted() == files)
      #expect(TextFile.isDirectory(place) && !TextFile.isDirectory("\(place)/top"))
      #expect(!TextFile.makeDirectory("\(place)/top/below") && TextFile.names(in: "\(place)/none").isEmpty)
      unlink("\(place)/a/cycle")
    }
  }

  @Test func `a text is read to its end or its limit`() throws {
    try Self.withDirectory { place in
      let text = String(repeating: "0123456789", count: 20_000)
      try Self.write(text, to: "\(place)/long")
      #expect(try TextFile.read("\(place)/long") == text)
      for limit in [0, 7, 70_000] {
        #expect(TextFile.beginning("\(place)/long", bytes: limit)?.utf8.count == limit)
      }
      #expect(try TextFile.read("\(place)/long", atMost: 200_000) == text)
      let refused = "\(place)/long: cannot be read: it is larger than 0 MiB"
      #expect(Self.failure { _ = try TextFile.read("\(place)/long", atMost: 199_999) } == "1 " + refused)
      for (path, reason) in [
        ("\(place)/none", "No such file or directory"), (place, "Is a directory"),
        ("\(place)/pipe", "it is not a regular file"), ("/dev/zero", "it is not a regular file"),
      ] {
        mkfifo("\(place)/pipe", 0o600)
        #expect(Self.failure { _ = try TextFile.read(path) } == "1 \(path): cannot be read: \(reason)")
        #expect(
          Self.failure { _ = try TextFile.read(path, takesPipes: true) }
            == "1 \(path): cannot be read: \(reason)")
      }
    }
  }

  @Test func `a pipe that is open is read by its name`() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    #expect(TextFile.writeAll(Array("text".utf8)[...], to: ends[1]))
    close(ends[1])
    defer { close(ends[0]) }
    for path in ["/dev/fd/\(ends[0])", "/proc/self/fd/\(ends[0])"] {
      #expect(
        Self.failure { _ = try TextFile.read(path) } == "1 \(path): cannot be read: it is not a regular file")
    }
    #expect(try TextFile.read("/dev/fd/\(ends[0])", takesPipes: true) == "text")
  }
}
