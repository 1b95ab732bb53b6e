import Evdev
import GestureConfig
import GestureCore

/// `consume = "grab"`: the device is grabbed, and its frames go on to a twin as far as claims let them.
extension DeviceSession {
  /// After the configuration or the device is new; `fuzz` is that of `DeviceNode`.
  func updateGrab(_ source: TouchDevice, permit: GrabPermit) {
    grabPermit = permit
    guard let settings = device.grab, !permit.isRevoked else { return endGrab() }
    if grab == nil { startGrab(source, settings, permit) }
  }

  private func startGrab(
    _ source: TouchDevice, _ settings: EmergencyRelease.Settings, _ permit: GrabPermit
  ) {
    let emergency = EmergencyRelease(settings, mostFingers: source.description.mostFingers)
    let grab: DeviceGrab
    do throws(VirtualDeviceFailure) {
      grab = try DeviceGrab(source, fuzz: fuzz, emergency, loop: loop)
    } catch {
      grabProblem = "\(error)"
      return reportWarnings()
    }
    source.removeMask(into: &pipeline)
    self.grab = grab
    grabProblem = nil
    grab.failed = { [self] in grabFailed($0) }
    grab.emergencyReleased = { permit.revoke() }
    grab.settle { [self] in beginGrab(source) }
  }

  func grabFailed(_ text: String) {
    grab = nil
    grabProblem = text
    reportWarnings()
  }

  func endGrab() {
    grab?.end()
    if grab?.state == .over { grab = nil }
  }

  /// While no touch is down.
  func beginGrab(_ source: TouchDevice) {
    guard let grab, grab.canBegin, pipeline.contacts.fingers == 0, pipeline.contacts.slots == 0 else {
      return
    }
    grab.begin {
      _ = source.drain(into: &pipeline)
      return pipeline.contacts.fingers > 0
    }
    consume([])
  }

  func readGrabbed(_ source: TouchDevice, _ grab: DeviceGrab) -> TouchDevice.Reading {
    let reading = source.drain(into: &pipeline) { pipeline, frame, time in
      let contacts = pipeline.contacts
      claims.observe(contacts, at: time)
      decide(&pipeline)
      grab.take(frame, at: time, contacts, claims.verdict)
      claims.removeWords()
    }
    grab.noteRead()
    return reading
  }

  /// After frames and deadlines.
  func advanceGrab() {
    guard let grab else { return }
    let time = now
    claims.advance(to: time)
    grab.advance(to: time, pipeline.contacts, claims.verdict)
    guard grab.state == .over else { return }
    self.grab = nil
    // A configuration that came while the last one's grab ended.
    if grabProblem == nil, let source, let grabPermit { updateGrab(source, permit: grabPermit) }
  }

  /// The device is gone, or the daemon ends; the twin stays until its touches have ended.
  func closeGrab() -> (grab: DeviceGrab, wait: Timestamp)? {
    guard let grab else { return nil }
    self.grab = nil
    return (grab, grab.close(at: now))
  }
}

/// Whether devices may be grabbed: not once the user has ended a grab by hand, until the next start.
final class GrabPermit {
  private(set) var isRevoked = false
  var revoked: (() -> Void)?
  func revoke() {
    guard !isRevoked else { return }
    isRevoked = true
    revoked?()
  }
}
