import CEvdev
import GestureConfig
import GestureCore
import Glibc
import Testing

@testable import Evdev
@testable import gestured

/// System calls of the daemon's connections, watches and commands that fail: one row for each error.
extension FaultTests {
  /// A listener, and a client that waits in the kernel until it is accepted.
  private final class WaitingClient {
    private(set) var accepted = 0
    private(set) var listener: ControlListener!
    private let receiver: Receiver
    private let client: Int32

    init(_ bench: DispatchBench) {
      let path = "\(bench.directory)/control"
      receiver = Receiver(path, Int32(SOCK_STREAM.rawValue))
      var isStream = true
      client = gestured_connect_unix(path, &isStream)
      listener = ControlListener(loop: bench.loop, log: bench.dispatcher.log) { [unowned self] fd in
        accepted += 1
        close(fd)
      }
      listener.serve(receiver.socket)
    }

    func end() {
      listener.close()
      close(client)
    }
  }

  /// A client waits in the kernel until it is accepted. Without free descriptors the listener pauses, and does not spin.
  @Test(arguments: [
    ([EINTR], 1), ([ECONNABORTED, EINTR], 1), ([EMFILE], 0), ([ENFILE], 0), ([EAGAIN], 0), ([ENOMEM], 0),
  ])
  func `an accept of a client`(errors: [Int32], accepted: Int) throws {
    let bench = DispatchBench()
    let waiting = WaitingClient(bench)
    defer { waiting.end() }
    let listener = waiting.listener!
    let (_, count) = FaultInjection.failing([.accept: errors.map { $0 }]) { bench.loop.turn() }
    #expect(count == errors.count && waiting.accepted == accepted)
    // The client is not lost: it is accepted later.
    listener.resume()
    if waiting.accepted == 0 { bench.loop.turn() }
    #expect(waiting.accepted == 1)
  }

