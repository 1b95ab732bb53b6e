import Glibc
import Testing

@testable import gestured

/// What systemd hears from the daemon.
@Suite(.serialized)
struct DaemonProcessTests {
  /// A socket in the place of systemd's, and a process with these variables.
  private final class Service {
    let bench = DispatchBench()
    let receiver: Receiver
    let process: DaemonProcess

    init(_ variables: [String: String]) {
      receiver = Receiver("\(bench.directory)/notify", Int32(SOCK_DGRAM.rawValue))
      setenv("NOTIFY_SOCKET", receiver.path, 1)
      for (name, value) in variables { setenv(name, value, 1) }
      process = DaemonProcess(loop: bench.loop)
    }
  }

  @Test func `the watchdog hears from it twice in each of its intervals`() async {
    await #expect(processExitsWith: .success) {
      let service = Service(["WATCHDOG_USEC": "200000", "WATCHDOG_PID": "\(getpid())"])
      for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"] {
        #expect(getenv(name) == nil, "commands cannot speak for the daemon")
      }
      let start = service.bench.loop.now
      service.process.keepWatchdogQuiet()
      #expect(service.receiver.lines() == ["WATCHDOG=1"])
      let due = service.bench.loop.nextTime
      #expect(due >= start + 100_000 && due <= service.bench.loop.now + 100_000)
      service.bench.loop.turn()
      #expect(service.receiver.lines() == ["WATCHDOG=1"] && service.bench.loop.nextTime > due)
    }
  }

  @Test(arguments: [["WATCHDOG_USEC": "200000", "WATCHDOG_PID": "1"], ["WATCHDOG_USEC": "1"], [:]])
  func `without a watchdog for it, it sends nothing and sets no timer`(variables: [String: String]) async {
    await #expect(processExitsWith: .success) { [variables] in
      let service = Service(variables)
      service.process.keepWatchdogQuiet()
      #expect(service.receiver.lines() == [] && service.bench.loop.nextTime == .max)
    }
  }

  @Test func `it reports its states, and releases memory a second after the last`() async {
    await #expect(processExitsWith: .success) {
      let service = Service([:])
      let (process, loop) = (service.process, service.bench.loop)
      let start = loop.now
      process.ready("1 device")
      let due = loop.nextTime
      #expect(due >= start + 1_000_000 && due <= loop.now + 1_000_000)
      #expect(service.receiver.lines() == ["READY=1", "STATUS=1 device"])
      process.status("2 devices")
      #expect(loop.nextTime >= due)
      process.stopping()
      #expect(service.receiver.lines() == ["STATUS=2 devicesSTOPPING=1"])
      process.reloading()
      let lines = service.receiver.lines()
      #expect(lines.first == "RELOADING=1" && lines.count == 2)
      let time = lines.last.flatMap { Int64($0.dropFirst("MONOTONIC_USEC=".count)) } ?? 0
      #expect(time >= start && time <= loop.now)
    }
  }

  @Test func `a path that is not absolute is no socket`() async {
    await #expect(processExitsWith: .success) {
      let bench = DispatchBench()
      let receiver = Receiver("\(bench.directory)/notify", Int32(SOCK_DGRAM.rawValue))
      chdir(bench.directory)
      setenv("NOTIFY_SOCKET", "notify", 1)
      let process = DaemonProcess(loop: bench.loop)
      process.ready("")
      #expect(receiver.lines() == [])
    }
  }
}
