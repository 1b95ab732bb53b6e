import GestureCore
import Testing

/// Contacts that are shorter than `shortest_contact`, and keys that flicker (recognizers.md §1.6, §1.7).
@Suite struct ShortContactTests {
  private func run(
    _ script: String, _ recognizers: [RecognizerDefinition], _ device: DeviceDescription = .screen,
    shortest: Timestamp = 25_000
  ) -> (pipeline: DevicePipeline, events: [String]) {
    let input = TouchInput(device: device, settings: DeviceSettings.with { $0.shortestContact = shortest })
    let definition = ArenaDefinition(
      recognizers: recognizers, stage: input.stage, deviceClass: input.deviceClass, implicitRequirements: true
    )
    let pipeline = DevicePipeline(input: input, arena: Arena(definition))
    pipeline.reportsWithheld = true
    for event in EventScript.events(script) { pipeline.consume(event) }
    pipeline.advance(to: 10_000_000)
    return (
      pipeline,
      pipeline.arena.events.all.filter { !$0.state.isExplanation }.map {
        "\($0.time / 1000) \($0.state.rawValue)"
      }
    )
  }

  private let tap = [RecognizerDefinition("tap", .tap, .touchscreen)]
  private let press = [RecognizerDefinition("press", .longPress, .touchscreen)]

  @Test func `a contact that is too short is none, with a reason`() {
    let (pipeline, events) = run("0 s 0 id 1 x 900 y 300 | 24 id -1", tap)
    #expect(events == [])
    let withheld = pipeline.withheld
    #expect(withheld.map(\.rule) == [.brief] && withheld.first?.measured == 24 && withheld.first?.limit == 25)
    #expect(withheld.first?.unit == .milliseconds)
  }

  @Test func `a contact that lasts as long is a touch, with its landing`() {
    #expect(run("0 s 0 id 1 x 900 y 300 | 25 id -1", tap).events == ["25 recognized"])
    #expect(run("0 s 0 id 1 x 900 y 300 | 200 id -1", tap).events == ["200 recognized"])
  }

  @Test func `a finger that keeps still needs no report`() {
    #expect(run("0 s 0 id 1 x 900 y 300", press).events == ["525 began"])
  }

  @Test func `a ghost beside a finger fails no gesture`() {
    let script = "0 s 0 id 1 x 900 y 300 | 24 s 1 id 2 x 2000 y 1000 | 40 id -1 | 80 s 0 id -1"
    #expect(run(script, tap).events == ["80 recognized"])
    #expect(run(script, tap, shortest: 0).events == [])
  }

  @Test func `touchpads have no such rule`() {
    #expect(run("0 s 0 id 1 x 500 y 300 | 10 id -1", tap, .pad).events == ["10 recognized"])
  }

  @Test func `deadlines end with the contacts`() {
    let (pipeline, _) = run("0 s 0 id 1 x 900 y 300", [])
    #expect(pipeline.nextDeadline == .never && pipeline.touchesDown == 1)
    pipeline.cancelAll(at: 11_000_000)
    #expect(pipeline.touchesDown == 0)
  }

  // MARK: Flicker

  /// Presses and releases of BTN_TOUCH every 4 ms under a single contact.
  private static func flicker(until end: Int) -> String {
    stride(from: 0, to: end, by: 8).map { "\($0) touch 1 X \(900 + $0 % 16) Y 300 | \($0 + 4) touch 0" }
      .joined(separator: " | ")
  }

  @Test func `a panel whose key flickers makes one touch`() {
    var single = DeviceDescription.screen
    single.axes = [
      0: AxisRange(minimum: 0, maximum: 3000, resolution: 30),
      1: AxisRange(minimum: 0, maximum: 1800, resolution: 30),
    ]
    let (pipeline, events) = run(Self.flicker(until: 400), tap, single, shortest: 0)
    // Four taps until the flicker is certain; then one touch, which lifts 25 ms after the last release.
    #expect(events.count <= 5)
    #expect(pipeline.touchesDown == 0 && pipeline.input.faults.contains(.flickering))
    #expect(pipeline.input.warnings.contains { $0.contains("BTN_TOUCH again and again") })
  }
}
