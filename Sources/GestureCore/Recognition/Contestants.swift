/// The gestures of an arena, which it keeps for life.
///
/// Swift 6.3 counts a reference that it reads from an array for a call that might change the array. `forEach` and `lend` do not: they
/// are methods of elements that the list holds (`Held`). Loops over `all` and the subscript count; use them where no frame waits.
struct Contestants: ~Copyable {
  let all: [Contestant]
  private let held: OwnedList<Held<Contestant>>

  init(_ definition: ArenaDefinition, _ recognizers: [RecognizerDefinition]) {
    all = recognizers.enumerated().map { Contestant($0.offset, $0.element, definition) }
    var list = OwnedList<Held<Contestant>>(capacity: all.count)
    for contestant in all { list.append(Held(contestant)) }
    held = list
  }

  var count: Int { held.count }
  subscript(index: Int) -> Contestant { all[index] }
  @inline(__always) func lend<Result>(_ index: Int, _ body: (Contestant) -> Result) -> Result {
    held[index].lend(body)
  }
  @inline(__always) func forEach(_ body: (Contestant) -> Void) {
    for index in 0..<held.count { held[index].lend(body) }
  }
}
