import GestureCore
import GestureTesting
import Testing

/// A subscriber that reads touches changes no gesture.
@Suite struct `logged touches` {
  @Test func `gestures and reasons are the same whether touches are logged or not`() {
    var (events, failures) = (0, 0)
    for seed in UInt64(1)...Properties.seedCount where failures < 3 {
      let devices = `masked motion`.devices
      let (device, settings) = devices[Int(seed) % devices.count]
      var contacts = ContactGenerator(device, seed: seed)
      let stream = contacts.events(frames: 120)
      let set = `masked motion`.recognizers(seed, device)
      let logged = Self.run(stream, `masked motion`.pipeline(device, settings, set), logs: true)
      let unlogged = Self.run(stream, `masked motion`.pipeline(device, settings, set), logs: false)
      events += unlogged.count
      if logged == unlogged { continue }
      failures += 1
      let index =
        zip(logged, unlogged).enumerated().first { $1.0 != $1.1 }?.offset ?? min(logged.count, unlogged.count)
      Issue.record(
        "seed \(seed), \(device.name), event \(index): \(logged.dropFirst(index).first ?? "-"), unlogged \(unlogged.dropFirst(index).first ?? "-")"
      )
    }
    #expect(events > 1000)
  }

  private static func run(
    _ stream: [InputEvent], _ first: consuming DevicePipeline, logs: Bool
  ) -> [String] {
    let pipeline = first
    pipeline.setSkipping(.never)
    pipeline.arena.reading.insert(.explanations)
    pipeline.logsTouches = logs
    pipeline.consume(stream.span)
    if pipeline.touchesDown > 0, let last = stream.last { pipeline.cancelAll(at: last.time) }
    pipeline.advance(to: .never)
    return pipeline.arena.events.all.map { $0.notation(Array(repeating: "g", count: 64)) }
  }
}
