import GestureCore

/// The gestures recognized in recordings of ordinary use, and their number per hour of touching; drawn hands apart from real
/// ones. No gesture is intended in these recordings, so every recognition is false.
struct AmbientTable {
  private struct Sum {
    var recordings = 0
    /// Time with a finger on the device, µs.
    var touching: Timestamp = 0
    var counts: [Int: Int] = [:]
  }
  /// The sums for real hands, then those for drawn ones.
  private var sums = [Sum(), Sum()]

  mutating func add(isSynthetic: Bool, touching: Timestamp, recognized gestures: [Int]) {
    let index = isSynthetic ? 1 : 0
    sums[index].recordings += 1
    sums[index].touching += touching
    for gesture in gestures { sums[index].counts[gesture, default: 0] += 1 }
  }

  /// - Parameter names: the names of the configuration's gestures.
  func text(_ names: [String]) -> String {
    zip(sums, ["", "synthetic "]).filter { $0.0.recordings > 0 }.map { sum, word in
      let total = sum.counts.values.reduce(0, +)
      let rows = names.indices.compactMap { index in sum.counts[index].map { (names[index], $0) } }
      let lines = (rows + [("all gestures", total)]).map { name, count in
        [name, "\(count)", Self.rate(count, in: sum.touching)]
      }
      let recordings = counted(sum.recordings, "\(word)ambient recording")
      return "\(recordings), \(Self.decimal(Double(sum.touching) / 60e6)) minutes of touching\n"
        + ConfusionTable.aligned([["gesture", "false", "an hour"]] + lines)
    }.joined()
  }

  private static func rate(_ count: Int, in touching: Timestamp) -> String {
    touching > 0 ? decimal(Double(count) * 3_600e6 / Double(touching)) : "-"
  }

  private static func decimal(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
