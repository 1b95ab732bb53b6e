import ControlProtocol
import GestureConfig
import GestureCore
import Recordings

/// The attempts at a gesture, the limits that decide them, and the proposed changes.
struct Tuning {
  struct Change {
    var key: ParameterKey
    var toml: String
    var before: String
  }

  /// A change of `hysteresis` in the `[[device]]` of each recorded device.
  struct DeviceChange {
    var hysteresis: Double
    var before: String
    var toml: String { TomlText.string("\(spelled(hysteresis))mm") }
    var line: String { "hysteresis = \(toml)  # \(before) now" }
    let reason =
      "a finger counts as moving only when it has moved farther than your hand shakes to both sides"
  }

  /// The keys whose values differ in the proposal.
  var changes: [Change] {
    binding.type.keys.compactMap { key in
      let change = Change(
        key: key, toml: key.toml(of: proposed, index, deviceClass),
        before: key.toml(of: configuration, index, deviceClass))
      return change.toml == change.before ? nil : change
    }
  }
  private(set) var deviceChange: DeviceChange?
  /// How far the hand shakes, measured without `hysteresis`; nil if it is steady.
  private(set) var shake: HandShake?
  let devices: [DeviceIdentity]
  var proposed: Configuration
  /// The largest ratio of a change; nil for no limit.
  let most: Double?
  let configuration: Configuration
  let index: Int
  let deviceClass: DeviceClass
  let made: TuneRecordings
  let all: TuneRecordings
  let attempts: TuneAttempts
  let before: [TuneRecordings.Recorded]
  /// The sweeps of each key with the present configuration.
  private(set) var sweeps: [KeySweep] = []
  let names: EventNames

  /// The most limits that are changed for one attempt.
  private static let mostRounds = 20

  init(
    _ configuration: Configuration, gesture: Int, made: [Recording], against: [Recording],
    most: Double? = nil
  ) throws(CommandFailure) {
    self.configuration = configuration
    proposed = configuration
    self.most = most
    index = gesture
    self.made = TuneRecordings(recordings: made)
    all = TuneRecordings(recordings: made + against)
    deviceClass = try self.made.deviceClass(configuration)
    names = EventNames(device: "", gestures: configuration.gestures.map(\.name))
    devices = self.made.devices(configuration)
    guard let definition = configuration.gestures[gesture].definitions[deviceClass] else {
      let device = made.first.flatMap { ConfiguredDevice(recorded: $0.description, configuration) }
      let why = device?.absences.first { $0.index == gesture }?.text ?? "no device has it"
      throw .wrong("\(configuration.gestures[gesture].name): \(why)")
    }
    before = try self.made.sequences(configuration)
    attempts = TuneAttempts(before, of: gesture, definition)
    guard !attempts.spans.isEmpty else {
      throw .wrong(
        before.isEmpty
          ? "no touch was recorded"
          : "none of the \(before.count) touch sequences has as many fingers as \(configuration.gestures[gesture].name)"
      )
    }
    let raw = try self.made.sequences(configuration.setting(.off, of: devices))
    let own = attempts
    shake = HandShake(own.spans.indices.flatMap { own.sequences(of: $0, in: raw) }.flatMap(\.sequence.trails))
    try propose()
  }

  /// mm; nil if the device's own value counts.
  var hysteresis: Double? {
    guard let first = devices.first, case .radius(let mm) = configuration.settings(for: first).hysteresis
    else { return nil }
    return mm
  }

  var isChanged: Bool { !changes.isEmpty || deviceChange != nil }

  var binding: GestureBinding { configuration.gestures[index] }

  /// Proposes changes in rounds. Each takes the configuration that recognizes the most attempts, until no other is better. It
  /// first tries to change one limit by at most a factor of two, then all limits of one attempt.
  private mutating func propose() throws(CommandFailure) {
    sweeps = try self.sweeps(of: configuration)
    let now = (configuration, attempts.outcomes(before))
    var best: Tried = now
    if now.1.contains(false), let (steadied, change) = try steadied(than: now) {
      best = try rounds(from: steadied)
      deviceChange = change
    }
    if best.1.contains(false) {
      let other = try rounds(from: now)
      if recognized(other) > recognized(best) || deviceChange == nil { (best, deviceChange) = (other, nil) }
    }
    proposed = best.0
  }

  private typealias Tried = (configuration: Configuration, outcomes: [Bool])

  private func recognized(_ tried: Tried) -> Int { tried.outcomes.count(where: \.self) }

  /// Changes limits as long as that recognizes more attempts.
  private func rounds(from start: Tried) throws(CommandFailure) -> Tried {
    var best = start
    // Each round recognizes at least one more attempt, or is the last.
    while best.outcomes.contains(false) {
      let sweeps = try sweeps(of: best.configuration)
      let single = sweeps.compactMap(KeyProposal.init).max(by: Self.isWorse)
        .map { best.configuration.setting($0.key, $0.value, gesture: index) }
      let next =
        if let single, let next = try better(single, than: best) { next } else { try all(than: best) }
      guard let next else { break }
      best = next
    }
    return best
  }

