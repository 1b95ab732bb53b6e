import GestureCore
import GestureTesting

/// A device with any axes, keys and properties, of sizes on both sides of every limit for surfaces.
struct AnyDevice {
  private(set) var description = DeviceDescription(name: "any")
  private var random: SplitMix64

  init(_ random: SplitMix64) {
    self.random = random
    setSurface()
    setShape()
    setKeys()
  }

  private mutating func setSurface() {
    let isSingle = random.oneIn(6)
    let resolution = random.pick([Int32(10), 10, 10, 20, 0])
    let width = axis(random.pick([60, 69, 70, 100, 100, 120, 200]), resolution)
    let height = axis(random.pick([49, 50, 60, 60, 80]), random.oneIn(8) ? 0 : resolution)
    description.axes[isSingle ? 0x00 : 0x35] = width
    description.axes[isSingle ? 0x01 : 0x36] = height
    if isSingle { return }
    if random.oneIn(2) {
      description.axes[0x00] = pointer(width)
      description.axes[0x01] = pointer(height)
    }
    if random.oneIn(5) {
      if random.oneIn(2) { description.axes[0x39] = AxisRange(minimum: 0, maximum: 65535) }
      return
    }
    let slots = random.pick([Int32(1), 2, 2, 3, 5, 10])
    let selected = random.oneIn(4) ? random.pick([1, slots]) : 0
    description.axes[0x2f] = AxisRange(minimum: 0, maximum: slots - 1, value: selected)
    description.axes[0x39] = AxisRange(minimum: 0, maximum: 65535)
  }

  /// - Parameter length: mm.
  private mutating func axis(_ length: Int32, _ resolution: Int32) -> AxisRange {
    let minimum = random.pick([Int32(0), 0, 0, -150, 40])
    let fuzz = random.oneIn(4) ? random.pick([Int32(1), 2, 4]) : 0
    return AxisRange(
      minimum: minimum, maximum: minimum + length * max(resolution, 10), fuzz: fuzz, resolution: resolution)
  }

  private mutating func pointer(_ axis: AxisRange) -> AxisRange {
    var pointer = axis
    if random.oneIn(3) { pointer.resolution = random.pick([0, 10, 20]) }
    if random.oneIn(6) { pointer.maximum += 1 }
    pointer.value = random.pick([axis.minimum, axis.minimum + 200])
    return pointer
  }

  private mutating func setShape() {
    let isSingle = description.touchProtocol == .single
    if random.oneIn(2) {
      description.axes[isSingle ? 0x18 : 0x3a] = AxisRange(
        minimum: 0, maximum: 255, resolution: random.oneIn(4) ? random.pick([1, 2]) : 0)
    }
    if random.oneIn(3) {
      description.axes[isSingle ? 0x19 : 0x3b] = AxisRange(
        minimum: 0, maximum: 40, resolution: random.pick([0, 10]))
    }
    if isSingle { return }
    if random.oneIn(2) {
      let resolution = random.pick([Int32(0), 10])
      description.axes[0x30] = AxisRange(minimum: 0, maximum: 400, resolution: resolution)
      if !random.oneIn(4) {
        description.axes[0x31] = AxisRange(minimum: 0, maximum: 400, resolution: resolution)
      }
    }
    if random.oneIn(2) { description.axes[0x37] = AxisRange(minimum: 0, maximum: 15) }
  }

  private mutating func setKeys() {
    // Properties: direct, buttonpad, semi-MT, pressure pad.
    if random.oneIn(3) { description.properties.insert(1) }
    if random.oneIn(2) { description.properties.insert(2) }
    if random.oneIn(8) { description.properties.insert(3) }
    if random.oneIn(10) { description.properties.insert(7) }
    if !random.oneIn(12) { description.keys.insert(0x14a) }
    if !description.properties.contains(1) { description.keys.insert(0x145) }
    for key in [UInt16(0x14d), 0x14e, 0x14f, 0x148] {
      if random.oneIn(6) { break }
      description.keys.insert(key)
    }
    for key in [UInt16(0x110), 0x111, 0x112] where random.oneIn(2) { description.keys.insert(key) }
  }

  mutating func settings() -> DeviceSettings {
    .with {
      $0.rotation = random.pick([0, 0, 0, 90, 180, 270])
      $0.palmSize = random.pick([.automatic, .never, .above(2.5), .above(4)])
      $0.palmPressure = random.pick([.automatic, .automatic, .never, .above(60)])
      $0.palmEdge = !random.oneIn(3)
      $0.thumb = !random.oneIn(3)
      $0.hysteresis = random.pick([.automatic, .automatic, .off, .radius(0.5), .radius(0)])
      if random.oneIn(6) { $0.size = Size(width: 120, height: 80) }
    }
  }
}
