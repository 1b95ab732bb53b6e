import GestureCore

/// Writes why a gesture failed as one sentence with the quantity, the limit and its key in backticks: `touch 1 moved 9.1 mm;
/// allowable_movement allows 7 mm`. A sentence has at most 80 characters besides names.
package enum FailureText {
  /// - Parameter gesture: the failed gesture, of which `names` may have a remark.
  package static func detail(_ failure: Failure, of gesture: Int? = nil, names: EventNames) -> String {
    switch failure.reason {
    case .contextDiffers, .clientFailed:
      if let remark = gesture.flatMap({ names.remarks[$0] }) { return remark }
    default: break
    }
    return String { append(failure, names: names, to: &$0) }
  }

  private static func append(_ failure: Failure, names: EventNames, to text: inout [UInt8]) {
    if let touch = failure.touch {
      text.append("touch ")
      text.append(integer: Int64(touch))
      text.append(" ")
    }
    if let other = failure.by {
      let words = failure.reason.wordsOfRival
      text.append(words.before)
      text.append("`")
      text.append(text: names.gesture(other))
      text.append("`")
      text.append(words.after)
      return
    }
    if let direction = failure.direction {
      text.append(direction.wordsOfMotion)
      text.append("; ")
      if failure.key == nil { text.append("`direction` ") } else { appendKey(failure, to: &text) }
      return text.append("does not allow that")
    }
    guard failure.measured.isFinite else { return appendPlain(failure, to: &text) }
    if failure.reason == .typed { return appendTyping(failure, to: &text) }
    guard let words = failure.words else {
      text.append(failure.reason.plain)
      text.append(": ")
      append(failure.measured, failure.unit, to: &text)
      return
    }
    guard failure.limit.isFinite else {
      text.append(words.before)
      append(failure.measured, failure.unit, to: &text)
      text.append(words.after)
      return
    }
    if failure.measured == failure.limit, let expired = failure.reason.expired {
      // A deadline decided, so the measure equals the limit and is not repeated.
      text.append(expired)
      appendLimit(failure, decimals: failure.unit.decimals, to: &text)
      return
    }
    appendMeasure(failure, words, to: &text)
  }

  private static func appendPlain(_ failure: Failure, to text: inout [UInt8]) {
    guard failure.reason == .whereDiffers, failure.key != nil else {
      return text.append(failure.reason.plain)
    }
    appendKey(failure, to: &text)
    text.append("does not hold")
  }

  /// Appends "typed 0.12 s before; `typing_guard` is 0.5 s".
  private static func appendTyping(_ failure: Failure, to text: inout [UInt8]) {
    text.append("typed ")
    append(failure.measured, failure.unit, to: &text)
    text.append(" before; ")
    appendKey(failure, to: &text)
    text.append("is ")
    append(failure.limit, failure.unit, to: &text)
  }

  private static func appendMeasure(_ failure: Failure, _ words: Words, to text: inout [UInt8]) {
    if failure.isSideBySide { return text.append("fingers side by side on a touchpad scroll") }
    if failure.unit == .fingers, failure.reason != .whereDiffers {
      // In the words of the summary of a touch sequence.
      text.append("needs ")
      append(Double(failure.fingersNeeded), .fingers, to: &text)
      text.append("; had ")
      return text.append(trimmed: failure.measured, decimals: 0)
    }
    if failure.isWithoutMotion {
      // The usual text, "0 mm, 8 mm short of 8 mm", would say the same thing three times.
      text.append(failure.wordsWithoutMotion)
      if failure.key == nil {
        append(failure.limit, failure.unit, to: &text)
        return text.append(" are needed")
      }
      appendKey(failure, to: &text)
      text.append("is ")
      append(failure.limit, failure.unit, to: &text)
      return
    }
    let decimals = failure.measured == failure.limit ? failure.unit.decimals : failure.decimals
    text.append(words.before)
    append(failure.measured, failure.unit, decimals: decimals, to: &text)
    text.append(words.after)
    if let comparison = words.comparison {
      // The failure compares two measures of the same touches, and the limit is the second one.
      text.append(" and ")
      append(failure.limit, failure.unit, decimals: decimals, to: &text)
      text.append(comparison)
      return
    }
    if failure.reason == .whereDiffers { return appendCondition(failure, decimals: decimals, to: &text) }
    // A swipe can fail for its direction although it is long enough. Its length is then not the reason.
    if failure.isMinimumReached { return }
    if failure.measured < failure.limit {
      text.append(", ")
      append(failure.limit - failure.measured, failure.unit, decimals: decimals, to: &text)
      text.append(" short of ")
      appendLimit(failure, decimals: decimals, to: &text)
      return
    }
    text.append("; ")
    if failure.key == nil {
      text.append("the limit is ")
      append(failure.limit, failure.unit, decimals: decimals, to: &text)
      return
    }
    appendKey(failure, to: &text)
    text.append("allows ")
    append(failure.limit, failure.unit, decimals: decimals, to: &text)
    text.append(words.condition)
  }

  static func appendLimit(_ failure: Failure, decimals: Int, to text: inout [UInt8]) {
    appendKey(failure, to: &text)
    append(failure.limit, failure.unit, decimals: decimals, to: &text)
  }

  static func appendKey(_ failure: Failure, to text: inout [UInt8]) {
    guard let key = failure.key else { return }
    text.append("`")
    text.append(text: key.rawValue)
    text.append("` ")
  }

  static func append(
    _ value: Double, _ unit: Failure.Unit, decimals: Int? = nil, to text: inout [UInt8]
  ) {
    text.append(trimmed: value * unit.factorInPrint, decimals: decimals ?? unit.decimals)
    text.append(unit.wordInPrint)
    if unit == .fingers { text.append(value == 1 ? " finger" : " fingers") }
  }

  /// The words around the measure.
  struct Words {
    var before: StaticString
    var after: StaticString
    /// Text after the limit, if the limit depends on more than its key.
    var condition: StaticString = ""
    /// The text after `limit`, if that is another measure of the same touches.
    var comparison: StaticString?

    init(_ before: StaticString, _ after: StaticString = "") {
      self.before = before
      self.after = after
    }
  }
}

