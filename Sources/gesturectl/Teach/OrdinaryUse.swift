import GestureConfig
import GestureCore
import Recordings

/// How often each gesture would have been recognized in recordings of ordinary work, in which none was meant, and the limit that
/// avoids it without losing a kept example.
struct OrdinaryUse {
  private let configuration: Configuration
  private let recordings: [Recording]
  /// µs with a finger down.
  private let touching: Timestamp
  /// The touch sequences in which each gesture was recognized.
  private var made: [Int: [(recording: Int, sequence: TouchSequence)]] = [:]

  init(_ recordings: [Recording], _ configuration: Configuration) throws(CommandFailure) {
    (self.recordings, self.configuration) = (recordings, configuration)
    let all = try Examples(recordings).sequences(configuration)
    touching = all.flatMap(\.self).filter { !$0.isOfZone }.reduce(0) { $0 + $1.end - $1.start }
    for (recording, sequences) in all.enumerated() {
      for sequence in sequences {
        for gesture in sequence.recognized { made[gesture, default: []].append((recording, sequence)) }
      }
    }
  }

  /// A line for each gesture that was recognized, those with the most first, and one for the others.
  func lines() throws(CommandFailure) -> [String] {
    let count = made.values.reduce(0) { $0 + $1.count }
    let rate = Double(count) / max(Double(touching) / 3_600e6, .leastNonzeroMagnitude)
    let heading =
      "In \(Self.figure(Double(touching) / 1e6)) s of touching in \(counted(recordings.count, "recording")): \(count) recognized"
      + (touching > 0 ? ", \(Self.figure(rate)) an hour" : "")
    let order = made.keys.sorted { (-made[$0, default: []].count, $0) < (-made[$1, default: []].count, $1) }
    let found = try order.map { gesture throws(CommandFailure) in try line(gesture, made[gesture] ?? []) }
    let never = configuration.gestures.indices.filter { made[$0] == nil }.map {
      configuration.gestures[$0].name
    }
    return [heading] + found + (never.isEmpty ? [] : ["  never: \(never.joined(separator: ", "))"])
  }

  private static func figure(_ value: Double) -> String { spelled(Digits.rounded(value, digits: 2)) }

  private func line(_ gesture: Int, _ made: [(recording: Int, sequence: TouchSequence)])
    throws(CommandFailure) -> String
  {
    let name = configuration.gestures[gesture].name
    let (recording, first) = (recordings[made[0].recording], made[0].sequence)
    let times = made.count == 1 ? "once" : "\(made.count) times"
    let head =
      "  \(name): \(times) (\(recording.name), \(first.start.seconds) s\(made.count == 1 ? "" : ", …")); "
    let motions = Set(made.map(\.recording)).sorted().flatMap { number in
      Examples.motions(in: recordings[number]).filter { motion in
        made.contains { recorded in
          recorded.recording == number
            && motion.events.first.map { $0.time <= recorded.sequence.start } ?? false
            && motion.events.last.map { recorded.sequence.start <= $0.time } ?? false
        }
      }
    }
    let ordinary = Examples(motions)
    let deviceClass = try ordinary.deviceClass(configuration)
    let examples = Examples(TaughtExamples(of: name)?.recordings(on: deviceClass, configuration) ?? [])
    let count = counted(examples.recordings.count, "example")
    guard !examples.recordings.isEmpty else {
      return head
        + "`gesturectl teach \(name)` keeps examples of it, from which the limit follows that avoids this"
    }
    let found = try HandLimits.avoiding(configuration, gesture: gesture, deviceClass) {
      changed throws(CommandFailure) in
      (
        try examples.outcomes(changed, of: gesture),
        try ordinary.outcomes(changed, of: gesture).contains(true)
      )
    }
    guard let found else {
      return head + "no limit avoids this and keeps its \(count)"
    }
    return head
      + "`\(found.key.name.rawValue) = \(found.toml)` avoids this and keeps its \(count)"
  }
}
