// A span of one property of an object ends before a method of another property is called with it.
struct Input: ~Copyable {
  var events = [1, 2]
  var all: Span<Int> { @_lifetime(borrow self) get { events.span } }
}
final class Arena { func feed(_ events: Span<Int>) -> Int { events.count } }
final class Pipeline {
  var input = Input()
  let arena = Arena()
  func feed() -> Int { arena.feed(input.all) }
}
