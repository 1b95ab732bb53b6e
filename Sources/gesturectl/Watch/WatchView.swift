import GestureCore

/// Draws the model of `watch`: the pad, a row for each gesture, the last events, the keys.
enum WatchView {
  private static let keys = ["space pause", "←/→ sequences", "↑/↓ rows", "1-9 fingers", "0 all", "q quit"]

  static func draw(_ model: WatchModel, width: Int, height: Int) -> Canvas {
    var canvas = Canvas(width: width, height: height)
    title(model, &canvas)
    let help = keyLines(width, atMost: max(1, height / 6))
    let layout = WatchLayout(model, width: width, height: height, whole: max(height - help.count - 1, 0))
    pad(model, &canvas, layout.pad)
    rows(model, &canvas, layout.rows)
    events(model, &canvas, layout.events)
    for (line, text) in help.enumerated() {
      let y = height - help.count + line
      canvas.put(text, 0, y, .faint, limit: width)
    }
    return canvas
  }

  /// All keys, on as many lines as needed.
  private static func keyLines(_ width: Int, atMost most: Int) -> [String] {
    var lines = [""]
    for key in keys {
      let next = (lines[lines.count - 1].isEmpty ? " " : lines[lines.count - 1] + "  ") + key
      if next.count <= width || lines[lines.count - 1].isEmpty || lines.count == most {
        lines[lines.count - 1] = next
      } else {
        lines.append(" " + key)
      }
    }
    return lines
  }

  /// Draws the last events, each on as many lines as it needs.
  private static func events(_ model: WatchModel, _ canvas: inout Canvas, _ box: WatchBox) {
    guard let inner = box.open("events", on: &canvas) else { return }
    let notes = model.notes.suffix(inner.height)
    let lines = zip(notes, EventLine.aligned(notes.map(\.line), width: inner.width)).flatMap { note, text in
      WordWrap.lines(text, width: inner.width).map {
        (text: $0, colour: note.isFailure ? CellColour.failed : .plain)
      }
    }
    for (line, part) in lines.suffix(inner.height).enumerated() {
      canvas.put(part.text, inner.x, inner.y + line, part.colour, limit: inner.width)
    }
  }

  private static func title(_ model: WatchModel, _ canvas: inout Canvas) {
    let device = model.device
    var text = device?.title ?? "no device"
    if let stage = device?.stage {
      text += ", \(Int(stage.width.rounded())) × \(Int(stage.height.rounded())) mm"
    }
    if let fingers = model.view.fingers { text += ", gestures of \(FingerText.count(fingers))" }
    if model.view.isPaused { text += ", paused" }
    if !model.notice.isEmpty { text += ", \(model.notice)" }
    canvas.put(text, 0, 0, .strong, limit: canvas.width)
  }

  private static func sequence(_ model: WatchModel) -> String {
    guard let sequence = model.shown else { return "no touch yet" }
    let title = "sequence \(sequence.number) of \(model.count), \(sequence.start.seconds) s"
    guard sequence.isOver else { return "\(title), \(sequence.fingersDown) down, \(sequence.end.seconds) s" }
    let outcome = sequence.goingOn(model.names)
    return "\(title) to \(sequence.end.seconds) s, \(FingerText.count(sequence.fingers))\(outcome)"
  }

  private static func pad(_ model: WatchModel, _ canvas: inout Canvas, _ box: WatchBox) {
    guard let device = model.device else { return }
    PadView(
      stage: device.stage, trails: model.shown?.trails ?? [], withheld: model.withheld.map(\.position),
      zones: device.zones
    ).draw(on: &canvas, x: box.x, y: box.y, width: box.width, height: box.height)
  }

  private static func rows(_ model: WatchModel, _ canvas: inout Canvas, _ box: WatchBox) {
    guard let inner = box.open(sequence(model), on: &canvas) else { return }
    let (x, y, width, height) = (inner.x, inner.y, inner.width, inner.height)
    let all = GestureRow.rows(model)
    if all.isEmpty { return }
    let columns = WatchColumns(model, width: width)
    // Rows move only once the fingers have lifted. Gestures of other finger counts are one row then.
    let isOver = model.shown?.isOver == true
    // They stay where they are if each has a line.
    let isFolded = isOver && all.reduce(0) { $0 + Reason($1, columns).height } > height
    let others = isFolded ? all.filter(\.needsOtherFingers) : []
    let rows = (isFolded ? all.filter { !$0.needsOtherFingers } : all)
      .dropFirst(min(model.view.scroll, all.count))
    let last =
      others.isEmpty
      ? []
      : WordWrap.lines("other finger counts: " + others.map(\.name).joined(separator: ", "), width: width)
    let hasRoom = isOver && rows.reduce(last.count) { $0 + Reason($1, columns).height } <= height
    var line = 0
    for (index, row) in rows.enumerated() {
      let rest = rows.count - index + others.count
      if line + 1 >= height && rest > 1 {
        canvas.put("and \(rest) more (↓)", x, y + line, .faint, limit: width)
        return
      }
      guard line < height else { return }
      draw(row, &canvas, x, y + line, columns)
      let reason = Reason(row, columns)
      let colour = row.isNearest ? CellColour.near : row.hasFailedAction ? .failed : .faint
      if reason.isBeside, !hasRoom, !row.isNearest {
        canvas.put(row.shownReason, x + reason.column, y + line, colour, limit: width - reason.column)
      } else if row.isNearest || hasRoom {
        for (offset, part) in reason.lines.enumerated() {
          let own = line + offset + (reason.isBeside ? 0 : 1)
          if own < height {
            canvas.put(part, x + reason.column, y + own, colour, limit: width - reason.column)
          }
        }
        line += reason.height - 1
      }
      line += 1
    }
    for (offset, text) in last.prefix(max(height - line, 0)).enumerated() {
      canvas.put(text, x, y + line + offset, .faint, limit: width)
    }
  }

