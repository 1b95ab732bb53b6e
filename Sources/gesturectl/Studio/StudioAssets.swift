import CPages

/// The files of the page, which the program carries (`CPages`).
enum StudioAssets {
  /// The types by the end of the name, without the page itself.
  private static let types = [
    "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "svg": "image/svg+xml",
  ]

  static func response(_ path: String) -> HTTPResponse? {
    guard path.hasPrefix("/"), let type = path.split(separator: ".").last.flatMap({ types[String($0)] })
    else { return nil }
    return text(path).map { HTTPResponse(status: .ok, type: type, body: Array($0.utf8)) }
  }

  /// A file that is named in the code. A test reads each.
  static func known(_ name: String) -> String {
    guard let text = text(name) else { preconditionFailure("no page \(name)") }
    return text
  }

  private static func text(_ name: String) -> String? {
    // The text is a constant of the program, which ends with a NUL.
    unsafe gestured_page(name).map { unsafe String(cString: $0) }
  }
}