extension Failure {
  /// The number of fingers that the gesture needs, of a failure that counts them. One more finger taps beside the resting ones.
  package var fingersNeeded: Int { Int(limit) + (key == .resting ? 1 : 0) }
}

extension Direction {
  /// The beginning of a sentence about the hand's motion.
  fileprivate var wordsOfMotion: StaticString {
    switch self {
    case .left: "you moved left"
    case .right: "you moved right"
    case .up: "you moved up"
    case .down: "you moved down"
    case .upLeft: "you moved up and left"
    case .upRight: "you moved up and right"
    case .downLeft: "you moved down and left"
    case .downRight: "you moved down and right"
    case .clockwise: "you turned clockwise"
    case .counterclockwise: "you turned counterclockwise"
    case .in: "your fingers moved together"
    case .out: "your fingers moved apart"
    }
  }
}

extension Failure.Unit {
  /// Multiplies a value for printing: angles are printed in degrees.
  package var factorInPrint: Double {
    switch self {
    case .radians, .radiansPerSecond: 180 / .pi
    case .none, .mm, .seconds, .mmPerSecond, .fingers, .ratio, .grams, .perSecond: 1
    }
  }

  /// The unit behind a printed number; "" for a number of fingers.
  package var wordInPrint: StaticString {
    switch self {
    case .mm: " mm"
    case .mmPerSecond: " mm/s"
    case .seconds: " s"
    case .radians: "°"
    case .radiansPerSecond: "°/s"
    case .perSecond: "/s"
    case .grams: " g"
    case .fingers, .ratio, .none: ""
    }
  }

  /// The number of decimals: hundredths of a millimetre, milliseconds, tenths of a degree.
  fileprivate var decimals: Int {
    switch self {
    case .mm, .ratio, .perSecond, .none: 2
    case .mmPerSecond, .radians, .radiansPerSecond: 1
    case .seconds: 3
    case .fingers, .grams: 0
    }
  }
}

extension Failure {
  /// Whether something other than the measure was missing: the reason is a missed minimum, but the measure has reached it.
  package var isMinimumReached: Bool {
    switch reason {
    case .movedTooLittle, .liftedTooEarly, .landedTooEarly, .tooSlow, .tooSmall, .tooLittleForce:
      measured > limit
    default: false
    }
  }

  /// Whether a distance was missed and the measured distance prints as 0.
  fileprivate var isWithoutMotion: Bool {
    guard unit == .mm, measured < 0.005, measured < limit else { return false }
    switch reason {
    case .liftedTooEarly, .movedTooLittle: return true
    default: return false
    }
  }

  /// What did not happen, of a failure without motion.
  fileprivate var wordsWithoutMotion: StaticString {
    switch key {
    case .minSpread: "moved neither together nor apart; "
    case .minArc: "did not turn; "
    default: isAroundCentre ? "the fingers moved, but their centre did not; " : "did not move; "
    }
  }

  /// The number of decimals at which the measure and its limit look different.
  fileprivate var decimals: Int {
    let difference = (measured - limit).magnitude * unit.factorInPrint
    var decimals = unit.decimals
    var smallest = 1.0
    for _ in 0..<decimals { smallest /= 10 }
    while difference < smallest && decimals < 6 {
      decimals += 1
      smallest /= 10
    }
    return decimals
  }

