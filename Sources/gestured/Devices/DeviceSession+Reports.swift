import GestureConfig
import GestureCore

/// What is reported of a device beside its events: its warnings, counts and touch sequences.
///
/// What must hold: nothing here changes what the device makes, and what follows from touches passes `disclosure`.
extension DeviceSession {
  /// Warnings about the device, with the key that corrects each.
  var warnings: [String] { disclosure.warnings ?? currentWarnings }
  var currentWarnings: [String] { device.exclusion.map { [$0.text] } ?? pipeline.input.warnings }
  var allWarnings: [String] {
    if let problem = grabProblem {
      return warnings + ["no touches are hidden from the compositor: \(problem)"]
    }
    if let grab, grab.hasOverflowed {
      return warnings + ["more than 512 frames were held at one time, so they were shown"]
    }
    guard words.isReadOnly, words.hasClaims, device.grab == nil else { return warnings }
    return warnings + [
      "no touches are hidden from the compositor: the device's node cannot be written (see gesturectl doctor)"
    ]
  }
  /// What its contact filter does.
  var filterFacts: FilterFacts { pipeline.input.filterFacts }
  /// How often each rule of the contact filter withheld a contact since the device was opened.
  var withheldCounts: [WithheldContact.Rule: Int] { disclosure.withheld(currentWithheldCounts) }
  var currentWithheldCounts: [WithheldContact.Rule: Int] { warningReport.withheldCounts(with: pipeline) }

  /// - Parameter sink: receives each warning once, including later ones.
  func reportWarnings(to sink: @escaping (String) -> Void) {
    warningReport.sink = sink
    reportWarnings()
  }
  func reportWarnings() { warningReport.report(allWarnings) }

  /// The touch sequences that have begun, and the touches that are down.
  var touchCounts: (begun: Int, down: Int) { (pipeline.sequenceCount, pipeline.touchesDown) }

  /// The touch sequence of an event: a number, a time and a count, and no place.
  func sequence(at time: Timestamp) -> DevicePipeline.SequenceFacts { pipeline.sequence(at: time) }
  /// How that sequence or the one before ended; nil for another number, and while touches are down.
  func end(ofSequence number: Int) -> DevicePipeline.SequenceEnd? { pipeline.end(ofSequence: number) }
}
