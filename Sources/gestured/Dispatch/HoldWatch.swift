import Evdev

/// Watches over what actions hold down: a daemon that hangs meanwhile is ended after 2 s, so that nothing stays pressed.
final class HoldWatch {
  private let loop: EventLoop
  private let log: Log
  /// Made with the first hold.
  private var heartbeat: Heartbeat?
  private(set) var isOn = false

  init(loop: EventLoop, log: Log) {
    self.loop = loop
    self.log = log
  }

  /// - Parameter isHolding: whether a button, a key or a finger of a virtual device is down now.
  func set(_ isHolding: Bool) {
    if isHolding == isOn { return }
    isOn = isHolding
    let isWatched = made?.set(isHolding) ?? false
    if isHolding, !isWatched {
      log.warning("no process watches over what gestures hold down: it could not be started")
    }
  }

  private var made: Heartbeat? {
    if heartbeat == nil, let new = Heartbeat.made() {
      heartbeat = new
      loop.watch(fd: new.timer, events: EventLoop.readable) { _ in new.beat() }
    }
    return heartbeat
  }

  func close() {
    if let heartbeat { loop.unwatch(fd: heartbeat.timer) }
    heartbeat = nil
  }
}
