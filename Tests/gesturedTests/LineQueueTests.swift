import Testing

@testable import gestured

struct LineQueueTests {
  private func drained(_ queue: inout LineQueue) -> String {
    var bytes: [UInt8] = []
    _ = queue.drain { chunk in
      bytes += chunk
      return chunk.count
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `of consecutive changed lines the newest is kept`() {
    var queue = LineQueue()
    let lines: [(text: String, isChanged: Bool, lost: Int)] = [
      ("b1 ", false, 0), ("c1 ", true, 0), ("c2 ", true, 1), ("c3 ", true, 1), ("e1 ", false, 0),
      ("b2 ", false, 0),
      ("c4 ", true, 0), ("c5 ", true, 1), ("e2 ", false, 0),
    ]
    for line in lines {
      #expect(queue.append(Array(line.text.utf8), isChanged: line.isChanged) == line.lost, "\(line.text)")
    }
    #expect(drained(&queue) == "b1 c3 e1 b2 c5 e2 ")
    #expect(queue.isEmpty)
  }

  @Test func `a partly written line stays, and is written again for the next reader`() {
    var queue = LineQueue()
    _ = queue.append(Array("c1c1".utf8), isChanged: true, taken: 2)
    #expect(queue.append(Array("c2 ".utf8), isChanged: true) == 0)
    #expect(queue.append(Array("c3 ".utf8), isChanged: true) == 1)
    var copy = queue
    #expect(drained(&copy) == "c1c3 ")
    queue.rewind()
    #expect(drained(&queue) == "c1c1c3 ")
  }

  @Test func `at the limit the oldest are dropped, changed first`() {
    var queue = LineQueue()
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: LineQueue.capacity / 4)
    #expect(queue.append(line, isChanged: false) == 0)
    #expect(queue.append(line, isChanged: true) == 0)
    #expect(queue.append(line, isChanged: false) == 0)
    #expect(queue.append(line, isChanged: false) == 0)
    #expect(queue.append(Array("A".utf8), isChanged: false) == 1)
    #expect(queue.count == 4, "the changed one was dropped")
    #expect(queue.append(line, isChanged: false) == 1)
    #expect(drained(&queue).utf8.count == 3 * line.count + 1)
  }
}
