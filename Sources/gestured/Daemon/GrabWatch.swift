import Evdev

/// Finds out whether another program has grabbed an open device, so that its events do not arrive.
///
/// The kernel shows this only to an attempt to grab the device, and other readers lose what comes between the attempt and the
/// release. So there is one attempt after each change that may matter: the device was opened, another program opened it, or
/// while it is grabbed, one closed it. It waits until no key and no touch is down. An event that arrives shows that no other
/// program holds the grab.
final class GrabWatch {
  /// µs. A program grabs a device soon after it has opened it; a device that came may be followed by others.
  private static let delay: Int64 = 500_000

  private let device: TouchDevice
  private let loop: EventLoop
  private let isOurs: () -> Bool
  private let found: () -> Void
  /// Runs until the next attempt.
  private var timer: EventLoop.Timer?
  private var worker: ForkedWorker?
  private(set) var isGrabbed = false

  /// - Parameters:
  ///   - isOurs: whether the daemon grabs the device itself, which shows the same.
  ///   - found: called when another program is found to have grabbed the device.
  init(_ device: TouchDevice, loop: EventLoop, isOurs: @escaping () -> Bool, found: @escaping () -> Void) {
    self.device = device
    self.loop = loop
    self.isOurs = isOurs
    self.found = found
    lookSoon()
  }

  func note(_ change: OpenWatch.Change) {
    switch change {
    case .opened where !isGrabbed, .closed where isGrabbed: lookSoon()
    case .opened, .closed: break
    }
  }

  func noteEvents() {
    if isGrabbed { isGrabbed = false }
  }

  /// The device is gone: it is closed when nothing holds it.
  func end() {
    if let timer { loop.cancel(timer) }
    worker?.cancel()
  }

  private func lookSoon() {
    guard timer == nil, worker == nil else { return }
    timer = loop.schedule(after: GrabWatch.delay) { [self] in
      timer = nil
      if isOurs() { return }
      if device.isTouched || device.hasKeyDown { lookSoon() } else { look() }
    }
  }

  /// In a process of its own, because the kernel takes 20 ms for the release. If none can be started, the next change counts.
  private func look() {
    worker = ForkedWorker.started(loop: loop, keeping: device.fd) {
      [device.lookForGrab() == true ? 1 : 0]
    } done: { [self] reply in
      worker = nil
      let wasGrabbed = isGrabbed
      isGrabbed = reply == [1] && !isOurs()
      if isGrabbed && !wasGrabbed { found() }
    }
  }
}
