/// UIKit's states as they are reported. `possible` (ready, but pending) and `failed` appear only with `--explain`, `step` only
/// for sequences.
package enum GestureState: String, Sendable, CaseIterable, BitwiseCopyable {
  case possible
  case began
  case changed
  case ended
  case cancelled
  case recognized
  case failed
  case step

  /// Whether the state is reported only with `--explain`. Such an event starts no action.
  package var isExplanation: Bool {
    switch self {
    case .possible, .failed: true
    case .began, .changed, .ended, .cancelled, .recognized, .step: false
    }
  }

  /// Whether this state is that of the gesture's last event.
  package var isLast: Bool {
    switch self {
    case .ended, .cancelled, .recognized, .failed: true
    case .possible, .began, .changed, .step: false
    }
  }
}

package enum Direction: String, Sendable, CaseIterable, BitwiseCopyable {
  case left, right, up, down
  case clockwise, counterclockwise
  case `in`, out
  case upLeft = "up-left"
  case upRight = "up-right"
  case downLeft = "down-left"
  case downRight = "down-right"
}

package enum Edge: String, Sendable, CaseIterable, BitwiseCopyable {
  case left, right, top, bottom
}

/// The side of the resting fingers on which another one taps.
package enum TipTapSide: String, Sendable, CaseIterable, BitwiseCopyable {
  case any, left, right, above, below, between
}

