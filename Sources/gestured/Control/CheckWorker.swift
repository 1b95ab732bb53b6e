import CEvdev
import CSystem
import Evdev

/// Makes one reply in a child process, because the check of a client's text may take long. The loop is never blocked, and the
/// child ends after its time limit, with its connection, or with the daemon.
final class CheckWorker {
  /// The most replies made at the same time.
  static let limit = 4
  /// µs. On a loaded machine the process, which has a low priority, gets only a part of this.
  private static let timeout: Int64 = 20_000_000
  /// Seconds of processor time, enforced by the kernel.
  private static let processorTime: Int32 = 5
  private static let longestReply = 4 << 20

  private let loop: EventLoop
  private let pid: pid_t
  private let reader: Int32
  private let pidfd: Int32
  private var timer: EventLoop.Timer?
  private var bytes: [UInt8] = []
  private var done: (([UInt8]?) -> Void)?

  /// - Parameters:
  ///   - work: makes the reply, in the child.
  ///   - done: gets the reply in the daemon; nil on failure.
  /// - Returns: nil if no process can be started.
  init?(loop: EventLoop, work: () -> [UInt8], done: @escaping ([UInt8]?) -> Void) {
    var end: Int32 = -1
    let pid = unsafe gestured_fork_worker(&end, CheckWorker.processorTime)
    if pid == 0 { CheckWorker.runChild(work, end) }
    guard pid > 0 else { return nil }
    self.loop = loop
    self.pid = pid
    self.done = done
    reader = end
    pidfd = gestured_pidfd_open(pid)
    guard pidfd >= 0 else {
      close(reader)
      kill(pid, SIGKILL)
      waitpid(pid, nil, 0)
      return nil
    }
    loop.watch(fd: reader, events: EventLoop.readable) { [self] _ in read() }
    loop.watch(fd: pidfd, events: EventLoop.readable) { [self] _ in reap() }
    timer = loop.schedule(after: CheckWorker.timeout) { [self] in cancel() }
  }

  private static func runChild(_ work: () -> [UInt8], _ writer: Int32) -> Never {
    var rest = work()[...]
    while !rest.isEmpty {
      let count = unsafe writeBytes(rest.span.bytes, to: writer)
      if count <= 0 { _exit(1) }
      rest = rest.dropFirst(count)
    }
    _exit(0)
  }

  /// Kills the process. `done` is called when it has ended.
  func cancel() { kill(pid, SIGKILL) }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = readBytes(reader, into: &buffer)
    if count > 0 { bytes += buffer[..<count] }
    if count == 0 || bytes.count > CheckWorker.longestReply { loop.unwatch(fd: reader) }
  }

  private func reap() {
    var status: Int32 = 0
    guard unsafe gestured_pidfd_reap(pidfd, &status) == 1 else { return }
    // Reads the rest of its output; a pipe holds at most 16 reads.
    for _ in 0..<16 { read() }
    if let timer { loop.cancel(timer) }
    for fd in [reader, pidfd] {
      loop.unwatch(fd: fd)
      close(fd)
    }
    let isWhole = status == 0 && bytes.count <= CheckWorker.longestReply
    done?(isWhole ? bytes : nil)
    done = nil
  }
}
