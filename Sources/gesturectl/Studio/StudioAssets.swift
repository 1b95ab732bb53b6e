/// The files of the page as answers to requests.
enum StudioAssets {
  /// The types by the end of the name, without the page itself.
  private static let types = [
    "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "svg": "image/svg+xml",
  ]

  static func response(_ path: String) -> HTTPResponse? {
    guard path.hasPrefix("/"), let type = path.split(separator: ".").last.flatMap({ types[String($0)] })
    else { return nil }
    return PageFile.text(path).map { HTTPResponse(status: .ok, type: type, body: Array($0.utf8)) }
  }
}
