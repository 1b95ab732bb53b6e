import GestureCore

/// Facts about the machine that a configuration is for. An unknown fact is nil and causes no warnings.
package struct LintFacts: Sendable {
  /// A touch device of the machine.
  package struct Device: Sendable {
    package var identity: DeviceIdentity
    /// The number of touches that the device reports with positions.
    package var slots: Int
    /// The number of touches that the device counts, which may exceed `slots` (BTN_TOOL_TRIPLETAP, recognizers.md §1.7).
    package var fingers: Int
    /// Whether the device has a left button, separate or as a clickpad.
    package var hasButton: Bool
    /// The units in which the device measures force; empty if it measures no force.
    package var forceUnits: Set<ForceUnit>
    /// Whether the device reports pens among its contacts.
    package var reportsPens: Bool
    package init(
      identity: DeviceIdentity, slots: Int, fingers: Int, hasButton: Bool = true,
      forceUnits: Set<ForceUnit> = [], reportsPens: Bool = false
    ) {
      self.reportsPens = reportsPens
      self.hasButton = hasButton
      self.forceUnits = forceUnits
      self.identity = identity
      self.slots = slots
      self.fingers = max(slots, fingers)
    }
    package init(identity: DeviceIdentity, description: DeviceDescription) {
      self.init(
        identity: identity, slots: description.slotCount, fingers: description.mostFingers,
        hasButton: description.keys.contains(KeyCode.leftButton), forceUnits: description.forceUnits,
        reportsPens: description.reportsPens)
    }
  }
  package var devices: [Device]?
  /// The keys that programs have set in the context so far, for warnings about keys that no program sets.
  package var contextKeys: [String]?
  /// $PATH, to find missing commands.
  package var searchPath: String?
  package var canWriteUinput: Bool?

  package init(
    devices: [Device]? = nil, contextKeys: [String]? = nil, searchPath: String? = nil,
    canWriteUinput: Bool? = nil
  ) {
    self.devices = devices
    self.contextKeys = contextKeys
    self.searchPath = searchPath
    self.canWriteUinput = canWriteUinput
  }
}
