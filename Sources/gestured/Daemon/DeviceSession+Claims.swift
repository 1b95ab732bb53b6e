import Evdev
import GestureConfig
import GestureCore

/// Words for the libinput plugin: what is hidden from the compositor on this device, and when.
extension DeviceSession {
  /// Words are written from here on; those of the settings at once.
  func startClaims(_ device: TouchDevice) {
    claimDevice = device
    observeContacts()
    claims.begin()
    writeWords()
  }

  /// The same through a device of the daemon's own, for a node that cannot be written. libinput opens that some time after
  /// it was made; what is written before is lost.
  func startClaims(_ device: TouchDevice, through control: ControlDevice) {
    guard self.control == nil else { return }
    self.control = control
    isReadOnly = false
    startClaims(device)
    loop.schedule(after: DeviceSession.controlSettlingTime) { [self] in
      guard claimDevice != nil else { return }
      claims.begin()
      writeWords()
    }
  }

  private static let controlSettlingTime: Int64 = 500_000

  /// The compositor gets everything again.
  func stopClaims() {
    claims.end()
    writeWords()
    claimDevice = nil
  }

  /// The pipeline has what is down already: a word must not end the device's frame.
  func setClaims(_ settings: ClaimSettings) {
    guard settings != claims.settings else { return }
    observeContacts()
    claims.removeWords()
    claims.use(settings)
    hasClaims = !claims.isEmpty
    reportWarnings()
    writeWords()
  }

  func observeContacts() {
    if let claimDevice { claims.observe(pipeline.contacts, at: claimDevice.lastTime) }
  }

  /// Before the actions: the compositor reads the same frames.
  func decideClaims() {
    decide(&pipeline)
    advanceGrab()
    writeWords()
  }

  /// What the arena has made since the last call.
  func decide(_ pipeline: inout DevicePipeline) {
    while decidedEvents < pipeline.arena.events.count {
      let event = pipeline.arena.events[decidedEvents]
      claims.take(event.gesture, event.state)
      decidedEvents += 1
    }
    claims.conclude { pipeline.arena.isUndecided($0) }
  }

  private func writeWords() {
    guard !claims.words.isEmpty else { return }
    if let claimDevice, device.grab == nil {
      let last = claims.words.count - 1
      for (index, word) in claims.words.enumerated() {
        let isTaken =
          control?.write(word, for: description)
          ?? claimDevice.write(word, reports: claims.needsReport && index == last)
        count(word, isTaken)
      }
    }
    claims.removeWords()
  }

  private func count(_ word: ClaimWord, _ isTaken: Bool) {
    if isTaken { wordsWritten += 1 } else { wordsRefused += 1 }
    if isTaken && word.isWithdrawal { wordsWithdrawn += 1 }
  }
}
