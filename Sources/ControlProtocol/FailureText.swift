import GestureCore

/// Writes why a gesture failed as one sentence with the quantity, the limit and its key in backticks: `touch 1 moved 9.1 mm;
/// allowable_movement allows 7 mm`. A sentence has at most 80 characters besides names.
package enum FailureText {
  /// - Parameter gesture: the failed gesture, of which `names` may have a remark.
  package static func detail(_ failure: Failure, of gesture: Int? = nil, names: EventNames) -> String {
    if let sentence = gesture.flatMap({ names.sentences[$0] }) { return sentence }
    switch failure.reason {
    case .contextDiffers, .clientFailed, .otherClass, .otherDevice, .unusedDevice:
      if let remark = gesture.flatMap({ names.remarks[$0] }) { return remark }
    default: break
    }
    if failure.reason == .over, failure.measured.isFinite {
      let since = written(failure.measured, failure.unit, decimals: 3)
      let touch = failure.touch.map { "; touch \($0) is not one of it" } ?? ""
      return "over from \(since) until all fingers have lifted\(touch)"
    }
    return (failure.touch.map { "touch \($0) " } ?? "") + sentence(failure, names)
  }

  private static func sentence(_ failure: Failure, _ names: EventNames) -> String {
    if let other = failure.by { return failure.reason.words(ofRival: names.gesture(other)) }
    if failure.reason.isOfZone { return sentence(failure, in: failure.zone.flatMap(names.zone)) }
    if let direction = failure.direction {
      let key = failure.key == nil ? "`direction` " : failure.writtenKey
      return "\(direction.wordsOfMotion); \(key)does not allow that"
    }
    let row = failure.reason.row
    guard failure.measured.isFinite else {
      return failure.reason == .whereDiffers && failure.key != nil
        ? "\(failure.writtenKey)does not hold" : row.plain
    }
    let measured = written(failure.measured, failure.unit)
    if failure.reason == .typed {
      return "typed \(measured) before; \(failure.writtenKey)is \(written(failure.limit, failure.unit))"
    }
    if failure.reason == .fingerRested {
      return "had rested for \(measured); `resting_after` of [[device]] leaves it out"
    }
    guard let words = failure.words else { return "\(row.plain): \(measured)" }
    guard failure.limit.isFinite else { return words.before + measured + words.after }
    if failure.measured == failure.limit, let expired = row.expired {
      // A deadline decided, so the measure equals the limit and is not repeated.
      return expired + failure.writtenKey + measured
    }
    return sentence(failure, words)
  }

  private static func sentence(_ failure: Failure, _ words: Words) -> String {
    if failure.isSideBySide { return "fingers side by side on a touchpad scroll" }
    if failure.unit == .fingers, failure.reason != .whereDiffers {
      // In the words of the summary of a touch sequence.
      let had = String { $0.append(trimmed: failure.measured, decimals: 0) }
      return "needs \(written(Double(failure.fingersNeeded), .fingers)); had \(had)"
    }
    if failure.isWithoutMotion {
      // The usual text, "0 mm, 8 mm short of 8 mm", would say the same thing three times.
      let limit = written(failure.limit, failure.unit)
      return failure.wordsWithoutMotion
        + (failure.key == nil ? "\(limit) are needed" : "\(failure.writtenKey)is \(limit)")
    }
    let decimals = failure.measured == failure.limit ? failure.unit.decimals : failure.decimals
    func number(_ value: Double) -> String { written(value, failure.unit, decimals: decimals) }
    let measure = words.before + number(failure.measured) + words.after
    // The failure compares two measures of the same touches, and the limit is the second one.
    if let comparison = words.comparison { return "\(measure) and \(number(failure.limit))\(comparison)" }
    if let key = failure.key, [.whereEndsIn, .whereStartsIn].contains(key) {
      return "\(measure) outside `\(key.rawValue)`"
    }
    // A swipe can fail for its direction although it is long enough. Its length is then not the reason.
    if failure.isMinimumReached { return measure }
    let limit = failure.writtenKey + number(failure.limit)
    if failure.measured < failure.limit {
      return "\(measure), \(number(failure.limit - failure.measured)) short of \(limit)"
    }
    if failure.key == nil { return "\(measure); the limit is \(limit)" }
    let isExcluded = failure.reason == .whereDiffers && failure.measured == failure.limit
    let verb = isExcluded ? "excludes" : "allows"
    return "\(measure); \(failure.writtenKey)\(verb) \(number(failure.limit))\(words.condition)"
  }

  /// - Parameter zone: the zone's name; nil if it is not known.
  private static func sentence(_ failure: Failure, in zone: String?) -> String {
    switch failure.reason {
    case .deadZone: "landed in \(zone.map { "the dead zone `\($0)`" } ?? "a dead zone")"
    case .masked: "landed in \(zone.map { "`\($0)`" } ?? "a zone"), whose touches belong to other gestures"
    default:
      "landed \(failure.measured.isFinite ? written(failure.measured, .mm) + " " : "")outside "
        + (zone.map { "`\($0)`" } ?? "the zone")
    }
  }

  private static func written(_ value: Double, _ unit: Failure.Unit, decimals: Int? = nil) -> String {
    let number = String {
      $0.append(trimmed: value * unit.factorInPrint, decimals: decimals ?? unit.decimals)
    }
    return number + (unit == .fingers ? value == 1 ? " finger" : " fingers" : unit.wordInPrint)
  }

  /// The words around the measure.
  struct Words {
    var before: String
    var after: String
    /// Text after the limit, if the limit depends on more than its key.
    var condition: String = ""
    /// The text after `limit`, if that is another measure of the same touches.
    var comparison: String?

    init(_ before: String, _ after: String = "") {
      self.before = before
      self.after = after
    }
  }
}

