import GestureCore
import Output

/// `scroll` with `momentum`: turns the wheel after the lift, until it has come to rest or a finger lands. Its timer runs only in
/// this time.
final class ScrollGlide {
  private let loop: EventLoop
  private var timer: EventLoop.Timer?
  /// How many touch sequences have begun so far, and how many touches are down, on all devices.
  private let touches: () -> (begun: Int, down: Int)

  init(loop: EventLoop, touches: @escaping () -> (begun: Int, down: Int)) {
    self.loop = loop
    self.touches = touches
  }

  var isRunning: Bool { timer != nil }

  /// - Parameter write: turns the wheel up to the present; returns false when it has come to rest or cannot be written.
  func begin(write: @escaping () -> Bool) {
    end()
    let (begun, down) = touches()
    // A finger that stays down stops the wheel.
    guard down == 0 else { return }
    let timer = loop.makeTimer { [self] in
      guard touches().begun == begun, write() else { return end() }
      self.timer?.time = loop.now + ScrollMomentum.interval
    }
    timer.time = loop.now + ScrollMomentum.interval
    self.timer = timer
  }

  func end() {
    if let timer { loop.cancel(timer) }
    timer = nil
  }
}
