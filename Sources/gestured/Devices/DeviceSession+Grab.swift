import Evdev
import GestureConfig
import GestureCore
import Output

/// `consume = "grab"`: the device is grabbed, and a twin gets the frames that claims do not hide.
extension DeviceSession {
  /// Starts or ends the grab after a change of the configuration or the device.
  func updateGrab(_ permit: GrabPermit) {
    guard let settings = device.grab, !permit.isRevoked else { return endGrab() }
    if grab == nil, let source { startGrab(source, settings, permit) }
  }

  private func startGrab(
    _ source: TouchDevice, _ settings: EmergencyRelease.Settings, _ permit: GrabPermit
  ) {
    let emergency = EmergencyRelease(settings, mostFingers: source.description.mostFingers)
    let started: DeviceGrab
    do throws(VirtualDeviceFailure) {
      started = try DeviceGrab(source, emergency, permit, loop: clock.loop)
    } catch {
      return refuseGrab("\(error)")
    }
    source.removeMask(into: pipeline)
    grab = started
    grabProblem = nil
    started.failed = { [self] in refuseGrab($0) }
    started.waitForReaders { [self] in beginGrab() }
  }

  private func refuseGrab(_ reason: String) {
    removeGrab()
    grabProblem = reason
    reportWarnings()
  }

  /// Reads the device without a twin, and allows its mask again.
  private func removeGrab() {
    grab = nil
    grabProblem = nil
    source?.allowMask()
  }

  func endGrab() {
    grabProblem = nil
    grab?.end()
    if grab?.state == .over { removeGrab() }
  }

  /// Starts the grab if no touch is down.
  func beginGrab() {
    guard let grab, let source, grab.canBegin, pipeline.contacts.fingers == 0, pipeline.contacts.slots == 0
    else { return }
    grab.begin {
      _ = source.drain(into: pipeline)
      return pipeline.contacts.fingers > 0
    }
    consume([])
  }

  func readGrabbed(_ source: TouchDevice, _ grab: DeviceGrab) -> TouchDevice.Reading {
    source.drain(into: pipeline) { pipeline, frame, time in
      words.observe(pipeline, at: time)
      let hadOverflowed = grab.hasOverflowed
      grab.take(frame, at: time, pipeline.contacts, words.claims)
      if grab.hasOverflowed && !hadOverflowed { reportWarnings() }
      words.discard()
    }
  }

  /// Advances the grab after frames and deadlines.
  func advanceGrab() {
    guard let current = grab else { return }
    let time = clock.now
    words.claims.advance(to: time)
    current.advance(to: time, pipeline.contacts, words.claims)
    // A grab that failed has been replaced by the reason.
    guard current.state == .over, grab === current else { return }
    removeGrab()
    // A new configuration may have come while the old grab was ending.
    updateGrab(current.permit)
  }

  /// Ends the grab of a device that is gone, or when the daemon ends. The twin stays until its touches have ended.
  func closeGrab() -> (grab: DeviceGrab, wait: Timestamp)? {
    guard let current = grab else { return nil }
    removeGrab()
    return (current, current.close(at: clock.now))
  }
}
