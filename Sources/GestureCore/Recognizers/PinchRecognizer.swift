/// Pinch: fingers move apart or together (recognizers.md §4.5).
struct PinchRecognizer: MotionRecognizer {
  static let allowsPhantoms = false
  private let parameters: PinchParameters
  var life: MotionLife
  var release: MotionRelease { parameters.release }
  var start: MotionStart { parameters.start }

  init(_ parameters: PinchParameters, _ storage: inout ArenaStorage) {
    self.parameters = parameters
    life = MotionLife(&storage, spin: .scale, .spin)
  }

  @inline(__always) mutating func report(_ event: inout GestureEvent, _ touches: Touches) {
    life.report(&event)
    life.reportScale(&event, life.velocity(at: touches.time))
  }

  mutating func judge(_ touches: Touches, _ attempt: inout Attempt) -> Proposal {
    let reached = measure
    if reached < 1 - ratioTolerance { return .none }
    if attempt.competes && !life.hasSpinEvidence(touches, &attempt) { return .none }
    switch parameters.direction {
    case .any: break
    case .in: if life.tracker.scale > 1 { return .fail(Failure(.wrongDirection, parameter: .direction)) }
    case .out: if life.tracker.scale < 1 { return .fail(Failure(.wrongDirection, parameter: .direction)) }
    }
    return .ready(ratio: reached)
  }

  private var measure: Double {
    if let relative = parameters.minRelativeSpread { return ratio(abs(life.tracker.scale - 1), relative) }
    return ratio(life.tracker.spread, parameters.minSpread)
  }

  var shortfall: Failure {
    if let relative = parameters.minRelativeSpread {
      return Failure(
        .movedTooLittle, measured: abs(life.tracker.scale - 1), limit: relative, unit: .ratio,
        parameter: .minSpread)
    }
    return Failure(
      .movedTooLittle, measured: life.tracker.spread, limit: parameters.minSpread, unit: .mm,
      parameter: .minSpread)
  }
}

extension MotionLife {
  /// Evidence for a pinch or rotation that competes (§3.7); on touchpads more, where two fingers scroll.
  mutating func hasSpinEvidence(_ touches: Touches, _ attempt: inout Attempt) -> Bool {
    if attempt.count >= 2 && !tracker.hasEvidence(touches, attempt.own) { return false }
    guard attempt.isTouchpad else { return true }
    // Anchored finger: with two fingers on a touchpad that is a scroll (libinput's one-finger scrolling).
    if attempt.count == 2 && tracker.hasStillTouch(touches, attempt.own) { return false }
    return !liesFlat(touches, &attempt)
  }

  /// Fingers side by side and close for 150 ms are about to scroll: within 40 mm across and 7 mm down [LIN].
  private mutating func liesFlat(_ touches: Touches, _ attempt: inout Attempt) -> Bool {
    if touches.time - enteredAt <= 150_000 { return false }
    var low = Point(.infinity, .infinity)
    var high = Point(-.infinity, -.infinity)
    var rest = attempt.own & ~touches.phantom
    while rest != 0 {
      let point = touches.position(rest.popLane())
      low = Point(min(low.x, point.x), min(low.y, point.y))
      high = Point(max(high.x, point.x), max(high.y, point.y))
    }
    return high.x - low.x < 40 && high.y - low.y < 7
  }

  /// Both fingers have moved at least 1.5 mm, in different directions: a scroll was a wrong guess [LIN].
  mutating func contradictsScroll(_ touches: Touches, _ attempt: inout Attempt) -> Bool {
    let own = attempt.own & ~touches.phantom
    if own.count != 2 { return false }
    var rest = own
    let first = rest.popLane()
    let second = rest.popLane()
    let a = touches.position(first) - tracker.references[first]
    let b = touches.position(second) - tracker.references[second]
    return a.length >= 1.5 && b.length >= 1.5 && a.x * b.x + a.y * b.y < 0
  }
}
