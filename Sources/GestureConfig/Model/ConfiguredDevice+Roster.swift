import GestureCore

// Which gestures take part in a context, and why the others do not.
extension ConfiguredDevice {
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
    for gesture in gestures {
      let when = configuration.gestures[gesture].permission
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
    definitions.indices.filter { definitions[$0].type == .client && !clients.contains(gestures[$0]) }
  }

  /// The gestures that take part in this context, in file order; nil if all do and none has a `when`.
  package func roster(in context: [String: String], clients: Set<Int> = [], isRead: Bool = true) -> [Int]? {
    if !isOn(in: context) || !isRead { return [] }
    let unattended = unattended(clients)
    let admitted = gestures.indices.filter {
      configuration.gestures[gestures[$0]].isPermitted(in: context) && !unattended.contains($0)
    }
    let hasWhens = gestures.contains { !configuration.gestures[$0].when.isEmpty }
    return !hasWhens && admitted.count == gestures.count ? nil : admitted.map { gestures[$0] }
  }
}
