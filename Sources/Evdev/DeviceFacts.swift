import CEvdev
import CSystem
import GestureCore

extension DeviceDescription {
  /// The facts of an open device.
  init(_ device: OpaquePointer) {
    self.init(
      name: libevdev_get_name(device).map { String(cString: $0) } ?? "",
      bus: UInt16(truncatingIfNeeded: libevdev_get_id_bustype(device)),
      vendor: UInt16(truncatingIfNeeded: libevdev_get_id_vendor(device)),
      product: UInt16(truncatingIfNeeded: libevdev_get_id_product(device)),
      version: UInt16(truncatingIfNeeded: libevdev_get_id_version(device)))
    machine = Self.modalias
    for property in 0..<UInt32(INPUT_PROP_CNT) where libevdev_has_property(device, property) != 0 {
      properties.insert(UInt16(property))
    }
    for type in 0..<UInt32(EV_CNT) where libevdev_has_event_type(device, type) != 0 {
      let highest = libevdev_event_type_get_max(type)
      guard highest >= 0 else { continue }
      insert(type: type, through: UInt32(highest), of: device)
    }
  }

  /// The codes that libevdev has found. It has no call for more than one, and there are 768 keys: those that the kernel
  /// does not have, by the words of its own answer, are left out.
  private mutating func insert(type: UInt32, through highest: UInt32, of device: OpaquePointer) {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: (Int(KEY_CNT) + 63) / 64) { words in
      words.initialize(repeating: .max)
      // A device that is made in a test is none of the kernel's.
      let fd = libevdev_get_fd(device)
      if fd >= 0 { gestured_read_codes(fd, type, words.baseAddress, words.count * MemoryLayout<UInt64>.size) }
      for code in 0...highest where words[Int(code) / 64] >> UInt64(code % 64) & 1 != 0 {
        if libevdev_has_event_code(device, type, code) != 0 { insert(type: type, code: code, of: device) }
      }
    }
  }

  /// What the firmware calls the machine; "" where there is no DMI.
  private static let modalias: String = {
    let fd = open("/sys/class/dmi/id/modalias", O_RDONLY | O_CLOEXEC)
    guard fd >= 0 else { return "" }
    defer { close(fd) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(fd, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(count, 0)).prefix { $0 != 0x0a }, as: UTF8.self)
  }()

  private mutating func insert(type: UInt32, code: UInt32, of device: OpaquePointer) {
    switch Int32(type) {
    case EV_KEY: keys.insert(UInt16(code))
    case EV_ABS:
      if let axis = libevdev_get_abs_info(device, code) { axes[UInt16(code)] = AxisRange(axis.pointee) }
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
