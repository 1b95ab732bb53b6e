/// Limits access to the browser that opened the first address, and to the page that it loaded from there.
///
/// `PeerUser` checks the peer's user. `Admission` refuses other pages in the same browser: their requests have a foreign Host
/// (DNS rebinding), a foreign Origin, or neither the cookie (SameSite=Strict) nor the token.
struct Admission {
  /// The key in the first address. A request with it gets the cookie.
  let key: String
  let session: String
  /// The token in the page, sent with every POST.
  let token: String
  let port: UInt16

  init(port: UInt16) {
    self.port = port
    (key, session, token) = (Self.random(), Self.random(), Self.random())
  }

  var address: String { "http://127.0.0.1:\(port)/?key=\(key)" }
  /// The cookie's name. It contains the port, because cookies belong to a host and other programs may use its other ports.
  private var cookieName: String { "gestured-studio-\(port)" }
  var cookie: String { "\(cookieName)=\(session); HttpOnly; SameSite=Strict; Path=/" }
  static let tokenHeader = "x-gestured-token"

  func admits(_ request: HTTPRequest) -> Bool {
    guard let host = request.headers["host"], ["127.0.0.1:\(port)", "localhost:\(port)"].contains(host) else {
      return false
    }
    if let origin = request.headers["origin"], origin != "http://\(host)" { return false }
    if let site = request.headers["sec-fetch-site"], site != "same-origin" && site != "none" { return false }
    switch request.method {
    case "GET":
      // The page of the first address sets the cookie.
      let given = request.path == "/" ? request.query["key"] : nil
      return given.map { Self.isSame($0, key) } ?? false || hasCookie(request)
    case "POST":
      let given = request.headers[Self.tokenHeader]
      return hasCookie(request) && request.headers["origin"] != nil
        && given.map { Self.isSame($0, token) } ?? false
    default: return false
    }
  }

  private func hasCookie(_ request: HTTPRequest) -> Bool {
    request.cookie(cookieName).map { Self.isSame($0, session) } ?? false
  }

  /// Compares in constant time.
  private static func isSame(_ given: String, _ expected: String) -> Bool {
    let (a, b) = (Array(given.utf8), Array(expected.utf8))
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// 256 random bits of the kernel, in hexadecimal.
  private static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in String(generator.next(), radix: 16).leading(16, "0") }.joined()
  }
}
