import ControlProtocol
import GestureConfig
import GestureCore

/// Reports about touches that are hidden from the compositor.
extension Daemon {
  /// How the touches of a gesture are hidden on a device, or why not; nil: the configuration does not hide them.
  func taking(of gesture: GestureBinding, _ definition: RecognizerDefinition, on session: DeviceSession)
    -> String?
  {
    let claim = configuration.settings(for: session.device.identity).claim
    let isClaimed = claim.map { $0.overlaps(definition.countedFingers) } ?? false
    guard isClaimed || gesture.cancelsTouches || gesture.delaysTouches != nil else { return nil }
    if let reason = consumeProblem { return "not hidden: \(reason)" }
    if configuration.consume == .off { return "not hidden: consume = \"off\"" }
    if session === replayed { return "not hidden: this is a recording" }
    if let problem = session.grabProblem { return "not hidden: \(problem)" }
    if session.device.grab != nil {
      if devices.grabPermit.isRevoked { return "not hidden: the grab was ended by hand" }
    } else if session.isReadOnly {
      return "not hidden: the device's node cannot be written"
    }
    if isClaimed { return "claimed from the first frame" }
    var ways: [String] = []
    if let delay = gesture.delaysTouches {
      ways.append("held for up to \(delay.duration / Timestamp.millisecond) ms")
    }
    if gesture.cancelsTouches {
      ways.append("cancelled when it \(gesture.type.traits.isDiscrete ? "is recognized" : "begins")")
    }
    return ways.joined(separator: ", ")
  }

  /// nil: nothing is hidden on the device.
  func claims(of session: DeviceSession) -> DeviceReport.Claims? {
    guard !session.claims.isEmpty, session !== replayed else { return nil }
    guard session.device.grab != nil || !session.isReadOnly else { return nil }
    let claims = session.claims
    var report = DeviceReport.Claims(way: session.device.grab == nil ? .plugin : .grab)
    report.isGrabbed = session.grab?.isReading == true
    report.written = session.wordsWritten
    report.refused = session.wordsRefused
    report.withdrawn = session.wordsWithdrawn
    report.claimed = claims.claimed
    report.hidden = claims.hidden
    report.passed = claims.passed
    return report
  }
}
