import CEvdev

/// Releases free heap, and pages of the program and its libraries that only the start, a reload, a new device or a client
/// needed.
///
/// malloc keeps freed memory: 64 MB after a hundred clients with a message of 0.9 MB each.
///
/// Each of these runs through half of the program, and the kernel maps 16 pages around each one: ps shows 14 MB of a debug build
/// without this and 5 MB with it (the goal is 6 MB, vm/tests/memory.py). The pages are clean and stay in the page cache. Those used
/// again cost about 25 minor faults in the next frame, each below a microsecond.
final class PageRelease {
  /// µs. A new device is reported twice, and editors save in steps; both are over by then.
  private static let delay: Int64 = 1_000_000

  private let loop: EventLoop
  private let timer: EventLoop.Timer

  init(loop: EventLoop) {
    self.loop = loop
    timer = loop.makeTimer { gestured_release_pages() }
  }

  func schedule() { timer.time = loop.now + PageRelease.delay }
}
