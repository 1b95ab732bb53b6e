/// Writes canvases to a terminal, changed lines only.
struct Screen {
  /// What the terminal can display.
  struct Ability: Equatable {
    enum Colours: Equatable { case none, sixteen, full }
    var colours: Colours
    /// Whether it can show braille, blocks and arrows.
    var isUTF8: Bool
  }

  let ability: Ability
  private var shown: Canvas?

  init(ability: Ability) { self.ability = ability }

  /// The bytes that change the terminal's content into `canvas`; "" if it is the same.
  mutating func update(_ canvas: Canvas) -> String {
    let old = shown?.width == canvas.width && shown?.height == canvas.height ? shown : nil
    var bytes = old == nil ? "\u{1B}[0m\u{1B}[2J" : ""
    for y in 0..<canvas.height {
      let row = canvas.row(y)
      if let old, old.row(y).elementsEqual(row) { continue }
      bytes += "\u{1B}[\(y + 1);1H" + line(row)
    }
    shown = canvas
    return bytes
  }

  private func line(_ row: ArraySlice<Canvas.Cell>) -> String {
    var text = ""
    var colour = CellColour.plain
    for cell in row {
      if cell.colour != colour {
        colour = cell.colour
        text += "\u{1B}[0" + code(colour) + "m"
      }
      text.append(ability.isUTF8 ? cell.character : cell.character.asASCII)
    }
    return colour == .plain ? text : text + "\u{1B}[0m"
  }

  /// The end of a colour's escape sequence, after the 0 that resets earlier attributes.
  private func code(_ colour: CellColour) -> String {
    if ability.colours == .none { return [.strong, .near].contains(colour) ? ";1" : "" }
    guard case .touch(let number) = colour else { return colour == .plain ? "" : ";\(colour.code ?? "")" }
    guard ability.colours == .full else { return ";\([94, 33, 32, 95, 36, 91, 93, 90][number % 8])" }
    let (red, green, blue) = TouchColour.components(of: number)
    return ";38;2;\(red);\(green);\(blue)"
  }
}

extension Character {
  fileprivate var asASCII: Character {
    guard let scalar = unicodeScalars.first, !isASCII else { return self }
    return switch scalar.value {
    case 0x2190: "<"
    case 0x2191: "^"
    case 0x2192: ">"
    case 0x2193: "v"
    case 0x2194...0x22FF, 0x25C9...0x25CC, 0x2725: "*"
    case 0x2801...0x28FF: "."
    case 0x2500...0x257F: self == "│" ? "|" : self == "─" ? "-" : "+"
    case 0x2588, 0x2593: "#"
    case 0x2592: "%"
    case 0x2591: "."
    default: self == "●" ? "o" : self == "…" ? "~" : self == "×" ? "x" : self == "°" ? "d" : "?"
    }
  }
}

extension Screen.Ability {
  init(environment: (String) -> String?) {
    let language = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap(environment).first { !$0.isEmpty } ?? ""
    isUTF8 = language.uppercased().contains("UTF-8") || language.uppercased().contains("UTF8")
    if !ColourChoice.hasColour(isTerminal: true, environment: environment) {
      colours = .none
    } else {
      colours = ["truecolor", "24bit"].contains(environment("COLORTERM") ?? "") ? .full : .sixteen
    }
  }
}
