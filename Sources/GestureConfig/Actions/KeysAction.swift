import GestureCore

// `keys`: chords typed on the virtual keyboard.
extension ActionRow {
  static let keys = ActionRow(
    device: .keyboard, arrays: .own, form: .texts,
    help:
      "A chord, or a list of chords, which a virtual keyboard types one after another. Write evdev key names, or "
      + "btn_left, btn_right or btn_middle for a click at the pointer. `keys` needs write access to /dev/uinput, "
      + "which is not granted by default (`gesturectl doctor` prints the command).",
    example: "\"super+left\"",
    read: { reader, entry, _ in reader.chords(entry).map { .keys($0) } })

  static let holdKeys = ActionRow(
    lasts: true, held: "keys", device: .keyboard, arrays: .own, form: .text,
    help:
      "This chord is held down from `began` to `ended` or `cancelled`, whatever ends the gesture. \"leftalt\" with a "
      + "`step` that types tab switches windows.",
    example: "\"leftalt\"",
    applies: { $0.traits.lasts },
    refusal: {
      "`hold_keys` are held from `began` to `ended`, which a \($0.rawValue) does not have; write `keys`"
    },
    read: { reader, entry, _ in
      guard case .string = entry.node.value else {
        return reader.wrongType(entry, takes: "a chord, for example \"leftalt\"")
      }
      return reader.chords(entry)?.first.map { .holdKeys($0) }
    })
}

extension ValueReader {
  fileprivate mutating func chords(_ entry: Entry) -> [[UInt16]]? {
    guard let texts = strings(entry) else { return nil }
    var chords: [[UInt16]] = []
    for (text, position) in texts {
      var chord: [UInt16] = []
      for name in text.split(separator: "+", omittingEmptySubsequences: false) {
        let name = String(name.drop { $0 == " " }.prefix { $0 != " " })
        if let code = KeyNames.code(of: name) {
          if !chord.contains(code) { chord.append(code) }
        } else {
          let near = KeyNames.evdev(keysym: name) ?? suggestion(for: name, among: KeyNames.all)
          let hint =
            near.map { "; did you mean \"\($0)\"?" } ?? ": use evdev key names, for example \"super+left\""
          problem("unknown key \"\(name)\" in `keys`\(hint)", at: position)
        }
      }
      chords.append(chord.filter(KeyNames.isModifier) + chord.filter { !KeyNames.isModifier($0) })
    }
    return chords
  }
}
