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

  private(set) var changes: [Change] = []
  private var proposed: Configuration
  /// The largest ratio of a change; nil for no limit.
  private let most: Double?
  private let configuration: Configuration
  private let index: Int
  private let deviceClass: DeviceClass
  private let made: TuneRecordings
  private let all: TuneRecordings
  private let attempts: TuneAttempts
  private let before: [TuneRecordings.Recorded]
  /// The sweeps of each key with the present configuration, for the plots.
  private var sweeps: [KeySweep] = []
  private let names: EventNames

  /// The most limits that are changed for one attempt.
  private static let mostRounds = 20

  init(
    _ configuration: Configuration, gesture: Int, made: [Recording], against: [Recording],
    most: Double? = nil
  ) throws {
    self.configuration = configuration
    proposed = configuration
    self.most = most
    index = gesture
    self.made = TuneRecordings(recordings: made)
    all = TuneRecordings(recordings: made + against)
    deviceClass = try self.made.deviceClass(configuration)
    names = EventNames(device: "", gestures: configuration.gestures.map(\.name))
    guard let definition = configuration.gestures[gesture].definitions[deviceClass] else {
      throw CommandFailure(
        .wrong,
        "\(configuration.gestures[gesture].name): the configuration does not use it on a \(deviceClass.rawValue)"
      )
    }
    before = try self.made.sequences(configuration)
    attempts = TuneAttempts(before, of: gesture, definition)
    guard !attempts.ranges.isEmpty else {
      throw CommandFailure(
        .wrong,
        "none of the \(before.count) touch sequences has as many fingers as \(configuration.gestures[gesture].name)"
      )
    }
    try propose()
  }

  private var binding: GestureBinding { configuration.gestures[index] }

  /// Proposes changes in rounds. Each takes the configuration that recognizes the most attempts, until no other is better. It
  /// first tries to change one limit by at most a factor of two, then all limits of one attempt.
  private mutating func propose() throws {
    sweeps = try self.sweeps(of: configuration)
    var best = (configuration, attempts.outcomes(before))
    var sweeps = sweeps
    // Each round recognizes at least one more attempt, or is the last.
    while best.1.contains(false) {
      let single = sweeps.compactMap(KeyProposal.init).max(by: Self.isWorse)
        .map { best.0.setting($0.key, $0.value, gesture: index) }
      guard let next = try single.flatMap({ try better($0, than: best) }) ?? all(than: best) else { break }
      best = next
      sweeps = try self.sweeps(of: best.0)
    }
    proposed = best.0
    let after = proposed
    changes = binding.type.keys.compactMap { key in
      let change = Change(
        key: key, toml: key.toml(of: after, index, deviceClass),
        before: key.toml(of: configuration, index, deviceClass))
      return change.toml == change.before ? nil : change
    }
  }

  private typealias Tried = (configuration: Configuration, outcomes: [Bool])

  /// The outcome with a changed configuration; nil if it recognizes no more attempts, loses one for another, or changes a limit
  /// too much.
  private func better(_ changed: Configuration, than best: Tried) throws -> Tried? {
    guard isWithin(changed) else { return nil }
    let outcomes = attempts.outcomes(try made.sequences(changed))
    let isBetter =
      outcomes.count(where: \.self) > best.outcomes.count(where: \.self)
      && !zip(best.outcomes, outcomes).contains { $0 && !$1 }
    return isBetter ? (changed, outcomes) : nil
  }

  /// Changes the limits of one attempt after another, each until the attempt is recognized: each failure names the next limit.
  private func all(than best: Tried) throws -> Tried? {
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

  /// Sets the limit of the first changeable failure beyond the measured value; nil if that has no effect.
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

  private func sweeps(of configuration: Configuration) throws -> [KeySweep] {
    guard let parameters = configuration.gestures[index].definitions[deviceClass]?.parameters else {
      return []
    }
    return try binding.type.keys.compactMap { key in
      guard let limits = key.measures, let now = key.measure(in: parameters) else { return nil }
      return try KeySweep(key, now: now, within: limits) { value throws(CommandFailure) in
        attempts.outcomes(try made.sequences(configuration.setting(key, value, gesture: index)))
      }
    }
  }

  // MARK: What is printed

  /// - Parameter isPlain: omits drawings, for a screen reader.
  func text(isPlain: Bool) -> [String] { heading + (isPlain ? [] : plots) + missed + proposal }

  var attemptCount: Int { attempts.ranges.count }
  var recognizedCount: Int { outcomes.count(where: \.self) }
  /// Whether each attempt is recognized with the present configuration.
  private var outcomes: [Bool] { attempts.outcomes(before) }

  private var heading: [String] {
    let fingers = binding.definitions[deviceClass].map { FingerText.text($0.fingers) } ?? ""
    var lines = [
      "\(binding.name) (\(binding.type.rawValue), \(fingers)) on a \(deviceClass.rawValue): "
        + "\(recognizedCount) of \(counted(attemptCount, "attempt")) recognized"
    ]
    if attempts.others > 0 {
      let verb = attempts.others == 1 ? "has" : "have"
      lines.append(
        "\(counted(attempts.others, "touch sequence")) with another number of fingers \(verb) been left out"
      )
    }
    return lines
  }

  private var plots: [String] {
    guard let parameters = binding.definitions[deviceClass]?.parameters else { return [] }
    let decisive = sweeps.filter { $0.turningPoints.contains { $0 != nil } }
    if decisive.isEmpty { return ["", "None of its own limits decides an attempt."] }
    var lines = [
      "", "The value at which each attempt's outcome changes: o recognized now, x not; │ the limit now.",
    ]
    for sweep in decisive {
      let dots = zip(sweep.turningPoints, sweep.isRecognized).compactMap { point, isRecognized in
        point.map { DotPlot.Dot(value: $0, isRecognized: isRecognized) }
      }
      let plot = DotPlot(dots: dots, limit: sweep.now) {
        sweep.key.text(of: $0, in: parameters).filter { $0 != "\"" }
      }
      lines += ["", "\(sweep.key.name.rawValue) = \(sweep.key.text(of: sweep.now, in: parameters))"]
      lines += plot.lines.map { "  " + $0 }
    }
    return lines
  }

  /// The attempts that were not recognized, with the reason.
  private var missed: [String] {
    var lines: [String] = []
    for (attempt, isRecognized) in outcomes.enumerated() where !isRecognized {
      let failure = attempts.failures(of: attempt, in: before).first
      let reason = failure.map { FailureText.detail($0, names: names) } ?? "no reason"
      lines.append("  \(made.text(of: before[attempts.ranges[attempt].lowerBound])): \(reason)")
    }
    return lines.isEmpty ? [] : ["", "Not recognized:"] + lines
  }

  private var proposal: [String] {
    guard !changes.isEmpty else {
      guard outcomes.contains(false) else { return ["", "No change is needed."] }
      let within = most.map { " by up to a factor of \(spelled($0))" } ?? ""
      return ["", "No change of a limit\(within) would help."]
    }
    return ["", "Proposed for \(binding.name):"]
      + changes.map { "  \($0.key.name.rawValue) = \($0.toml)  # \($0.before) now" }
      + reasons.map { "  " + $0 }
  }

  /// A sentence for each change; a large change is marked.
  private var reasons: [String] {
    guard let now = binding.definitions[deviceClass]?.parameters else { return [] }
    return changes.map { change in
      guard let a = change.key.measure(in: now), let b = value(of: change) else { return "" }
      let isFar = max(a / b, b / a) > KeyProposal.usualChange
      let more =
        isFar
        ? "; this is \(b < a ? "less than half" : "more than twice") the limit; --most 2 stops there" : ""
      return
        (rival.map { "your hand is within the limits, but `\($0)` comes first" }
        ?? change.key.name.hand(isLower: b < a)) + more
    }
  }

  /// The gesture that was recognized instead in every missed attempt. A change makes the tuned gesture come before it.
  private var rival: String? {
    let missed = outcomes.indices.filter { !outcomes[$0] }.map { attempts.failures(of: $0, in: before).first }
    guard let first = missed.first??.by, missed.allSatisfy({ $0?.reason == .prevented && $0?.by == first })
    else { return nil }
    return names.gesture(first)
  }

  private func value(of change: Change) -> Double? {
    let loaded = Configuration.load(text: table(with: change), path: "").configuration
    return (loaded?.gestures.first?.definitions[deviceClass]?.parameters).flatMap(change.key.measure)
  }

  /// A gesture of the same type with one change, to print the value as the file would have it.
  private func table(with change: Change) -> String {
    "[[gesture]]\nname = \"a\"\ntype = \"\(binding.type.rawValue)\"\n\(change.key.name.rawValue) = \(change.toml)\n"
  }

}

