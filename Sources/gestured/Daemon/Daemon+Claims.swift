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
    if session.isReadOnly { return "not hidden: the device's node cannot be written" }
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
    guard !session.claims.isEmpty, !session.isReadOnly, session !== replayed else { return nil }
    let claims = session.claims
    return DeviceReport.Claims(claimed: claims.claimed, hidden: claims.hidden, passed: claims.passed)
  }
}
