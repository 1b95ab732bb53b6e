import GestureCore
import Output

// What a context changes: which gestures take part and why the others do not, and which touches are hidden.
//
// What must hold: `apply`, `roster` and `contextDifferences` agree on the gestures that take part.
extension ConfiguredDevice {
  /// Why the device makes no gestures; nil if it does.
  package func offReason(in context: [String: String]) -> String? { activity.offReason(in: context) }

  func isOn(in context: [String: String]) -> Bool { activity.isOn(in: context) }

  /// Whether the `when` of a definition holds.
  package func isPermitted(_ index: Int, in context: [String: String]) -> Bool {
    own.permissions[index].holds(in: context)
  }

  /// Applies a new context from the next touch sequence on.
  ///
  /// - Parameter isRead: whether anything reads what the gestures report. If not, none of them takes part, so no motion is read for them.
  package func apply(_ context: [String: String], to pipeline: DevicePipeline, isRead: Bool = true) {
    let isOn = isRead && isOn(in: context)
    for index in gestures.indices {
      pipeline.arena.setPermitted(index, isOn && isPermitted(index, in: context))
      for (relation, rule) in own.relations[index].enumerated() where !rule.when.isEmpty {
        pipeline.arena.setPermitted(index, relation: relation, rule.when.holds(in: context))
      }
    }
  }

  /// Whether the device has to be made anew for a context: because the panel is turned, which changes its stage, zones and
  /// edges, or because the device is switched off or on, which ends its gestures.
  package func isMadeAnew(in context: [String: String]) -> Bool {
    isOn(in: context) != isOn(in: initial.context) || picture.rotation(in: context) != rotation
  }

  /// What is hidden from the compositor in this context; empty for an unused device.
  package func claims(in context: [String: String]) -> ClaimSettings {
    activity.isOn(in: context) ? hidden.claims(in: context) : ClaimSettings()
  }

  /// The touches that are hidden in the initial context.
  package var claims: ClaimSettings { claims(in: initial.context) }

  /// For each gesture of the configuration whose `when` does not match the context, the first key that differs.
  /// For each gesture that no program recognizes, that.
  ///
  /// - Parameters:
  ///   - clients: the gestures of the configuration that a program recognizes.
  ///   - isRead: whether anything reads what the device's gestures report.
  package func contextDifferences(
    in context: [String: String], clients: Set<Int> = [], isRead: Bool = true
  ) -> [Int: String] {
    var differences: [Int: String] = [:]
    for absence in absences { differences[absence.index] = absence.text }
    if let reason = offReason(in: context) {
      for gesture in gestures { differences[gesture] = "the device makes no gestures: \(reason)" }
      return differences
    }
    if !isRead {
      for gesture in gestures { differences[gesture] = Self.unreadText }
      return differences
    }
    for (gesture, when) in zip(gestures, own.permissions) {
      differences[gesture] = when.lazy.compactMap { $0.difference(in: context) }.first
    }
    for index in unattended(clients) where differences[gestures[index]] == nil {
      differences[gestures[index]] = Self.unattendedText
    }
    return differences
  }

  /// Why the gestures of a device are out that nothing reads.
  package static let unreadText =
    "no gesture of this device has an action, and no program reads their events (`gesturectl watch` does)"
  /// Why a gesture of type `client` is out.
  package static let unattendedText = "no program recognizes it (`Recognize`, docs/socket.md)"
  /// The definitions of type `client` that no program recognizes.
  private func unattended(_ clients: Set<Int>) -> [Int] {
    own.clients.filter { !clients.contains(gestures[$0]) }
  }

  /// The gestures that take part in this context, in file order; nil if all do and none has a `when`.
  package func roster(in context: [String: String], clients: Set<Int> = [], isRead: Bool = true) -> [Int]? {
    if !isOn(in: context) || !isRead { return [] }
    let unattended = unattended(clients)
    let admitted = gestures.indices.filter { isPermitted($0, in: context) && !unattended.contains($0) }
    return !own.hasWhens && admitted.count == gestures.count ? nil : admitted.map { gestures[$0] }
  }
}