// MARK: - What the changes do

extension Tuning {
  /// - Parameter after: the configuration with the changes; nil if there is no file.
  func json(_ after: LoadedConfiguration?) throws -> [UInt8] {
    try JSONWriter.line { json in
      json.beginObject()
      json.member("gesture", binding.name)
      json.member("device", deviceClass.rawValue)
      json.member("attempts", attemptCount)
      json.member("recognized", recognizedCount)
      json.member("recognized_then", try recognizedCount(with: after?.configuration ?? proposed))
      json.objects("changes", zip(changes, reasons)) { change, json in
        json.member("key", change.0.key.name.rawValue)
        json.member("value", change.0.toml)
        json.member("now", change.0.before)
        json.member("reason", change.1)
      }
      if let after { json.member("also", try effects(after)) }
      json.endObject()
    }
  }

  func apply(to editor: inout TomlEditor, at path: [TomlStep]?) throws(CommandFailure) {
    for change in changes {
      do throws(TomlEditor.Failure) {
        guard let path else { throw .noTable }
        try editor.set(change.key.name.rawValue, in: path, to: change.toml)
      } catch {
        throw CommandFailure(
          .wrong,
          "\(binding.name): `\(change.key.name.rawValue)` cannot be added to its table; write it by hand")
      }
    }
  }

