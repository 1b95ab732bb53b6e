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

  /// Reported only with `--explain`; it starts no action.
  package var isExplanation: Bool {
    switch self {
    case .possible, .failed: true
    case .began, .changed, .ended, .cancelled, .recognized, .step: false
    }
  }

  /// No other event of the same gesture follows.
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

/// One event of a gesture, with every measure of interface.md §3.1; what does not apply is NaN, nil or 0.
///
/// Lengths in mm, speeds in mm/s, angles in radians (clockwise positive), times in µs. No references inside and as
/// small as it can be: making one allocates nothing and copies little.
package struct GestureEvent: Sendable, BitwiseCopyable {
  package var time: Timestamp = 0
  private var readyTime = Timestamp.never
  package var location = Point.zero
  private var landing = Point.unknown
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
  /// Sum of the touches, grams; not where the kernel gives no unit.
  package var force = Double.nan
  /// The same as a part of the range of the axis, 0 to 1 for each touch.
  package var pressure = Double.nan
  private var increment = Point.unknown
  /// Since the last event of the gesture, as `delta`; the sum of all is `scale` − 1, and `rotation`.
  package var scaleDelta = Double.nan
  package var rotationDelta = Double.nan
  private var gestureIndex: Int32 = 0
  private var firstTouch: Int32 = 0
  private var endOfTouches: Int32 = 0
  private var fingerCount: Int16 = 0
  private var tapCount: Int16 = 0
  private var stepsDone: Int16 = 0
  private var stepsInAll: Int16 = 0
  /// Counts up with each touch sequence for which other gestures are in than for the one before (their `when`). Not set in
  /// `changed`: it begins no sequence.
  package var roster: Int16 = 0
  /// The stage of a force press, 1 or 2; 0 for other types.
  package var forceStage: UInt8 = 0
  package var type = GestureType.tap
  package var state = GestureState.recognized
  package var direction: Direction?
  package var edge: Edge?
  package var side: TipTapSide?
  /// Why it failed (state `failed`), or what it waits for (state `possible`).
  package var failure: Failure?

  @inline(__always) package init() {}

  /// When the gesture itself was complete, where it waited for another to fail; else nil.
  package var gestureTime: Timestamp? {
    get { readyTime == .never ? nil : readyTime }
    set { readyTime = newValue ?? .never }
  }
  /// Centroid where the touches landed, or where they were when they became enough.
  package var start: Point? {
    @inline(__always) get { landing.x.isNaN ? nil : landing }
    @inline(__always) set { landing = newValue ?? .unknown }
  }
  package var translation: Point? {
    @inline(__always) get { travel.x.isNaN ? nil : travel }
    @inline(__always) set { travel = newValue ?? .unknown }
  }
  /// Translation since the last event of the gesture; `EventSeries` has it.
  package var delta: Point? {
    get { increment.x.isNaN ? nil : increment }
    set { increment = newValue ?? .unknown }
  }
  package var velocity: Point? {
    @inline(__always) get { speed.x.isNaN ? nil : speed }
    @inline(__always) set { speed = newValue ?? .unknown }
  }
  /// The translation at which the gesture would come to rest if it slowed down like a scroll view that is let go.
  ///
  /// The rate is 0.998 a millisecond (UIScrollView.DecelerationRate.normal): the sum of v · 0.998ᵏ over k = 1, 2, … ms is
  /// v · 0.998 / (1 − 0.998) · 1 ms, the projection of WWDC 2018, session 803 ("Designing Fluid Interfaces").
  package var predictedEnd: Point? {
    guard let translation, let velocity else { return nil }
    return translation + velocity * (0.001 * 0.998 / (1 - 0.998))
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

/// Of which events something is read that costs more than the rest of an event.
package enum ReportedEvents: Sendable {
  case none
  /// All states but `changed`, which may come in every frame.
  case exceptChanges
  case all

  @inline(__always) func includes(_ state: GestureState) -> Bool {
    switch self {
    case .none: false
    case .exceptChanges: state != .changed
    case .all: true
    }
  }
}

extension Point {
  /// What was not measured.
  @inline(__always) static var unknown: Point { Point(.nan, .nan) }
}
