import Testing

@testable import gestured

@Test func `a command logs 100 lines in each second, and the first line beyond is reported`() {
  var limit = LineLimit()
  for second in [7, 8] as [Int64] {
    let verdicts = (0..<103).map { line in limit.verdict(at: second * 1_000_000 + line * 9_000) }
    #expect(verdicts[..<100].allSatisfy { $0 == .within })
    #expect(verdicts[100...] == [.firstBeyond, .beyond, .beyond])
  }
}
