/// The characters that no output shows as they are, and their escape. Each kind of output has one function that uses it: `printable`
/// for terminals, logs and HTML, `JSONWriter` for JSON, and `TomlText` for TOML.
extension Unicode.Scalar {
  /// Whether the character is C0 (except the tab), DEL, C1, a separator of lines or paragraphs, or changes the text direction.
  package var isHidden: Bool {
    switch value {
    case 0..<0x09, 0x0a..<0x20, 0x7f..<0xa0, 0x061c, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x2069: true
    default: false
    }
  }

  /// Whether the character has no width, so that two names that look the same may differ.
  package var isZeroWidth: Bool {
    switch value {
    case 0xad, 0x200b...0x200d, 0x2060, 0xfeff: true
    default: false
    }
  }

  /// `\u001b`, as JSON and TOML write it.
  package var unicodeEscape: String {
    let digits = String(value, radix: 16)
    return "\\u" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
