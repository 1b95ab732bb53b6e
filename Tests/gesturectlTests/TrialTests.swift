import Foundation
import GestureConfig
import GestureCore
import Testing

@testable import gesturectl

/// A configuration, and what `check` says of it after trying its gestures: Tests/conformance/trial.cases.
private struct TrialCase: Sendable, CustomTestStringConvertible {
  var name: String
  var text: String
  var expected: [String]
  var testDescription: String { name }

  static let all: [TrialCase] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../conformance/trial.cases")
    let contents = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return "\n\(contents)".components(separatedBy: "\n== ").dropFirst().map { part in
      let halves = "\(part)\n".components(separatedBy: "\n--\n")
      let lines = halves[0].split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      return TrialCase(
        name: String(lines[0]), text: lines.dropFirst().joined() + "\n",
        expected: (halves.last ?? "").split(separator: "\n").map(String.init))
    }
  }()
}

struct TrialTests {
  private static func tried(_ text: String) throws -> (lines: [String], table: [String]) {
    var loaded = Configuration.load(text: text, path: "")
    let made = loaded.tryGestures()
    let trial = try #require(made, "\(loaded.diagnostics)")
    return (
      loaded.diagnostics.map { "\($0.line):\($0.column): warning: \($0.message)" },
      TextTable.lines(trial.rows)
    )
  }

  @Test(arguments: TrialCase.all)
  private func `says which gesture is never recognized, and which is late`(_ row: TrialCase) throws {
    #expect(try Self.tried(row.text).lines == row.expected)
  }

  @Test func `the file has many cases`() { #expect(TrialCase.all.count > 60) }

  @Test func `a second trial says the same`() throws {
    for row in TrialCase.all.suffix(4) {
      let (first, second) = (try Self.tried(row.text), try Self.tried(row.text))
      #expect(first.lines == second.lines && first.table == second.table)
    }
  }

  @Test func `every example's gestures are recognized`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../config/examples")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path()).filter {
      $0.hasSuffix(".toml")
    }
    #expect(!files.isEmpty)
    for file in files {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      let found = try Self.tried(text).lines.filter {
        $0.contains("never") || $0.contains("makes no gesture")
      }
      #expect(found == [], "\(file)")
    }
  }

  @Test func `a zone is found in a file whose lines end with CR LF`() throws {
    let text =
      "[zone.a]\r\nx = [\"0%\", \"9%\"]\r\n[zone.b]\r\ny = [\"0%\", \"9%\"]\r\ngestures = \"own\"\r\n"
    let lines = try Self.tried(text).lines
    #expect(lines.contains { $0.hasPrefix("3:1: warning: `b` has no use") }, "\(lines)")
  }

  @Test func `the table says when each gesture came`() throws {
    let text = """
      [[gesture]]
      name = "single"
      type = "tap"
      [[gesture]]
      name = "double"
      type = "tap"
      taps = 2
      [[gesture]]
      name = "drag"
      type = "pan"
      fingers = 3
      device = "touchpad"
      require_failure_of = "pinch"
      [[gesture]]
      name = "pinch"
      type = "pinch"
      fingers = 3
      device = "touchpad"
      [[gesture]]
      name = "press"
      type = "force-press"
      [[gesture]]
      name = "many"
      type = "tap"
      fingers = 7
      device = "touchpad"

      """
    #expect(
      try Self.tried(text).table == [
        "single  touchpad     recognized 300 ms after its lift; waited for `double`",
        "single  touchscreen  recognized 350 ms after its lift; waited for `double`",
        "double  touchpad     recognized at its lift",
        "double  touchscreen  recognized at its lift",
        "drag    touchpad     recognized 1192 ms after its threshold, at the lift; waited for `pinch`",
        "pinch   touchpad     recognized at its threshold",
        "press   touchpad     recognized at its threshold",
        "press   touchscreen  never: a touchscreen does not measure force",
        "many    touchpad     not tried: a drawn hand has five fingers and makes one gesture at a time",
      ])
  }

  @Test func `a file with problems or too many gestures is not tried`() {
    let gesture = "[[gesture]]\ntype = \"tap\"\nfingers = 3\n"
    var wrong = Configuration.load(text: gesture + "colour = 1\n", path: "")
    let untried = wrong.tryGestures()
    #expect(untried == nil)
    var large = Configuration.load(text: String(repeating: gesture, count: 3), path: "")
    let tooLarge = large.tryGestures(most: 2)
    #expect(tooLarge == nil && large.diagnostics.isEmpty)
    let tried = large.tryGestures(most: 3)
    #expect(tried != nil && large.diagnostics.count == 2)
  }
}
