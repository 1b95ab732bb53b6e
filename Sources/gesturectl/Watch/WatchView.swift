import ControlProtocol
import GestureCore

/// Draws the model of `watch`: the pad, a row for each gesture, the last events, the keys.
enum WatchView {
  private static let eventLines = 4
  /// Narrower than this, the rows stand under the pad.
  private static let widthForTwo = 90
  private static let barWidth = 10
  private static let widestName = 22
  private static let stateWidth = 10
  private static let measureWidth = 14
  private static let leastReason = 24
  private static let keys = " space pause  ←/→ sequences  1-9 fingers  0 all  q quit"

  static func draw(_ model: WatchModel, width: Int, height: Int) -> Canvas {
    var canvas = Canvas(width: width, height: height)
    title(model, &canvas)
    let events = height >= 16 ? eventLines : 0
    let bottom = height - 1 - events - (events > 0 ? 1 : 0)
    let body = max(bottom - 2, 0)
    if width >= widthForTwo {
      let half = width * 2 / 5
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
    canvas.fill(height - 1, .inverse)
    canvas.put(keys, 0, height - 1, .inverse, limit: width)
    return canvas
  }

  private static func title(_ model: WatchModel, _ canvas: inout Canvas) {
    let device = model.device
    var text = device?.title ?? "no device"
    if let stage = device?.stage {
      text += ", \(Int(stage.width.rounded())) × \(Int(stage.height.rounded())) mm"
    }
    if let fingers = model.fingers {
      text += ", gestures of \(fingers == 1 ? "1 finger" : "\(fingers) fingers")"
    }
    if model.isPaused { text += ", paused" }
    if !model.notice.isEmpty { text += ", \(model.notice)" }
    canvas.put(text, 0, 0, .strong, limit: canvas.width)
    canvas.put(sequence(model), 0, 1, .plain, limit: canvas.width)
  }

  private static func sequence(_ model: WatchModel) -> String {
    guard let (entry, number) = model.shown else { return "no touch yet" }
    let place = "sequence \(number) of \(model.count), from \(entry.sequence.start.seconds) s"
    guard let summary = entry.sequence.summary else {
      return "\(place), \(entry.sequence.fingers) down, \(entry.sequence.now.seconds) s"
    }
    let fingers = summary.fingers == 1 ? "1 finger" : "\(summary.fingers) fingers"
    let made = summary.recognized.map(model.names.gesture).joined(separator: ", ")
    return "\(place) to \(summary.end.seconds) s, \(fingers): \(made.isEmpty ? "nothing recognized" : made)"
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
    let rows = GestureRow.rows(model)
    let nameWidth = min(rows.map(\.name.count).max() ?? 0, widestName)
    let fit = rows.count > height ? max(height - 1, 0) : rows.count
    for (line, row) in rows.prefix(fit).enumerated() {
      draw(row, &canvas, x, y + line, nameWidth, width)
    }
    if rows.count > fit && height > 0 {
      canvas.put("and \(rows.count - fit) more", x, y + fit, .faint, limit: width)
    }
  }

  private static func draw(
    _ row: GestureRow, _ canvas: inout Canvas, _ x: Int, _ y: Int, _ nameWidth: Int, _ width: Int
  ) {
    let end = x + width
    canvas.put(row.name, x, y, row.word.isEmpty ? .plain : row.colour, limit: min(nameWidth, width))
    var next = x + nameWidth + 1
    canvas.put(row.word, next, y, row.colour, limit: max(0, min(stateWidth, end - next)))
    next += stateWidth + 1
    if let measure = row.measure {
      bar(measure, row, &canvas, next, y, max(0, min(barWidth, end - next)))
      next += barWidth + 1
      next += max(canvas.put(measure.text, next, y, .plain, limit: max(0, end - next)), measureWidth) + 1
    }
    // A sentence of a few letters says nothing.
    if end - next >= leastReason { canvas.put(row.reason, next, y, .faint, limit: end - next) }
  }

  private static func bar(
    _ measure: GestureMeasure, _ row: GestureRow, _ canvas: inout Canvas, _ x: Int, _ y: Int, _ width: Int
  ) {
    let full = Int((measure.part * Double(width)).rounded(.down))
    let colour: CellColour =
      measure.isCeiling && measure.part >= 1 ? .failed : measure.part >= 1 ? .recognized : .active
    for cell in 0..<width {
      canvas.put(cell < full ? "█" : "░", x + cell, y, cell < full ? colour : .faint)
    }
  }
}
