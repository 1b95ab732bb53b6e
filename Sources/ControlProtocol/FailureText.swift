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
      text.append(failure.reason.row.plain)
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
    if failure.measured == failure.limit, let expired = failure.reason.row.expired {
      // A deadline decided, so the measure equals the limit and is not repeated.
      text.append(expired)
      appendLimit(failure, decimals: failure.unit.decimals, to: &text)
      return
    }
    appendMeasure(failure, words, to: &text)
  }

  private static func appendPlain(_ failure: Failure, to text: inout [UInt8]) {
    guard failure.reason == .whereDiffers, failure.key != nil else {
      return text.append(failure.reason.row.plain)
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
    if failure.key == .whereEndsIn || failure.key == .whereStartsIn {
      text.append(" outside ")
      appendKey(failure, to: &text)
      text.removeLast()
      return
    }
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
    let isExcluded = failure.reason == .whereDiffers && failure.measured == failure.limit
    text.append(isExcluded ? "excludes " : "allows ")
    append(failure.limit, failure.unit, decimals: decimals, to: &text)
    text.append(words.condition)
  }

  private static func appendLimit(_ failure: Failure, decimals: Int, to text: inout [UInt8]) {
    appendKey(failure, to: &text)
    append(failure.limit, failure.unit, decimals: decimals, to: &text)
  }

  private static func appendKey(_ failure: Failure, to text: inout [UInt8]) {
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
    case .movedTooLittle where key == .minSpread: .init("moved together or apart by ")
    case .movedTooLittle where key == .minArc || unit == .radians: .init("turned by ")
    case .movedTooLittle where isAroundCentre: .init("the centre of the fingers moved ")
    case .wrongDirection: wordsOfDirection
    case .wrongShape where unit == .radians: .init("turned ")
    case .wrongShape where key == .minScore: .init("scored ")
    case .tooSmall where key == .minRadius: .init("has a radius of ")
    case .whereDiffers:
      .init(MeasureCondition.Measure.allCases.first { $0.row.key == key }?.row.words ?? "moved ")
    default: reason.row.words
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
  /// What is said of a reason.
  fileprivate struct Row {
    /// The sentence without a measure.
    var plain: StaticString
    /// What stands before and after the measure; nil for a reason without one.
    var words: FailureText.Words?
    /// The words before a limit whose time ran out; nil if the reason does not come from a deadline.
    var expired: StaticString?

    init(_ plain: StaticString, _ words: FailureText.Words? = nil, expired: StaticString? = nil) {
      (self.plain, self.words, self.expired) = (plain, words, expired)
    }
  }

  fileprivate var row: Row {
    switch self {
    case .tooManyFingers: .init("too many fingers", .init("had "))
    case .tooFewFingers: .init("too few fingers", .init("had "))
    case .movedTooFar: .init("moved too far", .init("moved "))
    case .movedTooLittle: .init("moved too little", .init("moved "))
    case .heldTooLong: .init("was held too long", .init("was held "), expired: "still held after ")
    case .liftedTooEarly: .init("lifted too early", .init("lifted after "))
    case .landedTooLate:
      .init("landed too late", .init("landed after "), expired: "a finger is missing after ")
    case .landedTooEarly: .init("landed too early", .init("landed after "))
    case .landedTooFar: .init("landed too far from the tap before", .init("landed ", " from the tap before"))
    case .landedAfterLift: .init("landed after another finger had lifted")
    case .fingersTooFarApart: .init("the fingers are too far apart", .init("the fingers are ", " apart"))
    case .liftedTooLate:
      .init("lifted too late", .init("lifted after "), expired: "a finger is still down after ")
    case .noNextTap: .init("no next tap followed", .init("no next tap for "), expired: "no next tap within ")
    case .tooSlow: .init("too slow", .init("moved at "))
    case .tookTooLong: .init("took too long", .init("took "), expired: "not complete after ")
    case .wrongDirection: .init("moved in a direction that `direction` does not allow")
    case .turnedBack: .init("turned back", .init("turned back by "))
    case .notStraight: .init("left the straight line", .init("deviated ", " from the straight line"))
    case .notTogether:
      .init("the fingers did not move together", .init("the motion of two fingers differs by "))
    case .notInEdge: .init("did not land at an edge", .init("landed ", " from the edge"))
    case .wrongShape: .init("the path has another shape", .init("is out of round by "))
    case .tooSmall: .init("the path is too small", .init("is ", " long"))
    case .touchCancelled: .init("was cancelled: a palm, or lost by the device")
    case .resync: .init("the kernel dropped events")
    case .jumped: .init("jumped faster than a finger moves", .init("jumped ", ", faster than a finger moves"))
    case .clicked: .init("the button was pressed")
    case .notClicked: .init("the button was not pressed")
    case .buttonReleased: .init("the button was released too early")
    case .tooLittleForce: .init("the fingers pressed with too little force", .init("pressed with "))
    case .noTap: .init("no finger tapped beside those that rested")
    case .restEnded: .init("a resting finger lifted before the one that taps")
    case .wrongSide: .init("the tap was on a side that `side` does not allow")
    case .otherTouchDown: .init("another touch was already down")
    case .prevented: .init("another gesture was recognized first")
    case .requirementRecognized: .init("a gesture that it waits for was recognized")
    case .neverReleased: .init("a gesture that it waits for did not fail in time")
    case .disabled: .init("disabled")
    case .contextDiffers: .init("its `when` does not match the context")
    case .typed: .init("a key was pressed shortly before")
    case .noAnswer:
      .init("its program did not answer", .init("had no answer for "), expired: "no answer within ")
    case .clientFailed: .init("its program says so")
    case .clientGone: .init("its program has gone")
    case .whereDiffers: .init("its `where` is not met")
    case .unsupportedDevice: .init("this device cannot report it")
    case .waiting: .init("waits for another gesture to fail")
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
}
