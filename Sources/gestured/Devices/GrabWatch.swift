import Evdev

/// Finds out whether another program has grabbed an open device, so that its events do not arrive.
///
/// Only an attempt to grab the device shows this, and other readers lose the events between the attempt and its release. So the
/// watch makes one attempt after each change that may matter: the device was opened, another program opened it, or a program
/// closed it while it was grabbed. If a key or a touch is down, the attempt waits until it is released. An event that arrives
/// shows that no other program holds the grab.
///
/// A timer runs only from a change to its attempt, and is set once for each.
final class GrabWatch {
  /// The parts of a device that the watch needs.
  struct Subject {
    let fd: Int32
    let isOurs: () -> Bool
    let isDown: () -> Bool
    let isGrabbed: () -> Bool
  }

  private enum State {
    case idle
    /// A change was noted; the timer makes the attempt.
    case scheduled(EventLoop.Timer)
    /// The attempt is due when no key and no touch is down.
    case due
    case looking(ChildReply)
  }

  /// µs. A program grabs a device soon after it has opened it, and several devices may appear together.
  private static let standardDelay: Int64 = 500_000

  private let subject: Subject
  private let loop: EventLoop
  private let delay: Int64
  private let found: () -> Void
  private var state = State.idle
  private(set) var isGrabbed = false

  /// - Parameters:
  ///   - delay: µs from a change to the attempt.
  ///   - found: called when another program is found to have grabbed the device.
  init(
    _ subject: Subject, loop: EventLoop, delay: Int64 = GrabWatch.standardDelay, found: @escaping () -> Void
  ) {
    self.subject = subject
    self.loop = loop
    self.delay = delay
    self.found = found
    schedule()
  }

  func note(_ change: OpenWatch.Change) {
    switch (state, change) {
    case (.idle, .opened) where !isGrabbed, (.idle, .closed) where isGrabbed, (.due, .opened): schedule()
    case (.idle, _), (.scheduled, _), (.due, .closed), (.due, .permissions), (.looking, _): break
    }
  }

  func noteEvents() {
    isGrabbed = false
    if case .due = state, !subject.isDown() { schedule() }
  }

  /// Ends the watch of a device that is gone. The device is closed when the last reference to it is released.
  func end() {
    switch state {
    case .idle, .due: break
    case .scheduled(let timer): loop.cancel(timer)
    case .looking(let worker): worker.cancel()
    }
    state = .idle
  }

  private func schedule() {
    state = .scheduled(
      loop.schedule(after: delay) { [self] in
        state = .idle
        if subject.isOurs() { return }
        if subject.isDown() { state = .due } else { look() }
      })
  }

  /// Makes the attempt in a process of its own, because its release takes the kernel 20 ms. If no process can be started, the
  /// next change causes another attempt.
  private func look() {
    let worker = ForkedWorker.started(loop: loop, keeping: subject.fd) {
      [subject.isGrabbed() ? 1 : 0]
    } done: { [self] reply in
      guard case .looking = state else { return }
      state = .idle
      let wasGrabbed = isGrabbed
      isGrabbed = reply == [1] && !subject.isOurs()
      if isGrabbed && !wasGrabbed { found() }
    }
    if let worker { state = .looking(worker) }
  }
}

extension GrabWatch.Subject {
  init(_ device: TouchDevice, isOurs: @escaping () -> Bool) {
    self.init(
      fd: device.fd, isOurs: isOurs, isDown: { device.isTouched || device.hasKeyDown },
      isGrabbed: { device.lookForGrab() == true })
  }
}
