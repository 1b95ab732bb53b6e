import Evdev
import GestureConfig
import GestureCore

/// Words for the libinput plugin: what is taken from the compositor on this device, and when.
extension DeviceSession {
  /// Words are written from here on; those of the settings at once.
  func startClaims(writer: @escaping (_ word: ClaimWord, _ reports: Bool) -> Void) {
    claimWriter = writer
    claims.begin()
    writeWords()
  }

  /// The compositor gets everything again.
  func stopClaims() {
    claims.end()
    writeWords()
    claimWriter = nil
  }

  func setClaims(_ settings: ClaimSettings) {
    guard settings != claims.settings else { return }
    let before = claims.settings
    claims = TouchClaims(settings)
    tellWarnings()
    guard claimWriter != nil else { return }
    claims.begin(after: before)
    writeWords()
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
    if let claimWriter {
      let last = claims.words.count - 1
      for (index, word) in claims.words.enumerated() {
        claimWriter(word, claims.needsReport && index == last)
      }
    }
    claims.removeWords()
  }
}
