import GestureCore

/// Why a gesture failed, as a sentence: `touch 1 moved 9.1 mm, more than allowable_movement 7 mm`.
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
      text.append("moved ")
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
      text.append("`")
      text.append(text: names.gesture(other))
      text.append("`")
      text.append(text: words.afterName)
    }
    if failure.limit.isFinite { appendLimit(failure, to: &text) }
  }

  private static func appendLimit(_ failure: Failure, to text: inout [UInt8]) {
    if failure.reason == .wrongDirection && failure.unit == .radians {
      text.append("; `angle` allows ")
      append(failure.limit, failure.unit, to: &text)
      text.append(" at this speed")
      return
    }
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
  /// The direction of the motion, and the one that it should have had.
  fileprivate var way: (wrong: String, right: String)? {
    if unit != .mm { return nil }
    return key == .axis ? (" across its axis and ", " along it") : (" along the edge and ", " away from it")
  }
}

extension FailureReason {
  /// The reason without a measure, and the text around the measure or around the name of the other gesture.
  fileprivate struct Words {
    var plain: String
    var before: String
    var after = ""
    var afterName = ""

    init(_ plain: String, before: String? = nil, after: String = "") {
      self.plain = plain
      self.before = before ?? plain + ": "
      self.after = after
    }

    init(beforeName: String, afterName: String) {
      self.init(beforeName)
      self.afterName = afterName
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
    case .noNextTap: Words("no next tap followed", before: "no next tap for ")
    case .tooSlow: Words("too slow")
    case .tookTooLong: Words("took too long", before: "took ")
    case .wrongDirection:
      Words("moved in another direction", before: "moved ", after: " away from the direction")
    case .notStraight: Words("left the straight line", before: "deviated ", after: " from the straight line")
    case .notTogether: Words("the fingers did not move together")
    case .notInEdge: Words("did not land at an edge", before: "landed ", after: " from the edge")
    case .wrongShape: Words("the path has another shape")
    case .tooSmall: Words("the path is too small")
    case .touchCancelled: Words("was cancelled: a palm, or lost by the device")
    case .resync: Words("the kernel dropped events")
    case .jumped:
      Words("jumped as no finger moves", before: "jumped ", after: " within one frame, as no finger moves")
    case .clicked: Words("the button was pressed")
    case .otherTouchDown: Words("another touch was already down")
    case .prevented: Words(beforeName: "", afterName: " was recognized first")
    case .requirementRecognized:
      Words(beforeName: "required the failure of ", afterName: ", which was recognized")
    case .neverReleased: Words(beforeName: "all fingers lifted before ", afterName: " had failed")
    case .disabled: Words("disabled")
    case .contextDiffers: Words("its `when` does not match the context")
    case .unsupportedDevice: Words("this device cannot report it")
    case .waiting: Words(beforeName: "waits for ", afterName: " to fail")
    }
  }
}
