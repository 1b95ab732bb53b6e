/// One section of a quirks file of libinput: which devices it is for, and what it says about them.
package struct QuirkSection: Equatable, Sendable {
  /// The name in brackets.
  package let name: String
  var match = QuirkMatch()
  /// The settings of the section that concern touch, in file order.
  var settings: [QuirkSetting] = []

  init(name: String) { self.name = name }
}

/// The Match keys of a section. All of them must match.
struct QuirkMatch: Equatable, Sendable {
  var name: NamePattern?
  var unique: NamePattern?
  var bus: UInt16?
  var vendor: UInt16?
  var products: [UInt16]?
  var version: UInt16?
  /// A pattern for the machine's DMI modalias.
  var machine: NamePattern?
  /// A pattern for the first string of the device tree's `compatible`.
  var tree: NamePattern?
  /// Whether the section is for touchpads, or for another kind of udev; nil if it names none.
  var isForTouchpads: Bool?
  /// Whether the section has a key or a word that this version does not have, so that it matches nothing.
  var isUnknown = false

  /// The modalias of a machine without DMI, as libinput has it (init_dmi_linux).
  private static let noMachine = "dmi:*"

  /// Whether the section is for a device (libinput's quirk_match_section).
  ///
  /// libinput compares MatchUdevType with all ID_INPUT_* of the node and of its parents. Here it has a touchpad's alone, because a
  /// recording does not keep the others.
  func matches(_ device: DeviceDescription, _ deviceClass: DeviceClass?, _ place: QuirkPlace) -> Bool {
    if isUnknown { return false }
    if let name, !name.matches(device.name) { return false }
    if let bus, bus != device.bus { return false }
    if let vendor, vendor != device.vendor { return false }
    if let products, !products.contains(device.product) { return false }
    if let version, version != device.version { return false }
    if let machine, !machine.matches(device.machine.isEmpty ? Self.noMachine : device.machine) {
      return false
    }
    if let isForTouchpads, !isForTouchpads || deviceClass != .touchpad { return false }
    if let unique, place.unique.map({ unique.matches($0) }) != true { return false }
    if let tree, place.tree.map({ tree.matches($0) }) != true { return false }
    return true
  }
}

/// What only a live device has for `QuirkMatch`.
package struct QuirkPlace: Sendable {
  /// The device's unique name, such as a Bluetooth address; nil without one.
  package var unique: String?
  /// The first string of the device tree's `compatible`; nil without a device tree.
  package var tree: String?
  package init(unique: String? = nil, tree: String? = nil) {
    self.unique = unique
    self.tree = tree
  }
}
