import ControlProtocol
import GestureCore
import Testing

@testable import gestured

/// What waits for a reader that is slower than the events.
@Suite struct EventQueueTests {
  /// Takes as many bytes as it is given space for.
  private final class Reader {
    private(set) var queue: EventQueue
    private var json = JSONWriter()
    private(set) var bytes: [UInt8] = []

    init(_ limit: EventQueue.Limit) { queue = EventQueue(limit) }

    /// - Returns: false where the reader has gone.
    func drain(space: Int = .max) -> Bool {
      var left = space
      return queue.drain(encode: { json.line($0, $1.names, $1.attachments) }) { chunk in
        let count = min(left, chunk.count)
        for index in 0..<count { bytes.append(chunk[index]) }
        left -= count
        return count
      }
    }

    func append(_ bytes: [UInt8], isChanged: Bool = false, sent: Int = 0) -> Bool {
      queue.append(bytes, isChanged: isChanged, sent: sent)
    }
    @discardableResult
    func append(_ event: WaitingEvent) -> Bool { queue.append(event) }
    func read(_ event: WaitingEvent) -> GestureEvent {
      var event = event.event
      queue.read(&event, of: "event7")
      return event
    }
    func rewind() { queue.rewind() }

    var text: String { String(decoding: bytes, as: UTF8.self) }
    var events: [JSONValue] {
      bytes.split(separator: UInt8(ascii: "\n")).compactMap { try? JSONValue(parsing: Array($0)) }
    }
  }

