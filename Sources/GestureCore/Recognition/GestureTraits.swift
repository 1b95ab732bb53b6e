/// Facts about every gesture of a type, whatever its parameters.
package struct GestureTraits: Sendable {
  /// The states that a gesture reports (recognizers.md §2).
  package enum Course: Sendable {
    /// Recognized once, without duration.
    case discrete
    /// Began, changed, ended, cancelled.
    case continuous
    /// Began, ended, cancelled; a hold does not move.
    case unchanging
  }

  /// The values that the key `fingers` accepts.
  package struct Fingers: Sendable {
    /// The default. An upper bound of `Int.max` is "1..".
    package let usual: ClosedRange<Int>
    package let limits: ClosedRange<Int>
    /// Whether a range is accepted, or only a number.
    package let takesRange: Bool

    /// The fingers of two hands.
    private static let most = 10
    /// A number; 1 by default.
    package static let exact = Fingers(usual: 1...1, limits: 1...most, takesRange: false)
    /// A range; every count by default.
    package static let any = Fingers(usual: 1...Int.max, limits: 1...most, takesRange: true)
    /// A spread or an angle needs two fingers; a hand has five.
    package static let twoToFive = Fingers(usual: 2...2, limits: 2...5, takesRange: true)
  }

  /// The quantity of the key `step`.
  package enum StepMeasure: Sendable { case length, ratio, angle }

  /// What distinguishes two motions of the type, and appears in names, labels and tables of the configuration.
  package enum Variant: Sendable {
    /// The number of taps of the whole gesture.
    case taps
    /// The number of taps before the motion.
    case tapsBefore
    /// The drawn figure.
    case figure
    /// The side of the resting fingers on which another taps.
    case side
    /// The direction of a straight motion.
    case heading
    /// The direction of a turn, which the gesture reports itself.
    case sense
    /// The edge at which it starts.
    case edge
    /// Whether the fingers move apart or together.
    case scale
    /// The sign of the rotation.
    case turn
    /// The axis of the translation.
    case axis
  }

  /// The quantity that decides whether a motion is the gesture, for the bar in `watch` and the drawing in a report.
  package enum Deciding: Sendable {
    /// The distance of the centroid, which must reach `min_distance`.
    case travel
    /// The change of the mean radius, which must reach `min_spread`.
    case spread
    /// The turn about the centroid as a length, which must reach `min_arc`.
    case arc
    /// The distance of one finger, which must stay within `allowable_movement`.
    case stray
    /// The time that the fingers rest, which must reach this key.
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
    /// None, because contacts above the surface are not touches.
    case none
    /// All until it has begun; later ones are ignored.
    case untilBegun
    /// With one finger, only the first touch. With several fingers all until it has begun; later ones only in place of
    /// those that lifted.
    case first
  }

  package let course: Course
  /// Orders recognizers that become ready in one step with equal priority, the highest first (§3.2).
  package let rank: Int
  /// The finger counts that the type accepts; nil if it does not have the key `fingers`.
  package let fingers: Fingers?
  /// Pan, pinch and rotation, which exclude each other and are decided by the larger ratio (§3.7).
  package var isTrio = false
  /// Never prevents another gesture, and is cancelled when any other begins (§3.1).
  package var isWeak = false
  /// Every touch needs its own position, so phantom touches do not count (§1.7).
  package var needsPlaces = false
  /// The two corners of a bounding box suffice (§1.7).
  package var worksOnSemiMT = true
  /// It normally fails only at the lift, so waiting for it takes long (§3.3).
  package var failsOnlyAtLift = false
  /// Whether desktops have their own touchpad gestures of this kind.
  package var hasDesktopRivals = false
  /// With one finger on a touchpad the same motion moves the pointer.
  package var isPointerMotion = false
  package var stepMeasure: StepMeasure?
  /// Ignores motion while it has too few fingers, or is suspended for too many.
  var needsFingersInRange = false
  var intake = TouchIntake.all
  /// Recognized, or begins, repeatedly in one touch sequence while its fingers stay.
  package var repeats = false
  /// Ignores motion, if `needsFingersInRange` is set.
  var ignoresMotion = false

  /// The order in which `bind` tries types on a motion, the lowest first, because a click is also a press and a swipe also a pan.
  /// nil: `bind` does not offer the type.
  package var readingRank: Int?
  package var variant: Variant?
  /// nil if several quantities decide together.
  package var deciding: Deciding?
  /// Whether the type is recognized beside other gestures, so that it does not label a recording.
  package var accompanies = false

  package var isDiscrete: Bool {
    switch course {
    case .discrete: true
    case .continuous, .unchanging: false
    }
  }

  /// The states that the type reports, in order.
  package var states: [GestureState] {
    switch course {
    case .discrete: [.recognized]
    case .continuous: [.began, .changed, .ended, .cancelled]
    case .unchanging: [.began, .ended, .cancelled]
    }
  }
}
