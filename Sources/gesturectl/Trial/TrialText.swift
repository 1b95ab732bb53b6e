import ControlProtocol
import GestureConfig
import GestureCore

// What `check` says of the trial.
extension LoadedConfiguration {
  /// The most gestures that are tried unless the user says so. The time grows with the square: 120 gestures take 0.3 s, 200 0.9 s.
  static let mostTried = 200

  /// Tries the gestures of a file without problems, and adds the warnings.
  ///
  /// - Parameter most: a larger file is not tried.
  @discardableResult
  mutating func tryGestures(most: Int = Self.mostTried) -> GestureTrial? {
    guard let configuration, !hasProblems, configuration.gestures.count <= most else { return nil }
    let trial = GestureTrial(configuration)
    for (line, gesture, message) in configuration.gestures.indices.flatMap(trial.warnings)
      + trial.deadZones(text)
    {
      var diagnostic = Diagnostic(.warning, message)
      (diagnostic.line, diagnostic.column, diagnostic.gesture) = (line, 1, gesture)
      let place = diagnostics.lastIndex { $0.line > 0 && ($0.line, $0.column) <= (line, 1) }
      diagnostics.insert(diagnostic, at: place.map { $0 + 1 } ?? 0)
    }
    return trial
  }
}

extension GestureTrial {
  typealias Warning = (line: Int, gesture: String?, message: String)

  /// The outcome of each gesture on each class of device.
  var rows: [[String]] {
    results.map { [name($0.gesture), $0.deviceClass.rawValue, text($0.outcome)] }
  }

  private func name(_ gesture: Int) -> String { configuration.gestures[gesture].name.printable }

  private func text(_ outcome: Outcome) -> String {
    switch outcome {
    case .recognized(let after, let moment, let waits):
      let others =
        waits.isEmpty ? "" : "; waited for " + waits.map { "`\(name($0))`" }.joined(separator: ", ")
      return "recognized " + (after > 0 ? Self.late(after, moment) : "at its \(moment.rawValue)") + others
    case .never(let reason), .impossible(let reason): return "never: \(reason.printable)"
    case .untried(let reason): return "not tried: \(reason)"
    }
  }

  private static func late(_ time: Timestamp, _ moment: Moment) -> String {
    "\((time + .millisecond / 2) / .millisecond) ms after its \(moment.rawValue)"
  }

  fileprivate func warnings(_ gesture: Int) -> [Warning] {
    let own = results.filter { $0.gesture == gesture }
    let binding = configuration.gestures[gesture]
    let apart = configuration.gestures.indices.filter {
      isWritten(gesture, $0) && !met.contains([gesture, $0])
    }
    let messages =
      [never(own), late(own)].compactMap { $0 }
      + apart.filter { other in
        !own.contains { result in
          let theirs = configuration.gestures[other].definitions[result.deviceClass]
          return binding.definitions[result.deviceClass].map { theirs?.fingers.overlaps($0.fingers) ?? false }
            ?? false
        }
      }.map { "never waits for `\(name($0))`: they share no fingers" }
    return messages.map { (binding.line, binding.name, "`\(binding.name)` \($0)") }
  }

  /// Why the gesture is not recognized on a class of device that can report it.
  private func never(_ own: [Result]) -> String? {
    let able = own.filter { if case .impossible = $0.outcome { false } else { true } }
    let failed = (able.isEmpty ? own : able).filter { !$0.outcome.isRecognized }
    // A touchscreen, the last, withholds fewer fingers, so that its reason is the deeper one.
    guard let last = failed.last else { return nil }
    switch last.outcome {
    case .never(let reason), .impossible(let reason):
      return
        "is never recognized\(failed.count < able.count ? " on \(last.deviceClass.rawValue)s" : ""): \(reason)"
    case .recognized, .untried: return nil
    }
  }

  /// How late the gesture comes because of its type, or, at the lift, because of the file.
  private func late(_ own: [Result]) -> String? {
    var longest: (after: Timestamp, text: String)?
    for result in own {
      guard case .recognized(let after, let moment, let waits) = result.outcome, after > longest?.after ?? 0,
        let other = waits.last
      else { continue }
      let isWritten = isWritten(result.gesture, other)
      if isWritten, moment != .thresholdAtLift { continue }
      let hint = isWritten ? "" : "; immediate = true disables the delay"
      longest = (after, "comes \(Self.late(after, moment)), because it waits for `\(name(other))`\(hint)")
    }
    return longest?.text
  }

  /// Whether the file says that a gesture waits for another.
  private func isWritten(_ gesture: Int, _ other: Int) -> Bool {
    let (own, theirs) = (configuration.gestures[gesture], configuration.gestures[other])
    return own.definitions.values.contains { $0.requireFailureOf.contains(theirs.name) }
      || theirs.definitions.values.contains { $0.requiredToFailBy.contains(own.name) }
  }

  /// Zones that belong to gestures of their own and have none.
  fileprivate func deadZones(_ text: String) -> [Warning] {
    let lines = LineDifference.lines(of: text)
    let used = configuration.gestures.flatMap { [$0.zone].compactMap { $0 } + $0.steps.flatMap(\.zones) }
    return configuration.zones.filter { $0.mask == .own && !used.contains($0) }.map { zone in
      let line = lines.firstIndex { $0.hasPrefix("[zone.\(zone.name)]") }
      return (
        line.map { $0 + 1 } ?? 1, nil,
        "`\(zone.name)` has no use: gestures = \"own\" gives its touches only to gestures with this zone, and there is none"
      )
    }
  }
}
