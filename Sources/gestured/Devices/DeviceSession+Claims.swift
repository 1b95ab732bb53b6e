import ControlProtocol
import Evdev
import GestureConfig
import GestureCore
import Output

/// Words for the libinput plugin, and when they are written.
extension DeviceSession {
  /// Starts writing words, first those of the settings.
  ///
  /// - Parameter control: the daemon's own device, if the node cannot be written.
  func startClaims(through control: ControlDevice? = nil) {
    guard let source else { return }
    words.open(source, through: control)
    beginClaims()
    // libinput opens the daemon's own device some time after it was made, so the words are repeated.
    if control != nil { repeatClaims() }
  }

  /// Writes the words again after a program, perhaps a compositor, has opened the node. libinput discards events that it finds in
  /// a newly opened device, and a compositor starts slowly, so this happens some time later.
  func repeatClaims() {
    guard words.device != nil, !words.isRepeating else { return }
    words.isRepeating = true
    for delay in DeviceSession.openingTimes {
      clock.loop.schedule(after: delay) { [self] in
        if delay == DeviceSession.openingTimes.last { words.isRepeating = false }
        guard words.device != nil else { return }
        beginClaims()
      }
    }
  }

  /// µs from the opening of the node to each repetition of the words.
  private static let openingTimes: [Int64] = [50_000, 500_000]

  private func beginClaims() {
    words.observe(pipeline)
    // Words through the daemon's own device may be read before older events, so the slot could be wrong there and is omitted.
    words.claims.begin(slot: words.control == nil ? words.device?.selectedSlot : nil)
    writeWords()
  }

  /// Reports that neither the node nor the daemon's own device can be written.
  func refuseClaims() {
    words.isReadOnly = true
    reportWarnings()
  }

  /// Stops hiding: the compositor receives everything again.
  func stopClaims() {
    words.claims.end()
    writeWords()
    words.close()
  }

  /// Applies changed claims. Call it between frames, so that a word does not split one.
  func setClaims(_ settings: ClaimSettings) {
    guard settings != words.claims.settings else { return }
    words.observe(pipeline)
    words.use(settings)
    reportWarnings()
    writeWords()
  }

  /// Decides which touches are hidden. Call it before the actions, because the compositor reads the same frames.
  func decideClaims() {
    words.decide(pipeline)
    advanceGrab()
    writeWords()
  }

  private func writeWords() {
    words.write(for: description, isGrabbed: device.grab != nil, at: clock.now)
  }

  /// How the device hides touches; nil if it hides none.
  var claimsReport: DeviceReport.Claims? {
    guard words.hasClaims, device.grab != nil || !words.isReadOnly else { return nil }
    var report = disclosure.claims(currentClaims)
    report.way = device.grab == nil ? .plugin : .grab
    report.isGrabbed = grab?.isReading == true
    return report
  }

  var currentClaims: DeviceReport.Claims {
    var report = words.counts
    report.claimed = words.claims.claimed
    report.hidden = words.claims.hidden
    report.passed = words.claims.passed
    return report
  }
}
