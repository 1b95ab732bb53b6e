import Foundation
import GestureConfig
import Testing

private let directory = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../config")

private let examples = try! FileManager.default.contentsOfDirectory(
  atPath: directory.appending(path: "examples").path()
).filter { $0.hasSuffix(".toml") }.map { String($0.dropLast(5)) }.sorted()

@Test(arguments: examples)
func `loads without diagnostics and begins with a description`(_ name: String) throws {
  let text = try String(contentsOf: directory.appending(path: "examples/\(name).toml"), encoding: .utf8)
  let loaded = Configuration.load(text: text, path: "\(name).toml")
  #expect(headings(loaded) == [])
  #expect(loaded.configuration?.gestures.isEmpty == false)
  #expect(loaded.configuration?.gestures.allSatisfy(\.hasAction) == true)
  #expect(text.hasPrefix("# "))
  // Short enough to read before use: eight gestures of eight lines, the settings, and a device.
  let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
  #expect(lines.count <= 72, "\(lines.count) lines")
}

/// The blocks of a Markdown file in one language.
private func blocks(_ language: String, in file: String) throws -> [String] {
  let text = try String(contentsOf: directory.appending(path: file), encoding: .utf8)
  return text.components(separatedBy: "```\(language)\n").dropFirst().map {
    $0.components(separatedBy: "\n```")[0]
  }
}

@Test func `every block of the migration guide loads without diagnostics`() throws {
  let blocks = try blocks("toml", in: "MIGRATION.md")
  #expect(blocks.count == 8)
  for block in blocks {
    // One shows a diagonal swipe, of which `check` says what it costs.
    let found = headingsOfPart(Configuration.load(text: block, path: ""))
    #expect(found.filter { !$0.contains("is diagonal") } == [])
  }
}

extension GestureBinding {
  fileprivate var hasAction: Bool {
    !actions.sets.isEmpty || !actions.lasting.isEmpty
  }
}