/// One event of a gesture, with all measures of interface.md §3.1. A measure that does not apply is NaN, nil or 0.
///
/// Lengths are in mm, speeds in mm/s, angles in radians (clockwise positive), times in µs. The struct contains no references and
/// is small, so that making one allocates nothing and copies little.
///
/// What must hold: `began` comes before `changed`, which comes before one of `ended` and `cancelled`; `recognized` stands alone. A
/// measure that the type does not have stays without a value.
package struct GestureEvent: Sendable, BitwiseCopyable {
  package var time: Timestamp = 0
  private var readyTime = Timestamp.never
  package var location = Point.zero
  private var inZone = Point.unknown
  private var landing = Point.unknown
  private var travel = Point.unknown
  private var speed = Point.unknown
  package var scale = Double.nan
  package var scaleVelocity = Double.nan
  package var rotation = Double.nan
  package var rotationVelocity = Double.nan
  package var progress = Double.nan
  /// In seconds, unlike the times.
  package var duration = Double.nan
  package var score = Double.nan
  package var distance = Double.nan
  package var z = Double.nan
  /// The sum of the touches' forces in grams; NaN if the kernel gives no unit.
  package var force = Double.nan
  /// The sum of the touches' forces as fractions of the axis range, 0 to 1 for each touch.
  package var pressure = Double.nan
  private var increment = Point.unknown
  /// Changes since the gesture's last event that the reader received, like `delta`. The product of all factors is `scale`.
  package var scaleFactor = Double.nan
  package var rotationDelta = Double.nan
  /// When the gesture began, set by `EventSeries`. By this time, readers distinguish two performances of the same gesture.
  package var began = Timestamp.never
  private var sequenceStart = Timestamp.never
  private var gestureIndex: Int32 = 0
  private var firstTouch: Int32 = 0
  private var droppedCount: Int32 = 0
  private var firstStepValue: Int16 = 0
  private var stepValueCount: Int16 = 0
  private var touchCount: Int16 = 0
  private var fingerCount: Int16 = 0
  private var tapCount: Int16 = 0
  private var stepsDone: UInt8 = 0
  private var stepsInAll: UInt8 = 0
  /// Increases with each touch sequence whose set of gestures (by `when`) differs from the one before. Not set in `changed`,
  /// which never begins a sequence.
  package var roster: Int16 = 0
  /// The stage of a force press, 1 or 2; 0 for other types.
  package var forceStage: UInt8 = 0
  package var type = GestureType.tap
  package var state = GestureState.recognized
  package var direction: Direction?
  package var edge: Edge?
  package var side: TipTapSide?
  /// Why the gesture failed (state `failed`), or what it waits for (state `possible`).
  package var failure: Failure?

  @inline(__always) package init() {}
  @inline(__always) init(
    _ gesture: Int, _ type: GestureType, _ state: GestureState, at time: Timestamp, fingers: Int,
    roster: Int16
  ) {
    self.time = time
    self.gesture = gesture
    self.type = type
    self.state = state
    self.fingers = fingers
    self.roster = roster
  }

  /// The number that a client reports. It is stored in the place of `z`, which only a hover has.
  package var number: Double {
    get { type == .client ? z : .nan }
    set { z = newValue }
  }
  /// When the gesture itself was complete; nil if it did not wait for another gesture to fail.
  package var gestureTime: Timestamp? {
    get { readyTime == .never ? nil : readyTime }
    set { readyTime = newValue ?? .never }
  }
  /// When the touch sequence of the gesture's zone began, if another touch was down elsewhere; nil if its sequence is that of the device.
  /// Not set in `changed`.
  package var sequence: Timestamp? {
    get { sequenceStart == .never ? nil : sequenceStart }
    set { sequenceStart = newValue ?? .never }
  }
  /// The centroid at the landing, or when the number of fingers was reached.
  package var start: Point? {
    @inline(__always) get { landing.isUnknown ? nil : landing }
    @inline(__always) set { landing = newValue ?? .unknown }
  }
  /// The location within the gesture's zone: parts of its width and height from the top left, 0 to 1; nil for a gesture without a
  /// zone.
  package var placeInZone: Point? {
    @inline(__always) get { inZone.isUnknown ? nil : inZone }
    @inline(__always) set { inZone = newValue ?? .unknown }
  }
  /// Sets the start to the location, for a gesture that has no start of its own.
  @inline(__always) mutating func startWhereItIs() { if landing.isUnknown { landing = location } }
  package var translation: Point? {
    @inline(__always) get { travel.isUnknown ? nil : travel }
    @inline(__always) set { travel = newValue ?? .unknown }
  }
  /// The translation since the gesture's last event that the reader received, set by `ReadMotion`.
  package var delta: Point? {
    get { increment.isUnknown ? nil : increment }
    set { increment = newValue ?? .unknown }
  }
  /// The number of `changed` events that the reader did not receive since the last event that it did receive.
  package var dropped: Int {
    get { Int(droppedCount) }
    set { droppedCount = Int32(clamping: newValue) }
  }
  package var velocity: Point? {
    @inline(__always) get { speed.isUnknown ? nil : speed }
    @inline(__always) set { speed = newValue ?? .unknown }
  }
  /// The translation at which the gesture would come to rest if it slowed down like a released scroll view.
  package var predictedEnd: Point? {
    guard let translation, let velocity else { return nil }
    return translation + velocity * Self.coastingTime
  }
  /// The index in the arena's definitions, which are in configuration order.
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
  /// For sequences, the number of completed steps (`step`) and of all steps; otherwise 0.
  package var step: Int {
    get { Int(stepsDone) }
    set { stepsDone = UInt8(truncatingIfNeeded: newValue) }
  }
  package var stepCount: Int {
    get { Int(stepsInAll) }
    set { stepsInAll = UInt8(truncatingIfNeeded: newValue) }
  }
  /// For a sequence, the range of its steps' values in `Arena.stepValues`.
  package var steps: Range<Int> {
    get { Int(firstStepValue)..<Int(firstStepValue) + Int(stepValueCount) }
    set {
      firstStepValue = Int16(truncatingIfNeeded: newValue.lowerBound)
      stepValueCount = Int16(truncatingIfNeeded: newValue.count)
    }
  }
  /// The range of the gesture's touch positions in `Arena.touchPoints`.
  package var touches: Range<Int> {
    get { Int(firstTouch)..<Int(firstTouch) + Int(touchCount) }
    set {
      firstTouch = Int32(truncatingIfNeeded: newValue.lowerBound)
      touchCount = Int16(truncatingIfNeeded: newValue.count)
    }
  }
}

extension GestureEvent {
  /// The event without what it measured: its words, counts and times. A new measure stays out until it is named here.
  package var withoutMeasures: GestureEvent {
    var event = GestureEvent(gesture, type, state, at: time, fingers: fingers, roster: roster)
    event.location = .unknown
    event.readyTime = readyTime
    event.duration = duration
    event.began = began
    event.dropped = dropped
    event.taps = taps
    event.step = step
    event.stepCount = stepCount
    event.forceStage = forceStage
    event.direction = direction
    event.edge = edge
    event.side = side
    return event
  }
}

extension Point {
  /// The value of a point that was not measured.
  @inline(__always) package static var unknown: Point { Point(.nan, .nan) }
  /// Whether the point was not measured. One comparison is enough, because only NaN differs from itself.
  @inline(__always) var isUnknown: Bool { x != x }
}
