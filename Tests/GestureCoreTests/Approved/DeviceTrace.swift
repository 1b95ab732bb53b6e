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
    input.reportsWithheld = true
    var lines = ["\(device.name) \(input.stage) \(input.deviceClass) \(input.warnings)"]
    var hand = RandomHand(device: device)
    for _ in 0..<random.int(40...160) {
      for event in hand.frame(&random) {
        guard input.consume(event) else { continue }
        for index in 0..<input.frameCount { lines.append(EventScript.text(TouchFrame(input.frame(index)))) }
      }
      lines += input.withheld.map { "\($0)" }
      input.withheld.removeAll()
    }
    input.explainPresent()
    lines += input.withheld.map { "\($0)" }
    lines.append(
      "\(input.warnings.count) \(input.touchesDown) \(input.withheldCounts.sorted { $0.key.rawValue < $1.key.rawValue })"
    )
    text = lines.joined(separator: "\n")
  }

  private static func addAxes(_ device: inout DeviceDescription, _ random: inout SplitMix64) {
    if random.oneIn(2) { device.axes[0x3a] = AxisRange(minimum: 0, maximum: 255) }
    if random.oneIn(2) {
      device.axes[0x30] = AxisRange(minimum: 0, maximum: 400, resolution: 10)
      device.axes[0x31] = AxisRange(minimum: 0, maximum: 300, resolution: 10)
    }
    if random.oneIn(3) { device.axes[0x37] = AxisRange(minimum: 0, maximum: 2) }
    if random.oneIn(4) { device.axes[0x35]?.fuzz = 4 }
  }

  private static func settings(_ random: inout SplitMix64) -> DeviceSettings {
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

/// Fingers that land, move, rest, grow and lift on slots, now and then with a jump or a lost frame.
private struct RandomHand {
  let device: DeviceDescription
  private var time: Timestamp = 0
  private var places: [Int32: Point] = [:]
  private var speeds: [Int32: Point] = [:]
  private var nextID: Int32 = 1

  init(device: DeviceDescription) { self.device = device }

  private var slots: Int32 { min(device.axes[0x2f]?.maximum ?? 0, 4) + 1 }
  private var isProtocolA: Bool { device.axes[0x2f] == nil && device.axes[0x35] != nil }
  private var isSingle: Bool { device.axes[0x35] == nil }

  mutating func frame(_ random: inout SplitMix64) -> [InputEvent] {
    time +=
      Timestamp(random.pick([7, 8, 10, 10, 12, 40, 250])) * .millisecond + Timestamp(random.int(0...300))
    var events: [InputEvent] = []
    let before = places.count
    for slot in 0..<(isSingle ? 1 : slots) { contact(slot, &random, &events) }
    if isProtocolA && places.isEmpty { events.append(event(0, 2, 0)) }
    keys(before, &random, &events)
    if random.oneIn(90) { events.append(event(0, 3, 0)) }
    events.append(event(0, 0, 0))
    return events
  }

  private mutating func contact(_ slot: Int32, _ random: inout SplitMix64, _ events: inout [InputEvent]) {
    let isDown = places[slot] != nil
    if !isDown && !random.oneIn(12) { return }
    if !isSingle && !isProtocolA { events.append(event(3, 0x2f, slot)) }
    if isDown && random.oneIn(14) {
      places[slot] = nil
      if !isSingle && !isProtocolA { events.append(event(3, 0x39, -1)) }
      return
    }
    if !isDown {
      places[slot] = Point(random.length(0, 1), random.length(0, 1))
      let size = random.pick([0.0, 0.002, 0.01, 0.04])
      speeds[slot] = Point(random.length(-size, size), random.length(-size, size))
      if !isSingle { events.append(event(3, 0x39, nextID)) }
      nextID += 1
    }
    move(slot, &random, &events)
    if isProtocolA { events.append(event(0, 2, 0)) }
  }

  private mutating func move(_ slot: Int32, _ random: inout SplitMix64, _ events: inout [InputEvent]) {
    var place = places[slot]! + speeds[slot]!
    if random.oneIn(60) { place = Point(random.length(0, 1), random.length(0, 1)) }
    place = Point(min(max(place.x, 0), 1), min(max(place.y, 0), 1))
    places[slot] = place
    let (x, y): (UInt16, UInt16) = isSingle ? (0, 1) : (0x35, 0x36)
    events.append(event(3, x, value(place.x, x)))
    events.append(event(3, y, value(place.y, y)))
    for (code, values) in [
      (UInt16(0x3a), [40, 60, 120, 200]), (0x30, [60, 80, 200, 350]), (0x31, [50, 70, 240]),
    ]
    where device.axes[code] != nil && random.oneIn(5) {
      events.append(event(3, code, Int32(random.pick(values))))
    }
    if device.axes[0x37] != nil && random.oneIn(30) {
      events.append(event(3, 0x37, Int32(random.int(0...2))))
    }
    if device.axes[0x3b] != nil && random.oneIn(6) {
      events.append(event(3, 0x3b, Int32(random.pick([0, 0, 5, 30]))))
    }
  }

  private func value(_ share: Double, _ code: UInt16) -> Int32 {
    let axis = device.axes[code]!
    return axis.minimum + Int32((Double(axis.maximum - axis.minimum) * share).rounded())
  }

  /// BTN_TOUCH and the count of fingers, which may be more than the slots show.
  private func keys(_ before: Int, _ random: inout SplitMix64, _ events: inout [InputEvent]) {
    guard before != places.count || random.oneIn(40) else { return }
    events.append(event(1, 0x14a, places.isEmpty ? 0 : 1))
    let tools: [UInt16] = [0x145, 0x14d, 0x14e, 0x14f]
    let count = places.isEmpty ? 0 : places.count + (random.oneIn(5) ? 1 : 0)
    for (index, tool) in tools.enumerated() where device.keys.contains(tool) {
      events.append(event(1, tool, index + 1 == count ? 1 : 0))
    }
    if device.keys.contains(0x110), random.oneIn(12) {
      events.append(event(1, 0x110, Int32(random.int(0...1))))
    }
  }

  private func event(_ type: UInt16, _ code: UInt16, _ value: Int32) -> InputEvent {
    InputEvent(time: time, type: type, code: code, value: value)
  }
}
