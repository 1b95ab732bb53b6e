import GestureCore
import GestureTesting
import Testing

/// Frames of mere motion go to the arena touch by touch (`DevicePipeline.travel`), unless touches are logged: then they are
/// lists of changes like all others.
@Suite struct `motion without a list` {
  @Test func `touches that are logged or not give the same events and reasons`() {
    var (events, failures) = (0, 0)
    for seed in UInt64(1)...Properties.seedCount * 2 where failures < 3 {
      let devices = `masked motion`.devices
      let (device, settings) = devices[Int(seed) % devices.count]
      var contacts = ContactGenerator(device, seed: seed)
      let stream = contacts.events(frames: 120)
      let set = `masked motion`.recognizers(seed, device)
      let logged = Self.run(stream, `masked motion`.pipeline(device, settings, set), logs: true)
      let direct = Self.run(stream, `masked motion`.pipeline(device, settings, set), logs: false)
      events += direct.count
      if logged == direct { continue }
      failures += 1
      let index =
        zip(logged, direct).enumerated().first { $1.0 != $1.1 }?.offset ?? min(logged.count, direct.count)
      Issue.record(
        "seed \(seed), \(device.name), event \(index): \(logged.dropFirst(index).first ?? "-"), direct \(direct.dropFirst(index).first ?? "-")"
      )
    }
    #expect(events > 1000)
  }

  private static func run(
    _ stream: [InputEvent], _ first: consuming DevicePipeline, logs: Bool
  ) -> [String] {
    var pipeline = first
    pipeline.setSkipping(.never)
    pipeline.arena.explains = true
    pipeline.logsTouches = logs
    stream.withUnsafeBufferPointer { pipeline.consume($0) }
    if pipeline.touchesDown > 0, let last = stream.last { pipeline.cancelAll(at: last.time) }
    pipeline.advance(to: .never)
    return pipeline.arena.events.all.map { $0.notation(Array(repeating: "g", count: 64)) }
  }
}
