import CEvdev
import Glibc

/// A connection of a browser: requests in, responses or one event stream out. Nothing is waited for.
final class HTTPConnection {
  let fd: Int32
  /// The peer is of the user who runs this; others get 403 for whatever they send.
  let isOwnUser: Bool
  private var input: [UInt8] = []
  private var output: [UInt8] = []
  private(set) var isClosing = false
  private(set) var isGone = false
  /// It takes events, and no more requests.
  private(set) var isStream = false
  /// When bytes last came or went, µs.
  private(set) var lastActive = gestured_now()

  /// A browser that takes nothing for so long is closed; the page connects again.
  private static let mostOutput = 4 << 20

  init(fd: Int32, isOwnUser: Bool) {
    self.fd = fd
    self.isOwnUser = isOwnUser
  }

  deinit { Glibc.close(fd) }

  /// For poll(2).
  var interest: Int16 { Int16(output.isEmpty ? POLLIN : POLLIN | POLLOUT) }

  /// The longest request: it is read whole before it is answered.
  private static let mostInput = HTTPRequest.longestHead + HTTPRequest.headEnd.count + HTTPRequest.longestBody

  /// Takes what has come.
  func receive() {
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while input.count <= Self.mostInput {
      let count = recv(fd, &chunk, chunk.count, Int32(MSG_DONTWAIT))
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EAGAIN { break }
      guard count > 0 else {
        isGone = true
        break
      }
      lastActive = gestured_now()
      // What comes after the request for the stream means nothing.
      if !isStream && !isClosing { input += chunk[..<count] }
    }
  }

  /// Gives each request that has come whole to `answer`, in order, until one begins the stream or is the last. What cannot
  /// be read is refused, and ends the connection.
  func answerEach(_ answer: (HTTPRequest) -> Void) {
    while !isStream && !isClosing {
      do throws(HTTPRequest.Failure) {
        guard let request = try HTTPRequest.take(from: &input) else { return }
        answer(request)
      } catch {
        send(HTTPResponse(status: error == .tooLarge ? .tooLarge : .badRequest), isLast: true)
      }
    }
  }

  func send(_ response: HTTPResponse, isLast: Bool = false) {
    output += response.bytes
    if isLast { isClosing = true }
    flush()
  }

  func beginStream() {
    isStream = true
    output += HTTPResponse.eventStreamHead
    flush()
  }

  /// One event of server-sent events; a line of JSON has no line ends.
  func send(event: String, _ json: [UInt8]) {
    guard isStream, !isGone else { return }
    output += Array("event: \(event)\ndata: ".utf8) + json + Array("\n\n".utf8)
    if output.count > Self.mostOutput { isGone = true }
    flush()
  }

  /// Nothing waits to be sent: the next picture is worth making.
  var isIdle: Bool { output.isEmpty }

  func flush() {
    while !output.isEmpty {
      let count = output.withUnsafeBytes {
        Glibc.send(fd, $0.baseAddress!, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EAGAIN { return }
      guard count > 0 else {
        isGone = true
        return
      }
      lastActive = gestured_now()
      output.removeFirst(count)
    }
    if isClosing { isGone = true }
  }
}
