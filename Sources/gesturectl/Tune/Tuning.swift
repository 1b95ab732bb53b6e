import ControlProtocol
import GestureConfig
import GestureCore
import Recordings

/// The attempts at a gesture, the limits that decide them, and the changes that are proposed.
struct Tuning {
  struct Change {
    var key: ParameterKey
    var toml: String
    var before: String
  }

  private(set) var changes: [Change] = []
  private let configuration: Configuration
  private let index: Int
  private let deviceClass: DeviceClass
  private let made: TuneRecordings
  private let all: TuneRecordings
  private let attempts: TuneAttempts
  private let before: [TuneRecordings.Place]
  /// Of the present configuration, for the plots.
  private var sweeps: [KeySweep] = []
  private let names: EventNames

  /// More lines at once are no tuning.
  private static let mostChanges = 3

  init(_ configuration: Configuration, gesture: Int, made: [Recording], against: [Recording]) throws {
    self.configuration = configuration
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

  /// Key by key, the one first with which most attempts are recognized.
  private mutating func propose() throws {
    var changed = configuration
    for round in 0..<Self.mostChanges {
      let sweeps = try self.sweeps(of: changed)
      if round == 0 { self.sweeps = sweeps }
      // A limit that was halved once is not halved again.
      let open = sweeps.filter { sweep in !changes.contains { $0.key.name == sweep.key.name } }
      guard let best = open.compactMap(KeyProposal.init).max(by: Self.isWorse) else { return }
      let now = attempts.outcomes(try made.sequences(changed))
      let next = changed.setting(best.key, best.value, gesture: index)
      let then = attempts.outcomes(try made.sequences(next))
      // No attempt that was recognized may be lost for another.
      guard then.count(where: \.self) > now.count(where: \.self),
        !zip(now, then).contains(where: { $0 && !$1 })
      else { return }
      changes.append(
        Change(
          key: best.key, toml: best.key.toml(of: next, index, deviceClass),
          before: best.key.toml(of: changed, index, deviceClass)))
      changed = next
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

  var text: [String] { heading + plots + missed + proposal }

  private var heading: [String] {
    let outcomes = attempts.outcomes(before)
    let fingers = binding.definitions[deviceClass].map { FingerText.text($0.fingers) } ?? ""
    var lines = [
      "\(binding.name) (\(binding.type.rawValue), \(fingers)) on a \(deviceClass.rawValue): "
        + "\(outcomes.count(where: \.self)) of \(Self.count(outcomes.count, "attempt")) recognized"
    ]
    if attempts.others > 0 {
      let verb = attempts.others == 1 ? "has" : "have"
      lines.append(
        "\(Self.count(attempts.others, "touch sequence")) with another number of fingers \(verb) been left out"
      )
    }
    return lines
  }

  private var plots: [String] {
    guard let parameters = binding.definitions[deviceClass]?.parameters else { return [] }
    let decisive = sweeps.filter { $0.turningPoints.contains { $0 != nil } }
    if decisive.isEmpty { return ["", "No limit of its own decides any of them."] }
    var lines = ["", "Where the outcome of an attempt changes: o recognized now, x not; │ the limit now."]
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
    for (range, isRecognized) in zip(attempts.ranges, attempts.outcomes(before)) where !isRecognized {
      let places = range.map { before[$0] }
      let failure = places.lazy.compactMap { place -> Failure? in
        place.sequence.misses.first { $0.gesture == index }?.failure
          ?? place.sequence.refusals.first { $0.gestures.contains(index) }?.failure
      }.first
      let reason = failure.map { FailureText.detail($0, names: names) } ?? "no reason"
      lines.append("  \(made.text(of: places[0])): \(reason)")
    }
    return lines.isEmpty ? [] : ["", "Not recognized:"] + lines
  }

  private var proposal: [String] {
    guard !changes.isEmpty else {
      return [
        "",
        attempts.outcomes(before).contains(false)
          ? "No limit helps that is at most doubled or halved: nothing is proposed." : "Nothing to change.",
      ]
    }
    return ["", "Proposed for \(binding.name):"]
      + changes.map { "  \($0.key.name.rawValue) = \($0.toml)  # \($0.before) now" }
  }

  static func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }
}

// MARK: - What the changes do

extension Tuning {
  func apply(to editor: inout TomlEditor, at place: [TomlStep]?) throws(CommandFailure) {
    for change in changes {
      do throws(TomlEditor.Failure) {
        guard let place else { throw .noTable }
        try editor.set(change.key.name.rawValue, in: place, to: change.toml)
      } catch {
        throw CommandFailure(
          .wrong,
          "\(binding.name): `\(change.key.name.rawValue)` cannot be added to its table; write it by hand")
      }
    }
  }

  /// What a configuration with the changes makes of the recordings, and of waits and warnings.
  func costs(_ loaded: LoadedConfiguration) throws -> [String] {
    guard let after = loaded.configuration else { return [] }
    let then = try all.sequences(after)
    let now = try all.sequences(configuration)
    let count = attempts.outcomes(Array(then.prefix(before.count))).count(where: \.self)
    let pronoun = changes.count == 1 ? "it" : "them"
    var lines = ["  recognized with \(pronoun): \(count) of \(Self.count(attempts.ranges.count, "attempt"))"]
    let comparison = ConfigurationComparison(before: present, after: loaded)
    let effects =
      effects(now, then) + comparison.waits(on: deviceClass) + comparison.remarks + otherClass(after)
    lines += effects.isEmpty ? ["Nothing else changes."] : ["Also:"] + effects.map { "  " + $0 }
    return lines
  }

  /// Gestures that are recognized in more or fewer touch sequences; of the tuned one those that were no attempts.
  private func effects(_ now: [TuneRecordings.Place], _ then: [TuneRecordings.Place]) -> [String] {
    configuration.gestures.indices.flatMap { gesture -> [String] in
      var gained: [String] = []
      var lost: [String] = []
      for (place, (old, new)) in zip(now, then).enumerated() where gesture != index || place >= before.count {
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

  private static func line(_ name: String, _ what: String, _ places: [String]) -> String? {
    guard let first = places.first else { return nil }
    return places.count == 1
      ? "\(name): \(what) \(first)" : "\(name): \(what) \(places.count) touch sequences (\(first), …)"
  }

  private var present: LoadedConfiguration {
    configuration.path.map { Configuration.load(path: $0) }
      ?? LoadedConfiguration(configuration: configuration, diagnostics: [], text: "")
  }

  /// A value that is written counts for all classes of device, a default for one.
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
  /// With a measure of a gesture set for all classes of device, as a value in the file would be.
  fileprivate func setting(_ key: ParameterKey, _ value: Double, gesture: Int) -> Configuration {
    var changed = self
    for (deviceClass, var definition) in gestures[gesture].definitions {
      key.set(measure: value, in: &definition.parameters)
      changed.gestures[gesture].definitions[deviceClass] = definition
    }
    return changed
  }
}
