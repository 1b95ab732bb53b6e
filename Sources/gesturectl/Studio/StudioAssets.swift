/// The page's files, embedded in the program (Package.swift, `Studio/Page`).
enum StudioAssets {
  private static let modules: [String: [UInt8]] = [
    "/main.js": PackageResources.main_js,
    "/dom.js": PackageResources.dom_js,
    "/server.js": PackageResources.server_js,
    "/pad.js": PackageResources.pad_js,
    "/see.js": PackageResources.see_js,
    "/bar.js": PackageResources.bar_js,
    "/range.js": PackageResources.range_js,
    "/bind.js": PackageResources.bind_js,
    "/action.js": PackageResources.action_js,
    "/tune.js": PackageResources.tune_js,
    "/system.js": PackageResources.system_js,
    "/keys.js": PackageResources.keys_js,
    "/zone.js": PackageResources.zone_js,
  ]

  static func response(_ path: String) -> HTTPResponse? {
    switch path {
    case "/studio.css": file(PackageResources.studio_css, "text/css; charset=utf-8")
    // The same colours and pad as on the report's page.
    case "/pad.css": file(PackageResources.pad_css, "text/css; charset=utf-8")
    case "/icon.svg": file(PackageResources.icon_svg, "image/svg+xml")
    default: modules[path].map { file($0, "text/javascript; charset=utf-8") }
    }
  }

  /// - Parameter token: the token that replaces `TOKEN` in the page.
  static func page(token: String) -> HTTPResponse {
    let text = String(decoding: PackageResources.index_html, as: UTF8.self)
    let parts = text.split(separator: "TOKEN", maxSplits: 1, omittingEmptySubsequences: false)
    return file(Array(parts.joined(separator: token).utf8), "text/html; charset=utf-8")
  }

  private static func file(_ bytes: [UInt8], _ type: String) -> HTTPResponse {
    HTTPResponse(status: .ok, type: type, body: bytes)
  }
}