  @Test(arguments: [true, false])
  func `a queue that is full`(isPipe: Bool) {
    let limit = isPipe ? EventQueue.Limit.pipe : .subscriber
    #expect(limit.capacity == (isPipe ? 256 : 1024))
    let reader = Reader(limit)
    for number in 0..<limit.capacity { #expect(reader.append(Array("\(number)\n".utf8))) }
    #expect(reader.queue.count == limit.capacity && reader.queue.dropped == 0)
    #expect(reader.append(Array("more\n".utf8)) == isPipe)
    #expect(reader.queue.count == limit.capacity && reader.queue.dropped == (isPipe ? 1 : 0))
    #expect(reader.drain() && reader.queue.isEmpty)
    let lines = reader.text.split(separator: "\n")
    // The first may be sent in part already, so the second is the oldest that can go.
    #expect(lines.prefix(2) == (isPipe ? ["0", "2"] : ["0", "1"]))
    #expect(lines.last == (isPipe ? "more" : "1023"))
  }

  @Test func `a queue that is never empty sends each entry once`() {
    let reader = Reader(.pipe)
    var lines: [String] = []
    for number in 0..<3000 {
      lines.append("\(number)\n")
      #expect(reader.append(Array(lines[number].utf8)))
      if number > 0 { #expect(reader.drain(space: lines[number - 1].utf8.count)) }
    }
    #expect(reader.drain())
    #expect(reader.text == lines.joined())
  }

  private static func event(
    _ state: GestureState, _ x: Double = 0, gesture: Int = 0, began: Timestamp = 1000,
    device: String = "event7"
  ) -> WaitingEvent {
    var event = GestureEvent()
    (event.gesture, event.type, event.state, event.began) = (gesture, .transform, state, began)
    (event.time, event.translation) = (Timestamp(x * 1000), Point(x, -x))
    (event.scale, event.rotation) = (1 + x / 10, x / 100)
    return WaitingEvent(event, EventNames(device: device, gestures: ["a", "b"]), EventAttachments())
  }

  private static func sum(_ events: [JSONValue], _ key: String, _ axis: String? = nil) -> Double {
    events.reduce(0) { sum, event in
      let value = event[key]
      return sum + ((axis == nil ? value : value?[axis ?? ""])?.double ?? 0)
    }
  }

  @Test(arguments: [EventQueue.Limit.subscriber, .pipe])
  func `the sum of what a slow reader gets is the total`(_ limit: EventQueue.Limit) throws {
    let reader = Reader(limit)
    var total = 0
    for made in 1...3 {
      let began = Timestamp(made * 1000)
      reader.append(Self.event(.began, 1, began: began))
      for step in 2...1500 {
        #expect(reader.append(Self.event(.changed, Double(step) / 10, began: began)))
        // Now and then it reads some.
        if step % 700 == 0 { #expect(reader.drain(space: 3000)) }
      }
      reader.append(Self.event(.ended, 151, began: began))
      total += 1501
    }
    #expect(reader.drain())
    let events = reader.events
    #expect(reader.queue.dropped > 1000)
    #expect(events.count + reader.queue.dropped == total)
    #expect(Int(Self.sum(events, "dropped")) == reader.queue.dropped)
    #expect(abs(Self.sum(events, "delta", "x") - 3 * 151) < 0.5)
    #expect(abs(Self.sum(events, "delta", "y") + 3 * 151) < 0.5)
    #expect(abs(Self.sum(events, "rotation_delta") - 3 * 1.51) < 0.2)
    var scale = 1.0
    for event in events {
      if event["state"]?.string == "began" { scale = 1 }
      scale *= event["scale_factor"]?.double ?? 0
      #expect(abs(scale / (event["scale"]?.double ?? 0) - 1) < 0.05)
    }
  }

  @Test func `devices and gestures are counted apart, and two in turn are not merged`() {
    let reader = Reader(.pipe)
    for x in [1.0, 2, 4] {
      reader.append(Self.event(.changed, x))
      reader.append(Self.event(.changed, x, device: "event8"))
      reader.append(Self.event(.changed, x, gesture: 1))
    }
    #expect(reader.drain())
    #expect(reader.events.compactMap { $0["delta"]?["x"]?.double } == [1, 1, 1, 1, 1, 1, 2, 2, 2])
  }

  @Test func `a reader that comes late, or that gets only the end, gets the total at once`() {
    let reader = Reader(.subscriber)
    #expect(reader.read(Self.event(.changed, 30)).delta == Point(30, -30))
    #expect(reader.read(Self.event(.ended, 31)).delta == Point(1, -1))
    // Made again, and only its end is read.
    let again = reader.read(Self.event(.ended, 8, began: 5000))
    #expect((again.delta, again.scaleFactor) == (Point(8, -8), 1.8))
  }

  @Test func `of consecutive changed events a pipe gets the newest`() {
    let reader = Reader(.pipe)
    let states: [(GestureState, Double)] = [
      (.began, 1), (.changed, 2), (.changed, 3), (.changed, 4), (.ended, 5), (.began, 1), (.changed, 6),
      (.changed, 7),
      (.ended, 8),
    ]
    for (place, (state, x)) in states.enumerated() {
      reader.append(Self.event(state, x, began: place < 5 ? 1000 : 2000))
    }
    #expect(reader.queue.dropped == 3)
    #expect(reader.drain())
    #expect(reader.events.compactMap { $0["translation"]?["x"]?.double } == [1, 4, 5, 1, 7, 8])
    #expect(reader.events.map { $0["dropped"]?.int } == [nil, 2, nil, nil, 1, nil])
    #expect(reader.queue.isEmpty)
  }

  @Test func `a half-sent entry stays, and is sent again to the next reader`() {
    let reader = Reader(.pipe)
    #expect(reader.append(Array("c1c1".utf8), isChanged: true, sent: 2))
    for x in [1.0, 2] { reader.append(Self.event(.changed, x)) }
    #expect(reader.drain(space: 1))
    #expect(reader.text == "c")
    reader.rewind()
    #expect(reader.drain())
    #expect(reader.text.hasPrefix("cc1c1{"))
    #expect(reader.queue.dropped == 1)
  }

  @Test func `at its limit a pipe loses the oldest, changed first`() {
    let reader = Reader(.pipe)
    let capacity = EventQueue.Limit.pipe.capacity
    _ = reader.append(Array("0 ".utf8))
    _ = reader.append(Array("c ".utf8), isChanged: true)
    for number in 2..<capacity { #expect(reader.append(Array("\(number) ".utf8))) }
    for word in ["A ", "B "] { #expect(reader.append(Array(word.utf8))) }
    #expect((reader.queue.count, reader.queue.dropped) == (capacity, 2))
    #expect(reader.drain())
    #expect(reader.text.hasPrefix("0 3 4 ") && reader.text.hasSuffix(" A B "))
  }

  @Test func `what is dropped counts for the next event, also where that comes later`() {
    let reader = Reader(.subscriber)
    reader.append(Self.event(.began, 1))
    for _ in 1..<EventQueue.Limit.subscriber.capacity { _ = reader.append([1]) }
    for x in [2.0, 3] { reader.append(Self.event(.changed, x)) }
    #expect(reader.queue.dropped == 2)
    #expect(reader.drain() && reader.drain(), "an empty queue counts nothing again")
    let after = reader.read(Self.event(.changed, 4))
    #expect((after.dropped, after.delta) == (2, Point(3, -3)))
    #expect(!reader.text.contains("dropped"))
  }

  @Test func `bytes are sent in order, also a few at a time`() {
    let reader = Reader(.subscriber)
    for number in UInt8(0)..<100 { #expect(reader.append([number, number])) }
    for _ in 0..<500 where !reader.queue.isEmpty { #expect(reader.drain(space: 3)) }
    #expect(reader.bytes == (UInt8(0)..<100).flatMap { [$0, $0] })
    #expect(reader.queue.isEmpty)
  }

  @Test func `of a subscriber the oldest changed is dropped first, and is counted`() {
    let reader = Reader(.subscriber)
    let capacity = EventQueue.Limit.subscriber.capacity
    #expect(reader.append([0]))
    for number in 1..<capacity { #expect(reader.append([UInt8(number % 2)], isChanged: number % 2 == 1)) }
    #expect(reader.append([7]))
    #expect((reader.queue.dropped, reader.queue.count) == (1, capacity))
    #expect(reader.drain())
    #expect(Array(reader.bytes.prefix(4)) == [0, 0, 1, 0])
    #expect(reader.bytes.last == 7)
  }

  @Test func `with nothing to drop a subscriber is given up, and a changed is dropped itself`() {
    let reader = Reader(.subscriber)
    for _ in 0..<EventQueue.Limit.subscriber.capacity { #expect(reader.append([1])) }
    #expect(reader.append([2], isChanged: true))
    #expect(reader.queue.dropped == 1)
    #expect(!reader.append([3]))
  }

  @Test func `a message that was sent in part is completed`() {
    let reader = Reader(.subscriber)
    #expect(reader.append([1, 2, 3], isChanged: true))
    #expect(reader.drain(space: 0))
    #expect(reader.drain(space: 1))
    for _ in 0..<EventQueue.Limit.subscriber.capacity { #expect(reader.append([9], isChanged: true)) }
    #expect(reader.drain())
    #expect(Array(reader.bytes.prefix(4)) == [1, 2, 3, 9])
  }

  @Test func `a reader that has gone is reported`() {
    var queue = EventQueue(.subscriber)
    let isIn = queue.append([1])
    let isOpen = queue.drain(encode: { _, _ in [] }, send: { _ in -1 })
    #expect(isIn && !isOpen)
  }
}
