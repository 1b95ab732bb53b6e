import GestureCore
import GestureTesting

/// Contacts on any device, with values on and beside the limits: strips, thumb zones, sizes and weights of palms, the speed
/// of a resting thumb, jumps; and events as the kernel sends them, or as broken devices do.
struct AnyHand {
  private struct Contact {
    var id: Int32
    /// Device units from the minimum of the axes.
    var x: Int32
    var y: Int32
    var speedX: Int32 = 0
    var speedY: Int32 = 0
    var shape: [UInt16: Int32] = [:]
  }

  private let device: DeviceDescription
  private let touchProtocol: TouchProtocol
  private let axisX: AxisRange
  private let axisY: AxisRange
  private let slots: Int32
  private var contacts: [Int32: Contact] = [:]
  private var time: Timestamp = 0
  private var slot: Int32
  private var nextID: Int32 = 0
  private var keys: [UInt16: Int32] = [:]
  private var events: [InputEvent] = []

  init(_ device: DeviceDescription) {
    self.device = device
    touchProtocol = device.touchProtocol
    let isSingle = touchProtocol == .single
    axisX = device.axes[isSingle ? 0x00 : 0x35] ?? AxisRange(minimum: 0, maximum: 1)
    axisY = device.axes[isSingle ? 0x01 : 0x36] ?? AxisRange(minimum: 0, maximum: 1)
    slots = touchProtocol == .a ? 4 : Int32(device.slotCount)
    slot = device.axes[0x2f]?.value ?? 0
  }

  mutating func frame(_ random: inout SplitMix64) -> [InputEvent] {
    time += random.pick([5, 8, 10, 10, 10, 10, 10, 12, 20, 30, 50, 100, 200]) * .millisecond
    if random.oneIn(200) { time += random.pick([29, 30]) * .second }
    events = []
    var numbers = Array(0..<slots)
    if random.oneIn(4) { numbers.reverse() }
    for number in numbers { change(number, &random) }
    if touchProtocol == .a && (contacts.isEmpty || random.oneIn(20)) { put(0, 2, 0) }
    press(&random)
    if random.oneIn(40) { contradict(&random) }
    if random.oneIn(120) { put(0, 3, 0) }
    put(0, 0, 0)
    return events
  }

  // MARK: Contacts

  private mutating func change(_ number: Int32, _ random: inout SplitMix64) {
    guard var contact = contacts[number] else {
      if random.oneIn(contacts.isEmpty ? 4 : 10) { land(number, &random) }
      return
    }
    if random.oneIn(16) { return lift(number, &random) }
    if random.oneIn(80) {
      contact.id = newID()
      identify(number, contact.id)
    }
    steer(&contact, &random)
    let before = contact
    contact.x += contact.speedX
    contact.y += contact.speedY
    if random.oneIn(12) { shape(&contact, &random) }
    contacts[number] = contact
    report(number, contact, since: touchProtocol == .a || random.oneIn(10) ? nil : before)
  }

  private mutating func land(_ number: Int32, _ random: inout SplitMix64) {
    var contact = Contact(id: newID(), x: placeX(&random), y: placeY(&random))
    shape(&contact, &random)
    let before = contacts[number]
    contacts[number] = contact
    if touchProtocol == .b { identify(number, contact.id) }
    // In a slot that another contact had at the same place, the kernel repeats nothing.
    if touchProtocol == .b && before == nil && random.oneIn(20) { return }
    report(number, contact, since: nil)
    if touchProtocol == .b && random.oneIn(30) { lift(number, &random) }
  }

  private mutating func lift(_ number: Int32, _ random: inout SplitMix64) {
    contacts[number] = nil
    switch touchProtocol {
    case .b: identify(number, -1)
    case .a: if device.axes[0x30] != nil && random.oneIn(2) { reportLift(&random) }
    case .single: break
    }
  }

  /// bcm5974 reports a lift as a contact of size 0.
  private mutating func reportLift(_ random: inout SplitMix64) {
    put(3, 0x35, axisX.minimum + placeX(&random))
    put(3, 0x36, axisY.minimum + placeY(&random))
    put(3, 0x30, 0)
    put(0, 2, 0)
  }

  private mutating func newID() -> Int32 {
    defer { nextID = (nextID + 1) % 6 }
    return nextID
  }

  private func mm(_ units: Double, _ axis: AxisRange) -> Int32 {
    Int32((units * Double(max(axis.resolution, 10))).rounded())
  }

  private func placeX(_ random: inout SplitMix64) -> Int32 {
    let width = axisX.maximum - axisX.minimum
    switch random.int(0...5) {
    case 0: return mm(random.pick([0, 3, 3.4, 3.5, 3.6, 4.9, 5, 5.1]), axisX)
    case 1: return width - mm(random.pick([0, 3, 3.4, 3.5, 3.6, 4.9, 5, 5.1]), axisX)
    default: return mm(Double(random.int(1...9)) * 5, axisX)
    }
  }

  private func placeY(_ random: inout SplitMix64) -> Int32 {
    let height = Double(axisY.maximum - axisY.minimum)
    if random.oneIn(3) {
      let part = random.pick([0.84, 0.85, 0.86, 0.91, 0.92, 0.93, 1])
      return Int32((height * part).rounded()) + random.pick([0, 0, 1])
    }
    return mm(Double(random.int(1...9)) * 5, axisY)
  }

