// `||` reads a part of a value whose other parts are not there yet. The part is freed then, and again at the end.
struct Memory: ~Copyable {
  let name: StaticString
  init(_ name: StaticString) { self.name = name }
  deinit { print(name) }
}
struct Notes: ~Copyable {
  let memory = Memory("freed the notes")
  let isOn: Bool
  init(_ isOn: Bool) { self.isOn = isOn }
}
struct Rest: ~Copyable { let memory = Memory("freed the rest") }
struct Input: ~Copyable {
  let notes: Notes
  let isTimed: Bool
  let rest: Rest
  init(_ hasClock: Bool) {
    notes = Notes(!hasClock)
    isTimed = hasClock || notes.isOn
    rest = Rest()
  }
}

@main struct Main {
  static func main() {
    let input = Input(false)
    print(input.isTimed ? "made" : "not timed")
  }
}
