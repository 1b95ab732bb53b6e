import GestureCore
import GestureTesting

/// Random contacts of a device with random settings: frames and what was withheld, as text.
struct DeviceTrace {
  let text: String

  init(seed: UInt64, device: DeviceDescription) {
    var random = SplitMix64(seed: seed << 24 | 1)
    let device = device.with { Self.addAxes(&$0, &random) }
    let settings = Self.settings(&random)
    let edges: EdgeSet = random.oneIn(4) ? [.left] : []
    var input = TouchInput(device: device, settings: settings, edgePans: edges)
    input.withholding.isOn = true
    var lines = ["\(device.name) \(input.stage) \(input.deviceClass) \(input.warnings)"]
    var hand = RandomHand(device: device)
    for _ in 0..<random.int(40...160) {
      for event in hand.frame(&random) {
        guard input.consume(event) else { continue }
        for frame in input.takeFrames() { lines.append(EventScript.text(frame)) }
      }
      lines += input.withholding.contacts.map { "\($0)" }
      input.withholding.contacts.removeAll()
    }
    input.explainPresent()
    lines += input.withholding.contacts.map { "\($0)" }
    lines.append(
      "\(input.warnings.count) \(input.touchesDown) \(input.withholding.counts.sorted { $0.key.rawValue < $1.key.rawValue })"
    )
    text = lines.joined(separator: "\n")
  }

  static func addAxes(_ device: inout DeviceDescription, _ random: inout SplitMix64) {
    if random.oneIn(2) { device.axes[0x3a] = AxisRange(minimum: 0, maximum: 255) }
    if random.oneIn(2) {
      device.axes[0x30] = AxisRange(minimum: 0, maximum: 400, resolution: 10)
      device.axes[0x31] = AxisRange(minimum: 0, maximum: 300, resolution: 10)
    }
    if random.oneIn(3) { device.axes[0x37] = AxisRange(minimum: 0, maximum: 2) }
    if random.oneIn(4) { device.axes[0x35]?.fuzz = 4 }
  }

  static func settings(_ random: inout SplitMix64) -> DeviceSettings {
    .with {
      $0.rotation = random.pick([0, 0, 90, 180, 270])
      $0.palmSize = random.pick([.automatic, .never, .above(25)])
      $0.palmPressure = random.pick([.automatic, .never, .above(90)])
      $0.palmEdge = !random.oneIn(3)
      $0.thumb = !random.oneIn(3)
      $0.hysteresis = random.pick([.automatic, .off, .radius(0.7)])
      if random.oneIn(8) { $0.size = Size(width: 120, height: 80) }
    }
  }
}
