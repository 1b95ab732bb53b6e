import Evdev
import Glibc
import Testing

@testable import gestured

@Suite(.serialized)
struct LineOutputTests {
  private let line = String(repeating: "x", count: 99) + "\n"

  @Test func `a reader that does not read stops nothing, and hears afterwards how many lines it missed`() {
    let pipe = Pipe()
    let loop = EventLoop()
    let log = Log(descriptor: pipe.writer)
    log.attach(to: loop)
    let begin = loop.now
    for number in 0..<10_000 { log.notice("line \(number) \(line)") }
    #expect(loop.now - begin < 30_000_000)
    let lines = pipe.read(in: loop)
    #expect(lines.first?.hasPrefix("gestured: line 0 ") == true)
    #expect(lines.allSatisfy { $0.hasPrefix("gestured: ") }, "no line is cut")
    let kept = lines.count - 1
    // The pipe holds 64 KiB, and the log 256 KiB. A line more is not taken in part.
    let bytes = lines.dropLast().reduce(0) { $0 + $1.utf8.count + 1 }
    #expect(bytes <= 320 << 10 && bytes > (320 << 10) - 512, "\(bytes)")
    #expect(kept > 1_000 && kept < 10_000)
    #expect(lines.last == "gestured: \(10_000 - kept) lines were lost, because standard error was not read")
    log.notice("again")
    #expect(pipe.read(in: loop) == ["gestured: again"])
    // Nothing is left to write: only the timer wakes the loop.
    let rest = loop.now
    loop.schedule(after: 20_000) {}
    loop.turn()
    #expect(loop.now - rest >= 20_000)
  }

  /// A line that fills the queue to its last byte is kept, and one byte more is not.
  @Test func `the limit is that of all bytes that wait`() {
    let pipe = Pipe()
    _ = fcntl(pipe.writer, F_SETFL, O_NONBLOCK)
    let filler = [UInt8](repeating: 10, count: 4096)
    while Glibc.write(pipe.writer, filler, filler.count) > 0 {}
    let (loop, output) = (EventLoop(), LineOutput(descriptor: pipe.writer, capacity: 100) { "lost \($0)" })
    output.attach(to: loop)
    let letters = ["a", "b", "c"].map { String(repeating: $0, count: 39) }
    for line in [letters[0] + letters[0].prefix(20), letters[1], "", letters[2]] {
      output.write(Array("\(line)\n".utf8))
    }
    #expect(pipe.read(in: loop) == [letters[0] + letters[0].prefix(20), letters[1], "lost 2"])
    #expect(output.isDrained)
  }

  @Test func `without a limit everything comes, in order`() {
    let pipe = Pipe()
    let loop = EventLoop()
    let output = LineOutput(descriptor: pipe.writer, capacity: nil) { _ in "lost" }
    output.attach(to: loop)
    for number in 0..<10_000 {
      let text = "\(number) \(line)"
      output.write(Array(text.utf8))
    }
    let lines = pipe.read(in: loop)
    #expect(lines.count == 10_000)
    #expect(lines.enumerated().allSatisfy { $1.hasPrefix("\($0) x") })
    #expect(output.isDrained)
  }

  @Test func `a reader that has gone costs nothing`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGPIPE, SIG_IGN)
      let pipe = Pipe()
      let loop = EventLoop()
      let log = Log(descriptor: pipe.writer)
      log.attach(to: loop)
      for _ in 0..<2_000 { log.notice(String(repeating: "x", count: 99)) }
      close(pipe.reader)
      loop.turn()
      log.notice("more")
      // Nothing is watched any more: only the timer wakes the loop.
      let begin = loop.now
      loop.schedule(after: 20_000) {}
      loop.turn()
      #expect(loop.now - begin >= 20_000)
    }
  }

  /// A call that takes no byte, or is interrupted, is made again. A full disk loses the line, and any other error ends the output.
  @Test(arguments: [(Int32(0), ["a", "b"]), (EINTR, ["a", "b"]), (ENOSPC, ["b"]), (EPIPE, [])])
  func `a line that cannot be written at once`(error: Int32, expected: [String]) {
    let pipe = Pipe()
    let (loop, output) = (EventLoop(), LineOutput(descriptor: pipe.writer, capacity: 100) { "lost \($0)" })
    output.attach(to: loop)
    _ = FaultInjection.failing([.write: [error]]) { output.write(Array("a\n".utf8)) }
    output.write(Array("b\n".utf8))
    if !output.isDrained { loop.turn() }
    #expect(pipe.read(in: loop) == expected)
    #expect(output.isDrained)
  }

  @Test func `what was written before there is a loop is written by it`() {
    let pipe = Pipe()
    let output = LineOutput(descriptor: pipe.writer, capacity: nil) { _ in "lost" }
    for _ in 0..<2_000 { output.write(Array(line.utf8)) }
    #expect(!output.isDrained)
    let loop = EventLoop()
    output.attach(to: loop)
    #expect(pipe.read(in: loop).count == 2_000 && output.isDrained)
  }

  /// The kernel does not open it again, so its flags stay as they are and each write is preceded by poll(2).
  @Test(.enabled(if: geteuid() == 0, "only root can make a pipe that it may not open"))
  func `a pipe of another user is written without blocking`() async {
    await #expect(processExitsWith: .success) {
      let pipe = Pipe()
      seteuid(65_534)
      let output = LineOutput(descriptor: pipe.writer, capacity: nil) { _ in "lost" }
      seteuid(0)
      #expect(fcntl(pipe.writer, F_GETFL) & O_NONBLOCK == 0)
      let lines = (0..<3_000).map { "\($0) " + String(repeating: "x", count: 90) }
      for line in lines { output.write(Array("\(line)\n".utf8)) }
      #expect(!output.isDrained)
      let loop = EventLoop()
      output.attach(to: loop)
      #expect(pipe.read(in: loop) == lines && output.isDrained)
    }
  }

  @Test func `the flags of a descriptor that others share stay as they are`() {
    let pipe = Pipe()
    let shared = dup(pipe.writer)
    let before = fcntl(shared, F_GETFL)
    Log(descriptor: pipe.writer).notice("line")
    #expect(fcntl(shared, F_GETFL) == before)
    #expect(fcntl(pipe.writer, F_GETFL) & O_NONBLOCK != 0)
  }
}

private struct Pipe {
  let reader: Int32
  let writer: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0)
    (reader, writer) = (ends[0], ends[1])
    _ = fcntl(reader, F_SETFL, O_NONBLOCK)
  }

  /// The lines that come while the loop runs, until none has come for 50 ms.
  func read(in loop: EventLoop) -> [String] {
    var bytes: [UInt8] = []
    var isOver = false
    while !isOver {
      let before = bytes.count
      let timer = loop.schedule(after: 50_000) {}
      var chunk = [UInt8](repeating: 0, count: 65_536)
      var count = 0
      repeat {
        count = Glibc.read(reader, &chunk, chunk.count)
        if count > 0 { bytes += chunk[..<count] }
      } while count > 0
      loop.turn()
      loop.cancel(timer)
      isOver = bytes.count == before
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