  /// mm. The largest `hysteresis`.
  private static let mostHysteresis = 10.0

  /// The outcome with a `hysteresis` of twice the shake (docs/accessibility.md), or up to three times if that recognizes more.
  private func steadied(than best: Tried) throws(CommandFailure) -> (Tried, DeviceChange)? {
    guard let shake else { return nil }
    var found: (Tried, DeviceChange)?
    for factor in [2, 2.5, 3] {
      let value = min(Digits.rounded(shake.size * factor, down: false), Self.mostHysteresis)
      let now = hysteresis ?? 0
      if value <= now || most.map({ now > 0 && value / now > $0 }) ?? false { continue }
      let changed = best.configuration.setting(.radius(value), of: devices)
      if let next = try better(changed, than: found?.0 ?? best) {
        let before = hysteresis.map { TomlText.string("\(spelled($0))mm") } ?? "\"auto\""
        found = (next, DeviceChange(hysteresis: value, before: before))
      }
    }
    return found
  }

  /// The outcome with a changed configuration; nil if it recognizes no more attempts, loses one for another, or changes a limit
  /// too much.
  private func better(_ changed: Configuration, than best: Tried) throws(CommandFailure) -> Tried? {
    guard isWithin(changed) else { return nil }
    let outcomes = attempts.outcomes(try made.sequences(changed))
    let isBetter =
      outcomes.count(where: \.self) > best.outcomes.count(where: \.self)
      && !zip(best.outcomes, outcomes).contains { $0 && !$1 }
    return isBetter ? (changed, outcomes) : nil
  }

  /// Changes the limits of one attempt after another, each until the attempt is recognized: each failure names the next limit.
  private func all(than best: Tried) throws(CommandFailure) -> Tried? {
    for attempt in best.outcomes.indices where !best.outcomes[attempt] {
      var changed = best.configuration
      for _ in 0..<Self.mostRounds {
        let sequences = try made.sequences(changed)
        if attempts.outcomes(sequences)[attempt] { break }
        guard let next = eased(changed, attempts.failures(of: attempt, in: sequences)) else { break }
        changed = next
      }
      if let next = try better(changed, than: best) { return next }
    }
    return nil
  }

  /// Moves the limit behind the first failure that a key can change just past the measured value; nil if that has no effect.
  private func eased(_ configuration: Configuration, _ failures: [Failure]) -> Configuration? {
    guard let parameters = configuration.gestures[index].definitions[deviceClass]?.parameters else {
      return nil
    }
    for failure in failures where failure.measured.isFinite && failure.limit.isFinite {
      guard let key = binding.type.keys.first(where: { $0.name == failure.key }), let limits = key.measures,
        let now = key.measure(in: parameters), failure.limit > 0
      else { continue }
      // The limit in the failure may depend on speed, so the key is changed by the ratio of the measure to it.
      let isLower = failure.measured < failure.limit
      let ratio = max(failure.measured / failure.limit, 1e-3)
      let wanted = now * ratio * (isLower ? 1 - KeyProposal.margin : 1 + KeyProposal.margin)
      let rounded = Digits.rounded(wanted / key.unit, down: isLower) * key.unit
      let value = min(max(rounded, limits.lowerBound), limits.upperBound)
      if abs(value - now) > now * 1e-3 { return configuration.setting(key, value, gesture: index) }
    }
    return nil
  }

  private func isWithin(_ changed: Configuration) -> Bool {
    guard let most, let now = binding.definitions[deviceClass]?.parameters,
      let then = changed.gestures[index].definitions[deviceClass]?.parameters
    else { return true }
    return binding.type.keys.allSatisfy { key in
      guard let a = key.measure(in: now), let b = key.measure(in: then), a != b else { return true }
      return max(a / b, b / a) <= most + 1e-9
    }
  }

  private static func isWorse(_ a: KeyProposal, _ b: KeyProposal) -> Bool {
    a.rescued != b.rescued ? a.rescued < b.rescued : a.change > b.change
  }

  private func sweeps(of configuration: Configuration) throws(CommandFailure) -> [KeySweep] {
    try KeySweep.all(configuration, gesture: index, deviceClass) { changed throws(CommandFailure) in
      attempts.outcomes(try made.sequences(changed))
    }
  }

  var attemptCount: Int { attempts.spans.count }
  var recognizedCount: Int { outcomes.count(where: \.self) }
  /// Whether each attempt is recognized with the present configuration.
  var outcomes: [Bool] { attempts.outcomes(before) }
}

extension ParameterKey {
  func toml(of configuration: Configuration, _ gesture: Int, _ deviceClass: DeviceClass) -> String {
    configuration.gestures[gesture].definitions[deviceClass].flatMap { written(in: $0.parameters) }?.toml
      ?? ""
  }
}

extension DeviceRule {
  /// A rule for one device. Its name is a glob.
  fileprivate init(_ device: DeviceIdentity) {
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
