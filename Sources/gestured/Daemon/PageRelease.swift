import CEvdev

/// Releases the pages of the program and its libraries that only the start, a reload or a new device needed.
///
/// Each of these runs through half of the program, and the kernel maps 16 pages around each one that is touched: ps shows
/// 14 MB of a debug build afterwards, and 5 MB with this (the goal is 6 MB, vm/tests/memory.py). The pages are clean and stay in
/// the page cache; those that are used again cost some 25 minor faults in the next frame, each less than a microsecond.
final class PageRelease {
  /// A new device is reported twice, and editors save in steps: they are over after so long (microseconds).
  private static let delay: Int64 = 1_000_000

  private let loop: EventLoop
  private let timer: EventLoop.Timer

  init(loop: EventLoop) {
    self.loop = loop
    timer = loop.makeTimer { gestured_release_pages() }
  }

  func schedule() { timer.time = loop.now + PageRelease.delay }
}
