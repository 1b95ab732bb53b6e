/// Why a gesture left possible, or what it waits for. Raw values are the documented words of `--explain`.
package enum FailureReason: String, Sendable, CaseIterable, BitwiseCopyable {
  case tooManyFingers = "too-many-fingers"
  case tooFewFingers = "too-few-fingers"
  case movedTooFar = "moved-too-far"
  case movedTooLittle = "moved-too-little"
  case heldTooLong = "held-too-long"
  case liftedTooEarly = "lifted-too-early"
  case landedTooLate = "landed-too-late"
  case landedTooEarly = "landed-too-early"
  case landedTooFar = "landed-too-far"
  case landedAfterLift = "landed-after-lift"
  case landedOutside = "landed-outside"
  case deadZone = "dead-zone"
  case masked = "masked"
  case otherTool = "other-tool"
  case over = "over"
  case fingersTooFarApart = "fingers-too-far-apart"
  case liftedTooLate = "lifted-too-late"
  case noNextTap = "no-next-tap"
  case tooSlow = "too-slow"
  case tookTooLong = "took-too-long"
  case wrongDirection = "wrong-direction"
  case turnedBack = "turned-back"
  case notStraight = "not-straight"
  case notTogether = "not-together"
  case notInEdge = "not-in-edge"
  case wrongShape = "wrong-shape"
  case tooSmall = "too-small"
  case touchCancelled = "touch-cancelled"
  case resync = "resync"
  case jumped = "jumped"
  case clicked = "clicked"
  case notClicked = "not-clicked"
  case buttonReleased = "button-released"
  case tooLittleForce = "too-little-force"
  case noTap = "no-tap"
  case restEnded = "rest-ended"
  case fingerRested = "finger-rested"
  case wrongSide = "wrong-side"
  case otherTouchDown = "other-touch-down"
  case prevented = "prevented"
  case requirementRecognized = "requirement-recognized"
  case neverReleased = "never-released"
  case disabled = "disabled"
  case paused = "paused"
  case otherClass = "other-class"
  case otherDevice = "other-device"
  case unusedDevice = "unused-device"
  case contextDiffers = "context-differs"
  case typed = "typed"
  case noAnswer = "no-answer"
  case clientFailed = "client-failed"
  case clientGone = "client-gone"
  case whereDiffers = "where-differs"
  case unsupportedDevice = "unsupported-device"
  case waiting = "waiting"

  /// Whether it kept all touches, or the one that was missing, from the gesture: so nothing was wrong with the motion.
  package var keepsTouches: Bool {
    isOfZone || isOfDevice || self == .otherTool || isOff || self == .over
  }
  /// Whether the gesture was off: by the configuration, or by a command.
  private var isOff: Bool { self == .disabled || self == .paused }
  /// Whether the touch of such a failure is one of the gesture's own, and not one of the device's sequence.
  var isOfOwnTouch: Bool { !keepsTouches && self != .fingerRested }
  /// Whether a zone of the configuration kept a touch from the gesture.
  package var isOfZone: Bool { self == .landedOutside || self == .deadZone || self == .masked }
  /// Whether the gesture is not one of the device, which is known before any touch.
  package var isOfDevice: Bool { self == .otherClass || self == .otherDevice || self == .unusedDevice }
}

