import ControlProtocol
import GestureConfig
import GestureCore

/// How close a gesture is to its threshold: the deciding quantity and the key that limits it.
struct GestureMeasure: Equatable {
  var value: Double
  var limit: Double
  var unit: Failure.Unit
  /// Whether the gesture fails above the limit. Otherwise it must reach the limit.
  var isCeiling = false
  /// Whether the measure is how far a motion was off the direction.
  var isOffCourse = false

  init(_ value: Double, of limit: Double, _ unit: Failure.Unit, isCeiling: Bool = false) {
    self.value = value
    self.limit = limit
    self.unit = unit
    self.isCeiling = isCeiling
  }

  /// The measure in a failure; nil if it has no limit.
  init?(_ failure: Failure) {
    guard failure.measured.isFinite, failure.limit.isFinite, failure.limit != 0, failure.unit != .fingers
    else { return nil }
    self.init(failure.measured, of: failure.limit, failure.unit, isCeiling: failure.measured > failure.limit)
    isOffCourse = failure.reason == .wrongDirection
  }

  /// The measure while fingers are down, and the farthest one after the lift; nil if no single quantity decides.
  init?(_ definition: RecognizerDefinition, _ sequence: TouchSequence) {
    guard let motion = sequence.isOver ? sequence.farthest : sequence.meter.map(MotionFigures.init),
      sequence.isOver || sequence.fingersDown > 0,
      let deciding = definition.type.traits.deciding,
      let limit = definition.limit(of: deciding.key, fingers: sequence.fingers)
    else { return nil }
    switch deciding {
    case .travel: self.init(motion.travel, of: limit, .mm)
    case .spread:
      self.init(limit < 0 ? motion.relativeSpread : motion.spread, of: abs(limit), limit < 0 ? .ratio : .mm)
    case .arc: self.init(motion.arc, of: limit, .mm)
    case .stray: self.init(motion.stray, of: limit, .mm, isCeiling: true)
    case .rest: self.init((Double(sequence.end) - Double(sequence.start)) / 1e6, of: limit, .seconds)
    }
  }

  /// The filled part of a bar, from 0 to 1.
  var part: Double { min(share, 1) }

  /// The measure as a fraction of the limit, from 0.
  var share: Double { limit > 0 ? max(value / limit, 0) : 0 }

  /// The state of the measure against its limit, in a word.
  enum Verdict: String {
    case reached, notYet = "not yet", within, tooMuch = "too much", offCourse = "off its direction"
  }

  var verdict: Verdict {
    if isOffCourse { return .offCourse }
    return isCeiling ? (value > limit ? .tooMuch : .within) : (value >= limit ? .reached : .notYet)
  }

  /// Whether the measure agrees with a gesture that was made. The limit of a slow motion may be another than the one that is shown.
  var isFulfilled: Bool { verdict == .reached || verdict == .within }

  /// The measure and its limit as text: `9.9 / 12 mm`, or of a direction `180° off, limit 45°`.
  var text: String {
    let factor = unit.factorInPrint
    let (own, most) = ((value * factor).short, (limit * factor).short)
    return isOffCourse
      ? "\(own)\(unit.wordInPrint) off, limit \(most)\(unit.wordInPrint)"
      : "\(own) / \(most)\(unit.wordInPrint)"
  }
}

extension RecognizerDefinition {
  /// The limit of a key, in mm or seconds; a relative spread is negative. nil without the key or without a limit. For a pair, the
  /// value for fast motion.
  ///
  /// - Parameter count: the number of fingers, which may add to the limit; nil for the fewest.
  func limit(of name: KeyName, fingers count: Int? = nil) -> Double? {
    guard let key = type.keys.first(where: { $0.name == name }) else { return nil }
    let value = key.get(parameters)
    guard let number = value.numbers.last else { return nil }
    switch key.form.dimension {
    case .length where key.form.isPair: return number
    case .length: return effective(number, of: name, fingers: count ?? fingers.lowerBound)
    case .duration: return number / 1e6
    case .spread: return value.isShare ? -number : number
    default: return nil
    }
  }

  /// The mm that the fingers add to a key; nil if they add nothing.
  func slack(of key: ParameterKey) -> Double? {
    guard key.form.dimension == .length, !key.form.isPair, let written = key.measure(in: parameters) else {
      return nil
    }
    let slack = effective(written, of: key.name, fingers: fingers.lowerBound) - written
    return slack == 0 ? nil : slack
  }
}

extension Double {
  /// The number with at most three digits.
  fileprivate var short: String {
    let magnitude = self.magnitude
    let unit: Double = magnitude >= 100 ? 1 : magnitude >= 1 ? 10 : 100
    return spelled((self * unit).rounded() / unit)
  }
}
