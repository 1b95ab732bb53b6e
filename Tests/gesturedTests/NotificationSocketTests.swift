import CEvdev
import GestureConfig
import GestureCore
import Glibc
import Testing

@testable import Evdev
@testable import gestured

/// A Unix socket at a path, where it replaces what is there. It does not block, and does not listen yet.
func boundSocket(_ path: String, _ type: Int32) -> Int32 {
  unlink(path)
  let socket = Glibc.socket(AF_UNIX, type | Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
  precondition(withAddress(path) { bind(socket, $0, $1) } == 0, path)
  return socket
}

/// Lends the address of a Unix socket to a call.
func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  return withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
}

/// A Unix socket of the test that may or may not read.
final class Receiver {
  let path: String
  let socket: Int32
  private var connections: [Int32] = []

  init(_ path: String, _ type: Int32) {
    self.path = path
    socket = boundSocket(path, type)
    if type == Int32(SOCK_STREAM.rawValue) { listen(socket, 5) }
  }

  /// What has arrived.
  func lines() -> [String] {
    var text = ""
    let accepted = accept(socket, nil, nil)
    if accepted >= 0 {
      _ = fcntl(accepted, F_SETFL, O_NONBLOCK)
      connections.append(accepted)
    }
    for descriptor in connections + [socket] {
      var chunk = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = recv(descriptor, &chunk, chunk.count, 0)
        guard count > 0 else { break }
        text += String(decoding: chunk[0..<count], as: UTF8.self)
      }
    }
    return text.split(separator: "\n").map(String.init)
  }

  deinit {
    for connection in connections { close(connection) }
    close(socket)
    unlink(path)
  }
}

@Suite(.serialized)
struct NotificationSocketTests {
  private static func notify(_ path: String) -> GestureActions {
    DispatchBench.direct(.notify(.socket(path: path, message: "hi \"you\"")))
  }

  private static func check(_ type: Int32) {
    let bench = DispatchBench()
    let before = DispatchBench.descriptors()
    let path = "\(bench.directory)/socket"
    bench.configure(.swipe, notify(path))
    let counters = bench.dispatcher.counters(ofGesture: 0)

    // No receiver: nothing waits, everything is counted, one line.
    for _ in 0..<1000 { bench.fire() }
    #expect(counters.dropped == 1000)
    #expect(bench.log.split(separator: "\n").count == 1)
    #expect(bench.log.contains("socket \(path): No such file or directory"))

    do {
      let receiver = Receiver(path, type)
      bench.fire { $0.direction = .left }
      let lines = receiver.lines()
      #expect(lines.count == 1)
      #expect(
        lines.first?.hasPrefix(#"{"time":0.000000,"device":"event7","gesture":"g0","type":"swipe""#) ?? false)
      #expect(lines.first?.hasSuffix(#""direction":"left","message":"hi \"you\""}"#) ?? false)
    }
    // A program that replaces it gets the next event.
    do {
      let receiver = Receiver(path, type)
      bench.fire()
      #expect(receiver.lines().count == 1)
      #expect(counters.dropped == 1000)

      // A receiver that does not read: its buffer fills, and nothing waits.
      let begin = bench.loop.now
      for _ in 0..<4_000 { bench.fire() }
      #expect(bench.loop.now - begin < 30_000_000)
      let lost = counters.dropped - 1000
      #expect(lost > 0 && lost < 4_000)
      var lines: [String] = []
      #expect(
        bench.run {
          lines += receiver.lines()
          return lines.count >= 4_000 - lost
        })
      #expect(lines.count == 4_000 - lost)
      #expect(lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") }, "no line is cut")
      bench.fire()
      #expect(receiver.lines().count == 1, "later events are delivered")
    }
    bench.configure(.swipe)
    #expect(DispatchBench.leaked(since: before) == [])
    #expect(DispatchBench.hasNoChildren)
  }

  @Test func `a stream socket that is missing, present, replaced, full`() async {
    await #expect(processExitsWith: .success) { Self.check(Int32(SOCK_STREAM.rawValue)) }
  }

  @Test func `a datagram socket that is missing, present, replaced, full`() async {
    await #expect(processExitsWith: .success) { Self.check(Int32(SOCK_DGRAM.rawValue)) }
  }

