import GestureTesting

@testable import GestureCore

/// Contacts of a touchpad that land beside and below others, on and beside the limits for thumbs and palms, and keep a speed
/// for so long that it counts: what becomes a touch, and when.
struct PalmTrace {
  private struct Contact {
    let slot: Int32
    let landing: Int
    let lift: Int
    /// Device units.
    var x: Int32
    var y: Int32
    var wayX: Int32 = 0
    var wayY: Int32 = 0
    var pressure: Int32
    var size: Int32
  }

  var text: String { lines.joined(separator: "\n") }
  private var lines: [String] = []
  private var random: SplitMix64
  private var contacts: [Contact] = []

  /// Units a millimetre.
  private static let resolution: Int32 = 100
  private static let interval: Timestamp = 20 * .millisecond
  private static let size = Size(width: 100, height: 60)

  init(seed: UInt64) {
    random = SplitMix64(seed: seed << 24 | 41)
    let device = device()
    var input = TouchInput(device: device, settings: settings())
    input.withholding.isOn = true
    let frames = random.int(20...60)
    place(frames)
    for frame in 0...frames {
      for event in events(of: frame, device) where input.consume(event) { note(&input) }
      lines += input.withholding.contacts.map { "\($0)" }
      input.withholding.contacts.removeAll()
    }
    input.explainPresent()
    lines += input.withholding.contacts.map { "\($0)" }
  }

  // MARK: The pad

  private mutating func device() -> DeviceDescription {
    var device = DeviceDescription(name: "palms")
    func axis(_ length: Double) -> AxisRange {
      AxisRange(minimum: 0, maximum: Int32(length) * Self.resolution, resolution: Self.resolution)
    }
    for code in [AbsoluteCode.x, AbsoluteCode.positionX] { device.axes[code] = axis(Self.size.width) }
    for code in [AbsoluteCode.y, AbsoluteCode.positionY] { device.axes[code] = axis(Self.size.height) }
    device.axes[AbsoluteCode.slot] = AxisRange(minimum: 0, maximum: 4)
    device.axes[AbsoluteCode.trackingID] = AxisRange(minimum: 0, maximum: 65535)
    if random.oneIn(2) { device.axes[AbsoluteCode.contactPressure] = AxisRange(minimum: 0, maximum: 255) }
    if random.oneIn(2) {
      device.axes[AbsoluteCode.touchMajor] = AxisRange(
        minimum: 0, maximum: 5000, resolution: random.pick([0, 1, Self.resolution]))
    }
    device.keys = [KeyCode.touch, KeyCode.toolFinger, KeyCode.toolDoubleTap, KeyCode.toolTripleTap]
    if random.oneIn(2) { device.properties.insert(PropertyCode.buttonPad) }
    return device
  }

  private mutating func settings() -> DeviceSettings {
    .with {
      $0.palmEdge = !random.oneIn(4)
      $0.thumb = !random.oneIn(8)
      $0.palmSize = random.pick([.automatic, .above(4)])
      $0.hysteresis = random.pick([.off, .off, .automatic])
    }
  }

  // MARK: Contacts

  private mutating func place(_ frames: Int) {
    let first = Point(
      random.pick([3.4, 3.5, 3.6, 20, 50, 80, 96.5]), random.pick([5, 20, 30, 50.9, 51, 55.2]))
    for slot in 0..<random.int(1...3) {
      let landing = slot == 0 ? 0 : random.pick([0, 2, 4, 5, 6, 10])
      let side = random.oneIn(2) ? 1.0 : -1
      let offset = Point(
        side * random.pick([0, 20, 34.9, 35, 35.1, 60]), random.pick([-10, 0, 0.1, 10, 24.9, 25, 25.1, 40]))
      let place = slot == 0 ? first : first + offset
      contacts.append(
        Contact(
          slot: Int32(slot), landing: landing, lift: landing + random.int(10...frames),
          x: units(place.x, Self.size.width), y: units(place.y, Self.size.height),
          pressure: random.pick([40, 40, 99, 100, 101, 130, 131]),
          size: random.pick([3, 4, 5, 399, 400, 401])))
    }
  }

  private func units(_ length: Double, _ most: Double) -> Int32 {
    Int32((max(0, min(most, length)) * Double(Self.resolution)).rounded())
  }

  private mutating func events(of frame: Int, _ device: DeviceDescription) -> [InputEvent] {
    let time = Timestamp(frame) * Self.interval
    var events: [InputEvent] = []
    func put(_ type: UInt16, _ code: UInt16, _ value: Int32) {
      events.append(InputEvent(time: time, type: type, code: code, value: value))
    }
    for index in contacts.indices where (contacts[index].landing...contacts[index].lift).contains(frame) {
      if frame > contacts[index].landing { contacts[index] = moved(contacts[index]) }
      let contact = contacts[index]
      put(EventType.absolute, AbsoluteCode.slot, contact.slot)
      if frame == contact.lift {
        put(EventType.absolute, AbsoluteCode.trackingID, -1)
        continue
      }
      if frame == contact.landing { put(EventType.absolute, AbsoluteCode.trackingID, Int32(index) + 1) }
      put(EventType.absolute, AbsoluteCode.positionX, contact.x)
      put(EventType.absolute, AbsoluteCode.positionY, contact.y)
      if device.axes[AbsoluteCode.contactPressure] != nil {
        put(EventType.absolute, AbsoluteCode.contactPressure, contact.pressure)
      }
      if device.axes[AbsoluteCode.touchMajor] != nil {
        put(EventType.absolute, AbsoluteCode.touchMajor, contact.size)
      }
    }
    put(EventType.synchronization, SynchronizationCode.report, 0)
    return events
  }

  /// On and beside the speed of a resting thumb, 20 mm/s.
  private mutating func moved(_ old: Contact) -> Contact {
    var contact = old
    if random.oneIn(12) {
      let speed = random.pick([0, 10, 19.5, 20, 20.5, 21, 22, 40])
      let way = Int32(
        (speed * Double(Self.resolution) * Double(Self.interval) / Double(Timestamp.second)).rounded())
      let isAcross = random.oneIn(2)
      let signed = random.oneIn(2) ? way : -way
      contact.wayX = isAcross ? signed : 0
      contact.wayY = isAcross ? 0 : signed
    }
    if random.oneIn(30) { contact.pressure = random.pick([40, 100, 101, 130, 131]) }
    contact.x = min(max(contact.x + contact.wayX, 0), units(Self.size.width, Self.size.width))
    contact.y = min(max(contact.y + contact.wayY, 0), units(Self.size.height, Self.size.height))
    return contact
  }

  private mutating func note(_ input: inout TouchInput) {
    for frame in input.takeFrames() { lines.append(EventScript.text(frame)) }
  }
}
