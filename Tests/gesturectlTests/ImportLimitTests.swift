import GestureConfig
import Glibc
import Testing

@testable import gesturectl

/// A small file cannot take much memory or time: each limit is checked before anything is built.
struct ImportLimitTests {
  private static func failure(_ format: ImportFormat, _ text: String) -> String? {
    do throws(ForeignSyntaxError) {
      _ = try format.read(text)
      return nil
    } catch { return error.message }
  }

  @Test func `aliases count as what they stand for`() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...9 {
      let names = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(names)]\n"
    }
    #expect(Self.failure(.fusuma, text) == "more than 20000 values")
  }

  @Test func `an alias of what is around it is refused`() {
    #expect(Self.failure(.fusuma, "swipe: &a\n  3: *a\n") == "there is no anchor \"a\" before it")
  }

  @Test func `an alias is what its anchor is`() throws {
    let text = "swipe:\n  3:\n    left: &next\n      command: one\n    right: *next\n"
    let made = try ImportFormat.fusuma.read(text).text(of: "fusuma.yml", format: "fusuma")
    #expect(made.components(of: "run = \"one\"") == 2, "\(made)")
  }

  @Test(arguments: [65, 60_000]) func `lists have a depth`(count: Int) {
    #expect(Self.failure(.fusuma, String(repeating: "[", count: count))?.contains("64 deep") == true)
  }

  @Test(arguments: [65, 100_000]) func `elements have a depth`(count: Int) {
    let text = "<touchegg>" + String(repeating: "<a>", count: count)
    #expect(Self.failure(.touchegg, text) == "nested more than 64 deep")
  }

  @Test func `elements and values have a number`() {
    let elements = "<touchegg>" + String(repeating: "<a/>", count: 20_001) + "</touchegg>"
    #expect(Self.failure(.touchegg, elements) == "more than 20000 values")
    let values = "[" + String(repeating: "1, ", count: 20_001) + "]"
    #expect(Self.failure(.fusuma, values) == "more than 20000 values")
  }

  @Test func `lists beside each other are no deeper than one`() {
    let text = "swipe: [" + Array(repeating: "[1]", count: 100).joined(separator: ", ") + "]"
    #expect(Self.failure(.fusuma, text)?.contains("deep") != true)
  }

  /// One value or line below the limit is read; the next has a message.
  @Test func `each limit is exact`() {
    func nested(_ depth: Int) -> String {
      "<touchegg>" + String(repeating: "<a>", count: depth - 1) + String(repeating: "</a>", count: depth - 1)
        + "</touchegg>"
    }
    // The siblings count as one level.
    func siblings(_ count: Int) -> String {
      "<touchegg>" + String(repeating: "<a/>", count: count - 1) + "</touchegg>"
    }
    func list(_ depth: Int) -> String {
      "swipe: " + String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1)
    }
    // The map, two keys, two lists and two values, and three more for the alias of the first list.
    func values(_ count: Int) -> String {
      "a: &a [x, y]\nb: [" + String(repeating: "z, ", count: count - 10) + "*a]\n"
    }
    for (format, text, most, failure) in [
      (ImportFormat.touchegg, nested, 64, "nested more than 64 deep"),
      (.touchegg, siblings, 20_000, "more than 20000 values"),
      (.fusuma, list, 64, "nested more than 64 deep"), (.fusuma, values, 20_000, "more than 20000 values"),
      (.lisgd, { String(repeating: "\n", count: $0 - 1) }, 20_000, "more than 20000 lines"),
      (.libinputGestures, { String(repeating: "\n", count: $0 - 1) }, 20_000, "more than 20000 lines"),
    ] as [(ImportFormat, (Int) -> String, Int, String)] {
      #expect(Self.failure(format, text(most)) == nil, "\(failure)")
      #expect(Self.failure(format, text(most + 1)) == failure)
    }
  }

  @Test func `the line of an error is that of the first value beyond the limit`() {
    for (format, text, line) in [
      (ImportFormat.touchegg, "<touchegg>\n<a>\n</touchegg>", 3),
      (.touchegg, "\n<other/>", 2), (.fusuma, "a:\n  *b\n", 2), (.fusuma, "a: b\n---\n- c\n", 3),
      (.fusuma, "a: {\n", 2), (.lisgd, String(repeating: "\n", count: 20_000), 20_001),
    ] {
      do throws(ForeignSyntaxError) {
        _ = try format.read(text)
        Issue.record("it was read: \(text)")
      } catch { #expect(error.line == line, "\(text)") }
    }
  }

  @Test func `a file has a size`() throws {
    try withFolder { folder in
      let path = "\(folder)/theirs"
      for count in [1 << 20, 1 << 20 + 1] {
        try OutputFile.replace(path, with: String(repeating: "#", count: count))
        if count == 1 << 20 {
          #expect(try ForeignFile.read(path).utf8.count == count)
        } else {
          let failure = #expect(throws: CommandFailure.self) { try ForeignFile.read(path) }
          #expect(failure?.message == "\(path): cannot be read: it is larger than 1 MiB")
        }
      }
    }
  }

  @Test(arguments: [[0xE4], [0xFF, 0xFE, 0x61, 0x00]] as [[UInt8]])
  func `a file that is not UTF-8 is refused`(
    bytes: [UInt8]
  ) throws {
    try withFolder { folder in
      let path = "\(folder)/theirs"
      try OutputFile.replace(path, with: "")
      let fd = open(path, O_WRONLY)
      #expect(TextFile.writeAll((Array("a\n".utf8) + bytes)[...], to: fd))
      close(fd)
      let failure = #expect(throws: CommandFailure.self) { try ForeignFile.read(path) }
      #expect(failure?.message == "\(path):2: the text is not UTF-8 from here on; save the file as UTF-8")
    }
  }

  @Test(arguments: [
    ("<a/>\n<b/>", 2, "there is text after </a>; in touchegg's file, one <touchégg> contains everything"),
    ("<touchegg>\n<a>", 2, "<a> of line 2 is not closed"), ("", 1, "no element found"),
    ("<touchegg></a>", 1, "mismatched tag"),
  ])
  func `an error of XML says what to do`(text: String, line: Int, message: String) {
    do throws(ForeignSyntaxError) {
      _ = try ImportFormat.touchegg.read(text)
      Issue.record("it was read: \(text)")
    } catch { #expect((error.line, error.message) == (line, message)) }
  }

  /// A gesture beyond the limit, and its template, are left out.
  @Test func `gestures have a number`() throws {
    let most = ConfigurationReader.mostGestures
    func application(_ number: Int, _ way: String, _ action: String) -> String {
      "<application name=\"a\(number)\"><gesture type=\"SWIPE\" fingers=\"3\" direction=\"\(way)\">\(action)</gesture></application>"
    }
    let run = "<action type=\"RUN_COMMAND\"><command>c</command></action>"
    let close = "<action type=\"CLOSE_WINDOW\"/>"
    let templates = ForeignBudget.mostTemplates
    let lines =
      (0..<most + 1).map { application($0, "LEFT", run) }
      + (0..<templates).map { application($0, "UP", close) }
    let theirs = "<touchegg>\(lines.joined(separator: "\n"))</touchegg>"
    let (written, refusals) = try translated(.touchegg, theirs)
    #expect(written.count { $0 == "[[gesture]]" } == most)
    #expect(written.contains("name = \"swipe-left-3-\(most)\""))
    let reason = "a configuration can have at most \(most) gestures"
    #expect(
      written.contains("# line \(most + 1): not translated: SWIPE 3 LEFT RUN_COMMAND: \(reason)"[...]))
    #expect(written.count { $0 == "#[[gesture]]" } == templates - most)
    #expect(written.last?.hasPrefix("# line \(most + 1 + templates): not translated: SWIPE 3 UP") == true)
    #expect(refusals == "\(templates + 1) gestures were not translated")
  }

  @Test func `what is not translated is counted once, with one verb`() {
    for (gestures, settings, text) in [
      (0, 0, nil), (1, 0, "1 gesture was not translated"), (2, 0, "2 gestures were not translated"),
      (0, 1, "1 setting was not translated"), (1, 1, "1 gesture and 1 setting were not translated"),
      (0, 2, "2 settings were not translated"),
    ] {
      var imported = ImportedConfiguration()
      for number in 0..<gestures {
        imported.refuse(number, "a", "b")
        imported.refuse(number, "a", "c")
      }
      for number in 0..<settings { imported.refuse(setting: "a", number, "b") }
      #expect(imported.refusals == text)
    }
  }

  @Test func `a comment is one line without control characters`() {
    var imported = ImportedConfiguration()
    imported.refuse(setting: "a\u{1F} \u{7E}\u{7F}é", 1, "b\nc\td")
    #expect(
      imported.text(of: "x\u{1B}", format: "lisgd")
        == "# From x , by gesturectl import lisgd.\n\n# line 1: not translated: a  \u{7E} é: b c d\n")
  }

  @Test func `entities are refused where they are declared`() {
    let text = "<!DOCTYPE touchegg [<!ENTITY a \"aaaa\">]><touchegg>&a;</touchegg>"
    #expect(Self.failure(.touchegg, text) == "it declares entities")
  }

  @Test func `lines have a number`() {
    let text = String(repeating: "lisgd -g 1,LR,a \\\n", count: 20_001)
    #expect(Self.failure(.lisgd, text) == "more than 20000 lines")
    #expect(Self.failure(.libinputGestures, text) == "more than 20000 lines")
  }
}

extension String {
  fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
