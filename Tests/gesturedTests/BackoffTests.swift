import Testing

@testable import gestured

@Test func `pauses double up to the longest, and are short again after an attempt that worked`() {
  var backoff = Backoff(shortest: 100, longest: 3_000, steady: 500)
  let lasted: [Int64] = [0, 499, 499, 499, 499, 499, 0, 499, 500, 0]
  let pauses = lasted.map { backoff.pause(after: $0) }
  #expect(pauses == [100, 200, 400, 800, 1_600, 3_000, 3_000, 3_000, 100, 200])
}

@Test func `a program that always ends is started twice a minute at most`() {
  var backoff = PipeCommand.backoff
  let pauses = (0..<1_000).map { _ in backoff.pause(after: 0) }
  #expect(pauses.first == 100_000)
  #expect(pauses.last == 30_000_000)
}
