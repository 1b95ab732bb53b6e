import Evdev
import GestureConfig
import GestureCore

/// Words for the libinput plugin, and when they are written.
extension DeviceSession {
  /// Words are written from here on; those of the settings at once.
  func startClaims(_ device: TouchDevice) {
    words.open(device)
    beginClaims()
  }

  /// The same through a device of the daemon's own, for a node that cannot be written.
  func startClaims(_ device: TouchDevice, through control: ControlDevice) {
    guard words.control == nil else { return }
    words.open(device, through: control)
    beginClaims()
    // libinput opens it some time after it was made.
    repeatClaims()
  }

  /// A program has opened the node, perhaps a compositor. libinput discards what it finds in a device that it has opened,
  /// and a compositor that starts is slow: the words are written again when that is over.
  func repeatClaims() {
    guard words.device != nil, words.beginRepeating() else { return }
    for delay in DeviceSession.openingTimes {
      clock.loop.schedule(after: delay) { [self] in
        if delay == DeviceSession.openingTimes.last { words.endRepeating() }
        guard words.device != nil else { return }
        words.observe(pipeline)
        words.claims.begin()
        writeWords()
      }
    }
  }

  /// After the opening, in microseconds.
  private static let openingTimes: [Int64] = [50_000, 500_000]

  private func beginClaims() {
    words.observe(pipeline)
    words.claims.begin()
    writeWords()
  }

  /// Neither the node nor a device of the daemon's own can be written.
  func refuseClaims() {
    words.isReadOnly = true
    reportWarnings()
  }

  /// The compositor gets everything again.
  func stopClaims() {
    words.claims.end()
    writeWords()
    words.close()
  }

  /// The pipeline has what is down already: a word must not end the device's frame.
  func setClaims(_ settings: ClaimSettings) {
    guard settings != words.claims.settings else { return }
    words.observe(pipeline)
    words.use(settings)
    reportWarnings()
    writeWords()
  }

  /// Before the actions: the compositor reads the same frames.
  func decideClaims() {
    words.decide(pipeline)
    advanceGrab()
    writeWords()
  }

  private func writeWords() {
    words.write(for: description, isGrabbed: device.grab != nil, at: clock.now)
  }
}
