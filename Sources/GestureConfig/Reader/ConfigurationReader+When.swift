import GestureCore

// `when`: the values of the context.
extension ConfigurationReader {
  mutating func whenConditions(_ entry: Entry, of draft: Int) -> [WhenCondition] {
    let (conditions, keys) = whenConditions(entry)
    drafts[draft].contextKeys += keys
    return conditions
  }

  mutating func whenConditions(_ entry: Entry) -> (conditions: [WhenCondition], keys: [ContextKeyUse]) {
    guard case .table(let table) = entry.node.value else {
      wrongType(entry, takes: "a table of context values, for example { app = \"firefox\" }")
      return ([], [])
    }
    var conditions: [WhenCondition] = []
    var keys: [ContextKeyUse] = []
    for condition in table.entries {
      if condition.key.utf8.contains(0) {
        problem("`when` contains a NUL character (\\u0000)", at: condition.keyPosition)
        continue
      }
      keys.append((condition.key, condition.keyPosition))
      var values = condition
      var isNegated = false
      if case .table(let inner) = condition.node.value {
        guard inner.entries.count == 1, let not = inner["not"] else {
          problem(condition, "takes a string, a list, or { not = \"firefox\" }")
          continue
        }
        values = Entry(key: condition.key, keyPosition: not.keyPosition, node: not.node)
        isNegated = true
      }
      guard let texts = strings(values) else { continue }
      checkValues(texts, of: condition.key)
      countGlobs(texts)
      conditions.append(
        WhenCondition(
          key: condition.key, values: texts.map { ContextKey.canonical(condition.key, $0.text) },
          isNegated: isNegated, initial: ContextKey(rawValue: condition.key)?.unset))
    }
    return (conditions, keys)
  }

  /// Bytes of all globs of `when` with a star. A change of the context compares them with its values, which have 1 kB at most: that
  /// is 17 million steps, some 50 ms of the daemon.
  static let mostGlobBytes = 16 << 10

  private mutating func countGlobs(_ texts: [(text: String, position: SourcePosition)]) {
    for (text, position) in texts where text.utf8.contains(UInt8(ascii: "*")) {
      let isWithin = globBytes <= Self.mostGlobBytes
      globBytes += text.utf8.count
      if isWithin, globBytes > Self.mostGlobBytes {
        problem(
          "the globs of `when` have more than \(Self.mostGlobBytes) bytes together, and each change of the context compares them all",
          at: position)
      }
    }
  }

  /// Reports a value that a key with fixed values can never have. A glob must match at least one of the fixed values.
  private mutating func checkValues(_ texts: [(text: String, position: SourcePosition)], of name: String) {
    guard let key = ContextKey(rawValue: name) else { return }
    for (text, position) in texts
    where !key.words.contains(where: { NamePattern(key.canonical(text)).matches($0) }) {
      problem("`\(key.rawValue)` is never \"\(text)\": it is \(key.choice)", at: position)
    }
  }
}
