import Evdev
import GestureConfig
import GestureCore

/// Words for the libinput plugin: what is hidden from the compositor on this device, and when.
extension DeviceSession {
  /// Words are written from here on; those of the settings at once.
  func startClaims(_ device: TouchDevice) {
    claimDevice = device
    lookAtDevice()
    claims.begin()
    writeWords()
  }

  /// The compositor gets everything again.
  func stopClaims() {
    claims.end()
    writeWords()
    claimDevice = nil
  }

  func setClaims(_ settings: ClaimSettings) {
    guard settings != claims.settings else { return }
    lookAtDevice()
    claims.use(settings)
    reportWarnings()
    writeWords()
  }

  /// Touches that are down already count: a word must not end the device's frame.
  private func lookAtDevice() {
    if let claimDevice { observe(claimDevice) }
    claims.removeWords()
  }

  func observe(_ device: TouchDevice) {
    claims.observe(contacts(of: device), at: device.lastTime)
  }

  private func contacts(of device: TouchDevice) -> TouchClaims.Contacts {
    // Without slots the kernel's contacts are known only as the pipeline has matched them.
    description.touchProtocol == .a ? .init(fingers: pipeline.touchesDown, id: 0) : device.contacts
  }

  /// Before the actions: the compositor reads the same frames.
  func decideClaims() {
    for index in 0..<pipeline.arena.events.count {
      let event = pipeline.arena.events[index]
      claims.take(event.gesture, event.state)
    }
    claims.conclude { pipeline.arena.isUndecided($0) }
    writeWords()
  }

  private func writeWords() {
    guard !claims.words.isEmpty else { return }
    if let claimDevice {
      let last = claims.words.count - 1
      for (index, word) in claims.words.enumerated() {
        _ = claimDevice.write(word, reports: claims.needsReport && index == last)
      }
    }
    claims.removeWords()
  }
}
