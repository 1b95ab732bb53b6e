/// The thirteen recognizers and their composition; raw values are the words of configuration, events and logs.
package enum GestureType: String, Sendable, CaseIterable, BitwiseCopyable {
  case tap
  case longPress = "long-press"
  case pan
  case swipe
  case pinch
  case rotation
  case edgePan = "edge-pan"
  case hold
  case tapDrag = "tap-drag"
  case transform
  case circle
  case stroke
  case hover
  case sequence

  /// Recognized once and without duration, as UIKit's discrete gestures; a sequence is what its last step is.
  package var isDiscrete: Bool {
    switch self {
    case .tap, .swipe, .circle, .stroke: true
    case .longPress, .pan, .pinch, .rotation, .edgePan, .hold, .tapDrag, .transform, .hover, .sequence: false
    }
  }
}

/// UIKit's states as they are reported; `possible` (ready, but held for another) and `failed` only with `--explain`,
/// `step` only by sequences.
package enum GestureState: String, Sendable, CaseIterable, BitwiseCopyable {
  case possible
  case began
  case changed
  case ended
  case cancelled
  case recognized
  case failed
  case step

  /// Told to those only who asked why; nothing is done at it.
  package var isExplanation: Bool {
    switch self {
    case .possible, .failed: true
    case .began, .changed, .ended, .cancelled, .recognized, .step: false
    }
  }
}

package enum Direction: String, Sendable, CaseIterable, BitwiseCopyable {
  case left, right, up, down
  case clockwise, counterclockwise
  case `in`, out
}

package enum Edge: String, Sendable, CaseIterable, BitwiseCopyable {
  case left, right, top, bottom
}

/// One thing that a gesture did, with every measure that interface.md §3.1 knows; what does not apply is NaN, nil or 0.
///
/// Lengths in mm, speeds in mm/s, angles in radians (clockwise positive), times in µs. No references inside and as
/// small as it can be: making one allocates nothing and copies little.
package struct GestureEvent: Sendable, BitwiseCopyable {
  package var time: Timestamp = 0
  private var readyTime = Timestamp.never
  package var location = Point.zero
  private var travel = Point.unknown
  private var speed = Point.unknown
  package var scale = Double.nan
  package var scaleVelocity = Double.nan
  package var rotation = Double.nan
  package var rotationVelocity = Double.nan
  package var progress = Double.nan
  /// Seconds.
  package var duration = Double.nan
  package var score = Double.nan
  package var distance = Double.nan
  package var z = Double.nan
  private var gestureIndex: Int32 = 0
  private var firstTouch: Int32 = 0
  private var endOfTouches: Int32 = 0
  private var fingerCount: Int16 = 0
  private var tapCount: Int16 = 0
  private var stepsDone: Int16 = 0
  private var stepsInAll: Int16 = 0
  package var type = GestureType.tap
  package var state = GestureState.recognized
  package var direction: Direction?
  package var edge: Edge?
  /// Why it failed (state `failed`), or whom it waits for (state `possible`).
  package var failure: Failure?

  package init() {}

  /// When the gesture itself was complete, where it waited for another to fail; else nil.
  package var gestureTime: Timestamp? {
    get { readyTime == .never ? nil : readyTime }
    set { readyTime = newValue ?? .never }
  }
  package var translation: Point? {
    @inline(__always) get { travel.x.isNaN ? nil : travel }
    @inline(__always) set { travel = newValue ?? .unknown }
  }
  package var velocity: Point? {
    @inline(__always) get { speed.x.isNaN ? nil : speed }
    @inline(__always) set { speed = newValue ?? .unknown }
  }
  /// Index into the arena's definitions (configuration order).
  package var gesture: Int {
    @inline(__always) get { Int(gestureIndex) }
    @inline(__always) set { gestureIndex = Int32(truncatingIfNeeded: newValue) }
  }
  package var fingers: Int {
    @inline(__always) get { Int(fingerCount) }
    @inline(__always) set { fingerCount = Int16(truncatingIfNeeded: newValue) }
  }
  package var taps: Int {
    get { Int(tapCount) }
    set { tapCount = Int16(truncatingIfNeeded: newValue) }
  }
  /// Sequences: completed steps and their number; 0 where it does not apply.
  package var step: Int {
    get { Int(stepsDone) }
    set { stepsDone = Int16(truncatingIfNeeded: newValue) }
  }
  package var stepCount: Int {
    get { Int(stepsInAll) }
    set { stepsInAll = Int16(truncatingIfNeeded: newValue) }
  }
  /// The positions of the gesture's touches stand at this range of `Arena.touchPoints`.
  package var touches: Range<Int> {
    get { Int(firstTouch)..<Int(endOfTouches) }
    set {
      firstTouch = Int32(truncatingIfNeeded: newValue.lowerBound)
      endOfTouches = Int32(truncatingIfNeeded: newValue.upperBound)
    }
  }
}

