import ControlProtocol
import GestureConfig
import GestureCore

/// The attempts, the limits, what was missed, and the proposal, as lines.
extension Tuning {
  var text: [String] { heading + limits + missed + proposal }

  private var heading: [String] {
    let fingers = binding.definitions[deviceClass].map { FingerText.text($0.fingers) } ?? ""
    var lines =
      shake.map { [$0.text + (hysteresis.map { "; `hysteresis` is \(spelled($0)) mm" } ?? "")] } ?? []
    lines.append(
      "\(binding.name) (\(binding.type.rawValue), \(fingers)) on a \(deviceClass.rawValue): "
        + "\(recognizedCount) of \(counted(attemptCount, "attempt")) recognized")
    if attempts.others > 0 {
      let verb = attempts.others == 1 ? "has" : "have"
      lines.append(
        "\(counted(attempts.others, "touch sequence")) with another number of fingers \(verb) been left out")
    }
    return lines
  }

  /// Each limit that decides an attempt, with the values at which the outcomes change.
  private var limits: [String] {
    guard let parameters = binding.definitions[deviceClass]?.parameters else { return [] }
    let decisive = sweeps.filter { $0.turningPoints.contains { $0 != nil } }
    if decisive.isEmpty { return ["None of its own limits decides an attempt."] }
    return [""]
      + decisive.map { sweep in
        func values(_ outcome: Bool, _ words: String) -> String {
          let points = zip(sweep.turningPoints, sweep.isRecognized).compactMap { $1 == outcome ? $0 : nil }
          let list = points.sorted().map { sweep.key.text(of: $0, in: parameters).filter { $0 != "\"" } }
          return list.isEmpty ? "" : "; \(words) \(list.joined(separator: ", "))"
        }
        let more = effect(of: sweep.key).map { " (\($0))" } ?? ""
        return "\(sweep.key.name.rawValue) = \(sweep.key.text(of: sweep.now, in: parameters))\(more)"
          + values(true, "recognized up to") + values(false, "missed until")
      }
  }

  /// What a key amounts to where the gesture's fingers add to it: `2.5 mm with 4 fingers`; nil if they do not.
  private func effect(of key: ParameterKey) -> String? {
    guard let definition = binding.definitions[deviceClass], let slack = definition.slack(of: key),
      let written = key.measure(in: definition.parameters)
    else { return nil }
    return "\(spelled(written + slack)) mm with \(FingerText.count(definition.fingers.lowerBound))"
  }

  /// The attempts that were not recognized, with the reason.
  private var missed: [String] {
    var lines: [String] = []
    for (attempt, isRecognized) in outcomes.enumerated() where !isRecognized {
      let own = attempts.sequences(of: attempt, in: before)
      lines.append(
        "  \(made.text(of: own[0])): \(own.map(\.sequence.record).reason(of: index) ?? "no reason")")
    }
    return lines.isEmpty ? [] : ["", "Not recognized:"] + lines
  }

  private var proposal: [String] {
    guard isChanged else {
      guard outcomes.contains(false) else { return ["", "No change is needed."] }
      let within = most.map { " by up to a factor of \(spelled($0))" } ?? ""
      return ["", "No change of a limit\(within) would help."]
    }
    var lines = [""]
    if let deviceChange {
      lines += ["Proposed for the device, with its other gestures:", "  \(deviceChange.line)"]
      lines += ["  \(deviceChange.reason)"]
    }
    guard !changes.isEmpty else { return lines }
    return lines + ["Proposed for \(binding.name):"]
      + changes.map { "  \($0.key.name.rawValue) = \($0.toml)  # \($0.before) now" }
      + reasons.map { "  " + $0 }
  }

  /// A sentence for each change; a large change is marked.
  var reasons: [String] {
    guard let now = binding.definitions[deviceClass]?.parameters,
      let then = proposed.gestures[index].definitions[deviceClass]?.parameters
    else { return [] }
    return changes.map { change in
      guard let a = change.key.measure(in: now), let b = change.key.measure(in: then) else { return "" }
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
}
