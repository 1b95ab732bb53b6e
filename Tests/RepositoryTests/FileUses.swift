/// Which files use which, read from their names.
///
/// It sees types that are declared at the top level, and functions and properties of the top level and of extensions whose name
/// no other file declares or has as a label. It does not see members whose name two files have, what stands in a string,
/// operators, and requirements that an extension adds to a protocol under a common name.
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
      words[index].used.reduce(into: [:]) { found, name in
        if let owner = owners.file(of: name), owner != index { found[owner] = name }
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
  private(set) var types: Set<String> = []
  /// Functions and properties of the top level and of extensions that other files can use.
  private(set) var members: Set<String> = []
  /// All names that are declared or stand as a label.
  private(set) var known: Set<String> = []
  /// All words that are no label.
  private(set) var used: Set<String> = []
  private var isInExtension = false

  private static let typeWords: Set<String> = ["struct", "class", "enum", "protocol", "typealias"]
  private static let memberWords: Set<String> = ["func", "var", "let"]

  init(of text: String) {
    for line in Self.code(of: text).split(separator: UInt8(ascii: "\n")) { add(line) }
  }

  private mutating func add(_ line: ArraySlice<UInt8>) {
    let (words, labels) = Self.words(of: line)
    guard let first = words.first else { return }
    let indent = line.prefix { $0 == UInt8(ascii: " ") }.count
    if indent == 0 { isInExtension = words.contains("extension") }
    known.formUnion(labels)
    used.formUnion(Set(words).subtracting(labels))
    // Cases of an enum; those of a switch have a colon, after which others' names are used.
    if first == "case" && !line.contains(UInt8(ascii: ":")) { known.formUnion(words) }
    let isHidden = words.contains("private") || words.contains("fileprivate")
    for (word, name) in zip(words, words.dropFirst()) {
      if indent == 0 && Self.typeWords.contains(word) { types.insert(name) }
      if word == "for" || word == "case" { known.insert(name) }
      guard Self.memberWords.contains(word) else { continue }
      known.insert(name)
      if !isHidden && (indent == 0 || indent == 2 && isInExtension) { members.insert(name) }
    }
  }

  /// The identifiers of a line, and those in lower case that a colon follows at once.
  private static func words(of line: ArraySlice<UInt8>) -> (all: [String], labels: Set<String>) {
    var (all, labels): ([String], Set<String>) = ([], [])
    var rest = line
    while let start = rest.firstIndex(where: isLetter) {
      rest = rest[start...]
      let word = rest.prefix { isLetter($0) || isDigit($0) }
      let text = String(decoding: word, as: UTF8.self)
      all.append(text)
      rest = rest[word.endIndex...]
      if rest.first == UInt8(ascii: ":") && line[start] >= UInt8(ascii: "a") { labels.insert(text) }
    }
    return (all, labels)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") || byte == UInt8(ascii: "_")
  }
  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
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
