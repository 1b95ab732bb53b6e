import CEvdev

/// Keeps what is done rarely from staying in memory: the start, a reload, a device that comes.
///
/// Each runs through half of the program, and the kernel maps 16 pages around each one that is touched: 7 MB resident.
/// The way of an event is a tenth of that. What is used again comes back from the page cache, some 25 faults of less
/// than a microsecond in the first frame after.
final class RareWork {
  /// A device that comes is told of twice, and an editor saves in steps: they are over when nothing has come for so
  /// long (microseconds).
  static let quiet: Int64 = 1_000_000

  private let loop: EventLoop
  private let alarm: EventLoop.Alarm

  init(loop: EventLoop) {
    self.loop = loop
    alarm = loop.makeAlarm { gestured_forget_rare_work() }
  }

  /// Some has been done just now.
  func done() { alarm.time = loop.now + RareWork.quiet }
}
