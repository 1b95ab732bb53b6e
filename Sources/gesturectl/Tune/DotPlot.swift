/// Values on an axis with a limit: `o` for recognized, `x` for not recognized.
///
///                  │ o
///         x   x    │ o o    o
///     ─────────────┼─────────────
///     6.2mm       8mm      12mm
struct DotPlot {
  struct Dot {
    var value: Double
    var isRecognized: Bool
  }

  var dots: [Dot]
  var limit: Double
  var label: (Double) -> String
  var width = 60
  /// The most rows of dots. A higher column ends with a plus.
  private static let highest = 5

  /// The lines of the plot, without line ends.
  var lines: [String] {
    let values = dots.map(\.value) + [limit]
    guard let least = values.min(), let most = values.max() else { return [] }
    let span = most > least ? most - least : 1
    func column(_ value: Double) -> Int { Int(((value - least) / span * Double(width - 1)).rounded()) }
    var stacks = [[Character]](repeating: [], count: width)
    // Recognized values are put first, so that they are at the bottom of each column.
    for dot in dots.filter(\.isRecognized) { stacks[column(dot.value)].append("o") }
    for dot in dots.filter({ !$0.isRecognized }) { stacks[column(dot.value)].append("x") }
    let mark = column(limit)
    let height = min(max(1, stacks.map(\.count).max() ?? 0), Self.highest)
    var lines = (0..<height).reversed().map { row in
      String(
        (0..<width).map { column -> Character in
          let stack = stacks[column]
          guard stack.count > row else { return column == mark ? "│" : " " }
          return row == height - 1 && stack.count > height ? "+" : stack[row]
        })
    }
    lines.append(String((0..<width).map { $0 == mark ? "┼" : "─" }))
    lines.append(labels(least, most, mark))
    return lines.map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
  }

  /// The labels of the axis: its ends, and the limit if there is room.
  private func labels(_ least: Double, _ most: Double, _ mark: Int) -> String {
    let (left, right) = (label(least), label(most))
    var line = Array(repeating: Character(" "), count: width)
    func put(_ text: String, at column: Int) {
      for (offset, letter) in text.enumerated() where line.indices.contains(column + offset) {
        line[column + offset] = letter
      }
    }
    put(left, at: 0)
    if most > least { put(right, at: max(left.count + 1, width - right.count)) }
    let middle = label(limit)
    let start = mark - middle.count / 2
    if start > left.count + 1, start + middle.count < width - right.count - 1 { put(middle, at: start) }
    return String(line)
  }
}
