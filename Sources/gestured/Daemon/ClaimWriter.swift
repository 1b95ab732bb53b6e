import Evdev
import GestureCore

/// Writes the words for the libinput plugin: what is hidden from the compositor on one device, and when.
final class ClaimWriter {
  /// For `status`: how many words the node took and refused, and how many ended a claim or a delay.
  struct Counts {
    var written = 0
    var refused = 0
    var withdrawn = 0
  }

  var claims: TouchClaims
  /// Whether the configuration hides anything on the device: asking `claims` would copy it, in each frame.
  private(set) var hasClaims: Bool
  /// The device to which words are written; nil: none are written.
  private(set) var device: TouchDevice?
  /// Where words are written instead of the node.
  private(set) var control: ControlDevice?
  /// Neither can be written, so no word reaches the plugin.
  var isReadOnly = false
  private(set) var counts = Counts()
  /// Called with a verdict that hides touches.
  var hid: (() -> Void)?
  private var isRepeating = false
  /// How many events of the arena claims have taken.
  private var decidedEvents = 0

  init(_ settings: ClaimSettings) {
    claims = TouchClaims(settings)
    hasClaims = !claims.isEmpty
  }

  // MARK: Beginning and ending

  /// - Parameter control: a device of the daemon's own, for a node that cannot be written.
  func open(_ device: TouchDevice, through control: ControlDevice? = nil) {
    self.device = device
    self.control = control
    isReadOnly = false
  }

  func close() { device = nil }

  func use(_ settings: ClaimSettings) {
    claims.removeWords()
    claims.use(settings)
    hasClaims = !claims.isEmpty
  }

  // MARK: Deciding

  func observe(_ pipeline: DevicePipeline) {
    guard let device else { return }
    claims.observe(pipeline.contacts, at: device.lastTime) { pipeline.place(ofSlot: $0) }
  }

  /// What the arena has made since the last call.
  func decide(_ pipeline: DevicePipeline) {
    while decidedEvents < pipeline.arena.events.count {
      let event = pipeline.arena.events[decidedEvents]
      claims.take(event.gesture, event.state)
      decidedEvents += 1
    }
    claims.conclude { pipeline.arena.isUndecided($0) }
  }

  /// The arena's list begins anew.
  func noteEventsTaken() { decidedEvents = 0 }

  // MARK: Writing

  /// - Parameters:
  ///   - isGrabbed: the daemon hides touches itself, so no word is needed.
  ///   - now: in the device's own clock.
  func write(for description: DeviceDescription, isGrabbed: Bool, at now: Timestamp) {
    guard !claims.words.isEmpty else { return }
    defer { discard() }
    guard let device, !isGrabbed else { return }
    let isHiding = claims.words.contains { $0.isHiding }
    let isTaken: Bool
    if let control {
      isTaken = control.write(claims.words, for: description)
    } else {
      let ends = !claims.isTouched || isHiding && Self.isBetweenFrames(now - device.lastTime)
      isTaken = device.write(claims.words, endsFrame: ends)
    }
    for word in claims.words { count(word, isTaken) }
  }

  /// The words are written, or the daemon hides touches itself.
  func discard() {
    if let hid, claims.words.contains(where: { $0.isHiding }) { hid() }
    claims.removeWords()
  }

  /// Whether a frame of the daemon's own can split none of the device's: not when its next one may be on the way. Fingers
  /// that rest may send none for long.
  ///
  /// - Parameter age: of the last frame.
  static func isBetweenFrames(_ age: Timestamp) -> Bool {
    age < shortestFrame / 2 || age > longestFrame
  }

  /// Devices send from 50 to 250 frames a second while fingers move, as their owners have measured them.
  private static let shortestFrame: Timestamp = 4 * .millisecond
  private static let longestFrame: Timestamp = 20 * .millisecond

  private func count(_ word: ClaimWord, _ isTaken: Bool) {
    if isTaken { counts.written += 1 } else { counts.refused += 1 }
    if isTaken && word.isWithdrawal { counts.withdrawn += 1 }
  }

  // MARK: Writing again

  /// False: it has begun and not ended.
  func beginRepeating() -> Bool {
    defer { isRepeating = true }
    return !isRepeating
  }
  func endRepeating() { isRepeating = false }
}