  /// A line that is larger than the socket's buffer is sent in part. A call that was interrupted is made again; after any other
  /// error the socket is opened anew for the next event.
  @Test(arguments: [(EAGAIN, true), (EINTR, true), (EPIPE, false), (ECONNRESET, false)])
  func `the rest of a line that cannot be sent`(error: Int32, isKept: Bool) {
    let bench = DispatchBench()
    let path = "\(bench.directory)/socket"
    let receiver = Receiver(path, Int32(SOCK_STREAM.rawValue))
    let long = String(repeating: "x", count: 500_000)
    bench.configure(.swipe, DispatchBench.direct(.notify(.socket(path: path, message: long))))
    let counters = bench.dispatcher.counters(ofGesture: 0)
    bench.fire()
    #expect(counters.dropped == 0)
    bench.fire()
    #expect(counters.dropped == 1, "the first line is not sent yet")
    var text = receiver.lines().joined()
    let (_, count) = FaultInjection.failing([.write: [error]]) { bench.loop.turn() }
    #expect(count == 1 && !text.hasSuffix("}"))
    if !isKept {
      bench.fire()
      text = ""
    }
    let isWhole = bench.run {
      text += receiver.lines().joined()
      return text.hasSuffix("}")
    }
    #expect(isWhole && text.hasPrefix("{") && text.utf8.count > long.utf8.count && text.utf8.count < 501_000)
    #expect(counters.dropped == 1)
  }

  @Test(arguments: [true, false])
  func `increments count from the last event that was received`(isLost: Bool) {
    let bench = DispatchBench()
    let path = "\(bench.directory)/socket"
    let receiver = Receiver(path, Int32(SOCK_DGRAM.rawValue))
    var actions = GestureActions()
    let set = DispatchBench.set(.notify(.socket(path: path, message: "")))
    (actions.direct, actions.changed) = (set, set)
    bench.configure(.pan, actions)
    bench.fire(.began) { $0.translation = Point(5, 0) }
    FaultInjection.failing([.write: isLost ? [EAGAIN] : []]) {
      bench.fire(.changed) { $0.translation = Point(9, 0) }
    }
    bench.fire(.changed) { $0.translation = Point(12, 0) }
    let lines = receiver.lines()
    #expect(lines.last?.contains("\"dropped\":1") == isLost, "\(lines)")
    let deltas = lines.compactMap { $0.split(separator: "\"delta\":{\"x\":").last?.prefix(1) }
    #expect(deltas == (isLost ? ["5", "7"] : ["5", "4", "3"]))
  }

  /// After an error, the socket is closed and opened anew, once for the same event.
  @Test(arguments: [1, 2])
  func `a program that refuses a line leaves no descriptor`(refusals: Int) async {
    await #expect(processExitsWith: .success) { [refusals] in
      let bench = DispatchBench()
      let path = "\(bench.directory)/socket"
      let receiver = Receiver(path, Int32(SOCK_DGRAM.rawValue))
      bench.configure(.swipe, NotificationSocketTests.notify(path))
      let before = DispatchBench.descriptors()
      bench.fire()
      #expect(receiver.lines().count == 1)
      let errors: [Int32?] = Array(repeating: ECONNREFUSED, count: refusals)
      _ = FaultInjection.failing([.write: errors]) { bench.fire() }
      #expect(receiver.lines().count == 2 - refusals)
      #expect(DispatchBench.leaked(since: before).count == 2 - refusals)
      #expect(bench.dispatcher.counters(ofGesture: 0).dropped == refusals - 1)
      bench.fire()
      #expect(receiver.lines().count == 1)
    }
  }

  @Test func `a path that is too long, and one that is no socket, is reported`() {
    let bench = DispatchBench()
    let link = "\(bench.directory)/link"
    let receiver = Receiver("\(bench.directory)/socket", Int32(SOCK_DGRAM.rawValue))
    #expect(symlink(receiver.path, link) == 0)
    let rows = [
      ("/" + String(repeating: "x", count: 300), "File name too long"), (link, "is a symbolic link"),
      ("\(bench.directory)/log", "Socket operation on non-socket"),
    ]
    for (path, reason) in rows {
      bench.configure(.swipe, Self.notify(path))
      bench.fire()
      #expect(bench.log.contains("\(path): \(reason)"), "\(bench.log)")
    }
    #expect(receiver.lines().isEmpty)
  }

  /// The file is looked at and connected to, whatever another process puts in its place between the two.
  @Test(.enabled(if: geteuid() == 0, "only root can give a file to another user"))
  func `what is exchanged at the path receives nothing`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      let (own, other) = ("\(bench.directory)/own", "\(bench.directory)/other")
      let receivers = [own, other].map { Receiver($0, Int32(SOCK_DGRAM.rawValue)) }
      #expect(chown(other, 65534, 65534) == 0)
      let path = "\(bench.directory)/socket"
      let script = "while true; do ln -f \(other) \(path); ln -f \(own) \(path); done 2>&-"
      let pid = spawn("/bin/sh", StringBlock(["sh", "-c", script]), output: 2, errors: 2)
      defer { kill(pid, SIGKILL) }
      bench.configure(.swipe, NotificationSocketTests.notify(path))
      var received = 0
      for _ in 0..<400 {
        bench.fire()
        received += receivers[0].lines().count
        // The next event connects anew.
        bench.configure(.swipe)
        bench.configure(.swipe, NotificationSocketTests.notify(path))
      }
      #expect(received > 0, "\(received)")
      #expect(receivers[1].lines().isEmpty)
    }
  }
}
