// The keys of other programs and of other gesture types, each with the key to use instead.
extension Wording {
  /// The key to use instead of a word of another program or gesture type; nil if there is none among `known`.
  static func elsewhere(_ key: String, known: [String]) -> String? {
    suggestion(for: key, among: wordsElsewhere.keys.sorted()).flatMap { word in
      wordsElsewhere[word]?.first(where: known.contains)
    }
  }
  private static let wordsElsewhere = [
    "command": ["run"], "action": ["run"], "shell": ["run"], "sendkey": ["keys"], "shortcut": ["keys"],
    "recognized": ["began"], "recognised": ["began"], "update": ["changed"],
    "threshold": ["min_distance", "min_spread", "min_arc"], "application": ["when"], "app": ["when"],
  ]
}
