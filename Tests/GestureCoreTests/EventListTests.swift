import Testing

@testable import GestureCore

@Suite struct EventListTests {
  @Test(arguments: [0, 1, 2, 64]) func `a list grows, and keeps what is in it`(_ capacity: Int) {
    var list = EventList(capacity: capacity)
    for _ in 0..<2 {
      let isEmpty = list.isEmpty
      #expect(isEmpty)
      for number in 0..<200 {
        list.append(GestureEvent())
        list.changeLast { $0.time = Timestamp(number) }
      }
      let (times, count, last) = (list.all.map(\.time), list.count, list[199].time)
      #expect(times == Array(0..<200))
      #expect(count == 200 && last == 199)
      list.removeAll()
    }
  }
}
