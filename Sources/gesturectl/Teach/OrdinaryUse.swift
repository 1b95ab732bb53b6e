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
  private var made: [Int: [TuneRecordings.Recorded]] = [:]

  init(_ recordings: [Recording], _ configuration: Configuration) throws(CommandFailure) {
    (self.recordings, self.configuration) = (recordings, configuration)
    let all = try TuneRecordings(recordings: recordings).sequences(configuration)
    touching = all.filter { !$0.sequence.isOfZone }.reduce(0) { $0 + $1.sequence.end - $1.sequence.start }
    for recorded in all {
      for gesture in recorded.sequence.recognized { made[gesture, default: []].append(recorded) }
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

  private func line(_ gesture: Int, _ made: [TuneRecordings.Recorded]) throws(CommandFailure) -> String {
    let name = configuration.gestures[gesture].name
    let (recording, first) = (recordings[made[0].recording], made[0].sequence)
    let times = made.count == 1 ? "once" : "\(made.count) times"
    let head =
      "  \(name): \(times) (\(recording.name), \(first.start.seconds) s\(made.count == 1 ? "" : ", …")); "
    let motions = Set(made.map(\.recording)).sorted().flatMap { number in
      Lesson.examples(in: recordings[number]).filter { motion in
        made.contains { recorded in
          recorded.recording == number
            && motion.events.first.map { $0.time <= recorded.sequence.start } ?? false
            && motion.events.last.map { recorded.sequence.start <= $0.time } ?? false
        }
      }
    }
    let ordinary = TuneRecordings(recordings: motions)
    let deviceClass = try ordinary.deviceClass(configuration)
    let examples = (TaughtExamples(of: name)?.recordings ?? []).filter {
      (try? TuneRecordings(recordings: [$0]).deviceClass(configuration)) == deviceClass
    }
    guard !examples.isEmpty else {
      return head
        + "`gesturectl teach \(name)` keeps examples of it, from which the limit follows that avoids this"
    }
    let found = try HandLimits.avoiding(configuration, gesture: gesture, deviceClass) {
      changed throws(CommandFailure) in
      (
        try examples.map { example throws(CommandFailure) in
          try TuneRecordings(recordings: [example]).sequences(changed).contains { $0.sequence.fired(gesture) }
        },
        try ordinary.sequences(changed).contains { $0.sequence.fired(gesture) }
      )
    }
    guard let found else {
      return head + "no limit avoids this and keeps its \(counted(examples.count, "example"))"
    }
    return head
      + "`\(found.key.name.rawValue) = \(found.toml)` avoids this and keeps its \(counted(examples.count, "example"))"
  }
}
