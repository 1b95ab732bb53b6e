import GestureCore
import Testing

/// Raw touches, as subscribers get them.
@Suite struct RawTouchTests {
  private func pipeline(_ device: DeviceDescription = .screen) -> DevicePipeline {
    let arena = ArenaDefinition(
      recognizers: [], stage: Size(width: 100, height: 60), deviceClass: .touchscreen)
    return DevicePipeline(input: TouchInput(device: device), arena: Arena(arena))
  }

  /// `10 changed 2: 1 stationary (10, 10), 2 began (20, 20)`
  private func drain(_ pipeline: DevicePipeline) -> [String] {
    var noted = RawTouches()
    pipeline.exchangeRawTouches(&noted)
    return noted.frames.map { frame in
      let touches = noted.touches[frame.touches].map { touch in
        "\(touch.id)\(touch.isPhantom ? "?" : "") \(touch.phase) "
          + "(\(Int(touch.position.x)), \(Int(touch.position.y)))"
      }
      return "\(frame.time / 1000) \(frame.state) \(frame.fingers): " + touches.joined(separator: ", ")
    }
  }

  private func play(_ pipeline: DevicePipeline, _ script: String) -> [String] {
    for event in EventScript.events(script) { pipeline.consume(event) }
    return drain(pipeline)
  }

  @Test func `every frame lists all touches, also resting ones`() {
    let pipeline = pipeline()
    pipeline.logsTouches = true
    #expect(
      play(
        pipeline,
        "0 s 0 id 1 x 300 y 300 | 10 s 1 id 2 x 600 y 600 | 20 x 630 | 30 s 0 id -1 | 40 s 1 id -1"
      ) == [
        "0 began 1: 1 began (10, 10)",
        "10 changed 2: 1 stationary (10, 10), 2 began (20, 20)",
        "20 changed 2: 1 stationary (10, 10), 2 moved (21, 20)",
        "30 changed 2: 1 ended (10, 10), 2 stationary (21, 20)",
        "40 ended 1: 2 ended (21, 20)",
      ])
  }

  @Test func `a tap within one report is two frames, and a new contact in the slot is a new touch`() {
    let pipeline = pipeline()
    pipeline.logsTouches = true
    #expect(
      play(pipeline, "0 s 0 id 1 x 300 y 300 id -1 | 10 id 2 | 20 id 3 x 600") == [
        "0 began 1: 1 began (10, 10)", "0 ended 1: 1 ended (10, 10)", "10 began 1: 2 began (10, 10)",
        "20 changed 1: 2 ended (10, 10), 3 began (20, 10)",
      ])
  }

  @Test func `a new subscriber gets the fingers that are down`() {
    let pipeline = pipeline()
    #expect(play(pipeline, "0 s 0 id 1 x 300 y 300 s 1 id 2 x 600 y 600") == [])
    pipeline.logsTouches = true
    #expect(drain(pipeline) == [])
    #expect(play(pipeline, "10 x 630") == ["10 changed 2: 1 stationary (10, 10), 2 moved (21, 20)"])
    pipeline.logsTouches = false
    #expect(play(pipeline, "20 x 660") == [])
    pipeline.logsTouches = true
    #expect(play(pipeline, "30 x 690") == ["30 changed 2: 1 stationary (10, 10), 2 moved (23, 20)"])
  }

  @Test func `the touches of a removed device end`() {
    let pipeline = pipeline()
    pipeline.logsTouches = true
    _ = play(pipeline, "0 s 0 id 1 x 300 y 300")
    pipeline.cancelAll(at: 5_000)
    #expect(drain(pipeline) == ["5 cancelled 1: 1 cancelled (10, 10)"])
    pipeline.cancelAll(at: 6_000)
    #expect(drain(pipeline) == [])
  }

  @Test func `a finger without a slot is counted, also if it landed before the subscription`() {
    let landing = "0 s 0 id 1 x 300 y 300 s 1 id 2 x 500 y 200 triple 1"
    let watched = pipeline(.twoSlotPad)
    watched.logsTouches = true
    #expect(
      play(watched, landing) == ["0 began 3: 1 began (30, 30), 2 began (50, 20), 3? began (50, 20)"])
    let late = pipeline(.twoSlotPad)
    _ = play(late, landing)
    late.logsTouches = true
    #expect(
      play(late, "10 s 0 x 310") == [
        "10 changed 3: 1 moved (31, 30), 2 stationary (50, 20), 3? stationary (50, 20)"
      ])
  }

  @Test func `a frame that is read after a deadline is not earlier than it`() {
    let press = RecognizerDefinition("press", .longPress, .touchscreen)
    let arena = ArenaDefinition(
      recognizers: [press], stage: Size(width: 100, height: 60), deviceClass: .touchscreen)
    let pipeline = DevicePipeline(input: TouchInput(device: .screen), arena: Arena(arena))
    for event in EventScript.events("0 s 0 id 1 x 300 y 300") { pipeline.consume(event) }
    let deadline = pipeline.arena.nextDeadline
    pipeline.advance(to: deadline)
    #expect(pipeline.arena.events.all.map(\.state) == [.began])
    // The device stamped this frame just before.
    let late = InputEvent(time: deadline - 20, type: 3, code: 0x39, value: -1)
    pipeline.consume(late)
    pipeline.consume(InputEvent(time: late.time, type: 0, code: 0, value: 0))
    #expect(pipeline.arena.events.all.map(\.state) == [.began, .ended])
    #expect(pipeline.arena.events.all.map(\.time) == [deadline, deadline])
  }
}
