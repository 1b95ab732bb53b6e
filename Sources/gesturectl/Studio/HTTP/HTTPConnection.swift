import CEvdev
import Glibc

/// A browser's connection: requests in, responses or one event stream out. Never blocks.
final class HTTPConnection {
  let fd: Int32
  /// Whether the peer is this user; others get 403. The kernel is queried once, after a request with the right key, so strangers
  /// cost nothing.
  private(set) lazy var isOwnUser = PeerUser.id(of: fd) == getuid()
  /// Whether it has sent a request with the right key or cookie.
  var isAdmitted = false
  /// Whether its last request is answered later. Requests after it wait, so that answers keep their order.
  var isWaiting = false
  private var input: [UInt8] = []
  private var output: [UInt8] = []
  private(set) var isClosing = false
  private(set) var isGone = false
  /// Whether it receives events. It then accepts no more requests.
  private(set) var isStream = false
  /// The time of the last byte in either direction, µs.
  private(set) var lastActive = gestured_now()

  /// Bytes of unsent output at which a connection is closed. The page connects again.
  private static let mostOutput = 4 << 20
  /// Bytes of unsent output at which no more requests are answered.
  private static let fullOutput = 256 << 10

  init(fd: Int32) { self.fd = fd }

  deinit { Glibc.close(fd) }

  var interest: Int16 {
    let hasRoom = isStream || (input.count <= Self.mostInput && output.count < Self.fullOutput)
    return Int16((hasRoom ? POLLIN : 0) | (output.isEmpty ? 0 : POLLOUT))
  }

  /// Whether no byte has been received or sent for more than `patience` µs. A page that receives events, or waits for its answer,
  /// is never idle.
  func isIdle(for patience: Int64, at now: Int64) -> Bool {
    !isStream && !isWaiting && now - lastActive > patience
  }

  /// Notes that the peer has closed both directions, so that an answer would not be read.
  func hangUp() { isGone = true }

  /// Bytes of the longest request, which is buffered whole.
  private static let mostInput = HTTPRequest.longestHead + HTTPRequest.headEnd.count + HTTPRequest.longestBody

  func receive() {
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while input.count <= Self.mostInput {
      let count = receiveBytes(fd, into: &chunk)
      if count < 0 && errno == EAGAIN { break }
      guard count > 0 else {
        isGone = true
        break
      }
      lastActive = gestured_now()
      if !isStream && !isClosing { input += chunk[..<count] }
    }
  }

  /// Passes each complete request to `answer`, in order, until one starts the stream or ends the connection. A malformed request
  /// is refused and ends the connection.
  func answerEach(_ answer: (HTTPRequest) -> Void) {
    while !isStream && !isClosing && !isWaiting && output.count < Self.fullOutput {
      do throws(HTTPRequest.Failure) {
        guard let request = try HTTPRequest.take(from: &input) else { return }
        answer(request)
      } catch { send(HTTPResponse(status: error == .tooLarge ? .tooLarge : .badRequest), isLast: true) }
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

  /// Sends one server-sent event. JSON on one line has no line ends to escape.
  func send(event: String, _ json: [UInt8]) {
    guard isStream, !isGone else { return }
    output += Array("event: \(event)\ndata: ".utf8) + json + Array("\n\n".utf8)
    if output.count > Self.mostOutput { isGone = true }
    flush()
  }

  /// Whether all output has been sent, so that the next picture can be sent.
  var isIdle: Bool { output.isEmpty }

  func flush() {
    while !output.isEmpty {
      let count = sendBytes(output[...], to: fd, flags: Int(MSG_DONTWAIT))
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
