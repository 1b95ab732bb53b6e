/// Facts about a device that it does not report itself: thresholds and exceptions of `DeviceKnowledge.table`.
package struct DeviceKnowledge: Equatable, Sendable {
  /// Names of the entries that apply; the last one wins. Empty for an unknown device.
  package private(set) var entries: [String] = []
  /// Above this pressure a contact is a palm, device units.
  private(set) var palmPressure: Threshold?
  /// Above this touch major or minor a contact is a palm, device units.
  private(set) var palmSize: Threshold?
  /// Above this pressure a contact near the lower edge is a thumb, device units.
  private(set) var thumbPressure: Int32?
  /// A thumb's ellipse has a major above this, and a minor below 0.6 of it, device units.
  private(set) var thumbSize: Int32?
  /// The pressure axis is a force, or cannot be used.
  private(set) var ignoresPressure = false
  /// It measures force and does not say so.
  private(set) var measuresForce = false
  /// MT_TOOL_PALM is reported for fingers.
  private(set) var ignoresToolType = false
  /// What looks like a jump is how the device reports.
  private(set) var keepsJumps = false

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
    }
  }
}

extension DeviceKnowledge {
  /// One line of the table: which touchpads, and what is known of them.
  struct Entry: Sendable {
    enum Fact: Equatable, Sendable {
      /// 0: never.
      case palmPressure(Int32)
      case palmSize(Int32)
      case thumbPressure(Int32)
      case thumbSize(Int32)
      /// A pad that measures force and does not say so.
      case pressureIsForce
      case noPressure
      case noToolType
      case noJumpDetection
    }

    let name: String
    var bus: UInt16?
    var vendor: UInt16?
    var product: UInt16?
    /// The name of the device.
    var device: NamePattern?
    /// The DMI modalias of the machine, as in /sys/class/dmi/id/modalias.
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
