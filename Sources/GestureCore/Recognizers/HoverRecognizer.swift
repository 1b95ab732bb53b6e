/// The parameters of a hover (recognizers.md §4.12).
package struct HoverParameters: RecognizerParameters {
  package static let type = GestureType.hover
  package static let sign: Unicode.Scalar = "◌"
  package static let summary =
    "A finger or pen is above the surface, if the device reports this. The gesture has no keys of its own."
  package static let traits = {
    var traits = GestureTraits(course: .continuous, rank: 0, fingers: nil)
    traits.intake = .none
    traits.accompanies = true
    return traits
  }()

  package init(_ deviceClass: DeviceClass) {}

  /// Only `z` is its own. A contact above the surface is not part of an attempt.
  package static let ownMeasures: [MeasureCondition.Measure] = [.z]
}

/// Hover: a contact above the surface (recognizers.md §4.12). It has no touch and no conflicts.
final class HoverRecognizer: Recognizer, RecognizerMaking {
  typealias Parameters = HoverParameters
  /// The ID of the contact that appeared first; nil when it no longer hovers.
  private var contact: Int64?
  private var location = Point.zero
  /// Where the contact appeared.
  private var start = Point.zero
  private var distance = Double.nan
  private var z = Double.nan

  init(_ parameters: HoverParameters, _ attempt: Attempt) {}

  override func handle(_ stimulus: Stimulus, _ touches: Touches, _ attempt: Attempt) -> Proposal { .none }

  override func handle(_ change: HoverChange) -> Proposal {
    switch change.phase {
    case .began:
      if contact != nil { return .none }
      contact = change.id
      (location, distance, z) = (change.position, change.distance, change.z)
      start = location
      return .ready()
    case .moved:
      if contact != change.id { return .none }
      (location, distance, z) = (change.position, change.distance, change.z)
      return .changed
    case .ended:
      if contact != change.id { return .none }
      contact = nil
      location = change.position
      // A contact that left has no distance, so the last one is reported.
      if change.distance.isFinite { distance = change.distance }
      if change.z.isFinite { z = change.z }
      return .end
    case .cancelled:
      if contact != change.id { return .none }
      contact = nil
      return .cancel(Failure(.touchCancelled))
    }
  }

  override func reset(afterFailure: Bool) { contact = nil }

  override func report(_ event: inout GestureEvent, _ touches: Touches, velocity: Bool) {
    event.fingers = 1
    event.location = location
    event.start = start
    event.distance = distance
    event.z = z
  }
}
