/// A browser's request, read completely before it is used. Every part has a size limit.
struct HTTPRequest: Equatable {
  var method: String
  /// The path without the query.
  var path: String
  var query: [String: String] = [:]
  /// The headers by name in lower case.
  var headers: [String: String] = [:]
  var body: [UInt8] = []

  /// Bytes of the lines before the body.
  static let longestHead = 16 << 10
  static let mostHeaders = 64
  static let headEnd = Array("\r\n\r\n".utf8)
  /// Bytes. A configuration has at most 1 MiB, and the page sends far less.
  static let longestBody = 64 << 10

  /// Why a request is refused. The connection is then closed.
  enum Failure: Error, Equatable {
    /// Also for chunked bodies and HTTP/1.0, which no browser sends to this page.
    case malformed
    case tooLarge
  }

  /// Removes the first complete request from the bytes received.
  ///
  /// - Returns: nil until it is complete.
  static func take(from bytes: inout [UInt8]) throws(Failure) -> HTTPRequest? {
    guard let end = endOfHead(bytes) else {
      // The limit excludes a part of the end that may already have arrived.
      if bytes.count > longestHead + headEnd.count - 1 { throw .tooLarge }
      return nil
    }
    guard end.lowerBound <= longestHead else { throw .tooLarge }
    var request = try HTTPRequest(head: bytes[..<end.lowerBound])
    let length = try request.bodyLength()
    guard bytes.count - end.upperBound >= length else { return nil }
    request.body = Array(bytes[end.upperBound..<end.upperBound + length])
    bytes.removeFirst(end.upperBound + length)
    return request
  }

  /// The position of the first empty line.
  ///
  /// It replaces `firstRange(of:)`, which would take seconds for a head that arrives byte by byte.
  private static func endOfHead(_ bytes: [UInt8]) -> Range<Int>? {
    var next = headEnd.count - 1
    while next < bytes.count {
      let last = bytes[next]
      // If this byte cannot be in either form of the end, the search skips ahead.
      if last != 0x0A && last != 0x0D {
        next += headEnd.count
      } else if last == 0x0A, bytes[next - 1] == 0x0D, bytes[next - 2] == 0x0A, bytes[next - 3] == 0x0D {
        return next - headEnd.count + 1..<next + 1
      } else {
        next += 1
      }
    }
    return nil
  }

  private init(head: ArraySlice<UInt8>) throws(Failure) {
    guard let text = String(validating: head, as: UTF8.self), !text.utf8.contains(0) else { throw .malformed }
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[1].first == "/", words[2] == "HTTP/1.1" else { throw .malformed }
    method = String(words[0])
    let parts = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(parts[0])
    if parts.count > 1 { query = Self.query(parts[1]) }
    guard lines.count - 1 <= Self.mostHeaders else { throw .tooLarge }
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":"), colon != line.startIndex,
        !line[..<colon].contains(where: \.isWhitespace)
      else { throw .malformed }
      let name = line[..<colon].lowercased()
      // Two headers of one name allow request smuggling.
      guard headers[name] == nil else { throw .malformed }
      headers[name] = line[line.index(after: colon)...].trimmed
    }
  }

  private func bodyLength() throws(Failure) -> Int {
    if headers["transfer-encoding"] != nil { throw .malformed }
    guard let text = headers["content-length"] else { return 0 }
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(text) else {
      throw .malformed
    }
    guard length <= Self.longestBody else { throw .tooLarge }
    return length
  }

  /// Parses a query: `a=1&b=2`. Only spaces and letters of gesture names are escaped.
  private static func query(_ text: Substring) -> [String: String] {
    let pairs = text.split(separator: "&").map { pair in
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (decoded(sides[0]), sides.count > 1 ? decoded(sides[1]) : "")
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest.removeFirst(2)
      } else {
        bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The value of `?number=`, which counts from 1 and has a limit far below that of an integer.
  var number: Int? {
    query["number"].flatMap { Int($0) }.flatMap { (1...1_000_000_000).contains($0) ? $0 : nil }
  }

  func cookie(_ name: String) -> String? {
    let (start, pairs) = ("\(name)=", (headers["cookie"] ?? "").split(separator: ";").map(\.trimmed))
    return pairs.first { $0.hasPrefix(start) && $0 != start }.map { String($0.dropFirst(start.count)) }
  }
}
