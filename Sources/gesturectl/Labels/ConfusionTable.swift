import GestureCore
import Recordings

/// Labels compared with recognized gestures, by device class, gesture and fingers; synthetic recordings apart from real ones.
struct ConfusionTable {
  private struct Key: Hashable {
    var deviceClass: DeviceClass
    var isSynthetic: Bool
    var label: RecordingLabel

    var device: String { deviceClass.rawValue + (isSynthetic ? ", synthetic" : "") }
  }
  /// The recognized gestures for one label with their counts, in order of first occurrence.
  private struct Row {
    var right = 0
    var total = 0
    var others: [(text: String, count: Int)] = []
  }

  private var rows: [Key: Row] = [:]

  mutating func add(
    _ label: RecordingLabel, _ deviceClass: DeviceClass, isSynthetic: Bool, answer: GestureAnswer
  ) {
    let key = Key(deviceClass: deviceClass, isSynthetic: isSynthetic, label: label)
    var row = rows[key] ?? Row()
    row.total += 1
    if answer.labels == [label] {
      row.right += 1
    } else if let index = row.others.firstIndex(where: { $0.text == answer.text }) {
      row.others[index].count += 1
    } else {
      row.others.append((answer.text, 1))
    }
    rows[key] = row
  }

  var isEmpty: Bool { rows.isEmpty }

  /// One line per label, then the sums.
  var text: String {
    let sorted = rows.sorted { order($0.key) < order($1.key) }
    var lines = [["device", "gesture", "fingers", "right", "of", "recognized instead"]]
    for (key, row) in sorted {
      let others = row.others.map { "\($0.count) × \($0.text)" }.joined(separator: ", ")
      lines.append([
        key.device, key.label.gesture, "\(key.label.fingers)", "\(row.right)", "\(row.total)", others,
      ])
    }
    return Self.aligned(lines) + sum(isSynthetic: false) + sum(isSynthetic: true)
  }

  /// The sum of real or synthetic recordings as one line; "" if there are none.
  private func sum(isSynthetic: Bool) -> String {
    let rows = rows.filter { $0.key.isSynthetic == isSynthetic }.values
    let right = rows.reduce(0) { $0 + $1.right }
    let total = rows.reduce(0) { $0 + $1.total }
    if total == 0 { return "" }
    let share = Int((100 * Double(right) / Double(total)).rounded())
    return
      "\(right) of \(total) \(isSynthetic ? "synthetic " : "")recordings recognized as labelled (\(share) %)\n"
  }

  private func order(_ key: Key) -> (String, String, Int) {
    (key.device, key.label.gesture, key.label.fingers)
  }

  static func aligned(_ lines: [[String]]) -> String {
    TextTable.lines(lines, widest: .max).map { $0 + "\n" }.joined()
  }
}

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
        let rate = Double(count) * 3_600e6 / Double(sum.touching)
        return [name, "\(count)", sum.touching > 0 ? Self.decimal(rate) : "-"]
      }
      let recordings = counted(sum.recordings, "\(word)ambient recording")
      return "\(recordings), \(Self.decimal(Double(sum.touching) / 60e6)) minutes of touching\n"
        + ConfusionTable.aligned([["gesture", "false", "an hour"]] + lines)
    }.joined()
  }

  private static func decimal(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
