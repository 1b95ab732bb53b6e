/// Hover: a contact above the surface (recognizers.md §4.12). It has no touch and conflicts with nobody.
struct HoverRecognizer {
  private var contact: Int64 = -1
  private var last = HoverChange(id: -1, phase: .began, position: .zero, distance: .nan, z: .nan)

  /// What one change means: began, changed, ended, cancelled, or nothing to this recognizer.
  mutating func handle(_ change: HoverChange) -> Proposal {
    switch change.phase {
    case .began:
      if contact >= 0 { return .none }
      contact = change.id
      last = change
      return .ready(ratio: 1)
    case .moved:
      if contact != change.id { return .none }
      last = change
      return .changed
    case .ended:
      if contact != change.id { return .none }
      contact = -1
      last.position = change.position
      if change.distance.isFinite { last.distance = change.distance }
      if change.z.isFinite { last.z = change.z }
      return .end
    case .cancelled:
      if contact != change.id { return .none }
      contact = -1
      return .cancel(Failure(.touchCancelled))
    }
  }

  var isHovering: Bool { contact >= 0 }
  mutating func reset() { contact = -1 }

  func report(_ event: inout GestureEvent) {
    event.fingers = 1
    event.location = last.position
    event.distance = last.distance
    event.z = last.z
  }
}
