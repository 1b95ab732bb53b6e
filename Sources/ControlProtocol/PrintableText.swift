import GestureCore

/// Escapes text from other sources before it is shown: device names, window titles, names of files and gestures, command output.
///
/// A terminal executes control characters, and in a log a line end is the end of an entry, so they become `\u{1b}` and the like.
/// JSON has its own escapes and does not use this.
extension String {
  package var printable: String {
    guard unicodeScalars.contains(where: { $0.isHidden }) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.isHidden {
        text += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
