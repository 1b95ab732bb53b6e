import GestureCore
import GestureTesting

/// Fingers that land, move, rest, grow and lift on slots, now and then with a jump or a lost frame.
struct RandomHand {
  let device: DeviceDescription
  /// Places and times are multiples of 2 % and 10 ms, and some events contradict others.
  private let isOnGrid: Bool
  private var time: Timestamp = 0
  private var places: [Int32: Point] = [:]
  private var speeds: [Int32: Point] = [:]
  private var nextID: Int32

  init(device: DeviceDescription, isOnGrid: Bool = false) {
    self.device = device
    self.isOnGrid = isOnGrid
    nextID = isOnGrid ? 0 : 1
  }

  private var slots: Int32 { min(device.axes[0x2f]?.maximum ?? 0, 4) + 1 }
  private var isProtocolA: Bool { device.axes[0x2f] == nil && device.axes[0x35] != nil }
  private var isSingle: Bool { device.axes[0x35] == nil }

  mutating func frame(_ random: inout SplitMix64) -> [InputEvent] {
    if isOnGrid {
      time += Timestamp(random.pick([10, 10, 10, 10, 20, 30, 40, 50, 100, 500])) * .millisecond
      if random.oneIn(250) { time += 30 * .second }
    } else {
      time +=
        Timestamp(random.pick([7, 8, 10, 10, 12, 40, 250])) * .millisecond + Timestamp(random.int(0...300))
    }
    var events: [InputEvent] = []
    let before = places.count
    for slot in 0..<(isSingle ? 1 : slots) { contact(slot, &random, &events) }
    if isProtocolA && places.isEmpty { events.append(event(0, 2, 0)) }
    keys(before, &random, &events)
    if isOnGrid && random.oneIn(25) { contradict(&random, &events) }
    if random.oneIn(90) { events.append(event(0, 3, 0)) }
    events.append(event(0, 0, 0))
    return events
  }

  private mutating func contact(_ slot: Int32, _ random: inout SplitMix64, _ events: inout [InputEvent]) {
    let isDown = places[slot] != nil
    if !isDown && !random.oneIn(12) { return }
    if !isSingle && !isProtocolA { events.append(event(3, 0x2f, slot)) }
    // Another contact takes the slot.
    if isOnGrid && isDown && random.oneIn(40) && !isSingle {
      nextID += 1
      events.append(event(3, 0x39, nextID))
    }
    if isDown && random.oneIn(14) {
      places[slot] = nil
      if !isSingle && !isProtocolA { events.append(event(3, 0x39, -1)) }
      return
    }
    if !isDown {
      places[slot] = anywhere(&random)
      let size = random.pick([0.0, 0.002, 0.01, 0.04])
      speeds[slot] = onGrid(Point(random.length(-size, size), random.length(-size, size)))
      if !isSingle { events.append(event(3, 0x39, nextID)) }
      nextID += 1
    }
    move(slot, &random, &events)
    if isProtocolA { events.append(event(0, 2, 0)) }
  }

  private mutating func move(_ slot: Int32, _ random: inout SplitMix64, _ events: inout [InputEvent]) {
    var place = places[slot]! + speeds[slot]!
    if random.oneIn(60) { place = anywhere(&random) }
    // A few reports are beyond the axes.
    let margin = isOnGrid && random.oneIn(30) ? 0.02 : 0
    place = Point(min(max(place.x, -margin), 1 + margin), min(max(place.y, -margin), 1 + margin))
    places[slot] = place
    let (x, y): (UInt16, UInt16) = isSingle ? (0, 1) : (0x35, 0x36)
    events.append(event(3, x, value(place.x, x)))
    events.append(event(3, y, value(place.y, y)))
    for (code, values) in [
      (UInt16(0x3a), [40, 60, 120, 200]), (0x30, [60, 80, 200, 350]), (0x31, [50, 70, 240]),
    ]
    where device.axes[code] != nil && random.oneIn(5) {
      events.append(event(3, code, Int32(random.pick(isOnGrid ? values + [90, 100, 130, 250] : values))))
    }
    if device.axes[0x37] != nil && random.oneIn(30) {
      events.append(event(3, 0x37, Int32(random.int(0...2))))
    }
    if device.axes[0x3b] != nil && random.oneIn(6) {
      events.append(event(3, 0x3b, Int32(random.pick([0, 0, 5, 30]))))
    }
  }

  private func onGrid(_ share: Point) -> Point {
    isOnGrid ? Point((share.x * 50).rounded() / 50, (share.y * 50).rounded() / 50) : share
  }

  private mutating func anywhere(_ random: inout SplitMix64) -> Point {
    onGrid(Point(random.length(0, 1), random.length(0, 1)))
  }

  /// What no working device sends: keys that go while contacts stay, codes and slots that it does not have.
  private func contradict(_ random: inout SplitMix64, _ events: inout [InputEvent]) {
    switch random.int(0...3) {
    case 0:
      for key in [UInt16(0x14a), 0x145, 0x14d, 0x14e, 0x14f] where device.keys.contains(key) {
        events.append(event(1, key, 0))
      }
    case 1:
      events.append(event(3, 0x2f, Int32(random.pick([-1, 2, 5, 10, 12, 64]))))
      events.append(event(3, 0x39, Int32(random.pick([-1, 7000]))))
      events.append(event(3, 0x35, 40))
    case 2: events.append(event(3, UInt16(random.int(0...0x3f)), Int32(random.int(-1...60))))
    default: events.append(event(1, UInt16(0x140 + random.int(0...15)), Int32(random.int(0...2))))
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
