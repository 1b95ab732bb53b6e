/// Twins of devices that are no longer used: each exists until its touches have ended as cancelled.
struct EndingGrabs {
  /// The daemon is ending, so the loop no longer runs.
  private(set) var isClosing = false
  private var waiting: [(grab: DeviceGrab, end: Int64)] = []

  mutating func beginClosing() { isClosing = true }

  /// - Parameter wait: the time until its touches have ended, in µs.
  mutating func add(_ grab: DeviceGrab, wait: Int64, loop: EventLoop) {
    if isClosing {
      waiting.append((grab, loop.now + wait))
    } else {
      loop.schedule(after: wait) { grab.remove(at: loop.now) }
    }
  }

  /// Waits for all twins when the daemon ends: 0.1 s at most.
  mutating func finish(_ loop: EventLoop) {
    for (grab, end) in waiting {
      loop.sleep(until: end)
      grab.remove(at: loop.now)
    }
    waiting = []
  }
}
