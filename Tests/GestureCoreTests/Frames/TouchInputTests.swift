import GestureCore
import GestureTesting
import Testing

/// Input besides `consume`: live resync, the initial state, reset.
@Suite struct TouchInputTests {
  private func feed(_ input: inout TouchInput, _ script: String) -> [String] {
    var trace: [String] = []
    for event in EventScript.events(script) where input.consume(event) {
      trace.append(EventScript.text(input.takeFrames()[0]))
    }
    return trace
  }

  @Test func `a live resync makes one frame, however many SYN_REPORTs it has`() {
    var input = TouchInput(device: .screen)
    #expect(
      feed(&input, "0 s 0 id 1 x 300 y 300 s 1 id 2 x 600 y 600") == ["0 began 1 (10, 10); began 2 (20, 20)"])
    input.beginResync()
    #expect(feed(&input, "10 drop | 10 s 0 id -1 | 11 s 1 x 900 s 2 id 3 x 1200 y 300") == [])
    let isReady = input.endResync(at: 12_000)
    #expect(isReady)
    #expect(
      EventScript.text(input.takeFrames()[0])
        == "12 resync; cancelled 1 (10, 10); reanchored 2 (30, 20); began 3 (40, 10)")
    #expect(feed(&input, "20 s 1 x 930") == ["20 moved 2 (31, 20)"])
    #expect(input.touchesDown == 2)
  }

  @Test func `a resync without contacts makes no frame`() {
    var input = TouchInput(device: .screen)
    input.beginResync()
    let isReady = input.endResync(at: 5)
    #expect(!isReady)
  }

  @Test func `what a slot held before its contact is not guessed`() {
    var input = TouchInput(device: .screen)
    #expect(feed(&input, "0 s 0 x 600 y 900 s 1 x 30 y 60 s 0") == [])
    #expect(feed(&input, "0 id 1 y 300 | 10 x 630") == ["0 began 1 (20, 10)", "10 moved 1 (21, 10)"])
  }

  @Test func `the pointer's place at the time of opening stands in for what was never reported`() {
    let device = DeviceDescription.screen.with {
      $0.axes[0] = AxisRange(minimum: 0, maximum: 3000, value: 600)
      $0.axes[1] = AxisRange(minimum: 0, maximum: 1800, value: 900)
    }
    var input = TouchInput(device: device)
    #expect(feed(&input, "0 id 1 y 300 | 10 x 630") == ["0 began 1 (20, 10)", "10 reanchored 1 (21, 10)"])
  }

  @Test func `the kernel's slot at the time of opening`() {
    var input = TouchInput(device: .screen.with { $0.axes[0x2f]?.value = 3 })
    #expect(
      feed(&input, "0 id 1 x 300 y 300 | 10 s 3 x 330") == ["0 began 1 (10, 10)", "10 moved 1 (11, 10)"])
  }

  @Test func `after a reset contacts that are still down are ignored, and ids continue`() {
    var input = TouchInput(device: .screen)
    _ = feed(&input, "0 s 0 id 1 x 300 y 300")
    #expect(input.touchesDown == 1)
    input.reset()
    #expect(input.touchesDown == 0)
    #expect(feed(&input, "10 x 330 | 20 id -1 | 30 id 2") == ["30 began 2 (11, 10)"])
  }

  @Test func `a reset also ends the wait for the report after SYN_DROPPED`() {
    var input = TouchInput(device: .screen)
    _ = input.consume(InputEvent(time: 0, type: EventType.synchronization, code: 3, value: 0))
    input.reset()
    #expect(feed(&input, "10 s 0 id 1 x 300 y 300") == ["10 began 1 (10, 10)"])
  }

  @Test func `a device without a class is a touchscreen`() {
    let input = TouchInput(device: .pad.with { $0.keys.insert(0x140) })
    #expect(input.deviceClass == .touchscreen)
  }
}
