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
      for code in 0...UInt32(highest) where device.has(type: type, code: code) {
        insert(type: type, code: code, of: device)
      }
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