  @Test func `a listener without free descriptors says so once, and accepts again after a second`() {
    let bench = DispatchBench()
    let waiting = WaitingClient(bench)
    defer { waiting.end() }
    let listener = waiting.listener!
    for _ in 1...2 {
      listener.resume()
      let start = bench.loop.now
      FaultInjection.failing([.accept: [EMFILE]]) { bench.loop.turn() }
      #expect(bench.loop.nextTime >= start + .second && bench.loop.nextTime <= bench.loop.now + .second)
    }
    #expect(
      bench.log
        == "gestured: control socket: out of file descriptors; new clients wait until others disconnect\n")
    let start = bench.loop.now
    while waiting.accepted == 0 { bench.loop.turn() }
    #expect(bench.loop.now - start >= 900_000 && bench.loop.nextTime == .max)
  }

  /// Calls of a client. What it sent is there for the next read; only an error that stays ends the connection.
  @Test(arguments: [
    ([EINTR], true, 4), ([EAGAIN], true, 0), ([ECONNRESET], false, 0), ([ENOTCONN], false, 0),
  ])
  func `a read of a client`(errors: [Int32], isOpen: Bool, read: Int) throws {
    let (own, other) = try Self.connected()
    defer { close(other) }
    let connection = ControlConnection(fd: own)
    defer { connection.close() }
    try #require(send(other, "{}{}", 4, 0) == 4)
    let (_, count) = FaultInjection.failing([.read: errors.map { $0 }]) { connection.receive() }
    #expect(connection.isAtEnd != isOpen && count == 1)
    var rest = [UInt8](repeating: 0, count: 16)
    #expect(max(0, recv(own, &rest, rest.count, Int32(MSG_DONTWAIT))) == 4 - read)
  }

  /// Replies. A client that does not read for now gets the whole reply later.
  @Test(arguments: [
    ([EINTR], true, "reply"), ([EAGAIN], true, "reply"), ([EPIPE], false, ""), ([ECONNRESET], false, ""),
    ([ENOMEM], false, ""),
  ])
  func `a reply to a client`(errors: [Int32], isOpen: Bool, received: String) throws {
    let (own, other) = try Self.connected()
    defer { close(other) }
    let connection = ControlConnection(fd: own)
    defer { connection.close() }
    let isQueued = connection.queue.append(Array("reply".utf8))
    #expect(isQueued)
    let (result, count) = FaultInjection.failing([.write: errors.map { $0 }]) {
      connection.flush { _, _ in [] }
    }
    #expect(result == isOpen && count == 1)
    if isOpen { #expect(connection.flush { _, _ in [] }) }
    var bytes = [UInt8](repeating: 0, count: 16)
    let size = max(0, recv(other, &bytes, bytes.count, Int32(MSG_DONTWAIT)))
    #expect(String(decoding: bytes.prefix(size), as: UTF8.self) == received)
  }

  /// A command that cannot be started is counted and logged, and the next one runs.
  @Test(arguments: [
    [SystemCall.pipe: [EMFILE]], [.pipe: [ENFILE]], [.spawn: [EAGAIN]], [.spawn: [ENOMEM]], [.spawn: [EPERM]],
    [.pidfd: [EMFILE]],
  ])
  func `a command that cannot be started`(faults: [SystemCall: [Int32]]) async {
    let call = faults.first!
    await #expect(processExitsWith: .success) {
      [name = "\(call.key)" as String, error = call.value[0] as Int32] in
      let call = SystemCall.allCases.first { "\($0)" == name }!
      let bench = DispatchBench()
      let before = DispatchBench.descriptors()
      bench.configure(.swipe, DispatchBench.direct(.run("echo done >> \(bench.directory)/out")))
      let (_, count) = FaultInjection.failing([call: [error]]) { bench.fire() }
      precondition(count == 1)
      precondition(bench.dispatcher.counters(ofGesture: 0).failed == 1)
      precondition(bench.log.contains(errorText(error)))
      bench.fire()
      // Without a pidfd the first one was started and killed, perhaps after its work.
      let hasEnded = bench.run {
        bench.lines("out").last == "done" && DispatchBench.hasNoChildren
          && DispatchBench.leaked(since: before) == []
      }
      precondition(
        hasEnded,
        "out \(bench.lines("out")), no children \(DispatchBench.hasNoChildren), "
          + "left \(DispatchBench.leaked(since: before)), log \(bench.log)")
    }
  }

  /// A command that something else reaped has ended too: its descriptors are closed, and the loop does not turn for it again.
  @Test func `a command that is gone already`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      let before = DispatchBench.descriptors()
      bench.configure(.swipe, DispatchBench.direct(.run("exit 0")))
      bench.fire()
      precondition(waitpid(-1, nil, 0) > 0)
      let hasEnded = bench.run(within: 10) { DispatchBench.leaked(since: before) == [] }
      precondition(hasEnded && bench.dispatcher.counters(ofGesture: 0).running == 0)
    }
  }

  /// An event for a socket that cannot be connected is counted, and the next one is delivered.
  @Test(arguments: [EMFILE, EAGAIN, ECONNREFUSED, EPERM, EINTR])
  func `a connection to a notification socket`(error: Int32) {
    let bench = DispatchBench()
    let path = "\(bench.directory)/socket"
    let receiver = Receiver(path, Int32(SOCK_DGRAM.rawValue))
    bench.configure(.swipe, DispatchBench.direct(.notify(.socket(path: path, message: nil))))
    let (_, count) = FaultInjection.failing([.connect: [error]]) { bench.fire() }
    #expect(count == 1)
    #expect(bench.dispatcher.counters(ofGesture: 0).dropped == 1)
    // The kernel says EAGAIN while a reader's queue is full; EPERM is the daemon's own for a socket of another user.
    let reasons = [EAGAIN: "the reader is too slow", EPERM: "belongs to another user"]
    #expect(bench.log.contains(reasons[error] ?? errorText(error)))
    bench.fire()
    #expect(receiver.lines().count == 1)
    #expect(bench.dispatcher.counters(ofGesture: 0).dropped == 1)
  }

  /// Without watches a change is not seen, and the caller says so. A later watch works.
  @Test(arguments: [ENOSPC, ENOMEM, EACCES])
  func `a watch of a file`(error: Int32) {
    let bench = DispatchBench()
    let files = FileWatch(loop: bench.loop)
    let path = "\(bench.directory)/file"
    defer { unlink(path) }
    var calls = 0
    let (isWatched, count) = FaultInjection.failing([.inotify: [error]]) { files.watch(path) { calls += 1 } }
    #expect(!isWatched && count == 1)
    #expect(files.watch(path) { calls += 1 })
    close(open(path, O_CREAT | O_WRONLY, 0o600))
    bench.loop.turn()
    #expect(calls == 1)
  }

  /// A device whose node cannot be watched is used without the watch.
  @Test(arguments: [ENOSPC, ENOMEM])
  func `a watch of a node`(error: Int32) {
    let bench = DispatchBench()
    let nodes = OpenWatch(loop: bench.loop)
    let path = "\(bench.directory)/log"
    var calls = 0
    let (_, count) = FaultInjection.failing([.inotify: [error]]) { nodes.watch(path) { _ in calls += 1 } }
    #expect(count == 1)
    #expect(bench.loop.counts.watches == 0, "a watch of nothing stays open")
    nodes.unwatch(path)
    nodes.watch(path) { if $0 == .opened { calls += 1 } }
    close(open(path, O_RDONLY))
    bench.loop.turn()
    #expect(calls == 1)
    nodes.unwatch(path)
  }

  private static func connected() throws -> (own: Int32, other: Int32) {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0, &ends) == 0)
    return (ends[0], ends[1])
  }
}
