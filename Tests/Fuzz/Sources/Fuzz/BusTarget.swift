import Evdev
import Glibc

@testable import gestured

/// What the system bus may send, in pieces: each question is answered once, a signal counts only from logind, and the pieces make no
/// difference. The first byte says whether the bus accepts the client.
func testBus(_ bytes: UnsafePointer<UInt8>?, _ length: Int) -> Int32 {
  let input = Array(UnsafeBufferPointer(start: bytes, count: length))
  checkStrings(input)
  let isAccepted = input.first.map { $0 & 1 == 0 } ?? true
  let accepted = isAccepted ? Array("OK 1234deadbeef\r\n".utf8) : []
  let stream = accepted + input.dropFirst()
  let whole = FuzzBus.one.converse([stream])
  precondition(whole == FuzzBus.one.converse(busPieces(of: stream)), "another outcome in pieces")
  precondition(whole.answers == 2, "a question was answered \(whole.answers) times")
  return 0
}

/// A call is read as it was written, whatever its words are.
private func checkStrings(_ input: [UInt8]) {
  let words = input.split(separator: 0, maxSplits: 5).map { String(decoding: $0, as: UTF8.self) }
  guard words.count == 6 else { return }
  let call = BusMessage.call(words[0], words[1], words[2], words[3], [words[4], words[5]])
  let bytes = call.bytes(serial: 7)
  guard let size = try? BusMessage.size(bytes[...]), let read = try? BusMessage(bytes[...]) else {
    precondition(bytes.count > BusMessage.longest, "its own call is malformed")
    return
  }
  precondition(size == bytes.count && read.serial == 7)
  precondition(read.member == words[3] && read.path == words[1] && read.strings == [words[4], words[5]])
}

/// In sizes that follow from the bytes, at most some dozen.
private func busPieces(of stream: [UInt8]) -> [[UInt8]] {
  let size = max(1 + Int(stream.reduce(0) { $0 &+ $1 }) % 7, stream.count / 50)
  return stride(from: 0, to: stream.count, by: size).map { Array(stream[$0..<min($0 + size, stream.count)]) }
}

/// The daemon's client, connected to a socket that sends the input.
private final class FuzzBus {
  nonisolated(unsafe) static let one = FuzzBus()

  struct Outcome: Equatable {
    var answers = 0
    var process: Int32?
    var hint: Bool?
    var news: [SystemBus.News] = []
  }

  private let loop = EventLoop()
  private let path = "/tmp/gestured-fuzz-bus-\(getpid())"
  private let listener: Int32

  private init() {
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    unlink(path)
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) }
    }
    precondition(result == 0 && listen(listener, 8) == 0, "no socket for the bus")
  }

  func converse(_ pieces: [[UInt8]]) -> Outcome {
    var outcome = Outcome()
    let bus = SystemBus(loop: loop, address: path)
    bus.received = { outcome.news.append($0) }
    bus.process(of: ":1.12") {
      outcome.answers += 1
      outcome.process = $0
    }
    bus.lockedHint(of: SessionIdentity(name: "3", leader: 293)) {
      outcome.answers += 1
      outcome.hint = $0
    }
    let client = accept(listener, nil, nil)
    precondition(client >= 0, "the daemon does not connect")
    for piece in pieces {
      _ = piece.withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT)) }
      turn()
    }
    turn()
    bus.close()
    close(client)
    return outcome
  }

  /// As many turns as the longest input needs, of which the client reads 4 096 bytes each.
  private func turn() {
    for _ in 0..<3 {
      loop.schedule(after: 0) {}
      loop.turn()
    }
  }
}