extension Failure {
  /// The key in backticks before a blank; "" without a key.
  fileprivate var writtenKey: String { key.map { "`\($0.rawValue)` " } ?? "" }

  /// The number of fingers that the gesture needs, of a failure that counts them. One more finger taps beside the resting ones.
  package var fingersNeeded: Int { Int(limit) + (key == .resting ? 1 : 0) }
}

extension Direction {
  /// The beginning of a sentence about the hand's motion.
  fileprivate var wordsOfMotion: String {
    switch self {
    case .clockwise, .counterclockwise: "you turned \(rawValue)"
    case .in: "your fingers moved together"
    case .out: "your fingers moved apart"
    case .left, .right, .up, .down, .upLeft, .upRight, .downLeft, .downRight:
      "you moved " + rawValue.split(separator: "-").joined(separator: " and ")
    }
  }
}

extension Failure.Unit {
  private var row: (word: String, decimals: Int, factor: Double) {
    switch self {
    case .mm: (" mm", 2, 1)
    case .mmPerSecond: (" mm/s", 1, 1)
    case .seconds: (" s", 3, 1)
    case .radians: ("°", 1, 180 / .pi)
    case .radiansPerSecond: ("°/s", 1, 180 / .pi)
    case .perSecond: ("/s", 2, 1)
    case .grams: (" g", 0, 1)
    case .fingers: ("", 0, 1)
    case .ratio, .none: ("", 2, 1)
    }
  }
  /// Multiplies a value for printing: angles are printed in degrees.
  package var factorInPrint: Double { row.factor }
  /// The unit behind a printed number; "" for a number of fingers.
  package var wordInPrint: String { row.word }
  /// The number of decimals: hundredths of a millimetre, milliseconds, tenths of a degree.
  fileprivate var decimals: Int { row.decimals }
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

  /// How far the measure was from the limit, as a fraction of the limit: 0.1 for 10.8 mm of 12 mm. nil if no limit was missed.
  ///
  /// It is of the values that an event says, so that its readers rank reasons as its writer does.
  package var nearness: Double? {
    guard unit != .fingers, measured.isFinite, limit.isFinite else { return nil }
    let said = asSaid
    guard said.limit != 0, !said.isMinimumReached else { return nil }
    return ((said.measured - said.limit) / said.limit).magnitude
  }

  /// The failure with the values that an event says.
  package var asSaid: Failure {
    var said = self
    said.measured = measured.said(decimals: JSONWriter.decimals)
    said.limit = limit.said(decimals: JSONWriter.decimals)
    return said
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
  fileprivate var wordsWithoutMotion: String {
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
      .init(MeasureCondition.Measure.allCases.first { $0.row.key == key }?.row.words.description ?? "moved ")
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
    var plain: String
    /// What stands before and after the measure; nil for a reason without one.
    var words: FailureText.Words?
    /// The words before a limit whose time ran out; nil if the reason does not come from a deadline.
    var expired: String?

    init(_ plain: String, _ words: FailureText.Words? = nil, expired: String? = nil) {
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
    case .landedOutside: .init("landed outside the zone")
    case .deadZone: .init("landed in a dead zone")
    case .masked: .init("landed in a zone whose touches belong to other gestures")
    case .otherTool: .init("landed with another tool than `touch` takes")
    case .over: .init("over until all fingers have lifted")
    case .otherClass: .init("for another class of devices")
    case .otherDevice: .init("for another device")
    case .unusedDevice: .init("the device is not used")
    case .landedAfterLift: .init("landed after another finger had lifted")
    case .fingersTooFarApart: .init("the fingers are too far apart", .init("the fingers are ", " apart"))
    case .liftedTooLate:
      .init("lifted too late", .init("lifted after "), expired: "a finger is still down after ")
    case .noNextTap: .init("no next tap followed", .init("no next tap for "), expired: "no next tap within ")
    case .tooSlow: .init("the clock of its events stands still, so it has no speed", .init("moved at "))
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
    case .fingerRested: .init("a finger rested; `resting_after` of [[device]] leaves it out")
    case .wrongSide: .init("the tap was on a side that `side` does not allow")
    case .otherTouchDown: .init("another touch was already down")
    case .prevented: .init("another gesture was recognized first")
    case .requirementRecognized: .init("a gesture that it waits for was recognized")
    case .neverReleased: .init("a gesture that it waits for did not fail in time")
    case .disabled: .init("disabled")
    case .paused: .init("paused by a command")
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

  /// The sentence about the other gesture.
  fileprivate func words(ofRival name: String) -> String {
    switch self {
    case .requirementRecognized: "required the failure of `\(name)`, which was recognized"
    case .neverReleased: "all fingers lifted before `\(name)` had failed"
    case .waiting: "waits for `\(name)` to fail"
    default: "`\(name)` was recognized first"
    }
  }
}
