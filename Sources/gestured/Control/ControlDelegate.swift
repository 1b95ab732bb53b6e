import ControlProtocol
import GestureConfig
import GestureCore

/// The daemon as the control server calls it. Everything is called on the daemon's one thread.
protocol ControlDelegate: AnyObject {
  func statusReport() -> StatusReport
  /// Every touch device that there is, those that could not be opened included.
  func deviceReports() -> [DeviceReport]
  /// The reports by device, then in the order of the configuration.
  func gestureReports() -> [GestureReport]

  /// What this machine adds to the checks of a configuration.
  var facts: LintFacts { get }
  /// Reads the configuration again; with a problem the last good one stays.
  func reload() -> [Diagnostic]
  /// False: there is no such gesture.
  func setEnabled(_ gesture: String, _ enabled: Bool) -> Bool
  /// An empty value removes its key.
  ///
  /// - Returns: why nothing was set; nil: all of it was.
  func setContext(_ values: [String: String]) -> String?
  /// Runs the actions of a gesture as if it had been made; `state` nil: recognized, or began.
  ///
  /// - Parameter steps: with `step`, negative for backward.
  func trigger(_ gesture: String, state: GestureState?, steps: Int) -> TriggerResult

  /// The subscriptions have changed; `output` is what they include together.
  func subscriptionsChanged(_ output: SubscribedOutput)
}

enum TriggerResult {
  /// The hint names the states that have actions, where that state has none.
  case done(hint: String?)
  case noSuchGesture
  /// The gesture's type does not have that state.
  case noSuchState
}
