import Glibc
import Testing

@testable import gestured

@Suite(.serialized)
struct SignalSourceTests {
  @Test func `a write without a reader is an error, and the signals of a service are events`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGPIPE, SIG_DFL)
      let loop = EventLoop()
      var numbers: [Int32] = []
      let source = SignalSource(loop: loop) { numbers.append($0) }
      var ends: [Int32] = [-1, -1]
      precondition(pipe(&ends) == 0)
      close(ends[0])
      #expect(write(ends[1], "x", 1) == -1 && errno == EPIPE)
      for number in [SIGHUP, SIGTERM, SIGINT] {
        raise(number)
        while numbers.last != number { loop.turn() }
      }
      #expect(numbers == [SIGHUP, SIGTERM, SIGINT])
      source.end()
      #expect(loop.nextTime == .max)
    }
  }
}
