import GestureConfig
import GestureCore
import Recordings

/// The gestures recognized in recordings of ordinary use, and their number per hour of touching. No gesture is intended in these
/// recordings, so every recognition is false.
struct AmbientTable {
  private var recordings = 0
  /// Time with a finger on the device, µs.
  private var touching: Timestamp = 0
  private var counts: [Int: Int] = [:]

  /// - Parameter paths: recordings, and directories with recordings.
  static func text(of paths: [String], _ configuration: Configuration) throws(CommandFailure) -> String {
    let found = try paths.map(Expectation.find).flatMap(\.self)
    guard !found.isEmpty else {
      throw .wrong(
        "\(paths.joined(separator: " ")): there is no recording; `gesturectl record --ambient 30min -o DIR` makes one"
      )
    }
    var table = AmbientTable()
    for expectation in found {
      let recording = try RecordingFile.read(expectation.recording)
      let sequences = try TuneRecordings(recordings: [recording]).sequences(configuration).map(\.sequence)
      table.add(
        touching: sequences.reduce(0) { $0 + $1.end - $1.start },
        recognized: sequences.flatMap(\.events).filter { $0.state == .recognized || $0.state == .began }
          .map(\.gesture))
    }
    return table.text(configuration.gestures.map(\.name))
  }

  mutating func add(touching: Timestamp, recognized gestures: [Int]) {
    recordings += 1
    self.touching += touching
    for gesture in gestures { counts[gesture, default: 0] += 1 }
  }

  /// - Parameter names: the names of the configuration's gestures.
  func text(_ names: [String]) -> String {
    let rows = names.indices.compactMap { index in counts[index].map { (names[index], $0) } }
    let lines = (rows + [("all gestures", counts.values.reduce(0, +))]).map { name, count in
      let rate = Double(count) * 3_600e6 / Double(touching)
      return [name, "\(count)", touching > 0 ? Self.decimal(rate) : "-"]
    }
    let head =
      "\(counted(recordings, "recording")), \(Self.decimal(Double(touching) / 60e6)) minutes of touching"
    let table = TextTable.lines([["gesture", "false", "an hour"]] + lines, widest: .max)
    return ([head] + table).map { $0 + "\n" }.joined()
  }

  private static func decimal(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
