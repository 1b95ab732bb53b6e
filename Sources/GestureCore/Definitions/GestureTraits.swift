/// The facts that hold for every gesture of a type, whatever its parameters.
package struct GestureTraits: Sendable {
  /// The states that a gesture reports (recognizers.md §2).
  package enum Course: Sendable {
    /// Recognized once, without duration.
    case discrete
    /// Began, changed, ended, cancelled.
    case continuous
    /// Began, ended, cancelled. There is no `changed`, because a hold does not move.
    case unchanging
  }

  /// The values that the key `fingers` accepts.
  package struct Fingers: Sendable {
    /// The default. An upper bound of `Int.max` means "1..".
    package let usual: ClosedRange<Int>
    package let limits: ClosedRange<Int>
    /// Whether a range is accepted, or only a number.
    package let takesRange: Bool

    /// The fingers of two hands.
    private static let most = 10
    /// A single number is accepted; the default is 1.
    package static let exact = Fingers(usual: 1...1, limits: 1...most, takesRange: false)
    /// A range is accepted; the default is 1.
    package static let oneOrRange = Fingers(usual: 1...1, limits: 1...most, takesRange: true)
    /// A range is accepted; the default is every count.
    package static let any = Fingers(usual: 1...Int.max, limits: 1...most, takesRange: true)
    /// A range from two to five fingers, because a spread or an angle needs two and a hand has five.
    package static let twoToFive = Fingers(usual: 2...2, limits: 2...5, takesRange: true)
  }

  /// The quantity of the key `step`.
  package enum StepMeasure: Sendable, CaseIterable { case length, ratio, angle }

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
    /// The direction of a turn that the gesture reports itself.
    case sense
    /// The edge at which the motion starts.
    case edge
    /// Whether the fingers move apart or together.
    case scale
    /// The sign of the rotation.
    case turn
    /// The axis of the translation.
    case axis
  }

  /// The quantity that decides whether a motion is the gesture. `watch` shows it as a bar, and a report draws it.
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

  /// The touches of its sequence that a recognizer receives.
  enum TouchIntake {
    case all
    /// No touches, because contacts above the surface are not touches.
    case none
    /// All touches until the gesture has begun. Later ones are ignored.
    case untilBegun
    /// With one finger, the first touch only. With several fingers, all touches until the gesture has begun, and later ones in
    /// place of those that lifted.
    case first
  }

  package let course: Course
  /// The order of recognizers that become ready in one step with equal priority, the highest first (§3.2).
  package let rank: Int
  /// The finger counts that the type accepts; nil if it does not have the key `fingers`.
  package let fingers: Fingers?
  /// Whether the type is pan, pinch or rotation. These exclude each other and are decided by the larger ratio (§3.7).
  package var isTrio = false
  /// Whether the type compares a figure. Of those that are ready in one step, the one with the greatest score wins (§4.11).
  package var isScored = false
  /// Whether the gesture never prevents another, and is cancelled when any other begins (§3.1).
  package var isWeak = false
  /// Whether every touch needs its own position, so that phantom touches do not count (§1.7).
  package var needsPlaces = false
  /// Whether the two corners of a bounding box suffice (§1.7).
  package var worksOnSemiMT = true
  /// Whether a pan or transform of the same fingers waits until the gesture has failed (§3.4). Otherwise those begin first, and the
  /// gesture could not be recognized beside them.
  package var goesBeforeMotion = false
  /// Whether desktops have their own touchpad gestures of this kind.
  package var hasDesktopRivals = false
  /// Whether a gesture of this type with one finger on a touchpad also moves the pointer.
  package var isPointerMotion = false
  package var stepMeasure: StepMeasure?
  /// The key to whose length 0.5 mm is added for each finger beyond two (§4.0).
  package var slackKey: KeyName?
  /// Whether the gesture ignores motion while it has too few fingers, or is suspended for too many.
  var needsFingersInRange = false
  var intake = TouchIntake.all
  /// Whether the gesture is recognized, or begins, repeatedly in one touch sequence while its fingers stay.
  package var repeats = false
  /// Whether a gesture that ended with fingers left begins again when they are complete (§3.6).
  package var beginsAgain = false
  /// Whether the gesture ignores motion. Used only with `needsFingersInRange`.
  var ignoresMotion = false

  /// The order in which `teach` tries types on a motion, the lowest first, because a click is also a press and a swipe also a pan.
  /// nil if `teach` does not offer the type.
  package var readingRank: Int?
  package var variant: Variant?
  /// The deciding quantity; nil if several quantities decide together.
  package var deciding: Deciding?
  /// Whether the type is recognized together with other gestures, so that a recording cannot be labelled with it.
  package var accompanies = false

  /// Whether the gesture is a motion of all touches: a pan, swipe, pinch, rotation, transform or figure.
  package var isMotion: Bool { needsFingersInRange && !ignoresMotion && intake == .all }

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
