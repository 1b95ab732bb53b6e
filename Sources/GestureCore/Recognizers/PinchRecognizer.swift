package enum PinchDirection: String, Sendable, CaseIterable {
  case any, `in`, out

  func allows(_ scale: Double) -> Bool {
    switch self {
    case .any: true
    case .in: scale <= 1
    case .out: scale >= 1
    }
  }
}

/// The parameters of a pinch (recognizers.md §4.5).
package struct PinchParameters: RecognizerParameters {
  package static let type = GestureType.pinch
  package static let sign: Unicode.Scalar = "⇔"
  package static let summary = "Fingers move apart or together. The pinch reports the scale."
  package static let traits = {
    var traits = GestureTraits(course: .continuous, rank: 1, fingers: .twoToFive)
    traits.isTrio = true
    traits.needsPlaces = true
    traits.worksOnSemiMT = false
    traits.hasDesktopRivals = true
    traits.stepMeasure = .ratio
    traits.needsFingersInRange = true
    traits.beginsAgain = true
    traits.readingRank = 8
    traits.variant = .scale
    traits.deciding = .spread
    return traits
  }()

  /// The least change of the mean radius, mm.
  package var minSpread = 1.5
  /// The least change of the scale, |scale − 1|. If set, it replaces `minSpread`.
  package var minRelativeSpread: Double?
  package var direction = PinchDirection.any
  package var start = MotionStart.down
  package var release: MotionRelease
  package var settle = LateFinger.usualPatience
  package var maxSeparation = Double.infinity

  package static let ownMeasures = MeasureCondition.Measure.ofScale

  package init(_ deviceClass: DeviceClass) { release = .usual(deviceClass) }

  package static let keys = table([
    .spread(
      .minSpread, absolute: { $1(&$0.minSpread) }, relative: { $1(&$0.minRelativeSpread) },
      "Change of the mean distance from the centre at which it begins, or of the scale, for example \"10%\". The "
        + "default is libinput's."),
    .choice(.direction, { $1(&$0.direction) }, "any, in or out."),
    .choice(
      .start, { $1(&$0.start) },
      "Where the scale starts: \"down\" is at the landing, \"start\" is where the gesture began."),
    .release({ $1(&$0.release) }),
    .settle({ $1(&$0.settle) }),
    .separation({ $1(&$0.maxSeparation) }),
  ])
}

/// Pinch: fingers move apart or together (recognizers.md §4.5).
final class PinchRecognizer: MotionRecognizer, RecognizerMaking {
  typealias Parameters = PinchParameters
  private let parameters: PinchParameters

  init(_ parameters: PinchParameters, _ attempt: Attempt) {
    self.parameters = parameters
    attempt.waitForLateFingers(parameters.settle)
    let style = MotionStyle(
      release: parameters.release, start: parameters.start, isSpin: true,
      maxSeparation: parameters.maxSeparation)
    super.init(MotionLife(spin: .scale, .spin, style))
  }

  override func judge(_ touches: Touches, _ attempt: Attempt) -> Proposal {
    let reached = measure
    if reached < 1 - ratioTolerance { return .none }
    if attempt.competes && !life.hasSpinEvidence(touches, attempt) { return .none }
    if !parameters.direction.allows(life.tracker.scale) {
      return .fail(.wrongWay(life.tracker.scale < 1 ? .in : .out))
    }
    return .ready(ratio: reached)
  }

  /// The mean radius changes at most by the way of a finger.
  override func leeway(_ touches: Touches, _ attempt: Attempt) -> Double {
    if !life.isTracking { return 0 }
    let least = parameters.minRelativeSpread.map { $0 * life.tracker.startRadius } ?? parameters.minSpread
    return least - life.tracker.spread
  }

  override func contradictsScroll(_ touches: Touches, _ attempt: Attempt) -> Bool {
    life.contradictsScroll(touches, attempt)
  }

  private var measure: Double {
    if let relative = parameters.minRelativeSpread {
      return ratio(abs(life.tracker.scale - 1), relative)
    }
    return ratio(life.tracker.spread, parameters.minSpread)
  }

  override var shortfall: Failure {
    if let relative = parameters.minRelativeSpread {
      return Failure(
        .movedTooLittle, measured: abs(life.tracker.scale - 1), limit: relative, unit: .ratio,
        key: .minSpread)
    }
    return Failure(
      .movedTooLittle, mm: life.tracker.spread, limit: parameters.minSpread, .minSpread)
  }
}

extension MotionLife {
  /// Whether the motion is evidence for a pinch or rotation that competes with a pan (§3.7). Touchpads need more evidence,
  /// because two fingers scroll there.
  mutating func hasSpinEvidence(_ touches: Touches, _ attempt: Attempt) -> Bool {
    if attempt.count >= 2 && !tracker.hasEvidence(touches, attempt.own) { return false }
    guard attempt.surface.isTouchpad else { return true }
    // On a touchpad, two fingers with one at rest are libinput's one-finger scrolling.
    if attempt.count == 2 && tracker.hasStillTouch(touches, attempt.own) { return false }
    return !liesFlat(touches, attempt.own)
  }

  /// Whether fingers have been side by side for 150 ms, within 40 mm across and 7 mm down. They are then about to scroll [LIN].
  mutating func liesFlat(_ touches: Touches, _ fingers: TouchSet) -> Bool {
    if touches.time - enteredAt < 150_000 { return false }
    var low = Point(.infinity, .infinity)
    var high = Point(-.infinity, -.infinity)
    var rest = fingers & ~touches.phantom
    while rest != 0 {
      let point = touches.position(rest.popLane())
      low = Point(min(low.x, point.x), min(low.y, point.y))
      high = Point(max(high.x, point.x), max(high.y, point.y))
    }
    return !(high.x - low.x).reaches(40) && !(high.y - low.y).reaches(7)
  }

  /// Whether both fingers have moved at least 1.5 mm in different directions, so that the scroll was a wrong guess [LIN].
  func contradictsScroll(_ touches: Touches, _ attempt: Attempt) -> Bool {
    let own = attempt.own & ~touches.phantom
    if own.count != 2 { return false }
    var rest = own
    let first = rest.popLane()
    let second = rest.popLane()
    let a = touches.position(first) - tracker.references[first]
    let b = touches.position(second) - tracker.references[second]
    return a.reaches(1.5) && b.reaches(1.5) && a.x * b.x + a.y * b.y < 0
  }
}
