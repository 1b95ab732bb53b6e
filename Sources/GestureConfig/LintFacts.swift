import GestureCore

/// What is known of the machine that a configuration is for; nil where nothing is known, and nothing is said then.
package struct LintFacts: Sendable {
  /// A touch device that is there.
  package struct Device: Sendable {
    package var identity: DeviceIdentity
    /// Touches that it reports with a place each.
    package var slots: Int
    /// Touches that it counts: more than `slots` with BTN_TOOL_TRIPLETAP and its like (recognizers.md §1.7).
    package var fingers: Int
    /// Whether it has the left button, by itself or as a clickpad.
    package var hasButton: Bool
    /// The units in which it measures the force of touches; empty: it does not.
    package var forceUnits: Set<ForceUnit>
    package init(
      identity: DeviceIdentity, slots: Int, fingers: Int, hasButton: Bool = true,
      forceUnits: Set<ForceUnit> = []
    ) {
      self.hasButton = hasButton
      self.forceUnits = forceUnits
      self.identity = identity
      self.slots = slots
      self.fingers = max(slots, fingers)
    }
    package init(identity: DeviceIdentity, description: DeviceDescription) {
      self.init(
        identity: identity, slots: description.slotCount, fingers: description.countedFingers,
        hasButton: description.keys.contains(KeyCode.leftButton), forceUnits: description.forceUnits)
    }
  }
  package var devices: [Device]?
  /// Keys that a context has set so far.
  package var contextKeys: [String]?
  /// $PATH, for commands that are not there.
  package var searchPath: String?
  /// Whether /dev/uinput can be written.
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

extension DeviceDescription {
  /// The most fingers that the device reports by BTN_TOOL_*TAP, with or without a slot for each; 0: it has none.
  fileprivate var countedFingers: Int {
    let tools: [(key: UInt16, fingers: Int)] = [(0x14d, 2), (0x14e, 3), (0x14f, 4), (0x148, 5)]
    return tools.filter { keys.contains($0.key) }.map { $0.fingers }.max() ?? 0
  }
}
