extension StringProtocol {
  /// The text without blanks at both ends.
  var trimmed: String {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return String(text)
  }

  /// The parts of `KEY=VALUE`; nil without a key. A value may begin with a combining mark, which is one `Character` with the sign
  /// before it.
  var keyAndValue: (key: String, value: String)? {
    let letters = unicodeScalars
    guard let sign = letters.firstIndex(of: "="), sign != letters.startIndex else { return nil }
    return (String(self[..<sign]), String(self[letters.index(after: sign)...]))
  }
}
