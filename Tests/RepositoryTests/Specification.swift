import Foundation

/// One page of docs/specification: its numbered sections, the sources of its last one, and its tables.
struct Specification {
  let name: String
  /// `3.7` of `### 3.7 The standard conflicts`.
  let sections: Set<String>
  /// The rules of section 2, a numbered list.
  let rules: Set<String>
  private let text: String

  init(_ name: String) throws {
    self.init(name, text: try Repository.text("docs/specification/" + name))
  }

  init(_ name: String, text: String) {
    self.name = name
    self.text = text
    sections = Set(text.matches(of: /(?m)^##+ ([0-9]+(?:\.[0-9]+)?)\.?[ ]/).map { String($0.1) })
    let list = Self.body(of: "## 2. ", in: text) ?? ""
    rules = Set(list.matches(of: /(?m)^([0-9]+)\.[ ]/).map { String($0.1) })
  }

  /// The keys of the table of sources; a row may have several.
  var sources: Set<String> {
    guard let section = body(of: "## 8. ") else { return [] }
    return Set(
      rows(in: section).flatMap { $0[0].split(separator: ", ") }.map { String($0) }.filter { $0 != "key" })
  }

  /// The cells of the rows of the table below the heading `title`, up to the next heading.
  func table(below title: String) -> [[String]] {
    for line in text.components(separatedBy: "\n") where line.hasPrefix("#") {
      let own = line.drop { $0 == "#" }.drop { " 0123456789.".contains($0) }
      if own == title, let section = body(of: line) { return rows(in: section) }
    }
    return []
  }

  private func body(of heading: String) -> String? { Self.body(of: heading, in: text) }

  private static func body(of heading: String, in text: String) -> String? {
    guard let start = text.range(of: "\n" + heading) else { return nil }
    let rest = text[start.upperBound...].drop { $0 != "\n" }
    return String(rest).components(separatedBy: "\n#")[0]
  }

  /// A pipe that a backslash precedes is part of its cell.
  private func rows(in section: String) -> [[String]] {
    section.components(separatedBy: "\n").filter { $0.hasPrefix("| ") }.map { line in
      line.replacing("\\|", with: "\u{1}").split(separator: "|", omittingEmptySubsequences: false)
        .dropFirst().dropLast()
        .map { $0.trimmingCharacters(in: .whitespaces).replacing("\u{1}", with: "|") }
    }
  }
}

extension Rule {
  /// The first byte of `§`.
  private static let sign: UInt8 = 0xC2

  /// `recognizers.md §3.7`; `§4.4` alone is of the page that the line names before it, else of `page`.
  static func deadSections(in file: SourceFile, pages: [Specification], default page: String) -> [String] {
    file.lines.enumerated().flatMap { number, line -> [String] in
      // A regular expression takes a hundred times as long as the search for a character.
      guard line.utf8.contains(sign) else { return [] }
      var name = page
      var found: [String] = []
      for match in line.matches(of: /([a-z]+\.md)|§([0-9]+(?:\.[0-9]+)?)(?: rule ([0-9]+))?/) {
        if let named = match.1 { name = String(named) }
        guard let section = match.2.map(String.init), let page = pages.first(where: { $0.name == name })
        else {
          continue
        }
        let rule = match.3.map(String.init)
        if page.sections.contains(section), rule.map(page.rules.contains) ?? true { continue }
        found.append(
          "\(file.path):\(number + 1): \(name) has no §\(section)\(rule.map { " rule \($0)" } ?? "")")
      }
      return found
    }
  }

  /// `[LIN]` in a comment or in the specification itself.
  static func deadSources(in file: SourceFile, keys: Set<String>, isText: Bool = false) -> [String] {
    file.lines.enumerated().flatMap { number, line -> [String] in
      guard line.utf8.contains(UInt8(ascii: "[")) else { return [] }
      let parts = line.components(separatedBy: "//")
      let prose = isText ? line : parts.dropFirst().joined(separator: "//")
      return prose.matches(of: /\[([A-Z][A-Z0-9]{1,4}|\$1|1E)\]/).map { String($0.1) }
        .filter { !keys.contains($0) && !["TAG", "KEY"].contains($0) }
        .map { "\(file.path):\(number + 1): no source [\($0)]" }
    }
  }
}
