import GestureCore

/// Why a gesture left the running, in a sentence: `touch 1 moved 9.1 mm, more than allowable_movement 7 mm`.
package enum FailureText {
  package static func detail(_ failure: Failure, names: EventNames) -> String {
    var bytes: [UInt8] = []
    append(failure, names: names, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  static func append(_ failure: Failure, names: EventNames, to text: inout [UInt8]) {
    if let touch = failure.touch {
      text.append("touch ")
      text.append(integer: Int64(touch))
      text.append(" ")
    }
    if failure.reason == .wrongDirection, let way = failure.way {
      // Not a measure and its limit but two measures, of which the wrong one was larger.
      text.append("went ")
      append(failure.measured, failure.unit, to: &text)
      text.append(text: way.wrong)
      append(failure.limit, failure.unit, to: &text)
      text.append(text: way.right)
      return
    }
    let words = failure.reason.words
    if failure.measured.isFinite {
      text.append(text: words.before)
      append(failure.measured, failure.unit, to: &text)
      text.append(text: words.after)
    } else {
      text.append(text: words.plain)
    }
    if let other = failure.by {
      text.append(" \"")
      text.append(text: names.gesture(other))
      text.append("\"")
    }
    if failure.limit.isFinite { appendLimit(failure, to: &text) }
  }

  private static func appendLimit(_ failure: Failure, to text: inout [UInt8]) {
    if failure.measured.isFinite {
      text.append(failure.measured < failure.limit ? ", less than " : ", more than ")
    } else {
      text.append(", limit ")
    }
    if failure.unit == .fingers {
      text.append(trimmed: failure.limit, decimals: 0)
      return
    }
    if let key = failure.key {
      text.append(text: key.rawValue)
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
}

extension Failure {
  /// Where it went, and where it should have gone.
  fileprivate var way: (wrong: String, right: String)? {
    switch key {
    case .axis: (" across its axis and ", " along it")
    case .edges: (" along the edge and ", " away from it")
    default: nil
    }
  }
}

extension FailureReason {
  /// The reason without a measure, and what stands around the measure where there is one.
  fileprivate struct Words {
    var plain: String
    var before: String
    var after = ""

    init(_ plain: String, before: String? = nil, after: String = "") {
      self.plain = plain
      self.before = before ?? plain + ": "
      self.after = after
    }
  }

  fileprivate var words: Words {
    switch self {
    case .tooManyFingers: Words("too many fingers", before: "")
    case .tooFewFingers: Words("too few fingers", before: "")
    case .movedTooFar: Words("moved too far", before: "moved ")
    case .movedTooLittle: Words("moved too little", before: "moved ")
    case .heldTooLong: Words("was held too long", before: "was held ")
    case .liftedTooEarly: Words("lifted too early", before: "lifted after ")
    case .landedTooLate: Words("landed too late", before: "landed after ")
    case .landedTooEarly: Words("landed too early", before: "landed after ")
    case .landedTooFar:
      Words("landed too far from the tap before", before: "landed ", after: " from the tap before")
    case .landedAfterLift: Words("landed after another finger had lifted")
    case .fingersTooFarApart:
      Words("the fingers are too far apart", before: "the fingers are ", after: " apart")
    case .liftedTooLate: Words("lifted too late", before: "lifted after ")
    case .noNextTap: Words("the next tap did not come", before: "no next tap for ")
    case .tooSlow: Words("too slow")
    case .tookTooLong: Words("took too long", before: "took ")
    case .wrongDirection:
      Words("went another way than its direction", before: "went ", after: " off the direction")
    case .notStraight: Words("left the straight line", before: "strayed ", after: " from the straight line")
    case .notTogether: Words("the fingers did not move together")
    case .notInEdge: Words("did not land at an edge", before: "landed ", after: " from the edge")
    case .wrongShape: Words("the path has another shape")
    case .tooSmall: Words("the path is too small")
    case .touchCancelled: Words("was taken away: a palm, or lost by the device")
    case .resync: Words("the kernel dropped events")
    case .jumped:
      Words("jumped as no finger moves", before: "jumped ", after: " within one frame, as no finger moves")
    case .clicked: Words("the button was pressed")
    case .otherTouchDown: Words("another touch was already down")
    case .prevented: Words("prevented by")
    case .requirementRecognized: Words("had to wait for a gesture that was recognized,")
    case .neverReleased: Words("never released by what it waited for,")
    case .disabled: Words("disabled")
    case .contextDiffers: Words("its `when` does not hold in this context")
    case .unsupportedDevice: Words("this device cannot report it")
    case .waiting: Words("waits for the failure of")
    }
  }
}
