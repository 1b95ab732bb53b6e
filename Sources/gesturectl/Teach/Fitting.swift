import ControlProtocol
import GestureConfig
import GestureCore
import Recordings

/// Limits with which as many examples as possible make a gesture. The failures of the recognizers say which limit to move, and how far.
struct Fitting {
  private(set) var configuration: Configuration
  /// Whether each example makes the gesture.
  private(set) var outcomes: [Bool]
  /// mm. The `hysteresis` of the devices with which a hand that shakes makes it; nil if they keep theirs.
  private(set) var hysteresis: Double?
  /// How far the hand shakes, measured without `hysteresis`; nil if it is steady.
  private(set) var shake: HandShake?
  private var examples: Examples
  private var gesture: Int
  private var deviceClass: DeviceClass

  /// The most limits that are moved for one example.
  private static let mostRounds = 20
  /// mm. The largest `hysteresis`.
  private static let mostHysteresis = 10.0

  init(_ configuration: Configuration, gesture: Int, _ examples: Examples, _ deviceClass: DeviceClass)
    throws(CommandFailure)
  {
    (self.configuration, self.gesture, self.examples) = (configuration, gesture, examples)
    self.deviceClass = deviceClass
    let devices = examples.devices(configuration)
    let raw = try examples.sequences(configuration.setting(.off, of: devices))
    shake = HandShake(raw.flatMap(\.self).flatMap(\.trails))
    outcomes = try examples.outcomes(configuration, of: gesture)
    guard outcomes.contains(false) else { return }
    var steadied = self
    try steadied.steady(devices)
    try steadied.ease()
    try ease()
    if steadied.hysteresis != nil, steadied.count >= count { self = steadied }
  }

  private var count: Int { outcomes.count(where: \.self) }

  /// Takes a changed configuration if it recognizes more examples, and loses none for another.
  private mutating func take(_ changed: Configuration) throws(CommandFailure) -> Bool {
    let made = try examples.outcomes(changed, of: gesture)
    guard made.count(where: \.self) > count, !zip(outcomes, made).contains(where: { $0 && !$1 }) else {
      return false
    }
    (configuration, outcomes) = (changed, made)
    return true
  }

  /// Sets a `hysteresis` of twice the shake (docs/accessibility.md), or up to three times if that recognizes more.
  private mutating func steady(_ devices: [DeviceIdentity]) throws(CommandFailure) {
    guard let shake else { return }
    for factor in [2, 2.5, 3] {
      let value = min(Digits.rounded(shake.size * factor, down: false), Self.mostHysteresis)
      if try take(configuration.setting(.radius(value), of: devices)) { hysteresis = value }
    }
  }

  /// Moves the limits of one example after another, each until the example is recognized: each failure names the next limit.
  private mutating func ease() throws(CommandFailure) {
    var isMoving = true
    while isMoving {
      isMoving = false
      for (index, recording) in examples.recordings.enumerated() where !outcomes[index] {
        let alone = Examples([recording])
        var changed = configuration
        for _ in 0..<Self.mostRounds {
          let failures = try alone.sequences(changed).flatMap(\.self).compactMap { sequence in
            sequence.record.outcome(of: gesture).flatMap { $0.isMade || $0.wasKept ? nil : $0.failure }
          }
          guard let next = eased(changed, failures) else { break }
          changed = next
          if try alone.outcomes(changed, of: gesture) == [true] { break }
        }
        if try take(changed) { isMoving = true }
      }
    }
  }

  /// Moves the limit behind the first failure that a key can change just past the measured value; nil if that has no effect.
  private func eased(_ configuration: Configuration, _ failures: [Failure]) -> Configuration? {
    let binding = configuration.gestures[gesture]
    guard let parameters = binding.definitions[deviceClass]?.parameters else { return nil }
    for failure in failures where failure.measured.isFinite && failure.limit.isFinite {
      guard let key = binding.type.keys.first(where: { $0.name == failure.key }), key.measures != nil,
        let now = key.measure(in: parameters), failure.limit > 0
      else { continue }
      // A hand at a slant gets the whole sector at any speed.
      if key.name == .angle { return configuration.opening(key, gesture: gesture) }
      // The limit in the failure may depend on speed, so the key is changed by the ratio of the measure to it.
      let isLower = failure.measured < failure.limit
      let ratio = max(failure.measured / failure.limit, 1e-3)
      let value = key.rounded(now * ratio * (isLower ? 0.9 : 1.1), down: isLower)
      if abs(value - now) > now * 1e-3 { return configuration.setting(key, value, gesture: gesture) }
    }
    return nil
  }
}

extension ParameterKey {
  func toml(of configuration: Configuration, _ gesture: Int, _ deviceClass: DeviceClass) -> String {
    configuration.gestures[gesture].definitions[deviceClass].flatMap { written(in: $0.parameters) }?.toml
      ?? ""
  }

  /// A value with two digits of the key's own unit, within its bounds.
  func rounded(_ value: Double, down: Bool) -> Double {
    let rounded = Digits.rounded(value / unit, down: down) * unit
    return min(max(rounded, measures?.lowerBound ?? rounded), measures?.upperBound ?? rounded)
  }
}

extension DeviceRule {
  /// A rule for one device. Its name is a glob.
  init(_ device: DeviceIdentity) {
    self.init()
    name = String(device.name.map { "*?[]\\".contains($0) ? "?" : $0 })
  }
}

extension Configuration {
  /// A copy with another `hysteresis` of devices.
  fileprivate func setting(_ hysteresis: DeviceSettings.Hysteresis, of identities: [DeviceIdentity])
    -> Configuration
  {
    var changed = self
    for identity in identities {
      let rule = changed.devices.firstIndex { $0.matches(identity) }
      if rule == nil { changed.devices.append(DeviceRule(identity)) }
      changed.devices[rule ?? changed.devices.count - 1].settings.hysteresis = hysteresis
    }
    return changed
  }

  /// A copy with a measure set for all device classes, as a value in the file would be.
  func setting(_ key: ParameterKey, _ value: Double, gesture: Int) -> Configuration {
    var changed = self
    for (deviceClass, var definition) in gestures[gesture].definitions {
      key.set(roundedMeasure: value, in: &definition.parameters)
      changed.gestures[gesture].definitions[deviceClass] = definition
    }
    return changed
  }
}
