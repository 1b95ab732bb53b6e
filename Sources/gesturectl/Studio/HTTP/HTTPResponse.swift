import ControlProtocol

/// A response, with the headers that all responses have.
struct HTTPResponse {
  /// The code and the reason.
  enum Status: String {
    case ok = "200 OK"
    case noContent = "204 No Content"
    case badRequest = "400 Bad Request"
    case forbidden = "403 Forbidden"
    case notFound = "404 Not Found"
    case tooLarge = "413 Content Too Large"
    case unprocessable = "422 Unprocessable Content"
  }

  var status: Status
  var type = "text/plain; charset=utf-8"
  var body: [UInt8] = []
  var headers: [(name: String, value: String)] = []

  /// The policy of the page: no foreign resources, frames, forms or inline scripts.
  static let contentSecurityPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  private static let always = [
    ("Content-Security-Policy", contentSecurityPolicy), ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"), ("Cache-Control", "no-store"),
    ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
  ]

  /// The response to a stranger. It has no text, so that a stranger does not learn which program this is.
  static let forbidden = HTTPResponse(status: .forbidden)

  static func text(_ status: Status, _ text: String) -> HTTPResponse {
    HTTPResponse(status: status, body: Array((text + "\n").utf8))
  }

  static func json(_ bytes: [UInt8]) -> HTTPResponse {
    HTTPResponse(status: .ok, type: "application/json", body: bytes)
  }
  static func json<Failure>(
    _ write: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) -> HTTPResponse {
    json(try JSONWriter.bytes(write))
  }

  /// The head of the event stream, a response that does not end.
  static var eventStreamHead: [UInt8] {
    head(of: .ok, [("Content-Type", "text/event-stream"), ("Connection", "close")])
  }

  var bytes: [UInt8] {
    let own = [("Content-Type", type), ("Content-Length", "\(body.count)")]
    return Self.head(of: status, own + headers) + body
  }

  private static func head(of status: Status, _ headers: [(String, String)]) -> [UInt8] {
    var text = "HTTP/1.1 \(status.rawValue)\r\n"
    for (name, value) in headers + always { text += "\(name): \(value)\r\n" }
    return Array((text + "\r\n").utf8)
  }
}
