import GestureConfig
import GestureCore
import Recordings

/// Limits that fit a hand: as far beyond its examples as the next one may be, and between them and what is not the gesture.
enum HandLimits {
  /// The keys that measure a hand. The others say how a motion is read, so examples do not move them.
  static let keys: Set<KeyName> = [
    .allowableMovement, .angle, .delay, .force, .landWindow, .liftWindow, .maxDeviation, .maxDuration,
    .maxGap,
    .maxInterval, .maxSeparation, .maxTapDistance, .minAngle, .minArc, .minDistance, .minDuration, .minRadius,
    .minSpread, .minVelocity, .rest,
  ]
  /// The part of a value by which a limit stays away from the nearest example: a hand differs by as much from day to day.
  private static let daily = 0.1
  /// The same of the longest time. Times are spread to one side: of the drawn taps (scripts/hand.py), one in a hundred takes more than
  /// two and a half times as long as the longest of three.
  private static let slower = 1.5
  /// The part of the spread of the examples by which a limit stays away: of three values and a fourth, the fourth is outside the
  /// range of the three in half of the cases, and beyond it by half of the range in a few.
  private static let beyond = 0.5
  /// The largest part, so that an example that went wrong does not open a limit.
  private static let largest = 0.35
  /// Rad. The heading of one motion differs by as much from that of the next, of the same hands.
  private static let heading = 15 * Double.pi / 180

  /// A configuration whose limits are that far from the examples. Limits are only moved away from them: a narrower one than the
  /// usual would fit three examples and not the hand.
  static func widened(
    _ configuration: Configuration, gesture: Int, _ deviceClass: DeviceClass,
    outcomes: (Configuration) throws(CommandFailure) -> [Bool]
  ) throws(CommandFailure) -> Configuration {
    var best = configuration
    let sweeps = try KeySweep.all(configuration, gesture: gesture, deviceClass, of: keys, outcomes: outcomes)
    for sweep in sweeps where sweep.now > 0 {
      for isLower in [true, false] {
        let points = sweep.turningPoints.compactMap(\.self).filter {
          isLower ? $0 > sweep.now : $0 < sweep.now
        }
        guard let nearest = isLower ? points.min() : points.max(), let least = points.min(),
          let most = points.max()
        else { continue }
        let changed: Configuration
        if sweep.key.name == .angle {
          // A hand that is at a slant gets the whole sector, because another direction begins only there.
          guard !isLower, nearest + heading > sweep.now else { continue }
          changed = best.opening(sweep.key, gesture: gesture)
        } else {
          let isTime = !isLower && sweep.key.form.dimension == .duration
          let part = isTime ? slower : min(max(daily, beyond * (most - least) / nearest), largest)
          let wanted = isLower ? nearest * (1 - part) : nearest * (1 + part)
          guard isLower ? wanted < sweep.now : wanted > sweep.now else { continue }
          changed = best.setting(sweep.key, sweep.key.rounded(wanted, down: isLower), gesture: gesture)
        }
        if try !outcomes(changed).contains(false) { best = changed }
      }
    }
    return best
  }

  /// The limit with which something is no longer the gesture, and every example still is.
  struct Avoiding {
    let key: ParameterKey
    let toml: String
    let configuration: Configuration
  }

  /// - Parameter outcomes: whether each example makes the gesture, and whether it is made by what is not one.
  /// - Returns: the change of one limit that leaves most room on both sides; nil if no limit separates them.
  static func avoiding(
    _ configuration: Configuration, gesture: Int, _ deviceClass: DeviceClass,
    outcomes: (Configuration) throws(CommandFailure) -> (examples: [Bool], isFalse: Bool)
  ) throws(CommandFailure) -> Avoiding? {
    let sweeps = try KeySweep.all(configuration, gesture: gesture, deviceClass, of: keys.union([.minScore])) {
      changed throws(CommandFailure) in
      let made = try outcomes(changed)
      return made.examples + [made.isFalse]
    }
    var best: (room: Double, found: Avoiding)?
    for sweep in sweeps where sweep.now > 0 {
      guard let last = sweep.turningPoints.last, let end = last else { continue }
      let isHigher = end > sweep.now
      let examples = sweep.turningPoints.dropLast().compactMap(\.self).filter { ($0 > sweep.now) == isHigher }
      let nearest = (isHigher ? examples.min() : examples.max()) ?? (isHigher ? end * 2 : end / 2)
      let room = isHigher ? nearest / end : end / nearest
      guard room > 1 else { continue }
      let value = Digits.rounded((end * nearest).squareRoot() / sweep.key.unit, digits: 2) * sweep.key.unit
      let changed = configuration.setting(sweep.key, value, gesture: gesture)
      let made = try outcomes(changed)
      guard !made.isFalse, !made.examples.contains(false), room > best?.room ?? 1 else { continue }
      let toml = sweep.key.toml(of: changed, gesture, deviceClass)
      best = (room, Avoiding(key: sweep.key, toml: toml, configuration: changed))
    }
    return best?.found
  }
}

extension Configuration {
  /// A copy in which a key with two ends has its largest value at both.
  func opening(_ key: ParameterKey, gesture: Int) -> Configuration {
    guard let most = key.measures?.upperBound else { return self }
    var changed = self
    for (deviceClass, var definition) in gestures[gesture].definitions {
      key.set(slow: most, fast: most, in: &definition.parameters)
      changed.gestures[gesture].definitions[deviceClass] = definition
    }
    return changed
  }
}
