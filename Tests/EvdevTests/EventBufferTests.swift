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
  private func values(_ bytes: [UInt8], pieces: [Int]) -> [Int32] {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    var buffer = EventBuffer()
    var rest = bytes[...]
    var values: [Int32] = []
    for piece in pieces + [rest.count - pieces.reduce(0, +)] {
      _ = Array(rest.prefix(piece)).withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
      rest = rest.dropFirst(piece)
      let count = buffer.fill(from: ends[0])
      for index in 0..<max(0, Int(count)) { values.append(buffer.events[index].value) }
    }
    return values
  }

  @Test(arguments: [[138], [1], [23], [25, 70], [24, 24], []])
  func `an event that comes in two pieces does not shift those after it`(pieces: [Int]) {
    let all = (1...20).map(Int32.init)
    #expect(values(bytes(all.map { event($0) }), pieces: pieces) == all)
  }

  @Test func `a full buffer and what is left of it`() {
    let all = (1...200).map(Int32.init)
    #expect(values(bytes(all.map { event($0) }), pieces: [128 * 24 + 11]) == all)
  }

  @Test(arguments: [Int.max, Int.min, -1, 1 << 40])
  func `an absurd time is bounded`(seconds: Int) {
    let time = InputEvent(event(1, seconds: seconds)).time
    #expect(time >= 0 && time <= 10_000_000_001 * Timestamp.second)
  }
}
