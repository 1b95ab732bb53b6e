import Foundation

/// The rules of ARCHITECTURE.md and CONTRIBUTING.md as functions from text to violations, one line each.
enum Rule {
  /// Which modules each target may import, from the table of targets: the backticked names of its last column.
  static func allowedImports(architecture: String) -> [String: Set<String>] {
    var table: [String: Set<String>] = [:]
    for line in architecture.components(separatedBy: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 3 else { continue }
      for target in quoted(cells[0]) { table[target] = Set(quoted(cells[2])) }
    }
    return table
  }

  /// The folders of each target in their order, from the table under "The folders of each target". A target may have several rows.
  static func folders(architecture: String) -> [String: [String]] {
    guard let section = architecture.range(of: "## The folders of each target\n") else { return [:] }
    var folders: [String: [String]] = [:]
    for line in architecture[section.upperBound...].components(separatedBy: "\n## ")[0].components(
      separatedBy: "\n") where line.hasPrefix("| `")
    {
      let cells = line.split(separator: "|").map(String.init)
      guard cells.count == 2, let target = quoted(cells[0]).first else { continue }
      // `when` and other words of the program are no names of folders.
      folders[target, default: []] += quoted(cells[1]).filter {
        $0 == target || $0.first?.isUppercase == true
      }
    }
    return folders
  }

  private static func quoted(_ cell: String) -> [String] {
    cell.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
  }

  static func imports(of file: SourceFile) -> [String] {
    file.lines.compactMap { line in
      var words = line.split(separator: " ").map(String.init)
      while let first = words.first,
        first.hasPrefix("@") || first == "package" || first == "internal" || first == "private"
      {
        words.removeFirst()
      }
      guard words.first == "import", words.count >= 2 else { return nil }
      let kinds: Set<String> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
      let module = kinds.contains(words[1]) && words.count > 2 ? words[2] : words[1]
      return module.split(separator: ".").first.map(String.init)
    }
  }

  static func forbiddenImports(in file: SourceFile, allowed: Set<String>) -> [String] {
    imports(of: file).filter { !allowed.contains($0) }.map { "\(file.path) imports \($0)" }
  }

  /// Names without a meaning: a type or file with one of these has no clear purpose.
  static let refusedNames: Set<String> = ["Manager", "Helper", "Util", "Common", "Info"]

  /// A declaration whose name contains a refused word.
  private static var declarations: Expression {
    Expression(
      #"\<(struct|class|enum|protocol|actor|typealias|extension)[[:space:]]+"#
        + "([A-Za-z_]*(\(refusedNames.joined(separator: "|")))[A-Za-z_]*)")
  }

  static func refusedNames(in file: SourceFile) -> [String] {
    var found: [String] = []
    let stem = (file.name as NSString).deletingPathExtension
    if !refusedNames.isDisjoint(with: words(of: stem)) { found.append("\(file.path): the file's name") }
    for line in declarations.lines(in: file.text)
    where !line.text.trimmingCharacters(in: .whitespaces).hasPrefix("//") {
      guard !refusedNames.isDisjoint(with: words(of: line.groups[2])) else { continue }
      found.append("\(file.path):\(line.number): \(line.groups[2])")
    }
    return found
  }

  /// "DeviceInfos" → Device, Info: the words of a camel-case name, without a plural s.
  static func words(of name: String) -> Set<String> {
    Set(
      name.matches(of: /[A-Z][a-z]*/).map {
        String($0.0).hasSuffix("s") ? String($0.0.dropLast()) : String($0.0)
      })
  }

  /// `make X`, in backticks or an indented line of a document, that the Makefile does not have.
  static func unknownCommands(in document: SourceFile, makefile: String) -> [String] {
    let targets = Set(makefile.matches(of: /(?m)^([a-z][a-z-]*):/).map { String($0.1) })
    return document.text.matches(of: /(?m)(?:^ {4}|`)make ([a-z][a-z-]*)/).map { String($0.1) }
      .filter { !targets.contains($0) }
      .map { "\(document.path): there is no `make \($0)`" }
  }

  /// Links of a document to files that do not exist, relative to the document: `[text](path)`.
  static func deadLinks(in document: SourceFile, exists: (String) -> Bool) -> [String] {
    let folder = document.path.split(separator: "/").dropLast()
    return document.text.matches(of: /\]\(([^)#:]+)\)/).map { String($0.1) }
      .filter { link in
        var path = folder
        for part in link.split(separator: "/") {
          if part == ".." { path = path.dropLast() } else { path.append(part) }
        }
        return !exists(path.joined(separator: "/"))
      }
      .map { "\(document.path): no file \($0)" }
  }

  /// Names of types, files and folders in backticks that the code does not have; NAME stands for any.
  static func unknownNames(in document: SourceFile, code: [SourceFile]) -> [String] {
    let named = Set(document.text.matches(of: /`(?:\w+\/)*([A-Z]+[a-z]\w+)[`.]/).map { String($0.1) })
    return named.filter { name in
      !name.hasPrefix("NAME")
        && !code.contains { $0.name.hasPrefix(name + ".") || $0.folder == name || $0.text.has(name) }
    }
    .sorted().map { "\(document.path): nothing is named \($0)" }
  }

  /// The words of docs/dev/terms.md that are not to be used: the backticked first column after "Words avoided".
  static func avoidedWords(terms: String) -> [String] {
    guard let section = terms.range(of: "## Words avoided\n") else { return [] }
    return terms[section.upperBound...].components(separatedBy: "\n## ")[0].components(separatedBy: "\n")
      .filter { $0.hasPrefix("| `") }.compactMap { quoted($0).first }
  }

  /// Lines that contain an avoided word as a whole word, in upper or lower case. `Wants=` of systemd is a key.
  static func avoided(_ words: [String], in files: [SourceFile]) -> [String] {
    let word = Expression(
      "(^|[^[:alnum:]_-])(\(words.joined(separator: "|")))($|[^[:alnum:]_=-])", ignoresCase: true)
    return files.flatMap { file in
      word.lines(in: file.text).map { "\(file.path):\($0.number): \($0.groups[2])" }
    }
  }

  /// Paths that exist on one machine only: a person's home, or the folder that this clone lies in.
  static func machinePaths(in file: SourceFile, top: String) -> [String] {
    let beside = (top as NSString).deletingLastPathComponent
    var refused = ["/" + "root/", top + "/"]
    if beside != "/" { refused.append(beside + "/shared") }
    let home = Expression("(^|[^A-Za-z0-9_.$}])/home/[a-z]+").lines(in: file.text)
    let machine = Expression(anyOf: refused).lines(in: file.text)
    return Set((home + machine).map(\.number)).sorted().map { "\(file.path):\($0)" }
  }

  /// The text of each block of a document that is fenced as `language`.
  static func blocks(_ language: String, in document: SourceFile) -> [String] {
    document.text.components(separatedBy: "```\(language)\n").dropFirst()
      .map { $0.components(separatedBy: "```")[0] }
  }

  static func tooLong(_ file: SourceFile, limit: Int) -> [String] {
    let count = file.lines.count - 1
    return count > limit ? ["\(file.path): \(count) lines"] : []
  }

  /// Lines of code (not comments) that contain one of these words.
  static func uses(_ words: [String], in file: SourceFile) -> [String] {
    Expression(anyOf: words).lines(in: file.text).compactMap { line in
      let code = line.text.components(separatedBy: "//")[0]
      return words.first(where: code.contains).map { "\(file.path):\(line.number): \($0)" }
    }
  }
}
