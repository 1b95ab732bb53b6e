import CEvdev
import CSystem
import GestureCore

extension DeviceDescription {
  /// Reads the facts of an open device.
  init(_ device: Libevdev) {
    self.init(
      name: device.name,
      bus: UInt16(truncatingIfNeeded: device.bus),
      vendor: UInt16(truncatingIfNeeded: device.vendor),
      product: UInt16(truncatingIfNeeded: device.product),
      version: UInt16(truncatingIfNeeded: device.version))
    machine = Self.modalias
    for property in 0..<UInt32(INPUT_PROP_CNT) where device.has(property: property) {
      properties.insert(UInt16(property))
    }
    for type in 0..<UInt32(EV_CNT) where device.has(type: type) {
      let highest = device.highestCode(of: type)
      guard highest >= 0 else { continue }
      insert(type: type, through: UInt32(highest), of: device)
    }
  }

  /// Inserts the codes that libevdev has found. libevdev has no call for several codes, and there are 768 keys, so words of the
  /// kernel's answer that are 0 are skipped.
  private mutating func insert(type: UInt32, through highest: UInt32, of device: Libevdev) {
    var words = [UInt64](repeating: .max, count: (Int(KEY_CNT) + 63) / 64)
    // Test devices have no node.
    let fd = device.fd
    // The kernel writes at most as many bytes as the list has.
    if fd >= 0 { unsafe gestured_read_codes(fd, type, &words, words.count * MemoryLayout<UInt64>.size) }
    for code in 0...highest where words[Int(code) / 64] >> UInt64(code % 64) & 1 != 0 {
      if device.has(type: type, code: code) { insert(type: type, code: code, of: device) }
    }
  }

  /// The firmware's name for the machine; "" without DMI.
  private static let modalias = firstLine(of: "/sys/class/dmi/id/modalias")

  private mutating func insert(type: UInt32, code: UInt32, of device: Libevdev) {
    switch Int32(type) {
    case EV_KEY: keys.insert(UInt16(code))
    case EV_ABS:
      if let axis = device.axis(code) { axes[UInt16(code)] = axis }
    default: otherCodes[UInt16(type), default: []].insert(UInt16(code))
    }
  }
}

extension AxisRange {
  init(_ axis: input_absinfo) {
    self.init(
      minimum: axis.minimum, maximum: axis.maximum, fuzz: axis.fuzz, flat: axis.flat,
      resolution: axis.resolution,
      value: axis.value)
  }
}
