import Evdev

/// Delays the output of virtual devices until the compositor has dropped a touch. Some compositors lose a button press or a
/// gesture that begins while a touch is down.
final class OutputGate {
  /// µs for a compositor to read the word with its next round of events.
  static let delay: Int64 = 20_000

  private let loop: EventLoop
  private var opening: Int64 = 0
  private var waiting: [() -> Void] = []

  init(loop: EventLoop) { self.loop = loop }

  /// Delays output for a moment, because touches are being hidden.
  func close() {
    opening = loop.now + OutputGate.delay
    loop.schedule(after: OutputGate.delay) { [self] in
      if opening != 0, opening <= loop.now { open() }
    }
  }

  /// Whether output written now would be too early.
  var isClosed: Bool { opening != 0 }

  /// Calls `write` when the gate is open, after earlier ones.
  func append(_ write: @escaping () -> Void) { waiting.append(write) }

  /// Writes all delayed output at once when the configuration or the daemon ends.
  func open() {
    opening = 0
    let writes = waiting
    waiting = []
    for write in writes { write() }
  }
}