  private func steer(_ contact: inout Contact, _ random: inout SplitMix64) {
    switch random.int(0...11) {
    case 0: (contact.speedX, contact.speedY) = (0, 0)
    case 1, 2:
      // 0.2 mm in 10 ms is the speed of a resting thumb, 20 mm in 12 ms a jump.
      let length = random.pick([0.1, 0.2, 0.2, 0.21, 0.3, 0.5, 1, 2, 5, 6.9, 7, 7.1, 20, 20.1, 25])
      let (x, y) = random.pick([(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1)] as [(Double, Double)])
      contact.speedX = mm(length * x, axisX)
      contact.speedY = mm(length * y, axisY)
    case 3: (contact.speedX, contact.speedY) = (-contact.speedX, -contact.speedY)
    default: break
    }
    let isBeyond = random.oneIn(40)
    if contact.x < 0 || contact.x > axisX.maximum - axisX.minimum {
      if !isBeyond { contact.speedX = 0 }
      contact.x = min(max(contact.x, 0), axisX.maximum - axisX.minimum)
    }
    if contact.y < 0 || contact.y > axisY.maximum - axisY.minimum {
      contact.speedY = 0
      contact.y = min(max(contact.y, 0), axisY.maximum - axisY.minimum)
    }
  }

  private func shape(_ contact: inout Contact, _ random: inout SplitMix64) {
    let isSingle = touchProtocol == .single
    contact.shape[isSingle ? 0x18 : 0x3a] = random.pick([0, 20, 59, 60, 61, 77, 78, 100, 101, 130, 131])
    contact.shape[isSingle ? 0x19 : 0x3b] = random.pick([0, 0, 0, 0, -1, 1, 5, 10, 40, 41])
    contact.shape[0x30] = random.pick([1, 5, 10, 20, 24, 25, 26, 40, 41, 100])
    contact.shape[0x31] = random.pick([0, 1, 3, 6, 12, 14, 15, 16, 25, 26, 40, 41])
    contact.shape[0x37] = random.pick([0, 0, 0, 0, 0, 1, 2, 10])
  }

  // MARK: Reports

  private mutating func report(_ number: Int32, _ contact: Contact, since before: Contact?) {
    let isSingle = touchProtocol == .single
    if touchProtocol == .a && device.axes[0x39] != nil { put(3, 0x39, contact.id) }
    let (x, y): (UInt16, UInt16) = isSingle ? (0x00, 0x01) : (0x35, 0x36)
    if contact.x != before?.x { putAxis(of: number, x, axisX.minimum + contact.x) }
    if contact.y != before?.y { putAxis(of: number, y, axisY.minimum + contact.y) }
    for (code, value) in contact.shape.sorted(by: { $0.key < $1.key })
    where device.axes[code] != nil && value != before?.shape[code] {
      putAxis(of: number, code, value)
    }
    if touchProtocol == .a { put(0, 2, 0) }
  }

  private mutating func identify(_ number: Int32, _ id: Int32) { putAxis(of: number, 0x39, id) }

  /// An axis of a contact.
  private mutating func putAxis(of number: Int32, _ code: UInt16, _ value: Int32) {
    if touchProtocol == .b && number != slot {
      put(3, 0x2f, number)
      slot = number
    }
    put(3, code, value)
  }

  private mutating func put(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    events.append(InputEvent(time: time, type: type, code: code, value: value))
  }

  // MARK: Keys

  private mutating func press(_ random: inout SplitMix64) {
    let tools: [UInt16] = [0x145, 0x14d, 0x14e, 0x14f, 0x148].filter { device.keys.contains($0) }
    var count = contacts.count
    if count > 0 && random.oneIn(12) { count += random.pick([-1, 1, 2]) }
    var wanted: [UInt16: Int32] = [0x14a: count > 0 ? 1 : 0]
    for (index, tool) in tools.enumerated() {
      wanted[tool] = min(count, tools.count) == index + 1 ? 1 : 0
    }
    if random.oneIn(30) { return }
    for (key, value) in wanted.sorted(by: { $0.key < $1.key })
    where device.keys.contains(key) && keys[key, default: 0] != value {
      keys[key] = value
      put(1, key, value)
    }
    for button in [UInt16(0x110), 0x111, 0x112] where device.keys.contains(button) && random.oneIn(25) {
      keys[button] = 1 - keys[button, default: 0]
      put(1, button, keys[button] ?? 0)
    }
  }

  /// What no working device sends: keys released under contacts, slots that there are not, values of no meaning.
  private mutating func contradict(_ random: inout SplitMix64) {
    switch random.int(0...4) {
    case 0:
      for key in keys.keys.sorted() where key >= 0x145 && keys[key] == 1 {
        keys[key] = 0
        put(1, key, 0)
      }
    case 1:
      slot = random.pick([-1, slots, slots + 1, 63, 64])
      put(3, 0x2f, slot)
      put(3, 0x39, random.pick([-1, 3]))
      put(3, 0x35, 40)
    case 2: put(3, UInt16(random.int(0...0x3f)), random.pick([-1, 0, 1, 40]))
    case 3: put(1, UInt16(0x140 + random.int(0...15)), Int32(random.int(0...2)))
    default: put(3, random.pick([0x00, 0x01]), axisX.minimum + 300)
    }
  }
}
