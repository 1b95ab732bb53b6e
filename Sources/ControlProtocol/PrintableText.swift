/// Escapes text from other sources before it is shown: device names, window titles, names of files and gestures, command output.
///
/// A terminal executes control characters, and in a log a line end is the end of an entry, so they become `\u{1b}` and the like.
/// JSON has its own escapes and does not use this.
extension String {
  package var printable: String {
    guard unicodeScalars.contains(where: { $0.isControl }) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.isControl {
        text += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension [UInt8] {
  package mutating func append(printable text: String) { append(contentsOf: text.printable.utf8) }
}

extension Unicode.Scalar {
  /// Whether the character is C0 (except the tab), DEL, C1, a separator of lines or paragraphs, or changes the text direction.
  fileprivate var isControl: Bool {
    switch value {
    case 0..<0x09, 0x0a..<0x20, 0x7f..<0xa0, 0x2028...0x202e, 0x2066...0x2069: true
    default: false
    }
  }
}