/// A failure with the measure and the limit. It is part of the proposal by which the gesture failed.
package struct Failure: Equatable, Sendable, BitwiseCopyable {
  package enum Unit: String, Sendable, BitwiseCopyable {
    case none = "", mm, seconds = "s", mmPerSecond = "mm/s", radians = "rad", fingers, ratio, grams = "g",
      radiansPerSecond = "rad/s", perSecond = "/s"
  }
  package var measured = Double.nan
  package var limit = Double.nan
  package var reason: FailureReason
  package var unit = Unit.none
  /// The key that set the limit; nil if there is none.
  package var key: KeyName?
  /// The direction of the fingers, if the gesture does not accept it.
  package var direction: Direction?
  /// The number of the touch within the gesture, from 1; nil if it was not a single touch.
  package var touch: Int? {
    get { touchNumber <= 0 ? nil : Int(touchNumber) }
    set { touchNumber = Int16(truncatingIfNeeded: newValue ?? 0) }
  }
  /// Whether each finger moved as far as the limit, and their centre, which counts, did not.
  package var isAroundCentre: Bool {
    get { touchNumber == -1 }
    set { if newValue { touchNumber = -1 } }
  }
  /// Whether the fingers lay side by side on a touchpad, where their motion scrolls.
  package var isSideBySide: Bool {
    get { touchNumber == -2 }
    set { if newValue { touchNumber = -2 } }
  }
  /// What the measure is of, in the words of messages.
  package enum Aspect: String, Sendable, CaseIterable { case centre, sideBySide = "side-by-side" }
  /// What the measure is of, if it is not of a touch; nil for the motion as a whole.
  package var aspect: Aspect? {
    get { isAroundCentre ? .centre : isSideBySide ? .sideBySide : nil }
    set {
      switch newValue {
      case .centre: isAroundCentre = true
      case .sideBySide: isSideBySide = true
      case nil: break
      }
    }
  }
  /// The index of the gesture that prevented this one, or for which this one waits.
  package var by: Int? {
    get { other < 0 || reason.isOfZone ? nil : Int(other) }
    set { other = Int32(truncatingIfNeeded: newValue ?? -1) }
  }
  /// The zone that kept a touch from the gesture, as its place in the configuration; nil for one that is not in a configuration.
  package var zone: Int? {
    get { other < 0 || !reason.isOfZone ? nil : Int(other) }
    set { if reason.isOfZone { other = Int32(truncatingIfNeeded: newValue ?? -1) } }
  }
  // The fields are small, with 0 and −1 for nil, because every proposal has room for a failure.
  private var touchNumber: Int16
  private var other: Int32

  package init(
    _ reason: FailureReason, measured: Double = .nan, limit: Double = .nan, unit: Unit = .none,
    key: KeyName? = nil, touch: Int? = nil, by: Int? = nil
  ) {
    self.reason = reason
    self.measured = measured
    self.limit = limit
    self.unit = unit
    self.key = key
    touchNumber = Int16(truncatingIfNeeded: touch ?? 0)
    other = Int32(truncatingIfNeeded: by ?? -1)
  }

  package static func == (a: Failure, b: Failure) -> Bool {
    a.reason == b.reason && a.touch == b.touch && a.other == b.other && a.unit == b.unit
  }
}

extension Failure {
  /// A failure because the fingers moved in a direction that the gesture does not accept.
  static func wrongWay(_ direction: Direction) -> Failure {
    var failure = Failure(.wrongDirection, key: .direction)
    failure.direction = direction
    return failure
  }
  /// A failure because a zone kept a touch from the gesture.
  ///
  /// - Parameters:
  ///   - distance: mm outside the zone; NaN for a touch inside a zone that is not the gesture's.
  ///   - zone: its place in the configuration.
  init(_ reason: FailureReason, outside distance: Double, zone: Int?, touch: Int?) {
    self.init(reason, measured: distance, unit: distance.isNaN ? .none : .mm, touch: touch, by: zone)
  }
  /// A failure by a length in mm, with the key that limits it.
  init(_ reason: FailureReason, mm measured: Double, limit: Double, _ key: KeyName?, touch: Int? = nil) {
    self.init(reason, measured: measured, limit: limit, unit: .mm, key: key, touch: touch)
  }
  /// A failure by a duration in µs, with the key that limits it.
  init(_ reason: FailureReason, took: Timestamp, limit: Timestamp, _ key: KeyName?) {
    self.init(reason, measured: seconds(took), limit: seconds(limit), unit: .seconds, key: key)
  }
}

@inline(__always) func seconds(_ duration: Timestamp) -> Double { Double(duration) / 1e6 }
