import CEvdev
import GestureCore
import Glibc
import Testing

@testable import Evdev

/// The process that watches over a grab, with a pipe in place of the device: what is unread there is unread by the parent.
@Suite(.serialized) struct GrabSupervisorTests {
  /// Ctrl-Z in the daemon's terminal stops its whole process group. The supervisor ends a daemon that leaves events unread.
  @Test func `a stop of the daemon's process group leaves the supervisor running`() async {
    await #expect(processExitsWith: .signal(SIGKILL)) {
      setpgid(0, 0)
      // Continues a group that nothing has ended, so that a failure comes to an end.
      let script = "sleep 5; kill -CONT -\(getpid())"
      _ = spawn("/bin/sh", StringBlock(["sh", "-c", script]), output: 2, errors: 2)
      let device = unreadPipe()
      _ = GrabSupervisor.start(device, SharedCounter.made()!, limit: 200_000)
      kill(0, SIGSTOP)
      // Another thread may take the signal, and this one go on for a moment.
      sleep(10)
      exit(0)
    }
  }

  @Test func `a daemon that reads is left alone, whatever its reads give`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let device = unreadPipe()
      let reads = SharedCounter.made()!
      // µs; a machine under load may keep this process from running for a tenth of it.
      let limit: Int64 = 600_000
      let supervisor = GrabSupervisor.start(device, reads, limit: limit)
      #expect(supervisor != nil)
      let buffer = EventBuffer()
      buffer.reads = reads
      // Other descriptors than the device's: what is unread stays so, and each read counts all the same.
      let other = unreadPipe()
      let end = gestured_now() + 2 * limit
      var count: UInt32 = 0
      while gestured_now() < end {
        _ = buffer.fill(from: other)
        count &+= 1
      }
      #expect(reads.value == count)
      _exit(7)
    }
  }

  /// A tap waits for a verdict, and the daemon is killed.
  @Test func `the twin gets what waited when the daemon ends, at once and as a tap`() throws {
    var (ends, started): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    try #require(pipe(&ends) == 0 && pipe(&started) == 0)
    let buffer = EventBuffer()
    let left = try #require(LeftFrames.made())
    func frame(_ time: Timestamp, _ id: Int32) -> ArraySlice<InputEvent> {
      [InputEvent(time: time, type: EventType.absolute, code: AbsoluteCode.trackingID, value: id)][...]
    }
    // A list that is not whole does not count, and an older one is gone.
    left.begin()
    left.append(frame(0, 1))
    left.commit()
    left.begin()
    left.append(frame(.second, 7))
    left.append(frame(.second + 90 * .millisecond, -1))
    left.commit()
    left.begin()
    left.append(frame(2 * .second, 8))
    let daemon = fork()
    if daemon == 0 {
      let device = unreadPipe()
      var supervisor = SharedCounter.made()!.startSupervisor(
        of: device, limit: 10_000_000, twin: ends[1], left: left)
      _ = write(started[1], &supervisor, 4)
      pause()
      _exit(1)
    }
    var supervisor: Int32 = 0
    #expect(Glibc.read(started[0], &supervisor, 4) == 4)
    // It has a session of its own once it watches for the end of the daemon.
    while getsid(supervisor) != supervisor { sched_yield() }
    _ = kill(daemon, SIGKILL)
    close(ends[1])
    var events: [InputEvent] = []
    while events.count < 4, buffer.fill(from: ends[0]) > 0 {
      buffer.withEvents { read in events += read.indices.map { read[$0] } }
    }
    #expect(events.map(\.value) == [7, 0, -1, 0], "\(events)")
    #expect(events.allSatisfy { $0.time == 0 })
    #expect(waitpid(daemon, nil, 0) == daemon)
    for end in [ends[0]] + started { close(end) }
  }

  @Test func `a supervisor that cannot be waited for leaves no zombie`() async {
    await #expect(processExitsWith: .success) {
      let (started, count) = FaultInjection.failing([.pidfd: [EMFILE]]) {
        GrabSupervisor.start(unreadPipe(), SharedCounter.made()!, limit: 200_000)
      }
      #expect(started == nil && count == 1)
      #expect(waitpid(-1, nil, WNOHANG) == -1)
      #expect(errno == ECHILD)
    }
  }

  @Test(arguments: [
    (Int32(100), Int32(8), Int32(83)), (0, 8, 17), (5, .min, 4), (1, .max, .min), (0, .max, .max),
    (.max, .max, .min), (.min, .max, .max), (.min, 0, .min + 1),
  ])
  func `a neighbour of any value with any fuzz is another value`(value: Int32, fuzz: Int32, expected: Int32) {
    #expect(AxisRange(minimum: 0, maximum: 100, fuzz: fuzz).neighbor(of: value) == expected)
  }
}

/// A pipe that holds some bytes and does not block.
private func unreadPipe() -> Int32 {
  var ends: [Int32] = [-1, -1]
  precondition(pipe(&ends) == 0 && write(ends[1], "events", 6) == 6)
  _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
  return ends[0]
}
