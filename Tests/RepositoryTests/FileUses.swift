/// Which files use which, read from their names.
///
/// It sees types that are declared at the top level, and functions and properties of the top level and of extensions whose name
/// no other file declares or has as a label. A member behind a type (`Type.name`) counts if the other file declares or extends
/// that type; one without (`.name`), if it is static. It does not see members whose name two files have, what stands in a
/// string, operators, and requirements that an extension adds to a protocol under a common name.
struct FileUses {
  private let files: [SourceFile]
  /// For each file, the files that it uses, each with a name that stands in both.
  private var uses: [[Int: String]]

  init(_ files: [SourceFile]) {
    self.files = files
    let words = files.map { Words(of: $0.text) }
    var owners = Owners()
    for index in files.indices { owners.add(words[index], of: index) }
    uses = words.indices.map { index in
      words[index].used.sorted().reduce(into: [:]) { found, name in
        if let owner = owners.file(of: name), owner != index, words[index].uses(name, of: words[owner]) {
          found[owner] = name
        }
      }
    }
  }

  var folders: Set<String> { Set(files.map(\.folder)) }

  /// Uses of a file in a folder that comes later in `order`, one line each.
  func upward(_ order: [String]) -> [String] {
    let place = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    return files.indices.flatMap { index in
      uses[index].compactMap { owner, name in
        let (from, to) = (place[files[index].folder] ?? -1, place[files[owner].folder] ?? -1)
        return to > from ? "\(files[index].path) uses \(name) of \(files[owner].path)" : nil
      }
    }.sorted()
  }

  /// The most files of which each uses each other, directly or through others: Tarjan's strongly connected components.
  var largestCircle: [String] {
    var numbers: [Int: Int] = [:]
    var open: [Int] = []
    var largest: [Int] = []
    /// Returns the least number of an open file that can be reached.
    func visit(_ file: Int) -> Int {
      let number = numbers.count
      numbers[file] = number
      open.append(file)
      var least = number
      for used in uses[file].keys {
        if let known = numbers[used] {
          if open.contains(used) { least = min(least, known) }
        } else {
          least = min(least, visit(used))
        }
      }
      if least == number, let start = open.firstIndex(of: file) {
        if open.count - start > largest.count { largest = Array(open[start...]) }
        open.removeSubrange(start...)
      }
      return least
    }
    for file in files.indices where numbers[file] == nil { _ = visit(file) }
    return largest.map { files[$0].path }.sorted()
  }
}

/// Which file declares a name.
private struct Owners {
  private var types: [String: Int] = [:]
  private var members: [String: Set<Int>] = [:]
  private var known: [String: Set<Int>] = [:]

  mutating func add(_ words: Words, of file: Int) {
    for name in words.types { types[name] = file }
    for name in words.members { members[name, default: []].insert(file) }
    for name in words.known { known[name, default: []].insert(file) }
  }

  /// nil if no file declares the name, or several do.
  func file(of name: String) -> Int? {
    if let file = types[name] { return file }
    guard let files = members[name], files.count == 1, known[name, default: []].isSubset(of: files) else {
      return nil
    }
    return files.first
  }
}

/// The words of one file by what they are.
private struct Words {
  /// Types of the top level that other files can use.
  private(set) var types: Set<String> = []
  /// Types inside others, and private ones: in this file, their names mean them.
  private(set) var ownTypes: Set<String> = []
  /// The types that the file extends.
  private(set) var extended: Set<String> = []
  /// Functions and properties of the top level and of extensions that other files can use, and those of a type itself.
  private(set) var members: Set<String> = []
  private(set) var statics: Set<String> = []
  /// All names that are declared or stand as a label.
  private(set) var known: Set<String> = []
  /// All words that are no label.
  var used: Set<String> { plain.union(implicit).union(qualified.keys) }
  private var plain: Set<String> = []
  /// Members without their type: `.name`.
  private var implicit: Set<String> = []
  /// Members behind a type: `Type.name`, the types by name.
  private var qualified: [String: Set<String>] = [:]
  private var isInExtension = false

  private static let typeWords: Set<String> = ["struct", "class", "enum", "protocol", "typealias"]
  private static let memberWords: Set<String> = ["func", "var", "let"]
  /// Words of the language that are names elsewhere.
  private static let keywords: Set<String> = ["set", "get", "willSet", "didSet"]

  init(of text: String) {
    for line in Self.code(of: text).split(separator: UInt8(ascii: "\n")) { add(line) }
  }

  /// Whether a name in this file can mean what `owner` declares.
  func uses(_ name: String, of owner: Words) -> Bool {
    if ownTypes.contains(name) && !types.contains(name) { return false }
    if plain.contains(name) || implicit.contains(name) && owner.statics.contains(name) { return true }
    return qualified[name].map { !$0.isDisjoint(with: owner.types.union(owner.extended)) } ?? false
  }

