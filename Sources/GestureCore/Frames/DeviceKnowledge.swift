/// Facts that a device does not report: the thresholds and exceptions of `DeviceKnowledge.table`.
package struct DeviceKnowledge: Equatable, Sendable {
  /// Names of the entries that match; the last one wins. Empty for an unknown device.
  package private(set) var entries: [String] = []
  /// The pressure above which a contact is a palm, in device units.
  private(set) var palmPressure: Threshold?
  /// The touch major or minor above which a contact is a palm, in device units.
  private(set) var palmSize: Threshold?
  /// The pressure above which a contact near the lower edge is a thumb, in device units.
  private(set) var thumbPressure: Int32?
  /// A thumb's major axis is above this, and its minor axis below 0.6 of it, in device units.
  private(set) var thumbSize: Int32?
  /// Whether the pressure axis is a force, or unusable.
  private(set) var ignoresPressure = false
  /// Whether the device measures force without declaring it.
  private(set) var measuresForce = false
  /// Whether the device reports MT_TOOL_PALM for fingers, so that the tool type is ignored.
  private(set) var ignoresToolType = false
  /// Whether the device's ordinary reports look like jumps, so that the jump rule is off.
  private(set) var keepsJumps = false
  /// Whether the whole touchpad is a button; nil unless the device reports the opposite of the truth.
  private(set) var isClickpad: Bool?
  /// Whether the device reports two corners of a bounding box without declaring it.
  private(set) var isSemiMT = false

  enum Threshold: Equatable, Sendable {
    case never
    case above(Int32)
  }

  package init(of device: DeviceDescription) {
    guard device.deviceClass == .touchpad else { return }
    for entry in Self.table where entry.matches(device) {
      entries.append(entry.name)
      for fact in entry.facts { learn(fact) }
    }
  }

  private mutating func learn(_ fact: Entry.Fact) {
    switch fact {
    case .palmPressure(let value): palmPressure = value == 0 ? .never : .above(value)
    case .palmSize(let value): palmSize = value == 0 ? .never : .above(value)
    case .thumbPressure(let value): thumbPressure = value
    case .thumbSize(let value): thumbSize = value
    case .pressureIsForce:
      ignoresPressure = true
      measuresForce = true
    case .noPressure: ignoresPressure = true
    case .noToolType: ignoresToolType = true
    case .noJumpDetection: keepsJumps = true
    case .clickpad(let value): isClickpad = value
    case .semiMultitouch: isSemiMT = true
    }
  }
}

extension DeviceKnowledge {
  /// One line of the table: which touchpads it is for, and the facts about them.
  struct Entry: Sendable {
    enum Fact: Equatable, Sendable {
      /// In device units; 0 means never.
      case palmPressure(Int32)
      case palmSize(Int32)
      case thumbPressure(Int32)
      case thumbSize(Int32)
      /// The touchpad measures force without declaring it.
      case pressureIsForce
      case noPressure
      case noToolType
      case noJumpDetection
      /// Whether the device is a clickpad; it reports the opposite itself.
      case clickpad(Bool)
      case semiMultitouch
    }

    let name: String
    var bus: UInt16?
    var vendor: UInt16?
    var product: UInt16?
    /// A pattern for the device's name.
    var device: NamePattern?
    /// A pattern for the machine's DMI modalias, as in /sys/class/dmi/id/modalias.
    var machine: NamePattern?
    let facts: [Fact]

    func matches(_ description: DeviceDescription) -> Bool {
      bus.map { $0 == description.bus } != false
        && vendor.map { $0 == description.vendor } != false
        && product.map { $0 == description.product } != false
        && device.map { $0.matches(description.name) } != false
        && machine.map { $0.matches(description.machine) } != false
    }
  }
}
