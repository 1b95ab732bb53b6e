import GestureCore

/// Draws the model of `watch`: the pad, a row for each gesture, the last events, the keys.
enum WatchView {
  /// Lines of the box of events on a screen that is no taller than needed: four events and the frame.
  private static let eventLines = 6
  /// Columns of the narrowest screen on which the rows are beside the pad. On a narrower one they are below it.
  private static let widthForTwo = 90
  private static let barWidth = 10
  private static let widestName = 22
  private static let iconWidth = 3
  private static let stateWidth = 10
  private static let measureWidth = 14
  private static let leastReason = 24
  /// Columns that events need beside the pad.
  private static let leastEvents = 40
  private static let keys = ["space pause", "←/→ sequences", "↑/↓ rows", "1-9 fingers", "0 all", "q quit"]
  /// Columns that the rows need beside the pad.
  private static let rowsWidth = 80

  static func draw(_ model: WatchModel, width: Int, height: Int) -> Canvas {
    var canvas = Canvas(width: width, height: height)
    title(model, &canvas)
    let help = keyLines(width, atMost: max(1, height / 6))
    let whole = max(height - help.count - 1, 0)
    var bottom = height >= 16 ? eventLines : 0
    if width >= widthForTwo {
      let half = padWidth(model, whole - bottom, atMost: max(width / 2, width - rowsWidth))
      // On a tall screen, events also get two thirds of the lines that the pad and the rows do not need.
      if bottom > 0 { bottom += max(0, whole - bottom - neededHeight(model, half)) * 2 / 3 }
      let body = whole - bottom
      pad(model, &canvas, width: half, height: body)
      rows(model, &canvas, Box(x: half, y: 1, width: width - half, height: body))
      events(model, &canvas, Box(x: 0, y: 1 + body, width: width, height: bottom))
    } else {
      // Events are beside the pad if there is room, else below everything.
      let beside = padWidth(model, whole / 2, atMost: width)
      let isBeside = height >= 16 && width - beside >= leastEvents
      let body = isBeside ? whole : whole - bottom
      let upper = body / 2
      pad(model, &canvas, width: isBeside ? beside : width, height: upper)
      rows(model, &canvas, Box(x: 0, y: 1 + upper, width: width, height: body - upper))
      events(
        model, &canvas,
        isBeside
          ? Box(x: beside, y: 1, width: width - beside, height: upper)
          : Box(x: 0, y: 1 + body, width: width, height: bottom))
    }
    for (line, text) in help.enumerated() {
      let y = height - help.count + line
      canvas.put(text, 0, y, .faint, limit: width)
    }
    return canvas
  }

  /// A frame with a title. The content has a blank column on each side.
  private struct Box {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    /// Draws the frame. Returns the content's place; nil if none is left.
    func open(_ title: String, on canvas: inout Canvas) -> Box? {
      guard width > 4, height > 2 else { return nil }
      canvas.frame(x, y, width, height)
      canvas.put(" ", x + 2, y)
      let end = canvas.put(title, x + 3, y, .plain, limit: width - 6)
      canvas.put(" ", x + 3 + end, y)
      return Box(x: x + 2, y: y + 1, width: width - 4, height: height - 2)
    }
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
  private static func events(_ model: WatchModel, _ canvas: inout Canvas, _ box: Box) {
    guard let inner = box.open("events", on: &canvas) else { return }
    let notes = model.notes.suffix(inner.height)
    let lines = zip(notes, EventLine.aligned(notes.map(\.line))).flatMap { note, text in
      WordWrap.lines(text, width: inner.width).map {
        (text: $0, colour: note.isFailure ? CellColour.failed : .plain)
      }
    }
    for (line, part) in lines.suffix(inner.height).enumerated() {
      canvas.put(part.text, inner.x, inner.y + line, part.colour, limit: inner.width)
    }
  }

  /// The lines needed by a pad of this width or by the rows, whichever is more.
  private static func neededHeight(_ model: WatchModel, _ padWidth: Int) -> Int {
    guard let device = model.device, device.stage.isKnown else { return 0 }
    let lines = Double(padWidth - 2) * device.stage.height / device.stage.width / 2
    return max(Int(min(lines, 1000).rounded(.up)), GestureRow.rows(model).count) + 2
  }

