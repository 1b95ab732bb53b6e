/// The gestures of an arena, which it keeps for life.
///
/// A reference that is read from an array is counted for a call that might change the array. `forEach` and `lend` do not count: they
/// are methods of elements that the list holds (`Held`); docs/dev/decisions.md has what that saves. Loops over `all`
/// and the subscript count; use them where no frame waits.
struct Contestants: ~Copyable {
  let all: [Contestant]
  private let held: OwnedList<Held<Contestant>>

  init(_ definition: ArenaDefinition, _ recognizers: [RecognizerDefinition]) {
    let motions = SwipeMotions()
    let sortsTools = recognizers.takesPens
    all = recognizers.indices.map {
      Contestant($0, recognizers, definition, motions, sortsTools: sortsTools)
    }
    var list = OwnedList<Held<Contestant>>(capacity: all.count)
    for contestant in all { list.append(Held(contestant)) }
    held = list
  }

  subscript(index: Int) -> Contestant { all[index] }
  @inline(__always) func lend<Result>(_ index: Int, _ body: (Contestant) -> Result) -> Result {
    held[index].lend(body)
  }
  @inline(__always) func forEach(_ body: (Contestant) -> Void) {
    held.forEach { $0.lend(body) }
  }
}
