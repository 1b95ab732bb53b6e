import GestureCore

/// Why a gesture left the running, in a sentence: `touch 1 moved 9.1 mm, more than allowable_movement 7 mm`.
package enum FailureText {
  package static func detail(_ failure: Failure, names: EventNames) -> String {
    var bytes: [UInt8] = []
    append(failure, names: names, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  static func append(_ failure: Failure, names: EventNames, to text: inout [UInt8]) {
    if failure.touch > 0 {
      text.append("touch ")
      text.append(integer: Int64(failure.touch))
      text.append(" ")
    }
    text.append(text: phrase(failure.reason, ofOneTouch: failure.touch > 0))
    if failure.by >= 0 {
      text.append(" \"")
      text.append(text: names.gesture(failure.by))
      text.append("\"")
    }
    appendMeasure(failure, to: &text)
  }

  private static func appendMeasure(_ failure: Failure, to text: inout [UInt8]) {
    if failure.measured.isFinite {
      text.append(failure.reason.readsOn ? " " : ": ")
      append(failure.measured, failure.unit, to: &text)
    }
    guard failure.limit.isFinite else { return }
    if failure.measured.isFinite {
      text.append(failure.measured < failure.limit ? ", less than " : ", more than ")
    } else {
      text.append(", limit ")
    }
    if failure.parameter.utf8CodeUnitCount > 0 {
      text.append(failure.parameter)
      text.append(" ")
    }
    append(failure.limit, failure.unit, to: &text)
  }

  private static func append(_ value: Double, _ unit: Failure.Unit, to text: inout [UInt8]) {
    switch unit {
    case .mm:
      text.append(trimmed: value, decimals: 2)
      text.append(" mm")
    case .mmPerSecond:
      text.append(trimmed: value, decimals: 1)
      text.append(" mm/s")
    case .seconds:
      text.append(trimmed: value, decimals: 3)
      text.append(" s")
    case .radians:
      text.append(trimmed: value * 180 / .pi, decimals: 1)
      text.append("°")
    case .fingers:
      text.append(trimmed: value, decimals: 0)
      if value == 1 { text.append(" finger") } else { text.append(" fingers") }
    case .ratio, .none: text.append(trimmed: value, decimals: 2)
    }
  }

  private static func phrase(_ reason: FailureReason, ofOneTouch: Bool) -> String {
    switch reason {
    case .tooManyFingers: "too many fingers"
    case .tooFewFingers: "too few fingers"
    case .movedTooFar, .movedTooLittle: "moved"
    case .heldTooLong: "was held"
    case .liftedTooEarly: "lifted too early"
    case .landedTooLate: "landed too late"
    case .landedTooEarly: "landed too early"
    case .landedTooFar: "landed too far from the tap before"
    case .landedAfterLift: "landed after another finger had lifted"
    case .fingersTooFarApart: "the fingers are too far apart"
    case .liftedTooLate: "lifted too late"
    case .noNextTap: "the next tap did not come"
    case .tooSlow: "too slow"
    case .tookTooLong: "took too long"
    case .wrongDirection: "set out in a direction that it does not accept"
    case .notStraight: "left the straight line"
    case .notTogether: "the fingers did not move together"
    case .notInEdge: "did not land in the zone of an edge"
    case .wrongShape: "the path has another shape"
    case .tooSmall: "the path is too small"
    case .touchCancelled:
      ofOneTouch ? "was taken away (palm, or lost by the device)" : "a touch was taken away"
    case .resync: "the kernel dropped events"
    case .clicked: "the button was pressed"
    case .otherTouchDown: "another touch was already down"
    case .prevented: "prevented by"
    case .requirementRecognized: "had to wait for a gesture that was recognized,"
    case .neverReleased: "never released by what it waited for,"
    case .disabled: "disabled"
    case .contextDiffers: "`when` does not hold in this context"
    case .unsupportedDevice: "this device cannot report it"
    case .waiting: "waits for the failure of"
    }
  }
}

extension FailureReason {
  /// The measure continues the sentence without a colon: `moved 9.1 mm`.
  fileprivate var readsOn: Bool { self == .movedTooFar || self == .movedTooLittle || self == .heldTooLong }
}