extension Point {
  /// What was not measured.
  fileprivate static let unknown = Point(.nan, .nan)
}

/// Why a gesture left the running. Raw values are the documented words of `--explain`.
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
  case fingersTooFarApart = "fingers-too-far-apart"
  case liftedTooLate = "lifted-too-late"
  case noNextTap = "no-next-tap"
  case tooSlow = "too-slow"
  case tookTooLong = "took-too-long"
  case wrongDirection = "wrong-direction"
  case notStraight = "not-straight"
  case notTogether = "not-together"
  case notInEdge = "not-in-edge"
  case wrongShape = "wrong-shape"
  case tooSmall = "too-small"
  case touchCancelled = "touch-cancelled"
  case resync = "resync"
  case jumped = "jumped"
  case clicked = "clicked"
  case otherTouchDown = "other-touch-down"
  case prevented = "prevented"
  case requirementRecognized = "requirement-recognized"
  case neverReleased = "never-released"
  case disabled = "disabled"
  case contextDiffers = "context-differs"
  case unsupportedDevice = "unsupported-device"
  case waiting = "waiting"
}

/// A failure with what was measured and what was allowed; it travels in the proposal that made the gesture fail.
package struct Failure: Equatable, Sendable, BitwiseCopyable {
  package enum Unit: String, Sendable, BitwiseCopyable {
    case none = "", mm, seconds = "s", mmPerSecond = "mm/s", radians = "rad", fingers, ratio
  }
  /// The parameter that set a limit; raw values are the keys of the configuration.
  package enum Parameter: String, Sendable, BitwiseCopyable {
    case none = ""
    case allowableMovement = "allowable_movement"
    case angle
    case axis
    case delay
    case direction
    case edgeWidth = "edge_width"
    case edges
    case fingers
    case landWindow = "land_window"
    case liftWindow = "lift_window"
    case maxDeviation = "max_deviation"
    case maxDuration = "max_duration"
    case maxGap = "max_gap"
    case maxInterval = "max_interval"
    case maxSeparation = "max_separation"
    case maxTapDistance = "max_tap_distance"
    case minAngle = "min_angle"
    case minArc = "min_arc"
    case minDistance = "min_distance"
    case minDuration = "min_duration"
    case minInterval = "min_interval"
    case minRadius = "min_radius"
    case minScore = "min_score"
    case minSpread = "min_spread"
    case minVelocity = "min_velocity"
  }
  package var measured = Double.nan
  package var limit = Double.nan
  package var reason: FailureReason
  package var unit = Unit.none
  /// The parameter that set the limit, as the configuration spells it; "" where there is none.
  package var parameter = Parameter.none
  /// Number of the touch within the gesture, from 1; 0 where it was no single touch.
  package var touch: Int { Int(touchNumber) }
  /// Index of the gesture that prevented this one, or that it waits for; −1: none.
  package var by: Int {
    get { Int(gesture) }
    set { gesture = Int32(truncatingIfNeeded: newValue) }
  }
  // Small, because every answer of every recognizer has room for a failure.
  private var touchNumber: Int16
  private var gesture: Int32

  package init(
    _ reason: FailureReason, measured: Double = .nan, limit: Double = .nan, unit: Unit = .none,
    parameter: Parameter = .none, touch: Int = 0, by: Int = -1
  ) {
    self.reason = reason
    self.measured = measured
    self.limit = limit
    self.unit = unit
    self.parameter = parameter
    touchNumber = Int16(truncatingIfNeeded: touch)
    gesture = Int32(truncatingIfNeeded: by)
  }

  package static func == (a: Failure, b: Failure) -> Bool {
    a.reason == b.reason && a.touch == b.touch && a.by == b.by && a.unit == b.unit
  }
}
