import ControlProtocol

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
  var svg: String {
    var bytes = JSONWriter.bytes { $0.number((self * 100).rounded() / 100) }
    while bytes.contains(UInt8(ascii: ".")) && bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
