import GestureConfig
import Testing

@testable import gestured

@Suite struct OutputGateTests {
  @Test func `what waits is written in order once the gate opens, and then at once`() {
    let loop = EventLoop()
    let gate = OutputGate(loop: loop)
    #expect(!gate.isClosed)
    let start = loop.now
    gate.close()
    var written: [Int] = []
    for number in 1...3 {
      #expect(gate.isClosed)
      gate.append { written.append(number) }
    }
    #expect(written == [])
    while gate.isClosed { loop.turn() }
    #expect(written == [1, 2, 3])
    #expect(loop.now - start >= OutputGate.delay)
  }

  @Test func `a later decision keeps the gate closed for its own time`() {
    let loop = EventLoop()
    let gate = OutputGate(loop: loop)
    gate.close()
    var written = 0
    gate.append { written += 1 }
    let middle = loop.makeTimer {}
    middle.time = loop.now + OutputGate.delay / 2
    loop.turn()
    let start = loop.now
    gate.close()
    while gate.isClosed { loop.turn() }
    #expect(written == 1)
    #expect(loop.now - start >= OutputGate.delay)
    loop.cancel(middle)
  }

  /// A click that waits comes before the devices go.
  @Test func `a reload and the end of the daemon write what waits`() {
    let loop = EventLoop()
    let gate = OutputGate(loop: loop)
    let mouse = MouseOutput(loop: loop, gate: gate) { (0, 0) }
    var written = 0
    for end in [{ mouse.configure(Configuration(), screens: []) }, { mouse.close() }] {
      gate.close()
      gate.append { written += 1 }
      end()
      #expect(!gate.isClosed)
    }
    #expect(written == 2)
  }
}

@Suite struct ClaimWriterTests {
  @Test func `a frame of the daemon's own comes soon after one of the device or long after it`() {
    #expect(ClaimWriter.isBetweenFrames(0) && ClaimWriter.isBetweenFrames(1_999))
    #expect(!ClaimWriter.isBetweenFrames(2_000) && !ClaimWriter.isBetweenFrames(20_000))
    #expect(ClaimWriter.isBetweenFrames(20_001))
  }
}
