import CFuzz
import Glibc

@testable import gesturectl

/// What a browser sends to the page of `studio`. The reader takes no byte that is not there and leaves the others as they
/// are; each whole request is answered once, in order; and the pieces in which it comes make no difference.
func testHTTP(_ bytes: UnsafePointer<UInt8>?, _ length: Int) -> Int32 {
  let input = Array(UnsafeBufferPointer(start: bytes, count: length))
  let whole = read([input])
  let pieces = pieces(of: input)
  let parts = read(pieces)
  precondition(whole.requests == parts.requests, "other requests in pieces")
  precondition(whole.failure == parts.failure, "another failure in pieces")
  check(whole.requests)
  let once = converse([input])
  precondition(once.bytes == converse(pieces).bytes, "other answers in pieces")
  check(once, whole)
  return 0
}

/// In sizes that follow from the bytes: mostly a few at a time, and no more than some hundred pieces.
private func pieces(of input: [UInt8]) -> [[UInt8]] {
  var hash = input.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  let most = max([1, 2, 7, 100, 1000][Int(hash % 5)], input.count / 200)
  var pieces: [[UInt8]] = []
  var rest = input[...]
  while !rest.isEmpty {
    hash = hash &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let size = 1 + Int(hash >> 33) % most
    pieces.append(Array(rest.prefix(size)))
    rest = rest.dropFirst(size)
  }
  return pieces
}

// MARK: The reader

private struct Outcome {
  var requests: [HTTPRequest] = []
  var failure: HTTPRequest.Failure?
}

private func read(_ pieces: [[UInt8]]) -> Outcome {
  var outcome = Outcome()
  var input: [UInt8] = []
  for piece in pieces {
    input += piece
    do throws(HTTPRequest.Failure) {
      while true {
        let before = input
        let request = try HTTPRequest.take(from: &input)
        guard let request else {
          precondition(input == before, "bytes of half a request were taken")
          break
        }
        precondition(before.suffix(input.count).elementsEqual(input), "what is left was changed")
        precondition(before.count - input.count >= request.body.count + 18, "more was read than taken")
        outcome.requests.append(request)
      }
    } catch {
      outcome.failure = error
      return outcome
    }
  }
  return outcome
}

private func check(_ requests: [HTTPRequest]) {
  for request in requests {
    precondition(request.path.first == "/" && !request.path.contains("?"))
    precondition(request.headers.count <= HTTPRequest.mostHeaders)
    precondition(request.body.count <= HTTPRequest.longestBody)
    for name in request.headers.keys { precondition(!name.isEmpty && !name.contains { $0.isWhitespace }) }
    // The cookie and the token are of 256 random bits.
    precondition(!Page.admission.admits(request), "a stranger is admitted")
  }
}

// MARK: The connection and the page

/// A page with a recording and a configuration that nothing can write. Each input gets it anew.
private enum Page {
  nonisolated(unsafe) static let state: StudioState = {
    guard
      var state = try? StudioState(
        replay: memory("recording.evemu", recording), config: memory("config.toml", configuration),
        socket: nil)
    else { preconditionFailure("no page") }
    try? state.replay(atOnce: true)
    _ = state.take()
    precondition(state.model.count > 0, "the recording has no touches")
    return state
  }()
  static let admission = Admission(port: 8080)

  /// The path of a file that is in no directory.
  private static func memory(_ name: String, _ text: String) -> String {
    let file = gestured_fuzz_file(name)
    let bytes = Array(text.utf8)
    precondition(file >= 0 && write(file, bytes, bytes.count) == bytes.count)
    return "/proc/self/fd/\(file)"
  }

  private static let configuration = """
    [[gesture]]
    name = "tap"
    type = "tap"
    fingers = 1
    """

  private static let recording = """
    # EVEMU 1.3
    N: pad
    I: 0018 06cb 7a13 0001
    P: 05 00 00 00 00 00 00 00
    B: 00 0b 00 00 00 00 00 00 00
    B: 03 03 00 00 00 00 80 60 02
    A: 00 0 4000 0 0 40
    A: 01 0 2800 0 0 40
    A: 2f 0 4 0 0 0
    A: 35 0 4000 0 0 40
    A: 36 0 2800 0 0 40
    A: 39 0 65535 0 0 0
    E: 0.000001 0003 002f 0000
    E: 0.000001 0003 0039 0001
    E: 0.000001 0003 0035 1000
    E: 0.000001 0003 0036 1000
    E: 0.000001 0000 0000 0000
    E: 0.080000 0003 0035 1002
    E: 0.080000 0000 0000 0000
    E: 0.090000 0003 0039 -1
    E: 0.090000 0000 0000 0000

    """
}

private struct Conversation {
  var bytes: [UInt8] = []
  var answers = 0
  var isStream = false
}

/// As `StudioLoop` serves a connection whose requests are all admitted.
private func converse(_ pieces: [[UInt8]]) -> Conversation {
  var ends: [Int32] = [-1, -1]
  precondition(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0, &ends) == 0)
  defer { close(ends[1]) }
  let connection = HTTPConnection(fd: ends[0])
  var state = Page.state
  var result = Conversation()
  for piece in pieces where !connection.isGone {
    precondition(send(ends[1], piece, piece.count, Int32(MSG_NOSIGNAL)) == piece.count)
    connection.receive()
    connection.answerEach { request in
      result.answers += 1
      answer(request, connection, &state)
    }
    repeat {
      connection.flush()
      result.bytes += received(ends[1])
    } while !connection.isIdle && !connection.isGone
  }
  result.isStream = connection.isStream
  result.bytes += received(ends[1])
  return result
}

private func answer(_ request: HTTPRequest, _ connection: HTTPConnection, _ state: inout StudioState) {
  switch (request.method, request.path) {
  case ("GET", "/"): connection.send(StudioRoutes.page(Page.admission))
  case ("GET", "/events"): connection.beginStream()
  // That is another program.
  case ("GET", "/doctor"): connection.send(HTTPResponse(status: .noContent))
  default: connection.send(StudioRoutes.answer(request, &state))
  }
}

private func received(_ socket: Int32) -> [UInt8] {
  var all: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = recv(socket, &piece, piece.count, 0), count > 0 { all += piece[..<count] }
  return all
}

/// The answers are whole, as many as the requests, and one more for what cannot be read.
private func check(_ conversation: Conversation, _ outcome: Outcome) {
  let stream = outcome.requests.firstIndex { $0.method == "GET" && $0.path == "/events" }
  let expected = stream.map { $0 + 1 } ?? outcome.requests.count
  precondition(conversation.answers == expected, "\(conversation.answers) of \(expected) requests were given")
  precondition(conversation.isStream == (stream != nil))
  var rest = conversation.bytes[...]
  var count = 0
  while let end = rest.firstRange(of: HTTPRequest.headEnd) {
    let head = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
    precondition(head.hasPrefix("HTTP/1.1 "), "no answer: \(head)")
    let lines = head.split(separator: "\r\n").map(String.init)
    let length = lines.first { $0.hasPrefix("Content-Length: ") }.flatMap { Int($0.dropFirst(16)) }
    rest = rest[end.upperBound...].dropFirst(length ?? 0)
    count += 1
  }
  precondition(rest.isEmpty, "half an answer")
  precondition(count == expected + (outcome.failure != nil && stream == nil ? 1 : 0), "\(count) answers")
}
