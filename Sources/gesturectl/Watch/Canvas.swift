/// A screen of characters that needs no terminal, so that tests can compare it.
struct Canvas: Equatable {
  struct Cell: Equatable {
    var character: Character = " "
    var colour = CellColour.plain
  }

  let width: Int
  let height: Int
  private var cells: [Cell]

  init(width: Int, height: Int) {
    self.width = max(width, 1)
    self.height = max(height, 1)
    cells = Array(repeating: Cell(), count: self.width * self.height)
  }

  func row(_ y: Int) -> ArraySlice<Cell> { cells[y * width..<(y + 1) * width] }

  /// Draws a character. Cells outside the canvas are ignored.
  mutating func put(_ character: Character, _ x: Int, _ y: Int, _ colour: CellColour = .plain) {
    guard x >= 0, x < width, y >= 0, y < height else { return }
    cells[y * width + x] = Cell(character: character, colour: colour)
  }

  /// - Parameter limit: the most cells; a longer text ends in "…".
  /// - Returns: the number of cells that the text takes.
  @discardableResult
  mutating func put(_ text: String, _ x: Int, _ y: Int, _ colour: CellColour = .plain, limit: Int = .max)
    -> Int
  {
    let room = min(limit, width - x)
    guard room > 0 else { return 0 }
    let characters = text.map { $0.isShownByOneCell ? $0 : "·" }
    let isCut = characters.count > room
    for (index, character) in characters.prefix(isCut ? room - 1 : room).enumerated() {
      put(character, x + index, y, colour)
    }
    if isCut { put("…", x + room - 1, y, colour) }
    return min(characters.count, room)
  }

  /// Draws a frame, which the size includes.
  mutating func frame(
    _ x: Int, _ y: Int, _ width: Int, _ height: Int, across: Character = "─", down: Character = "│",
    corners: String = "╭╮╰╯"
  ) {
    let (right, bottom) = (x + width - 1, y + height - 1)
    for column in x...right {
      for row in [y, bottom] { put(across, column, row, .faint) }
    }
    for row in y...bottom {
      for column in [x, right] { put(down, column, row, .faint) }
    }
    for (corner, (column, row)) in zip(corners, [(x, y), (right, y), (x, bottom), (right, bottom)]) {
      put(corner, column, row, .faint)
    }
  }
}

extension Character {
  /// Whether the character takes one cell. Control characters would move the cursor; wide and combining ones would shift the rest
  /// of the line.
  fileprivate var isShownByOneCell: Bool {
    guard unicodeScalars.count == 1, let scalar = unicodeScalars.first else { return false }
    return (0x20...0x7E).contains(scalar.value) || (0xA0...0x2FF).contains(scalar.value)
      || (0x370...0x52F).contains(scalar.value) || (0x2010...0x28FF).contains(scalar.value)
  }
}
