import CEvdev
import CSystem
import Evdev

/// Does one long piece of work in a child process, such as checking a client's configuration or looking for another program's
/// grab. The loop is not blocked, and the child ends after its time limit, by `cancel`, or with the daemon.
enum ForkedWorker {
  /// µs. On a loaded machine the process, which has a low priority, gets only a part of this.
  private static let timeout: Int64 = 20_000_000
  /// Seconds of processor time, enforced by the kernel.
  private static let processorTime: Int32 = 5

  /// - Parameters:
  ///   - descriptor: the only descriptor that stays open in the child; −1 for none.
  ///   - work: makes the reply, in the child.
  ///   - done: receives the reply in the daemon; nil on failure.
  /// - Returns: nil if no process can be started.
  static func started(
    loop: EventLoop, keeping descriptor: Int32 = -1, work: () -> [UInt8], done: @escaping ([UInt8]?) -> Void
  ) -> ChildReply? {
    var end: Int32 = -1
    let pid = attempt(.fork) { gestured_fork_worker(&end, descriptor, processorTime) }
    if pid == 0 { runChild(work, end) }
    guard pid > 0 else { return nil }
    let pidfd = openPidfd(of: pid)
    guard pidfd >= 0 else {
      close(end)
      return nil
    }
    return ChildReply(loop, pid: pid, pidfd: pidfd, reader: end, timeout: timeout, done)
  }

  /// Called in the child before it looks at the text of a client: from then on it can read and write what is open, and exit.
  static func confine() { _ = gestured_confine() }

  private static func runChild(_ work: () -> [UInt8], _ writer: Int32) -> Never {
    var rest = work()[...]
    while !rest.isEmpty {
      let count = writeBytes(rest.span, to: writer)
      if count <= 0 { _exit(1) }
      rest = rest.dropFirst(count)
    }
    _exit(0)
  }
}

/// What a child process writes until it ends.
final class ChildReply {
  private static let longest = 4 << 20

  private let loop: EventLoop
  private let pid: pid_t
  private let reader: Int32
  private let pidfd: Int32
  private var timer: EventLoop.Timer?
  private var bytes: [UInt8] = []
  private let done: ([UInt8]?) -> Void

  /// Takes ownership of the descriptors.
  ///
  /// - Parameters:
  ///   - timeout: µs until the process is killed.
  ///   - done: receives the reply; nil if the process failed.
  init(
    _ loop: EventLoop, pid: pid_t, pidfd: Int32, reader: Int32, timeout: Int64,
    _ done: @escaping ([UInt8]?) -> Void
  ) {
    self.loop = loop
    self.pid = pid
    self.pidfd = pidfd
    self.reader = reader
    self.done = done
    loop.watch(fd: reader, events: EventLoop.readable) { [self] _ in read() }
    loop.watch(fd: pidfd, events: EventLoop.readable) { [self] _ in reap() }
    timer = loop.schedule(after: timeout) { [self] in cancel() }
  }

  /// Kills the process. `done` is called when it has ended.
  func cancel() { kill(pid, SIGKILL) }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = readBytes(reader, into: &buffer)
    if count > 0 { bytes += buffer[..<count] }
    // The output ends only with the process, which is then reaped.
    if bytes.count > ChildReply.longest { loop.unwatch(fd: reader) }
  }

  private func reap() {
    var status: Int32 = 0
    guard Evdev.reap(pidfd, &status) else { return }
    // Reads the rest of the output. A pipe holds at most 16 times the bytes of one read.
    for _ in 0..<16 { read() }
    if let timer { loop.cancel(timer) }
    for fd in [reader, pidfd] {
      loop.unwatch(fd: fd)
      close(fd)
    }
    let isWhole = status == 0 && bytes.count <= ChildReply.longest
    done(isWhole ? bytes : nil)
  }
}