  private mutating func add(_ line: ArraySlice<UInt8>) {
    let found = Word.all(of: line).filter { !Self.keywords.contains($0.text) }
    let words = found.map(\.text)
    guard let first = words.first else { return }
    let indent = line.prefix { $0 == UInt8(ascii: " ") }.count
    if indent == 0 { isInExtension = words.contains("extension") }
    let labels = Set(found.filter { $0.role == .label }.map(\.text))
    known.formUnion(labels)
    for word in found where !labels.contains(word.text) { use(word) }
    // Cases of an enum; those of a switch have a colon, after which others' names are used.
    if first == "case" && !line.contains(UInt8(ascii: ":")) { known.formUnion(words) }
    let isHidden = words.contains("private") || words.contains("fileprivate")
    for (word, name) in zip(words, words.dropFirst()) {
      if word == "extension" { extended.insert(name) }
      if Self.typeWords.contains(word), !Self.memberWords.contains(name) {
        if indent == 0 && !isHidden { types.insert(name) } else { ownTypes.insert(name) }
      }
      if word == "for" || word == "case" { known.insert(name) }
      guard Self.memberWords.contains(word) else { continue }
      known.insert(name)
      guard !isHidden && (indent == 0 || indent == 2 && isInExtension) else { continue }
      members.insert(name)
      if words.contains("static") || words.contains("class") { statics.insert(name) }
    }
  }

  private mutating func use(_ word: Word) {
    switch word.role {
    case .plain: plain.insert(word.text)
    case .implicit: implicit.insert(word.text)
    case .member(let type): qualified[word.text, default: []].insert(type)
    case .label: break
    }
  }

  /// The text without comments and strings.
  private static func code(of text: String) -> [UInt8] {
    let (quote, slash, newline, escape) = (
      UInt8(ascii: "\""), UInt8(ascii: "/"), UInt8(ascii: "\n"), UInt8(ascii: "\\")
    )
    let bytes = Array(text.utf8) + [0, 0, 0]
    let end = bytes.count - 3
    var code: [UInt8] = []
    var place = 0
    while place < end {
      if bytes[place] == slash && bytes[place + 1] == slash {
        while place < end && bytes[place] != newline { place += 1 }
      } else if bytes[place] != quote {
        code.append(bytes[place])
        place += 1
      } else if bytes[place + 1] == quote && bytes[place + 2] == quote {
        place += 3
        while place < end
          && !(bytes[place] == quote && bytes[place + 1] == quote && bytes[place + 2] == quote)
        {
          place += 1
        }
        place += 3
      } else {
        place += 1
        while place < end && bytes[place] != quote && bytes[place] != newline {
          place += bytes[place] == escape ? 2 : 1
        }
        place += 1
      }
    }
    return code
  }
}

/// An identifier of a line.
private struct Word {
  enum Role: Equatable {
    /// An identifier in lower case that a colon follows at once.
    case label
    /// Behind a dot that nothing stands before.
    case implicit
    /// Behind a dot and the name of a type.
    case member(String)
    case plain
  }
  let text: String
  let role: Role

  static func all(of line: ArraySlice<UInt8>) -> [Word] {
    var all: [Word] = []
    var rest = line
    while let start = rest.firstIndex(where: isLetter) {
      rest = rest[start...]
      let word = rest.prefix { isLetter($0) || isDigit($0) }
      rest = rest[word.endIndex...]
      let isLabel = rest.first == UInt8(ascii: ":") && line[start] >= UInt8(ascii: "a")
      let role = isLabel ? .label : role(behind: line[..<start])
      all.append(Word(text: String(decoding: word, as: UTF8.self), role: role))
    }
    return all
  }

  private static func role(behind text: ArraySlice<UInt8>) -> Role {
    guard text.last == UInt8(ascii: ".") else { return .plain }
    let before = text.dropLast()
    guard let last = before.last else { return .plain }
    // A dot at the beginning of a line goes on with the expression above it.
    if [UInt8(ascii: " "), UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "!"), UInt8(ascii: ",")]
      .contains(last)
    {
      return before.allSatisfy { $0 == UInt8(ascii: " ") } ? .plain : .implicit
    }
    let start = before.lastIndex { !isLetter($0) && !isDigit($0) }.map { $0 + 1 } ?? before.startIndex
    guard let first = before[start...].first, first >= UInt8(ascii: "A"), first <= UInt8(ascii: "Z") else {
      return .plain
    }
    return .member(String(decoding: before[start...], as: UTF8.self))
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") || byte == UInt8(ascii: "_")
  }
  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}
