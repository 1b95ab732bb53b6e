import GestureCore

/// Values in TOML syntax. A value has no character that the output would escape otherwise.
package enum TomlText {
  /// A quoted string.
  package static func string(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case "\r": quoted += "\\r"
      default:
        if scalar.isHidden { quoted += scalar.unicodeEscape } else { quoted.unicodeScalars.append(scalar) }
      }
    }
    return quoted + "\""
  }

  package static func list(_ texts: [String]) -> String {
    "[" + texts.map(string).joined(separator: ", ") + "]"
  }
}
