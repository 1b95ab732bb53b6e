import ControlProtocol
import GestureConfig
import GestureCore

/// What is said of touches that are taken from the compositor.
extension Daemon {
  /// How a gesture's touches are taken on a device, or why they are not; nil: the configuration does not take them.
  func taking(of gesture: GestureBinding, _ definition: RecognizerDefinition, on session: DeviceSession)
    -> String?
  {
    let claim = configuration.settings(for: session.identity).claim
    let isClaimed = claim.map { $0.overlaps(definition.countedFingers) } ?? false
    guard isClaimed || gesture.cancelsTouches || gesture.delaysTouches != nil else { return nil }
    if let reason = consumeProblem { return "left to the compositor: \(reason)" }
    if configuration.consume == .off { return "left to the compositor: consume = \"off\"" }
    if session === replayed { return "left to the compositor: this is a recording" }
    if session.isReadOnly { return "left to the compositor: the device's node cannot be written" }
    if isClaimed { return "claimed from the first frame" }
    var ways: [String] = []
    if let delay = gesture.delaysTouches {
      ways.append("held for up to \(delay.duration / Timestamp.millisecond) ms")
    }
    if gesture.cancelsTouches {
      ways.append("cancelled when it \(gesture.type.isDiscrete ? "is recognized" : "begins")")
    }
    return ways.joined(separator: ", ")
  }

  /// nil: nothing is taken on the device.
  func claims(of session: DeviceSession) -> DeviceReport.Claims? {
    guard !session.claims.isEmpty, !session.isReadOnly, session !== replayed else { return nil }
    let claims = session.claims
    return DeviceReport.Claims(claimed: claims.claimed, hidden: claims.hidden, passed: claims.passed)
  }
}
