import Evdev

/// Keeps what virtual devices get back while the compositor takes a touch away: a button that is pressed while a touch is
/// down, or a gesture that begins then, is lost to some of them.
final class OutputGate {
  /// For a compositor that reads the word with its next round of events (microseconds).
  static let delay: Int64 = 20_000

  private let loop: EventLoop
  private var opening: Int64 = 0
  private var waiting: [() -> Void] = []

  init(loop: EventLoop) { self.loop = loop }

  /// Touches are being hidden, from now on.
  func close() {
    opening = loop.now + OutputGate.delay
    schedule()
  }

  /// What is written now would come too early.
  var isClosed: Bool { opening != 0 }

  /// Does `write` once the gate is open, after what waits already.
  func append(_ write: @escaping () -> Void) { waiting.append(write) }

  /// The configuration or the daemon goes: what waits is not lost.
  func open() {
    opening = 0
    let writes = waiting
    waiting = []
    for write in writes { write() }
  }

  private func schedule() {
    loop.schedule(after: OutputGate.delay) { [self] in
      if opening != 0, opening <= loop.now { open() }
    }
  }
}