  /// The width at which the pad fills the available height.
  private static func padWidth(_ model: WatchModel, _ height: Int, atMost usual: Int) -> Int {
    guard let stage = model.device?.stage, stage.isKnown, height > 2 else { return usual }
    // A cell has two by four dots.
    let whole = Double(height - 2) * 2 * stage.width / stage.height
    return whole.isFinite ? min(usual, Int(min(whole, 1000).rounded(.up)) + 2) : usual
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

  private static func pad(_ model: WatchModel, _ canvas: inout Canvas, width: Int, height: Int) {
    guard let device = model.device else { return }
    PadView(
      stage: device.stage, trails: model.shown?.trails ?? [], withheld: model.withheld.map(\.position),
      zones: device.zones
    ).draw(on: &canvas, x: 0, y: 1, width: width, height: height)
  }

  private static func rows(_ model: WatchModel, _ canvas: inout Canvas, _ box: Box) {
    guard let inner = box.open(sequence(model), on: &canvas) else { return }
    let (x, y, width, height) = (inner.x, inner.y, inner.width, inner.height)
    let all = GestureRow.rows(model)
    guard let longest = all.map(\.name.count).max() else { return }
    let nameWidth = min(longest, widestName)
    // Rows move only once the fingers have lifted. Gestures of other finger counts are one row then.
    let isOver = model.shown?.isOver == true
    let others = isOver ? all.filter(\.needsOtherFingers) : []
    let rows = (isOver ? all.filter { !$0.needsOtherFingers } : all)
      .dropFirst(min(model.view.scroll, all.count))
    let last =
      others.isEmpty
      ? []
      : WordWrap.lines("other finger counts: " + others.map(\.name).joined(separator: ", "), width: width)
    let hasRoom = isOver && rows.reduce(last.count) { $0 + Reason($1, nameWidth, width).height } <= height
    var line = 0
    for (index, row) in rows.enumerated() {
      let rest = rows.count - index + others.count
      if line + 1 >= height && rest > 1 {
        canvas.put("and \(rest) more (↓)", x, y + line, .faint, limit: width)
        return
      }
      guard line < height else { return }
      draw(row, &canvas, x, y + line, nameWidth, width)
      let reason = Reason(row, nameWidth, width)
      let colour = row.isNearest ? CellColour.near : row.hasFailedAction ? .failed : .faint
      if reason.isBeside, !hasRoom {
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

  /// The reason in a row. It stands beside the state, or below it if too little room is left. The reason of the nearest miss
  /// always stands below.
  private struct Reason {
    let lines: [String]
    let column: Int
    let isBeside: Bool
    /// The number of lines of the row with its reason.
    var height: Int { isBeside ? max(lines.count, 1) : 1 + lines.count }

    init(_ row: GestureRow, _ nameWidth: Int, _ width: Int) {
      var next = iconWidth + nameWidth + 1
      if !row.shownWord.isEmpty { next += stateWidth + 1 }
      if let measure = row.shownMeasure { next += barWidth + 2 + max(measure.text.count, measureWidth) }
      isBeside = !row.isNearest && width - next >= leastReason
      column = isBeside ? next : iconWidth
      lines =
        row.shownReason.isEmpty
        ? [] : WordWrap.lines(row.shownReason, width: max(width - column, 10)).map(\.trimmed)
    }
  }

  private static func draw(
    _ row: GestureRow, _ canvas: inout Canvas, _ x: Int, _ y: Int, _ nameWidth: Int, _ width: Int
  ) {
    let end = x + width
    let colour = row.isNearest ? .near : row.isFaint ? .faint : row.colour
    let own = row.word.isEmpty ? .plain : colour
    canvas.put(row.icon, x, y, own, limit: min(iconWidth, width))
    var next = x + iconWidth
    canvas.put(row.name, next, y, own, limit: max(0, min(nameWidth, end - next)))
    next += nameWidth + 1
    if !row.shownWord.isEmpty {
      canvas.put(row.shownWord, next, y, colour, limit: max(0, min(stateWidth, end - next)))
      next += stateWidth + 1
    }
    if let measure = row.shownMeasure {
      bar(measure, row.isNearest ? .near : nil, &canvas, next, y, max(0, min(barWidth, end - next)))
      next += barWidth + 1
      canvas.put(measure.text, next, y, .plain, limit: max(0, end - next))
    }
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

  /// The state. A reason says by itself that the gesture failed.
  fileprivate var shownWord: String { isNearest ? "nearly" : isFaint && !reason.isEmpty ? "" : word }
}

/// The lines of events in columns: time, name, state, measures. The type is in the configuration, and the fingers are on the pad.
enum EventLine {
  static func aligned(_ lines: some Sequence<String>) -> [String] {
    let rows = lines.map { (line: $0, cells: cells($0)) }
    let widths = [1, 2].map { column in rows.map { $0.cells?[column].count ?? 0 }.max() ?? 0 }
    return rows.map { line, cells in
      guard let cells else { return line }
      return "\(cells[0]) \(cells[1].trailing(widths[0])) \(cells[2].trailing(widths[1])) \(cells[3])"
    }
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
