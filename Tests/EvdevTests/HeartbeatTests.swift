import CEvdev
import Glibc
import Testing

@testable import Evdev

/// The timer that stands for what virtual devices hold down.
@Suite(.serialized) struct HeartbeatTests {
  @Test func `a process that does not read it while something is down is killed`() async {
    await #expect(processExitsWith: .signal(SIGKILL)) {
      let heartbeat = Heartbeat.made()!
      #expect(heartbeat.set(true))
      // Far longer than the limit, so that a failure comes to an end.
      sleep(30)
      exit(0)
    }
  }

  @Test func `one that reads it lives, and so does one that holds nothing any more`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let heartbeat = Heartbeat.made()!
      #expect(heartbeat.set(true))
      func wait(_ time: Int64) -> Bool {
        var entry = pollfd(fd: heartbeat.timer, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, Int32(time / 1_000)) > 0
      }
      for _ in 0..<8 {
        #expect(wait(10_000_000))
        heartbeat.beat()
      }
      #expect(heartbeat.set(false))
      #expect(!wait(GrabSupervisor.limit + 1_000_000))
      _exit(7)
    }
  }
}