  /// The effects of the changes on recordings, waits and warnings, as lines.
  func costs(_ loaded: LoadedConfiguration) throws -> [String] {
    guard let after = loaded.configuration else { return [] }
    let count = try recognizedCount(with: after)
    let pronoun = changes.count == 1 ? "it" : "them"
    let line = "  recognized with \(pronoun): \(count) of \(counted(attempts.ranges.count, "attempt"))"
    let effects = try effects(loaded)
    return [line] + (effects.isEmpty ? ["No other result changes."] : ["Also:"] + effects.map { "  " + $0 })
  }

  private func recognizedCount(with after: Configuration) throws -> Int {
    attempts.outcomes(try made.sequences(after)).count(where: \.self)
  }

  /// The other effects of the changes: on other gestures, waits, warnings, other classes of device.
  private func effects(_ loaded: LoadedConfiguration) throws -> [String] {
    guard let after = loaded.configuration else { return [] }
    let comparison = ConfigurationComparison(before: present, after: loaded)
    return effects(try all.sequences(configuration), try all.sequences(after))
      + comparison.waits(on: deviceClass) + comparison.remarks + otherClass(after)
  }

  /// Gestures recognized in more or fewer touch sequences. For the tuned gesture, sequences that were not attempts.
  private func effects(_ now: [TuneRecordings.Recorded], _ then: [TuneRecordings.Recorded]) -> [String] {
    configuration.gestures.indices.flatMap { gesture -> [String] in
      var gained: [String] = []
      var lost: [String] = []
      for (number, (old, new)) in zip(now, then).enumerated() where gesture != index || number >= before.count
      {
        let had = old.sequence.recognized.contains(gesture)
        let has = new.sequence.recognized.contains(gesture)
        if had && !has { lost.append(all.text(of: old)) }
        if has && !had { gained.append(all.text(of: old)) }
      }
      let name = configuration.gestures[gesture].name
      return [Self.line(name, "recognized in", gained), Self.line(name, "no longer recognized in", lost)]
        .compactMap(\.self)
    }
  }

  private static func line(_ name: String, _ what: String, _ sequences: [String]) -> String? {
    guard let first = sequences.first else { return nil }
    return sequences.count == 1
      ? "\(name): \(what) \(first)" : "\(name): \(what) \(sequences.count) touch sequences (\(first), …)"
  }

  private var present: LoadedConfiguration {
    configuration.path.map { Configuration.load(path: $0) }
      ?? LoadedConfiguration(configuration: configuration, diagnostics: [], text: "")
  }

  /// The effects on other device classes. A written value applies to all of them, a default to one.
  private func otherClass(_ after: Configuration) -> [String] {
    DeviceClass.allCases.filter { $0 != deviceClass && binding.definitions[$0] != nil }.flatMap { other in
      changes.compactMap { change in
        let old = change.key.toml(of: configuration, index, other)
        guard old != change.key.toml(of: configuration, index, deviceClass) else { return nil }
        let new = change.key.toml(of: after, index, other)
        return "on a \(other.rawValue), too, `\(change.key.name.rawValue)` becomes \(new) (\(old) now)"
      }
    }
  }
}

extension ParameterKey {
  fileprivate func toml(of configuration: Configuration, _ gesture: Int, _ deviceClass: DeviceClass) -> String
  {
    configuration.gestures[gesture].definitions[deviceClass].flatMap { written(in: $0.parameters) }?.toml
      ?? ""
  }
}

extension Configuration {
  /// A copy with a measure set for all device classes, as a value in the file would be.
  fileprivate func setting(_ key: ParameterKey, _ value: Double, gesture: Int) -> Configuration {
    var changed = self
    for (deviceClass, var definition) in gestures[gesture].definitions {
      key.set(roundedMeasure: value, in: &definition.parameters)
      changed.gestures[gesture].definitions[deviceClass] = definition
    }
    return changed
  }
}
