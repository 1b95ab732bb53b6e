/// A key of `watch`, decoded from the terminal's bytes.
enum Key: Equatable {
  case quit, pause, earlier, later, up, down, allFingers
  case fingers(Int)

  private static let letters: [Character: Key] = [
    "q": .quit, "\u{3}": .quit, "\u{1B}": .quit, " ": .pause, "p": .earlier, "h": .earlier, "n": .later,
    "l": .later, "k": .up, "j": .down, "0": .allFingers, "a": .allFingers,
  ]
  /// The keys that send ESC [ or ESC O, parameters, and one of these letters.
  private static let arrows: [Character: Key] = ["A": .up, "B": .down, "C": .later, "D": .earlier]

  /// The keys in the bytes of one read. Unknown bytes are ignored.
  static func keys(in bytes: ArraySlice<UInt8>) -> [Key] {
    var keys: [Key?] = []
    var rest = bytes.map { Character(Unicode.Scalar($0)) }[...]
    while let letter = rest.popFirst() {
      if letter == "\u{1B}", rest.first == "[" || rest.first == "O" {
        rest = rest.dropFirst().drop { ("\u{20}"..."\u{3F}").contains($0) }
        keys.append(rest.popFirst().flatMap { arrows[$0] })
      } else {
        keys.append(letters[letter] ?? Int(String(letter)).map(Key.fingers))
      }
    }
    return keys.compactMap(\.self)
  }
}
