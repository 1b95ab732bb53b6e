import CSystem

/// A section of a quirks file of libinput that is for a device: what it says about it.
package struct QuirkSection: Equatable, Sendable {
  /// The name in brackets.
  package let name: String
  /// The settings of the section that concern touch, in file order.
  var settings: [QuirkSetting]
}

/// A device as the Match lines of a quirks file see it. It is an object, because each of 225 sections would copy a struct.
package final class QuirkSubject: Sendable {
  private let device: DeviceDescription
  private let isTouchpad: Bool
  /// The device's unique name, such as a Bluetooth address; nil without one.
  private let unique: String?
  /// The first string of the device tree's `compatible`; nil without a device tree.
  private let tree: String?

  package init(
    _ device: DeviceDescription, _ deviceClass: DeviceClass?, unique: String? = nil, tree: String? = nil
  ) {
    self.device = device
    isTouchpad = deviceClass == .touchpad
    self.unique = unique
    self.tree = tree
  }

  /// The modalias of a machine without DMI, as libinput has it (init_dmi_linux).
  private static let noMachine = "dmi:*"

  /// Whether a Match line is true of the device (libinput's quirk_match_section); nil if its value is not of the key's form.
  ///
  /// libinput compares MatchUdevType with all ID_INPUT_* of the node and of its parents. Here it has a touchpad's alone, because a
  /// recording does not keep the others.
  func matches(_ key: QuirkMatchKey, _ value: Span<UInt8>) -> Bool? {
    switch key {
    case .name: matches(value, device.name)
    case .unique: matches(value, unique)
    case .tree: matches(value, tree)
    case .machine:
      value.begins(with: "dmi:")
        ? matches(value, device.machine.isEmpty ? Self.noMachine : device.machine) : nil
    case .vendor: value.hexadecimal.map { $0 == device.vendor }
    case .version: value.hexadecimal.map { $0 == device.version }
    case .products: hasProduct(of: value)
    case .bus: Self.bus(value) == device.bus
    case .type: value.equals("touchpad") && isTouchpad
    }
  }

  private func matches(_ pattern: Span<UInt8>, _ text: String?) -> Bool {
    text.map { NamePattern.matches(pattern, $0.utf8.span) } ?? false
  }

  private func hasProduct(of list: Span<UInt8>) -> Bool? {
    var isListed = false
    var start = 0
    while start < list.count {
      let end = list.index(of: UInt8(ascii: ";"), from: start)
      guard let product = list.extracting(start..<end).hexadecimal else { return nil }
      if product == device.product { isListed = true }
      start = end + 1
    }
    return isListed
  }

  /// A bus type of linux/input.h by its name; nil for one that is not known here, which no device has.
  private static func bus(_ name: Span<UInt8>) -> UInt16? {
    if name.equals("usb") { return 0x03 }
    if name.equals("bluetooth") { return 0x05 }
    if name.equals("ps2") { return 0x11 }
    if name.equals("i2c") { return 0x18 }
    if name.equals("spi") { return 0x1c }
    return name.equals("rmi") ? 0x1d : nil
  }
}

/// The key of a Match line that is known here.
enum QuirkMatchKey: UInt8 {
  case name, unique, bus, vendor, products, version
  /// A pattern for the machine's DMI modalias.
  case machine
  /// A pattern for the first string of the device tree's `compatible`.
  case tree
  /// `touchpad`, or another kind of udev.
  case type

  init?(_ key: Span<UInt8>) {
    if key.equals("MatchName") {
      self = .name
    } else if key.equals("MatchUdevType") {
      self = .type
    } else if key.equals("MatchBus") {
      self = .bus
    } else if key.equals("MatchVendor") {
      self = .vendor
    } else if key.equals("MatchProduct") {
      self = .products
    } else if key.equals("MatchVersion") {
      self = .version
    } else if key.equals("MatchDMIModalias") {
      self = .machine
    } else if key.equals("MatchDeviceTree") {
      self = .tree
    } else if key.equals("MatchUniq") {
      self = .unique
    } else {
      return nil
    }
  }
}

// Text of a quirks file, of which no String is made.
extension Span<UInt8> {
  func begins(with word: StaticString) -> Bool {
    // A literal's bytes exist as long as the program.
    unsafe count >= word.utf8CodeUnitCount
      && withUnsafeBytes { unsafe memcmp($0.baseAddress!, word.utf8Start, word.utf8CodeUnitCount) == 0 }
  }
  func equals(_ word: StaticString) -> Bool { count == word.utf8CodeUnitCount && begins(with: word) }

  var text: String { unsafe withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) } }

  /// A number such as 0x05AC; nil for other text.
  var hexadecimal: UInt16? {
    guard begins(with: "0x"), count > 2 else { return nil }
    var number: UInt32 = 0
    for index in 2..<count {
      guard let digit = Self.digit(self[index]) else { return nil }
      number = number << 4 | digit
      if number > UInt16.max { return nil }
    }
    return UInt16(number)
  }
  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
