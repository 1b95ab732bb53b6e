import Foundation
import GestureConfig
import GestureCore
import Testing

/// What the code cites of docs/specification is there, and the tables there are those of the program.
struct SpecificationTests {
  private let recognizers: Specification
  private let interface: Specification

  init() throws {
    recognizers = try Specification("recognizers.md")
    interface = try Specification("interface.md")
  }

  private static let endings = ["swift", "h", "c", "cpp", "py", "lua", "tsv", "md", "service"]

  private var citing: [SourceFile] {
    ["Sources", "Tests", "plugin", "scripts", "vm", "Benchmarks", "systemd", "docs"]
      .flatMap { Repository.files($0) }
      .filter { file in
        Self.endings.contains((file.path as NSString).pathExtension)
          && !file.path.hasPrefix("Tests/RepositoryTests/")
      }
  }

  @Test func `each section that is cited exists`() {
    #expect(recognizers.sections.isSuperset(of: ["0", "1.5", "3.7", "8"]))
    #expect(recognizers.rules.contains("10"))
    let pages = [recognizers, interface]
    let citations = citing.filter { $0.text.contains("§") }
    #expect(citations.count > 50)
    let dead = citations.flatMap { file in
      Rule.deadSections(
        in: file, pages: pages,
        default: file.path == "docs/specification/interface.md" ? interface.name : recognizers.name)
    }
    #expect(dead == [])
  }

  @Test func `each source that is cited is in the table of sources`() throws {
    let keys = recognizers.sources
    #expect(keys.count > 20)
    let sources = Repository.files("Sources", "swift")
    #expect(sources.flatMap { Rule.deadSources(in: $0, keys: keys) } == [])
    let page = SourceFile(
      path: recognizers.name, text: try Repository.text("docs/specification/recognizers.md"))
    #expect(Rule.deadSources(in: page, keys: keys, isText: true) == [])
  }

  /// Keys of several types that stand in §4.0.
  private var common: [String: [String]] { Self.defaults(recognizers.table(below: "Common to all")) }

  private static func defaults(_ table: [[String]]) -> [String: [String]] {
    var found: [String: [String]] = [:]
    for row in table where row.count >= 3 && row[0].hasPrefix("`") {
      found[row[0].replacing("`", with: "")] = row[1...2].map { $0.replacing("`", with: "") }
    }
    return found
  }

  /// Headings of §4 that are types, as `Long press` or `Edge pan`; a type may be written as its word, too: `Tap-drag`.
  private func written(_ type: GestureType) -> [String: [String]] {
    [type.rawValue.replacing("-", with: " "), type.rawValue]
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }
      .lazy.map { Self.defaults(recognizers.table(below: $0)) }.first { !$0.isEmpty } ?? [:]
  }

  @Test func `the types of the specification are found`() {
    #expect(GestureType.allCases.filter { !written($0).isEmpty }.count >= 16)
  }

  /// A type that is newer than the specification has no section there; docs/recognizers.md describes it.
  @Test(arguments: GestureType.allCases) func `the defaults in the specification are the program's`(
    type: GestureType
  ) {
    let written = written(type)
    guard !written.isEmpty else { return }
    var own: [String: [String]] = [:]
    for key in type.keys {
      let values = [DeviceClass.touchscreen, .touchpad].map { key.written(in: type.defaults($0))?.toml ?? "" }
      if !values.contains("") && !key.isRequired { own[key.name.rawValue] = values }
    }
    for (name, values) in own {
      let stated = written[name] ?? common[name]
      #expect(
        stated == values,
        "docs/specification/recognizers.md §4, \(type.rawValue): the row is | `\(name)` | `\(values[0])` | `\(values[1])` | source |"
      )
    }
    #expect(Set(written.keys).subtracting(own.keys) == [], "§4 has keys that \(type.rawValue) does not")
  }

  @Test func `the table of types is the program's`() {
    let rows = interface.table(below: "Types and their keys").filter {
      $0[0].hasPrefix("`") && $0[0] != "`type`"
    }
    #expect(
      rows.map { $0[0].replacing("`", with: "") }.sorted() == GestureType.allCases.map(\.rawValue).sorted())
    for row in rows {
      guard let type = GestureType(rawValue: row[0].replacing("`", with: "")) else { continue }
      let stated = Set(row[1].matches(of: /`([a-z_]+)`/).map { String($0.1) })
      let own = Set(type.keys.map(\.name.rawValue))
      #expect(stated == own, "docs/specification/interface.md §2.2, \(type.rawValue)")
      if type != .sequence {
        #expect(row[2] == type.traits.states.map(\.rawValue).joined(separator: ", "), "\(type.rawValue)")
      }
    }
  }

  @Test func `a section, a rule and a source that are not there are found`() {
    let page = Specification(
      "recognizers.md",
      text:
        "# A\n\n## 2. B\n\n1. C\n\n### 2.1 D\n\n| `k` | 1 |\n\n## 8. E\n\n| key | w |\n|---|---|\n| AB, CD | x |\n"
    )
    let file = SourceFile(
      path: "a.swift",
      text: "// recognizers.md §2.1, §2.2 [AB][CD]\n// §2 rule 1 and §2 rule 2 [EF]\nlet x = y[GH]\n")
    #expect(page.table(below: "D") == [["`k`", "1"]])
    #expect(
      Rule.deadSections(in: file, pages: [page], default: page.name) == [
        "a.swift:1: recognizers.md has no §2.2", "a.swift:2: recognizers.md has no §2 rule 2",
      ])
    #expect(Rule.deadSources(in: file, keys: page.sources) == ["a.swift:2: no source [EF]"])
  }
}
