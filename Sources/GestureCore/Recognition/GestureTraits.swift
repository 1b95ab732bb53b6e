/// What is true of every gesture of a type, whatever its parameters.
package struct GestureTraits: Sendable {
  /// The states that a gesture reports (recognizers.md §2).
  package enum Course: Sendable {
    /// Recognized once, without duration.
    case discrete
    /// Began, changed, ended, cancelled.
    case continuous
    /// Began, ended, cancelled: a hold does not move.
    case unchanging
  }

  /// What the key `fingers` accepts.
  package struct Fingers: Sendable {
    /// Where nothing is written; an upper bound of `Int.max` is "1..".
    package let usual: ClosedRange<Int>
    package let limits: ClosedRange<Int>
    /// Whether a range may be written, or only one number.
    package let takesRange: Bool

    /// Two hands have no more fingers.
    private static let most = 10
    /// One number; 1 where nothing is written.
    package static let exact = Fingers(usual: 1...1, limits: 1...most, takesRange: false)
    /// A range; every number where nothing is written.
    package static let any = Fingers(usual: 1...Int.max, limits: 1...most, takesRange: true)
    /// A spread or an angle needs two fingers; five are a hand.
    package static let twoToFive = Fingers(usual: 2...2, limits: 2...5, takesRange: true)
  }

  /// What the key `step` measures.
  package enum StepMeasure: Sendable { case length, ratio, angle }

  /// What sets two motions of the type apart: what its name, its label and its table in the configuration say.
  package enum Variant: Sendable {
    /// The number of taps that make up the whole gesture.
    case taps
    /// The side of the resting fingers on which it taps.
    case side
    /// The direction of a straight motion.
    case heading
    /// The direction of a turn that it reports itself.
    case sense
    /// The edge that it starts from.
    case edge
    /// Whether the fingers move apart or together.
    case scale
    /// The sign of the rotation.
    case turn
    /// The axis of the translation.
    case axis
  }

  /// The quantity that decides whether a motion is the gesture, for the bar of `watch` and the drawing of a report.
  package enum Deciding: Sendable {
    /// How far the centroid moved; it has to reach `min_distance`.
    case travel
    /// The change of the mean radius; it has to reach `min_spread`.
    case spread
    /// The turn about the centroid, as a length; it has to reach `min_arc`.
    case arc
    /// How far one finger moved; it has to stay within `allowable_movement`.
    case stray
    /// How long the fingers rest; the key says how long they have to.
    case rest(KeyName)

    package var key: KeyName {
      switch self {
      case .travel: .minDistance
      case .spread: .minSpread
      case .arc: .minArc
      case .stray: .allowableMovement
      case .rest(let key): key
      }
    }
  }

  /// Which touches of its sequence a recognizer receives.
  enum TouchIntake {
    case all
    /// Contacts above the surface are no touches.
    case none
    /// Touches that land after it began are ignored.
    case untilBegun
    /// With one finger, only the first touch.
    case first
  }

  package let course: Course
  /// Among recognizers that become ready in one step at equal priority, the higher rank is tried first (§3.2).
  package let rank: Int
  /// nil: the type has no such key.
  package let fingers: Fingers?
  /// Pan, pinch and rotation: they exclude each other and are decided by the larger ratio (§3.7).
  package var isTrio = false
  /// Never prevents another gesture, and is cancelled by any that begins (§3.1).
  package var isWeak = false
  /// Every touch needs a place of its own: phantom touches do not count (§1.7).
  package var needsPlaces = false
  /// Two corners of a bounding box are enough (§1.7).
  package var worksOnSemiMT = true
  /// It normally fails only when the fingers lift, so waiting for it takes long (§3.3).
  package var failsOnlyAtLift = false
  /// Desktops have gestures of their own of this kind on touchpads.
  package var hasDesktopRivals = false
  /// With one finger on a touchpad the same motion moves the pointer.
  package var isPointerMotion = false
  package var stepMeasure: StepMeasure?
  /// Motion means nothing to it while it has too few fingers, or is suspended for too many.
  var needsFingersInRange = false
  var intake = TouchIntake.all
  /// Recognized, or begins, more than once in a touch sequence, as long as its fingers stay.
  package var repeats = false
  /// Motion means nothing to it, with `needsFingersInRange`.
  var ignoresMotion = false

  /// `bind` tries a motion as the type with the lowest rank first: a click is also a press, and a swipe also a pan.
  /// nil: `bind` does not offer the type.
  package var readingRank: Int?
  package var variant: Variant?
  /// nil: several quantities decide together.
  package var deciding: Deciding?
  /// Recognized beside other gestures, so that a recording is not labelled by it.
  package var accompanies = false

  package var isDiscrete: Bool {
    switch course {
    case .discrete: true
    case .continuous, .unchanging: false
    }
  }

  /// The states that a gesture of the type is reported in, in the order in which they come.
  package var states: [GestureState] {
    switch course {
    case .discrete: [.recognized]
    case .continuous: [.began, .changed, .ended, .cancelled]
    case .unchanging: [.began, .ended, .cancelled]
    }
  }
}
