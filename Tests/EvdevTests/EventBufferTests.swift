import CEvdev
import GestureCore
import Glibc
import Testing

@testable import Evdev

struct EventBufferTests {
  private func bytes(_ events: [input_event]) -> [UInt8] { events.withUnsafeBytes(Array.init) }

  private func event(_ value: Int32, seconds: Int = 1) -> input_event {
    var event = input_event()
    event.time.tv_sec = seconds
    (event.type, event.code, event.value) = (3, 0x35, value)
    return event
  }

  /// What the buffer makes of bytes that come in these pieces.
  private func read(_ bytes: [UInt8], pieces: [Int]) -> [InputEvent] {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    let buffer = EventBuffer()
    var rest = bytes[...]
    var events: [InputEvent] = []
    for piece in pieces + [rest.count - pieces.reduce(0, +)] {
      _ = Array(rest.prefix(piece)).withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
      rest = rest.dropFirst(piece)
      guard buffer.fill(from: ends[0]) >= 0 else { continue }
      buffer.withEvents { read in for index in read.indices { events.append(read[index]) } }
    }
    return events
  }

  @Test(arguments: [[138], [1], [23], [25, 70], [24, 24], []])
  func `an event that comes in two pieces does not shift those after it`(pieces: [Int]) {
    let all = (1...20).map { event(Int32($0), seconds: $0) }
    let read = read(bytes(all), pieces: pieces)
    #expect(read.map(\.value) == all.map(\.value))
    #expect(read.map(\.time) == all.map { Timestamp($0.time.tv_sec) * .second })
  }

  @Test func `a full buffer and what is left of it`() {
    let all = (1...200).map(Int32.init)
    #expect(read(bytes(all.map { event($0) }), pieces: [128 * 24 + 11]).map(\.value) == all)
  }

  @Test func `after a read without events none is left`() {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    let buffer = EventBuffer()
    _ = bytes([event(1), event(2)]).withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
    #expect(buffer.fill(from: ends[0]) == 2)
    #expect(buffer.fill(from: ends[0], keeps: true) == -EAGAIN)
    #expect(buffer.withEvents { $0.count } == 2)
    #expect(buffer.fill(from: ends[0]) == -EAGAIN)
    #expect(buffer.withEvents { $0.count } == 0)
  }

  @Test func `an end without bytes is no error`() {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0)
    close(ends[1])
    defer { close(ends[0]) }
    errno = EIO
    #expect(EventBuffer().fill(from: ends[0]) == 0)
  }

  @Test func `an event is what the kernel has`() {
    var event = event(-7, seconds: 61)
    event.time.tv_usec = 42
    #expect(
      read(bytes([event]), pieces: []) == [InputEvent(time: 61_000_042, type: 3, code: 0x35, value: -7)])
  }

  @Test(arguments: [Int.max, Int.min, -1, 1 << 40])
  func `an absurd time is bounded`(seconds: Int) {
    let times = read(bytes([event(1, seconds: seconds)]), pieces: []).map(\.time)
    #expect(times.allSatisfy { abs($0) <= Timestamp.max / 2 } && times.count == 1)
  }
}
