import Glibc
import Testing

@testable import Evdev
@testable import gestured

/// What opens a descriptor closes it, also where it fails. Each runs in a process of its own, so that no other test opens one.
struct DescriptorTests {
  private static func failure<Failure: Error>(_ body: () throws(Failure) -> Void) -> Failure? {
    do throws(Failure) {
      try body()
      return nil
    } catch {
      return error
    }
  }

  @Test func `watches close inotify`() async {
    await #expect(processExitsWith: .success) {
      let loop = EventLoop()
      let before = DispatchBench.descriptors()
      do {
        let files = FileWatch(loop: loop)
        files.watch("/tmp/gestured-none") {}
        let nodes = OpenWatch(loop: loop)
        nodes.watch("/dev/null") { _ in }
        #expect(DispatchBench.leaked(since: before).count == 2)
        nodes.unwatch("/dev/null")
        files.unwatch("/tmp/gestured-none")
      }
      #expect(DispatchBench.leaked(since: before).isEmpty)
    }
  }

  @Test func `a node that is refused is closed`() async {
    await #expect(processExitsWith: .success) {
      let before = DispatchBench.descriptors()
      #expect(
        DescriptorTests.failure { () throws(TouchDevice.OpenFailure) in
          _ = try TouchDevice.opened("/dev/null", judged: nil, quirks: InstalledQuirks())
        } == .noInputDevice)
      #expect(
        DescriptorTests.failure { () throws(SystemFailure) in
          _ = try StateNode.opened("/dev/null", HingePosition.type, HingePosition.codes)
        }?.number == ENOTSUP)
      #expect(DispatchBench.leaked(since: before).isEmpty)
    }
  }

  @Test func `a worker that ends, and one that cannot be waited for`() async {
    await #expect(processExitsWith: .success) {
      let loop = EventLoop()
      let before = DispatchBench.descriptors()
      let (none, count) = FaultInjection.failing([.pidfd: [EMFILE]]) {
        ForkedWorker.started(loop: loop, work: { [1] }, done: { _ in })
      }
      #expect(none == nil && count == 1 && DispatchBench.hasNoChildren)
      var replies: [[UInt8]?] = []
      let long = [UInt8](repeating: 7, count: 200_000)
      let works: [() -> [UInt8]] = [{ [] }, { long }, { _exit(1) }]
      for work in works {
        #expect(ForkedWorker.started(loop: loop, work: work, done: { replies.append($0) }) != nil)
        let number = replies.count
        while replies.count == number { loop.turn() }
      }
      #expect(replies == [[], long, nil])
      #expect(DispatchBench.leaked(since: before).isEmpty && DispatchBench.hasNoChildren)
    }
  }

  @Test func `a worker has five seconds of processor time, and its reply at most four megabytes`() async {
    await #expect(processExitsWith: .success) {
      let loop = EventLoop()
      let work: [() -> [UInt8]] = [
        {
          var limit = rlimit()
          getrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
          return [UInt8(limit.rlim_cur), UInt8(limit.rlim_max)]
        },
        { [UInt8](repeating: 7, count: 4 << 20) }, { [UInt8](repeating: 7, count: (4 << 20) + 1) },
      ]
      var replies: [[UInt8]?] = []
      for (number, work) in work.enumerated() {
        #expect(ForkedWorker.started(loop: loop, work: work, done: { replies.append($0) }) != nil)
        while replies.count == number { loop.turn() }
      }
      #expect(replies[0] == [5, 5])
      #expect(replies[1]?.count == 4 << 20 && replies[2] == nil)
    }
  }

  @Test func `a socket that is in use, and one that is given up`() async {
    await #expect(processExitsWith: .success) {
      var template = Array("/tmp/gestured-socket-XXXXXX".utf8CString)
      let directory = String(cString: mkdtemp(&template))
      let path = directory + "/control.sock"
      let before = DispatchBench.descriptors()
      let first = try? ListeningSocket.bound(to: path)
      #expect(first != nil)
      #expect(
        DescriptorTests.failure { () throws(ListeningSocket.Failure) in
          _ = try ListeningSocket.bound(to: path)
        } == .busy(path: path))
      // Another daemon is at the same place in its start.
      let lock = (try? SocketDirectory(of: path))?.locked(path)
      #expect(lock != nil)
      #expect(
        DescriptorTests.failure { () throws(ListeningSocket.Failure) in
          _ = try ListeningSocket.bound(to: path)
        } == .busy(path: path))
      if let lock { close(lock) }
      first?.remove()
      #expect(DispatchBench.leaked(since: before).isEmpty)
      for name in [path, path + ".lock"] { unlink(name) }
      rmdir(directory)
    }
  }
}

extension SocketDirectory {
  fileprivate func locked(_ path: String) -> Int32? { try? lock(for: path) }
}
