import ControlProtocol
import GestureCore

/// Draws the model of `watch`: the pad, a row for each gesture, the last events, the keys.
enum WatchView {
  private static let eventLines = 4
  /// Columns. On a narrower screen the rows are below the pad.
  private static let widthForTwo = 90
  private static let barWidth = 10
  private static let widestName = 22
  private static let stateWidth = 10
  private static let measureWidth = 14
  private static let leastReason = 24
  private static let keys = [
    "space pause", "←/→ sequences", "↑/↓ rows", "1-9 fingers", "0 all", "q quit",
  ]
  /// Columns that the rows need beside the pad.
  private static let rowsWidth = 80

  static func draw(_ model: WatchModel, width: Int, height: Int) -> Canvas {
    var canvas = Canvas(width: width, height: height)
    title(model, &canvas)
    let help = keyLines(width, atMost: max(1, height / 6))
    let events = height >= 16 ? eventLines : 0
    let bottom = height - help.count - events - (events > 0 ? 1 : 0)
    let body = max(bottom - 2, 0)
    if width >= widthForTwo {
      let half = padWidth(model, width, body)
      pad(model, &canvas, width: half, height: body)
      rows(model, &canvas, x: half + 1, y: 2, width: width - half - 1, height: body)
    } else {
      let upper = body / 2
      pad(model, &canvas, width: width, height: upper)
      rows(model, &canvas, x: 0, y: 2 + upper, width: width, height: body - upper)
    }
    if events > 0 {
      for x in 0..<width { canvas.put("─", x, bottom, .faint) }
      for (line, text) in model.recent.suffix(events).enumerated() {
        canvas.put(text, 0, bottom + 1 + line, .plain, limit: width)
      }
    }
    for (line, text) in help.enumerated() {
      let y = height - help.count + line
      canvas.fill(y, .inverse)
      canvas.put(text, 0, y, .inverse, limit: width)
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

  /// The pad's width for the available height, leaving room for the rows.
  private static func padWidth(_ model: WatchModel, _ width: Int, _ height: Int) -> Int {
    let usual = max(width * 2 / 5, width - rowsWidth)
    guard let stage = model.device?.stage, stage.height > 0, height > 2 else { return usual }
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
    if let fingers = model.view.fingers {
      text += ", gestures of \(FingerText.count(fingers))"
    }
    if model.view.isPaused { text += ", paused" }
    if !model.notice.isEmpty { text += ", \(model.notice)" }
    canvas.put(text, 0, 0, .strong, limit: canvas.width)
    canvas.put(sequence(model), 0, 1, .plain, limit: canvas.width)
  }

  private static func sequence(_ model: WatchModel) -> String {
    guard let (entry, number) = model.shown else { return "no touch yet" }
    let place = "sequence \(number) of \(model.count), from \(entry.sequence.start.seconds) s"
    let sequence = entry.sequence
    guard sequence.isOver else {
      return "\(place), \(sequence.fingersDown) down, \(sequence.end.seconds) s"
    }
    return
      "\(place) to \(sequence.end.seconds) s, \(FingerText.count(sequence.fingers)): \(sequence.outcome(model.names))"
  }

  private static func pad(_ model: WatchModel, _ canvas: inout Canvas, width: Int, height: Int) {
    guard let device = model.device else { return }
    PadView(
      stage: device.stage, trails: model.shown?.entry.sequence.trails ?? [],
      withheld: model.withheld.map(\.position)
    )
    .draw(on: &canvas, x: 0, y: 2, width: width, height: height)
  }

  private static func rows(
    _ model: WatchModel, _ canvas: inout Canvas, x: Int, y: Int, width: Int, height: Int
  ) {
    let all = GestureRow.rows(model)
    let rows = all.dropFirst(min(model.view.scroll, all.count))
    let nameWidth = min(all.map(\.name.count).max() ?? 0, widestName)
    var line = 0
    for (index, row) in rows.enumerated() {
      let rest = rows.count - index
      if line + 1 >= height && rest > 1 {
        canvas.put("and \(rest) more (↓)", x, y + line, .faint, limit: width)
        return
      }
      guard line < height else { return }
      draw(row, &canvas, x, y + line, nameWidth, width)
      line += 1
      // The reason of the nearest miss has its own lines below.
      guard row.isNearest else { continue }
      for part in WordWrap.lines(row.reason, width: max(width - 2, 10)) where line + 1 < height {
        canvas.put(part.trimmed, x + 2, y + line, .strong, limit: width - 2)
        line += 1
      }
    }
  }

  private static func draw(
    _ row: GestureRow, _ canvas: inout Canvas, _ x: Int, _ y: Int, _ nameWidth: Int, _ width: Int
  ) {
    let end = x + width
    let isFaint = row.colour == .failed && !row.isNearest
    let colour = row.isNearest ? .strong : isFaint ? .faint : row.colour
    canvas.put(row.name, x, y, row.word.isEmpty ? .plain : colour, limit: min(nameWidth, width))
    var next = x + nameWidth + 1
    canvas.put(
      row.isNearest ? "nearly" : row.word, next, y, colour, limit: max(0, min(stateWidth, end - next)))
    next += stateWidth + 1
    if let measure = row.measure, !isFaint {
      bar(measure, &canvas, next, y, max(0, min(barWidth, end - next)))
      next += barWidth + 1
      next += max(canvas.put(measure.text, next, y, .plain, limit: max(0, end - next)), measureWidth) + 1
    }
    // A reason that would be cut to a few letters is left out.
    if end - next >= leastReason, !row.isNearest {
      canvas.put(row.reason, next, y, .faint, limit: end - next)
    }
  }

  private static func bar(
    _ measure: GestureMeasure, _ canvas: inout Canvas, _ x: Int, _ y: Int, _ width: Int
  ) {
    let full = Int((measure.part * Double(width)).rounded(.down))
    let colour: CellColour =
      measure.isCeiling && measure.part >= 1 ? .failed : measure.part >= 1 ? .recognized : .active
    for cell in 0..<width {
      canvas.put(cell < full ? "█" : "░", x + cell, y, cell < full ? colour : .faint)
    }
  }
}
