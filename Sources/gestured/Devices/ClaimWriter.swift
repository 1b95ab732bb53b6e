import ControlProtocol
import Evdev
import GestureCore
import Output

/// Writes words to the libinput plugin. A word sets what the plugin hides from the compositor on one device.
final class ClaimWriter {
  var claims: TouchClaims
  /// Whether the configuration hides anything on the device. A copy, because reading it from `claims` in each frame would copy
  /// all of `claims`.
  private(set) var hasClaims: Bool
  /// The device to which words are written; nil if the daemon writes no words.
  private(set) var device: TouchDevice?
  /// The daemon's own device, which carries the words if the node cannot be written.
  private(set) var control: ControlDevice?
  /// Whether neither `device` nor `control` can be written, so that no word reaches the plugin.
  var isReadOnly = false
  /// For `status`: the words that the node accepted and refused, and those that ended a claim or a delay.
  private(set) var counts = DeviceReport.Claims(way: .plugin)
  /// Called when a verdict hides touches.
  var hid: (() -> Void)?
  /// Whether the words will be written again.
  var isRepeating = false
  /// The number of the arena's events that the claims have processed.
  private var decidedEvents = 0

  /// - Parameter isPerTouch: whether the device is a touchscreen with slots.
  init(_ settings: ClaimSettings, isPerTouch: Bool) {
    claims = TouchClaims(settings, isPerTouch: isPerTouch)
    hasClaims = !claims.isEmpty
  }

  // MARK: Beginning and ending

  /// - Parameter control: a device of the daemon, for a node that cannot be written.
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
    observe(pipeline, at: device.lastTime)
  }

  /// Processes the frames that the pipeline has consumed.
  func observe(_ pipeline: DevicePipeline, at time: Timestamp) {
    claims.observe(
      pipeline.contacts, at: time, position: { pipeline.position(ofSlot: $0) },
      trackingID: { pipeline.trackingID(ofSlot: $0) })
    decide(pipeline)
  }

  /// Processes the arena's new events.
  func decide(_ pipeline: DevicePipeline) {
    claims.note { pipeline.stand(of: $0) }
    while decidedEvents < pipeline.arena.events.count {
      let event = pipeline.arena.events[decidedEvents]
      claims.take(event.gesture, event.state) { pipeline.stand(of: $0) }
      decidedEvents += 1
    }
    claims.conclude { pipeline.stand(of: $0) }
  }

  /// Call it when the arena's list of events has been emptied.
  func noteEventsTaken() { decidedEvents = 0 }

  // MARK: Writing

  /// - Parameters:
  ///   - isGrabbed: whether the daemon hides touches itself by the grab, so that no word is needed.
  ///   - now: the time in the device's clock.
  func write(for description: DeviceDescription, isGrabbed: Bool, at now: Timestamp) {
    guard !claims.words.isEmpty else { return }
    defer { discard() }
    guard let device, !isGrabbed else { return }
    let isVerdict = claims.words.contains { $0.isVerdict }
    let isTaken: Bool
    if let control {
      isTaken = control.write(claims.words, for: description)
    } else {
      let ends = !claims.isTouched || isVerdict && Self.isBetweenFrames(now - device.lastTime)
      isTaken = device.write(claims.words, endsFrame: ends)
    }
    for word in claims.words { count(word, isTaken) }
  }

  /// Drops the words, which have been written or are not needed.
  func discard() {
    if let hid, claims.words.contains(where: { $0.isHiding }) { hid() }
    claims.removeWords()
  }

  /// Whether the device is between two frames, so that a frame written by the daemon does not split one of the device's. Resting
  /// fingers may cause no frames for a long time.
  ///
  /// - Parameter age: µs since the last frame.
  static func isBetweenFrames(_ age: Timestamp) -> Bool {
    age < shortestFrame / 2 || age > longestFrame
  }

  /// The intervals of frames from moving fingers: 50 to 250 frames per second, as measured by owners of devices.
  private static let shortestFrame: Timestamp = 4 * .millisecond
  private static let longestFrame: Timestamp = 20 * .millisecond

  private func count(_ word: ClaimWord, _ isTaken: Bool) {
    if isTaken { counts.written += 1 } else { counts.refused += 1 }
    if isTaken && word.isWithdrawal { counts.withdrawn += 1 }
  }
}
