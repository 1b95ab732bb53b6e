import GestureCore

/// Draws the pad to scale in a rectangle of cells, with two by four braille dots in each.
struct PadView {
  let stage: Size
  let trails: [TouchTrail]
  /// The places where contacts were withheld: palms, thumbs.
  var withheld: [Point] = []
  var zones: [(name: String, region: Region)] = []

  /// Cells of the frame around the dots.
  private static let border = 1

  func draw(on canvas: inout Canvas, x: Int, y: Int, width: Int, height: Int) {
    let (across, down) = (width - 2 * Self.border, height - 2 * Self.border)
    guard across > 1, down > 1, stage.isKnown else { return }
    let scale = min(Double(2 * across) / stage.width, Double(4 * down) / stage.height)
    let columns = min(across, Int((stage.width * scale / 2).rounded(.up)))
    let rows = min(down, Int((stage.height * scale / 4).rounded(.up)))
    canvas.frame(x, y, columns + 2 * Self.border, rows + 2 * Self.border)
    for zone in zones {
      outline(
        zone, on: &canvas, x + 1, y + 1, across: Double(columns) / stage.width,
        down: Double(rows) / stage.height, columns, rows)
    }
    var dots = [UInt8](repeating: 0, count: columns * rows)
    for (number, trail) in trails.enumerated() {
      line(trail, scale, columns, rows) { column, row, bit in
        dots[row * columns + column] |= bit
        let scalar = Unicode.Scalar(0x2800 + UInt32(dots[row * columns + column])) ?? " "
        canvas.put(Character(scalar), x + 1 + column, y + 1 + row, .touch(number))
      }
    }
    func mark(_ point: Point, _ character: Character, _ colour: CellColour) {
      let column = min(max(Int(point.x * scale / 2), 0), columns - 1)
      let row = min(max(Int(point.y * scale / 4), 0), rows - 1)
      canvas.put(character, x + 1 + column, y + 1 + row, colour)
    }
    for point in withheld { mark(point, "▒", .cancelled) }
    for (number, trail) in trails.enumerated() {
      guard let last = trail.points.last else { continue }
      mark(last.position, Self.mark(trail.phase, number), .touch(number))
    }
  }

  /// Draws a zone as a dotted frame with its name, under the touches.
  private func outline(
    _ zone: (name: String, region: Region), on canvas: inout Canvas, _ x: Int, _ y: Int, across: Double,
    down: Double, _ columns: Int, _ rows: Int
  ) {
    let region = zone.region
    let (left, top) = (max(Int(region.left * across), 0), max(Int(region.top * down), 0))
    let right = min(Int((region.right * across).rounded(.up)), columns) - 1
    let bottom = min(Int((region.bottom * down).rounded(.up)), rows) - 1
    guard left <= right, top <= bottom else { return }
    canvas.frame(
      x + left, y + top, right - left + 1, bottom - top + 1, across: "┄", down: "┆", corners: "┄┄┄┄")
    canvas.put(zone.name, x + left, y + top, .faint, limit: right - left + 1)
  }

  /// The finger's number while it is down, then a mark for lifted or cancelled.
  private static func mark(_ phase: RawTouch.Phase, _ number: Int) -> Character {
    switch phase {
    case .began, .moved, .stationary: Character("\((number + 1) % 10)")
    case .ended: "●"
    case .cancelled: "×"
    }
  }

  /// The bits of braille, by column and row within the cell.
  private static let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]

  private func line(
    _ trail: TouchTrail, _ scale: Double, _ columns: Int, _ rows: Int,
    _ dot: (_ column: Int, _ row: Int, _ bit: UInt8) -> Void
  ) {
    var before = trail.points[0].position
    for point in trail.points.map(\.position) {
      let steps = max(1, Int(((point - before).length * scale).rounded(.up)))
      for step in 0...steps {
        let between = before + (point - before) * (Double(step) / Double(steps))
        let (across, down) = (Int(between.x * scale), Int(between.y * scale))
        guard across >= 0, down >= 0, across / 2 < columns, down / 4 < rows else { continue }
        dot(across / 2, down / 4, Self.bits[across % 2][down % 4])
      }
      before = point
    }
  }
}

extension Size {
  /// Whether the device reports a size.
  var isKnown: Bool { width > 0 && height > 0 }
}
