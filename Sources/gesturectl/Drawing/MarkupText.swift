import ControlProtocol
import GestureConfig

extension String {
  /// Escaped for text and attributes of HTML and SVG, including control characters. A browser reads code points: a quote with
  /// a combining mark behind it, one `Character`, ends an attribute too.
  var escaped: String {
    var result = ""
    for scalar in printable.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Escapes a text of several lines.
  var escapedLines: String {
    split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { String($0).escaped }
      .joined(separator: "\n")
  }
}

extension Double {
  /// A number in SVG, with at most two decimals.
  var svg: String { spelled((self * 100).rounded() / 100) }
}
