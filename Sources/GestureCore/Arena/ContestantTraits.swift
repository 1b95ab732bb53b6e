/// The facts about a gesture's type and parameters that the arena uses.
struct ContestantTraits {
  let type: GestureType
  let isDiscrete: Bool
  /// Whether the gesture is possible again with the same touches after it was recognized or ended.
  let repeats: Bool
  /// Whether the gesture is possible again when it has ended and fingers are left, in a new attempt at their motion.
  let beginsAgain: Bool
  let isTrio: Bool
  /// Whether the gesture is a figure, of which the best wins (§4.11).
  let isScored: Bool
  let isWeak: Bool
  let isSequence: Bool
  let needsFingersInRange: Bool
  /// Whether the gesture is a motion, which leaves out touches that keep still while others move. At least two others do, so one finger
  /// makes none.
  let leavesOutIdlers: Bool
  /// Whether the gesture is a motion, which another number of fingers makes possible again (§3.6).
  let isDecidedAnew: Bool
  /// Whether the gesture is a press or a hold, which is made by rest.
  let isMadeByRest: Bool
  /// The finger count below which the gesture ignores motion, if it needs its fingers.
  let leastToMove: Int
  /// Whether the gesture is possible only while the button is held. While it is not held, no gesture waits for this one.
  let needsButtonHeld: Bool
  let priority: Int
  let rank: Int
  let taps: Int
  /// How many areas of the arena's gestures enclose the zone. Of equal gestures, that of the innermost zone goes first.
  let depth: Int

  init(_ definition: RecognizerDefinition, among all: [RecognizerDefinition], _ deviceClass: DeviceClass) {
    let traits = definition.parameters.traits
    let parameters = definition.parameters
    let fingers = parameters.facts.impliedFingers ?? definition.fingers
    type = definition.type
    isDiscrete = parameters.reportingType.traits.isDiscrete
    repeats = traits.repeats || parameters.facts.needsButtonHeld
    beginsAgain = traits.beginsAgain
    isTrio = traits.isTrio
    isScored = traits.isScored
    isWeak = traits.isWeak
    isSequence = !parameters.steps.isEmpty
    needsFingersInRange = traits.needsFingersInRange
    let isMotion = traits.isMotion && !definition.readsForce
    leavesOutIdlers = isMotion && fingers.upperBound >= 2
    isDecidedAnew = isMotion && deviceClass == .touchpad
    isMadeByRest = if case .rest = traits.deciding { true } else { false }
    leastToMove = traits.ignoresMotion ? .max : fingers.lowerBound
    needsButtonHeld = parameters.facts.needsButtonHeld
    priority = definition.priority
    rank = traits.rank
    taps = parameters.facts.tapCount
    depth = definition.depth(among: all)
  }
}
