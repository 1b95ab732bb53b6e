import Glibc
import Testing
import Typing

@testable import gestured

/// The connection to gestured-typing, with a socket of the test in its place.
@Suite(.serialized)
struct TypingSourceTests {
  /// gestured-typing, which may be missing, not yet listening, or ended.
  private final class Server {
    private let socket: Int32
    private var client: Int32 = -1

    init(_ path: String) { socket = boundSocket(path, Int32(SOCK_STREAM.rawValue)) }

    deinit {
      end()
      close(socket)
    }

    func listen() { precondition(Glibc.listen(socket, 5) == 0) }

    /// Whether a client has come since the last call. It takes the place of the one before.
    func accepts() -> Bool {
      let accepted = accept(socket, nil, nil)
      guard accepted >= 0 else { return false }
      end()
      client = accepted
      _ = fcntl(client, F_SETFL, O_NONBLOCK)
      return true
    }

    func end() {
      if client >= 0 { close(client) }
      client = -1
    }

    func send(_ message: TypingMessage) {
      var byte = message.byte
      precondition(Glibc.write(client, &byte, 1) == 1)
    }

    /// The bytes of the client; nil if it has gone.
    func received() -> [UInt8]? {
      var bytes = [UInt8](repeating: 0, count: 16)
      let count = read(client, &bytes, bytes.count)
      return count == 0 ? nil : Array(bytes.prefix(max(0, count)))
    }
  }

  private final class Bench {
    let dispatch = DispatchBench()
    let source: TypingSource
    var messages: [TypingMessage] = []
    var losses = 0
    var path: String { dispatch.directory + "/typing" }
    var loop: EventLoop { dispatch.loop }

    init(firstPause: Int64 = 100_000) {
      setenv("GESTURED_TYPING_SOCKET", "\(dispatch.directory)/typing", 1)
      let loop = dispatch.loop
      source = TypingSource(
        loop: loop, log: dispatch.dispatcher.log, files: FileWatch(loop: loop), firstPause: firstPause)
      source.received = { [unowned self] in messages.append($0) }
      source.lost = { [unowned self] in losses += 1 }
    }

    func use(messages: Bool = true, modifiers: Bool = false, isRequired: Bool = false) {
      source.use(TypingSource.Need(messages: messages, modifiers: modifiers, isRequired: isRequired))
    }

    /// Turns the loop once, for at most 20 ms.
    func turn() {
      let limit = loop.schedule(after: 20_000) {}
      loop.turn()
      loop.cancel(limit)
    }

    var warnings: Int { dispatch.log.split(separator: "\n").count }
  }

