extension StringProtocol {
  /// The text without blanks at both ends.
  var trimmed: String {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return String(text)
  }
}
