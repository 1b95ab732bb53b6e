import Testing

@testable import gestured

@Test func `a limit passes its lines in each period, and then says how many it held back`() {
  var limit = LogLimit(lines: 100, per: 1_000_000)
  for (second, held) in [(7, 0), (8, 3)] as [(Int64, Int)] {
    let passed = (0..<103).map { line in limit.pass(at: second * 1_000_000 + line * 9_000) }
    #expect(passed[0] == held)
    #expect(passed[1..<100].allSatisfy { $0 == 0 })
    #expect(passed[100...].allSatisfy { $0 == nil })
  }
}

@Test func `a line ends with the number of those held back, if there are any`() {
  let lines = (0...2).map { "lost" + LogLimit.note($0) }
  #expect(lines == ["lost", "lost (and 1 more before)", "lost (and 2 more before)"])
}
