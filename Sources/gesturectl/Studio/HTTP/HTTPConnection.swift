import CEvdev
import Glibc

/// A connection of a browser: requests in, responses or one event stream out. Nothing is waited for.
final class HTTPConnection {
  let fd: Int32
  /// Whether the peer is of the user who runs this; others get 403 for whatever they send. The kernel is queried once, when
  /// a request has the right key: a stranger without it costs nothing.
  private(set) lazy var isOwnUser = PeerUser.id(of: fd) == getuid()
  /// It has sent a request with the right key or cookie.
  var isAdmitted = false
  /// Its last request is answered later; those after it wait, so that answers keep their order.
  var isWaiting = false
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
  /// Requests are answered only while less than this waits to be sent.
  private static let fullOutput = 256 << 10

  init(fd: Int32) { self.fd = fd }

  deinit { Glibc.close(fd) }

  /// For poll(2). What cannot be taken is not waited for.
  var interest: Int16 {
    let hasRoom = isStream || (input.count <= Self.mostInput && output.count < Self.fullOutput)
    return Int16((hasRoom ? POLLIN : 0) | (output.isEmpty ? 0 : POLLOUT))
  }

  /// The peer has closed both directions: no one reads an answer.
  func hangUp() { isGone = true }

  /// The longest request: it is read whole before it is answered.
  private static let mostInput = HTTPRequest.longestHead + HTTPRequest.headEnd.count + HTTPRequest.longestBody

  /// Takes what has come.
  func receive() {
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while input.count <= Self.mostInput {
      let count = unsafe recv(fd, &chunk, chunk.count, Int32(MSG_DONTWAIT))
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
    while !isStream && !isClosing && !isWaiting && output.count < Self.fullOutput {
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
      let count = unsafe output.withUnsafeBytes {
        unsafe Glibc.send(fd, $0.baseAddress!, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
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