  /// The words around the measure; nil if the reason has no measure.
  fileprivate var words: FailureText.Words? {
    switch reason {
    case .tooManyFingers, .tooFewFingers: .init("had ")
    case .movedTooLittle where key == .minSpread: .init("moved together or apart by ")
    case .movedTooLittle where key == .minArc || unit == .radians: .init("turned by ")
    case .movedTooLittle where isAroundCentre: .init("the centre of the fingers moved ")
    case .movedTooFar, .movedTooLittle: .init("moved ")
    case .heldTooLong: .init("was held ")
    case .liftedTooEarly: .init("lifted after ")
    case .landedTooLate, .landedTooEarly: .init("landed after ")
    case .landedTooFar: .init("landed ", " from the tap before")
    case .fingersTooFarApart: .init("the fingers are ", " apart")
    case .liftedTooLate: .init("lifted after ")
    case .noNextTap: .init("no next tap for ")
    case .tooSlow: .init("moved at ")
    case .tookTooLong: .init("took ")
    case .wrongDirection: wordsOfDirection
    case .turnedBack: .init("turned back by ")
    case .notStraight: .init("deviated ", " from the straight line")
    case .notTogether: .init("the motion of two fingers differs by ")
    case .notInEdge: .init("landed ", " from the edge")
    case .wrongShape:
      unit == .radians ? .init("turned ") : key == .minScore ? .init("scored ") : .init("is out of round by ")
    case .tooSmall: key == .minRadius ? .init("has a radius of ") : .init("is ", " long")
    case .tooLittleForce: .init("pressed with ")
    case .jumped: .init("jumped ", ", faster than a finger moves")
    case .noAnswer: .init("had no answer for ")
    case .whereDiffers: wordsOfCondition
    case .landedAfterLift, .touchCancelled, .resync, .clicked, .notClicked, .buttonReleased, .noTap,
      .restEnded, .wrongSide,
      .otherTouchDown, .prevented,
      .requirementRecognized, .neverReleased, .disabled, .contextDiffers, .typed, .clientFailed, .clientGone,
      .unsupportedDevice, .waiting:
      nil
    }
  }

  private var wordsOfDirection: FailureText.Words {
    guard unit == .mm else {
      var words = FailureText.Words("moved ", " away from its direction")
      words.condition = " at this speed"
      return words
    }
    // An edge pan has no key for its direction.
    let isAxis = key == .axis
    var words = FailureText.Words("moved ", isAxis ? " across its axis" : " along the edge")
    words.comparison = isAxis ? " along it" : " away from it"
    return words
  }
}

extension FailureReason {
  /// The sentence for a reason without a measure.
  fileprivate var plain: StaticString {
    switch self {
    case .tooManyFingers: "too many fingers"
    case .tooFewFingers: "too few fingers"
    case .movedTooFar: "moved too far"
    case .movedTooLittle: "moved too little"
    case .heldTooLong: "was held too long"
    case .liftedTooEarly: "lifted too early"
    case .landedTooLate: "landed too late"
    case .landedTooEarly: "landed too early"
    case .landedTooFar: "landed too far from the tap before"
    case .landedAfterLift: "landed after another finger had lifted"
    case .fingersTooFarApart: "the fingers are too far apart"
    case .liftedTooLate: "lifted too late"
    case .noNextTap: "no next tap followed"
    case .tooSlow: "too slow"
    case .tookTooLong: "took too long"
    case .wrongDirection: "moved in a direction that `direction` does not allow"
    case .turnedBack: "turned back"
    case .notStraight: "left the straight line"
    case .notTogether: "the fingers did not move together"
    case .notInEdge: "did not land at an edge"
    case .wrongShape: "the path has another shape"
    case .tooSmall: "the path is too small"
    case .touchCancelled: "was cancelled: a palm, or lost by the device"
    case .resync: "the kernel dropped events"
    case .jumped: "jumped faster than a finger moves"
    case .clicked: "the button was pressed"
    case .notClicked: "the button was not pressed"
    case .buttonReleased: "the button was released too early"
    case .tooLittleForce: "the fingers pressed with too little force"
    case .noTap: "no finger tapped beside those that rested"
    case .restEnded: "a resting finger lifted before the one that taps"
    case .wrongSide: "the tap was on a side that `side` does not allow"
    case .otherTouchDown: "another touch was already down"
    case .prevented: "another gesture was recognized first"
    case .requirementRecognized: "a gesture that it waits for was recognized"
    case .neverReleased: "a gesture that it waits for did not fail in time"
    case .disabled: "disabled"
    case .contextDiffers: "its `when` does not match the context"
    case .typed: "a key was pressed shortly before"
    case .noAnswer: "its program did not answer"
    case .clientFailed: "its program says so"
    case .clientGone: "its program has gone"
    case .whereDiffers: "its `where` is not met"
    case .unsupportedDevice: "this device cannot report it"
    case .waiting: "waits for another gesture to fail"
    }
  }

  /// The words before and after the other gesture's name.
  fileprivate var wordsOfRival: (before: StaticString, after: StaticString) {
    switch self {
    case .requirementRecognized: ("required the failure of ", ", which was recognized")
    case .neverReleased: ("all fingers lifted before ", " had failed")
    case .waiting: ("waits for ", " to fail")
    default: ("", " was recognized first")
    }
  }

  /// The words before a limit whose time ran out; nil if the reason does not come from a deadline.
  fileprivate var expired: StaticString? {
    switch self {
    case .heldTooLong: "still held after "
    case .liftedTooLate: "a finger is still down after "
    case .landedTooLate: "a finger is missing after "
    case .noNextTap: "no next tap within "
    case .tookTooLong: "not complete after "
    case .noAnswer: "no answer within "
    default: nil
    }
  }
}