  /// The reason in a row. It stands beside the state, or below it if too little room is left. Without a column of its own, the reason
  /// of the nearest miss always stands below.
  private struct Reason {
    let lines: [String]
    let column: Int
    let isBeside: Bool
    /// The number of lines of the row with its reason.
    var height: Int { isBeside ? max(lines.count, 1) : 1 + lines.count }

    init(_ row: GestureRow, _ columns: WatchColumns) {
      let end =
        columns.hasReasons || row.shownMeasure != nil
        ? columns.reason : row.shownWord.isEmpty ? columns.state : columns.bar
      isBeside = columns.hasReasons || !row.isNearest && columns.width - end >= WatchColumns.leastReason
      column = isBeside ? end : columns.name
      lines =
        row.shownReason.isEmpty
        ? [] : WordWrap.lines(row.shownReason, width: max(columns.width - column, 10)).map(\.trimmed)
    }
  }

  private static func draw(
    _ row: GestureRow, _ canvas: inout Canvas, _ x: Int, _ y: Int, _ columns: WatchColumns
  ) {
    let colour = row.isNearest ? .near : row.isFaint ? .faint : row.colour
    let own = row.word.isEmpty ? .plain : colour
    func room(_ column: Int, _ most: Int) -> Int { max(0, min(most, columns.width - column)) }
    canvas.put(row.icon, x, y, own, limit: room(0, columns.name))
    canvas.put(row.name, x + columns.name, y, own, limit: room(columns.name, columns.nameWidth))
    canvas.put(
      row.shownWord, x + columns.state, y, colour, limit: room(columns.state, WatchColumns.stateWidth))
    guard let measure = row.shownMeasure else { return }
    let bar: CellColour? = row.isNearest ? .near : row.colour == .recognized ? .recognized : nil
    let place = columns.bar(behind: row.shownWord)
    let figure = place + columns.figure - columns.bar
    Self.bar(measure, bar, &canvas, x + place, y, room(place, columns.barWidth))
    canvas.put(measure.text, x + figure, y, .plain, limit: room(figure, .max))
  }

  private static func bar(
    _ measure: GestureMeasure, _ own: CellColour?, _ canvas: inout Canvas, _ x: Int, _ y: Int, _ width: Int
  ) {
    let full = Int((measure.part * Double(width)).rounded(.down))
    let usual: CellColour =
      measure.isCeiling && measure.part >= 1 ? .failed : measure.part >= 1 ? .recognized : .active
    let colour = own ?? usual
    for cell in 0..<width { canvas.put(cell < full ? "█" : "░", x + cell, y, cell < full ? colour : .faint) }
  }
}

extension GestureRow {
  /// Whether the gesture failed and is not the nearest miss.
  fileprivate var isFaint: Bool { colour == .failed && !isNearest && !hasFailedAction }

  fileprivate var shownMeasure: GestureMeasure? { isFaint ? nil : measure }

  /// The reason; without one what its actions do.
  fileprivate var shownReason: String { reason.isEmpty ? purpose : reason }

  /// The state. A reason says by itself that the gesture failed, or that it needs other fingers.
  fileprivate var shownWord: String {
    isNearest ? "nearly" : (isFaint || needsOtherFingers) && !reason.isEmpty ? "" : word
  }
}

/// The lines of events in columns: time, name, state, measures. The type is in the configuration, and the fingers are on the pad.
enum EventLine {
  /// - Parameter width: a wider line does without its place, which the pad shows.
  static func aligned(_ lines: some Sequence<String>, width: Int = .max) -> [String] {
    let rows = lines.map { (line: $0, cells: cells($0)) }
    let widths = [1, 2].map { column in rows.map { $0.cells?[column].count ?? 0 }.max() ?? 0 }
    return rows.map { line, cells in
      guard let cells else { return line }
      let start = "\(cells[0]) \(cells[1].trailing(widths[0])) \(cells[2].trailing(widths[1]))"
      let whole = "\(start) \(cells[3])"
      return whole.count <= width ? whole : "\(start) \(withoutPlace(cells[3]))".trimmed
    }
  }

  /// The measures without `at 60.0,37.5`, their last two words.
  private static func withoutPlace(_ measures: String) -> String {
    let words = measures.split(separator: " ")
    guard words.count > 1, words[words.count - 2] == "at" else { return measures }
    return words.dropLast(2).joined(separator: " ")
  }

  /// The parts of a line of `EventText`; nil for another line.
  private static func cells(_ line: String) -> [String]? {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard words.count > 4,
      let type = (2..<words.count - 2).first(where: {
        GestureType(rawValue: words[$0]) != nil && Int(words[$0 + 1]) != nil
      })
    else { return nil }
    return [words[..<1], words[1..<type], words[type + 2...type + 2], words[(type + 3)...]]
      .map { $0.joined(separator: " ") }
  }
}
