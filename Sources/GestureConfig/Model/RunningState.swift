/// The state that changes while a configuration is in use. A reload keeps it.
package struct RunningState: Equatable, Sendable {
  /// The gestures that a client has enabled or disabled, by name.
  package var enabled: [String: Bool]
  /// The context's values, which `when` compares.
  package var context: [String: String]
  /// The devices that a client has switched off, as the client named them.
  package var disabledDevices: [String]
  /// The groups of devices whose pen is near (`UdevFacts.group`).
  package var pensNear: Set<String> = []
  /// Whether another user's session is active on the seat.
  package var isSeatForeign = false
  package init(
    enabled: [String: Bool] = [:], context: [String: String] = [:], disabledDevices: [String] = []
  ) {
    self.enabled = enabled
    self.context = context
    self.disabledDevices = disabledDevices
  }
}
