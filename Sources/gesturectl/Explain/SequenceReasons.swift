import ControlProtocol
import GestureCore

/// The outcomes of a record in the order in which views show them.
struct SequenceReasons {
  typealias Outcome = SequenceRecord.Outcome

  /// The gestures that missed a limit, the nearest first.
  private(set) var misses: [Outcome] = []
  /// Those that failed for a reason without a measure, each reason once.
  private(set) var refusals: [[Outcome]] = []
  /// Those that need another number of fingers.
  private(set) var otherCounts: [Outcome] = []
  /// Those from which touches were kept, those of the nearest zones first; of those that were made, which were over.
  private(set) var kept: [Outcome] = []
  /// Whether a gesture was made.
  private let isMade: Bool
  private let fingers: Int
  private let isWaiting: Bool

  init(_ sequence: TouchSequence) { self.init(sequence.record, isWaiting: !sequence.waiting.isEmpty) }

  init(_ record: SequenceRecord, isWaiting: Bool = false) {
    (fingers, self.isWaiting) = (record.fingers, isWaiting)
    let ranked = record.ranked
    isMade = ranked.contains(where: \.isMade)
    for outcome in ranked {
      if outcome.wasKept {
        kept.append(outcome)
      } else if outcome.isMade || outcome.state == .possible {
        continue
      } else if outcome.nearness != nil {
        misses.append(outcome)
      } else if outcome.failure?.unit == .fingers {
        otherCounts.append(outcome)
      } else if let known = refusals.firstIndex(where: { $0[0].sentence == outcome.sentence }) {
        refusals[known].append(outcome)
      } else {
        refusals.append([outcome])
      }
    }
    let listed = listedKept.map(\.index)
    otherCounts.removeAll { listed.contains($0.index) }
  }

  /// Whether there is a reason, or a gesture was made or may still be.
  var isEmpty: Bool {
    !isMade && !isWaiting && misses.isEmpty && refusals.isEmpty && otherCounts.isEmpty
  }

  /// The miss that the user most likely means: no gesture was recognized, and a change of one limit by half would have been enough.
  var nearest: Outcome? {
    isMade ? nil : misses.first.flatMap { $0.isNear ? $0 : nil }
  }

  /// If nothing was recognized: the gestures for as many fingers from which touches were kept, or all of them if there is no other
  /// reason. Otherwise the recognized ones that were over when another touch landed.
  var listedKept: [Outcome] {
    if isMade { return kept.filter(\.isMade) }
    let fitting = kept.filter { $0.counts?.contains(fingers) ?? true }
    return fitting.isEmpty && isEmpty ? kept : fitting
  }
}

extension SequenceRecord.Outcome {
  /// Whether a change of the limit by half would have been enough.
  var isNear: Bool { nearness.map { $0 <= 0.5 } ?? false }
  /// The sentence, in which control characters are escaped.
  var shown: String { (sentence ?? "").printable }

  /// What became of the gesture's last action; of the one before if the last still runs. nil without one.
  var action: (line: String, verdict: ActionOutcome.Verdict)? {
    let last = actions.last { $0.outcome.verdict != .pending } ?? actions.last
    return last.map { ($0.line, $0.outcome.verdict) }
  }
}

extension SequenceRecord.Action {
  /// What became of it. A motion that fails at each step is one line.
  var line: String { outcome.text + (count > 1 ? " (\(count) times)" : "") }
}
