import GestureConfig
import GestureCore

/// Reports on hidden touches.
extension Daemon {
  /// How the gesture's touches are hidden on the device, or why not; nil if the configuration does not hide them.
  func taking(of gesture: GestureBinding, _ definition: RecognizerDefinition, on session: DeviceSession)
    -> String?
  {
    // The claim is taken from the configuration, so that a reason is given even if no words are written.
    let claim = configuration.settings(for: session.device.identity).claims.first {
      $0.fingers.overlaps(definition.countedFingers) && $0.when.holds(in: running.context.values)
    }
    let isClaimed = claim != nil
    guard isClaimed || gesture.cancelsTouches || gesture.delaysTouches != nil else { return nil }
    if let reason = source.consumeProblem { return "not hidden: \(reason)" }
    if configuration.consume == .off { return "not hidden: consume = \"off\"" }
    if session === replayed { return "not hidden: this is a recording" }
    if let problem = session.grabProblem { return "not hidden: \(problem)" }
    if session.device.grab != nil {
      if devices.grabPermit.isRevoked { return "not hidden: the grab was ended by hand" }
    } else if session.words.isReadOnly {
      return "not hidden: the device's node cannot be written"
    }
    if let claim { return "claimed from the first frame" + (claim.zone.map { " in the zone \($0)" } ?? "") }
    var ways: [String] = []
    if let delay = gesture.delaysTouches {
      let what = delay.held == .lifts ? "lifts held" : "held"
      ways.append("\(what) for up to \(delay.duration / Timestamp.millisecond) ms")
    }
    if gesture.cancelsTouches {
      ways.append("cancelled when it \(gesture.type.traits.isDiscrete ? "is recognized" : "begins")")
    }
    return ways.joined(separator: ", ")
  }
}
