/// What goes back to the browser, with the headers that every response has.
struct HTTPResponse {
  enum Status: Int {
    case ok = 200
    case noContent = 204
    case badRequest = 400
    case forbidden = 403
    case notFound = 404
    case tooLarge = 413
    case unprocessable = 422

    var reason: String {
      switch self {
      case .ok: "OK"
      case .noContent: "No Content"
      case .badRequest: "Bad Request"
      case .forbidden: "Forbidden"
      case .notFound: "Not Found"
      case .tooLarge: "Content Too Large"
      case .unprocessable: "Unprocessable Content"
      }
    }
  }

  var status: Status
  var type = "text/plain; charset=utf-8"
  var body: [UInt8] = []
  /// Further headers of this response.
  var headers: [(name: String, value: String)] = []

  /// Nothing is loaded from elsewhere, nothing is framed, no form is sent, no script stands in the page itself.
  static let contentSecurityPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  private static let always = [
    ("Content-Security-Policy", contentSecurityPolicy), ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"), ("Cache-Control", "no-store"),
    ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
  ]

  /// 403 has no text: a stranger does not learn what program this is.
  static let forbidden = HTTPResponse(status: .forbidden)

  static func text(_ status: Status, _ text: String) -> HTTPResponse {
    HTTPResponse(status: status, body: Array((text + "\n").utf8))
  }

  static func json(_ bytes: [UInt8]) -> HTTPResponse {
    HTTPResponse(status: .ok, type: "application/json", body: bytes)
  }

  /// For the browser to save; the name needs no escapes.
  func attached(as name: String) -> HTTPResponse {
    var response = self
    response.headers.append(("Content-Disposition", "attachment; filename=\"\(name)\""))
    return response
  }

  /// The head of a response that goes on until the connection is closed.
  static var eventStreamHead: [UInt8] {
    head(of: .ok, [("Content-Type", "text/event-stream"), ("Connection", "close")])
  }

  var bytes: [UInt8] {
    let own = [("Content-Type", type), ("Content-Length", "\(body.count)")]
    return Self.head(of: status, own + headers) + body
  }

  private static func head(of status: Status, _ headers: [(String, String)]) -> [UInt8] {
    var text = "HTTP/1.1 \(status.rawValue) \(status.reason)\r\n"
    for (name, value) in headers + always { text += "\(name): \(value)\r\n" }
    return Array((text + "\r\n").utf8)
  }
}