  @Test func `it connects when a gesture needs it, and requests modifiers only for one that has them`() async
  {
    await #expect(processExitsWith: .success) {
      let bench = Bench()
      let server = Server(bench.path)
      server.listen()
      bench.use(messages: false)
      #expect(!server.accepts())
      bench.use()
      #expect(server.accepts() && server.received() == [])
      bench.use()
      #expect(!server.accepts(), "it has a connection")
      server.send(TypingMessage(isTyped: true))
      server.send(TypingMessage(isTyped: false, modifiers: 5))
      bench.loop.turn()
      #expect(bench.messages == [TypingMessage(isTyped: true), TypingMessage(modifiers: 5)])
      bench.use(modifiers: true)
      #expect(bench.losses == 1 && server.received() == nil && server.accepts())
      #expect(server.received() == [TypingMessage.modifierRequest])
      bench.use(messages: false)
      #expect(bench.losses == 2 && server.received() == nil && bench.loop.nextTime == .max)
      #expect(bench.warnings == 0)
    }
  }

  @Test(arguments: [true, false])
  func `without the service it warns once, where a key needs it, and comes when the service does`(
    isRequired: Bool
  ) async {
    await #expect(processExitsWith: .success) { [isRequired] in
      let bench = Bench()
      bench.use(isRequired: isRequired)
      #expect(bench.warnings == (isRequired ? 1 : 0) && bench.loop.nextTime == .max)
      bench.use(isRequired: isRequired)
      #expect(bench.warnings == (isRequired ? 1 : 0))
      bench.use(isRequired: !isRequired)
      bench.use(isRequired: isRequired)
      #expect(bench.warnings == (isRequired ? 2 : 1), "with the next configuration that needs it")
      let server = Server(bench.path)
      server.listen()
      bench.turn()
      #expect(server.accepts() == isRequired)
      if isRequired {
        #expect(bench.dispatch.log.contains("gestured-typing is not running"))
        bench.use(isRequired: false)
        #expect(bench.losses == 1 && server.accepts())
        unlink(bench.path)
        bench.use(isRequired: true)
        #expect(bench.warnings == 3)
      }
    }
  }

  /// inotify reports bind(2), which comes before listen(2).
  @Test func `a socket that does not listen yet is tried again, each time later`() async {
    await #expect(processExitsWith: .success) {
      let bench = Bench()
      let server = Server(bench.path)
      var start = bench.loop.now
      bench.use(isRequired: true)
      for pause: Int64 in [100_000, 200_000] {
        let due = bench.loop.nextTime
        #expect(due >= start + pause && due <= bench.loop.now + pause)
        start = bench.loop.now
        while bench.loop.nextTime == due { bench.loop.turn() }
        #expect(bench.loop.now >= due)
        start = due
      }
      #expect(bench.warnings == 1)
      // A change at the path begins with the shortest pause.
      let next = Server(bench.path)
      start = bench.loop.now
      bench.loop.turn()
      #expect(bench.loop.nextTime >= start + 100_000 && bench.loop.nextTime <= bench.loop.now + 100_000)
      next.listen()
      bench.loop.turn()
      #expect(next.accepts() && !server.accepts() && bench.loop.nextTime == .max)
    }
  }

  @Test func `after eight more attempts no server runs there`() async {
    await #expect(processExitsWith: .success) {
      let bench = Bench(firstPause: 100)
      let server = Server(bench.path)
      bench.use(isRequired: true)
      var attempts = 0
      while bench.loop.nextTime != .max {
        let due = bench.loop.nextTime
        while bench.loop.nextTime == due { bench.loop.turn() }
        attempts += 1
      }
      #expect(attempts == 8 && bench.warnings == 1)
      server.listen()
      bench.use(isRequired: true)
      #expect(server.accepts(), "a new configuration tries again")
    }
  }

  @Test func `a socket that does not listen is not tried again where no key needs it`() async {
    await #expect(processExitsWith: .success) {
      let bench = Bench()
      let server = Server(bench.path)
      bench.use()
      #expect(bench.loop.nextTime == .max && bench.warnings == 0)
      server.listen()
      bench.use()
      #expect(server.accepts())
    }
  }

  @Test func `a service that ends is followed by the next, a second later and then less soon`() async {
    await #expect(processExitsWith: .success) {
      let bench = Bench()
      let server = Server(bench.path)
      server.listen()
      bench.use(isRequired: true)
      for pause: Int64 in [1_000_000, 2_000_000] {
        #expect(server.accepts())
        let start = bench.loop.now
        server.end()
        bench.loop.turn()
        let due = bench.loop.nextTime
        #expect(due >= start + pause && due <= bench.loop.now + pause)
        while pause == 1_000_000, bench.loop.nextTime == due { bench.loop.turn() }
      }
      #expect(bench.losses == 2)
      // While it waits, no change of the configuration or at the path connects earlier.
      bench.use(isRequired: true)
      #expect(!server.accepts())
      let due = bench.loop.nextTime
      let next = Server(bench.path)
      next.listen()
      bench.turn()
      #expect(!next.accepts() && bench.loop.nextTime == due)
      bench.use(messages: false)
      #expect(bench.loop.nextTime == .max)
    }
  }
}
