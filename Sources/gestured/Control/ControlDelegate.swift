import ControlProtocol
import GestureConfig
import GestureCore

/// The daemon's side of the control server. All methods are called on the daemon's one thread.
protocol ControlDelegate: AnyObject {
  /// Writes the members of Status, except those about subscribers.
  ///
  /// - Parameter withText: also the text of the configuration in use.
  func writeStatus(withText: Bool, to json: inout JSONWriter)
  /// All touch devices, including those that could not be opened.
  func deviceReports() -> [DeviceReport]
  /// Writes all gestures as the member `gestures`, by device and then in the order of the configuration.
  func writeGestures(to json: inout JSONWriter)
  /// Writes the state of gestures as elements of an array, by device and in the order of the configuration.
  ///
  /// - Parameter gestures: their names; an empty list selects all.
  /// - Returns: the first name that is not a gesture; nil if all were written.
  func writeStates(of gestures: [String], to json: inout JSONWriter) -> String?

  /// Writes the last touch sequences as the member `sequences`, the oldest first.
  ///
  /// - Parameters:
  ///   - gesture: only those in which it has an outcome; nil for all.
  ///   - count: the most sequences.
  /// - Returns: false if there is no such gesture.
  func writeSequences(of gesture: String?, last count: Int, to json: inout JSONWriter) -> Bool

  /// The facts about this machine for checks of a configuration.
  var facts: LintFacts { get }
  /// Reads the configuration again. After a problem the last valid one stays in use.
  func reload() -> [Diagnostic]
  /// Enables or disables a gesture until the next start.
  ///
  /// - Returns: false if the gesture does not exist.
  func setEnabled(_ gesture: String, _ enabled: Bool) -> Bool
  /// Switches all gestures of the devices with a name, a node, a path or a class off or on, until the next start.
  ///
  /// - Returns: false if no open device has it.
  func setDeviceEnabled(_ name: String, _ enabled: Bool) -> Bool
  /// Sets values; an empty value removes its key.
  ///
  /// - Parameters:
  ///   - isHeld: whether the values hold as long as the client's connection.
  ///   - isFirst: whether it has not held `locked` before.
  func setContext(_ values: [String: String], isHeld: Bool, isFirst: Bool) throws(ContextRefusal)
  /// Removes the keys that an ended connection has held.
  func releaseContext(_ keys: Set<String>)
  /// Runs a gesture's actions as if it had been made; `state` nil means recognized or began.
  ///
  /// - Parameter steps: the number of steps if `state` is `step`; negative is backward.
  func trigger(_ gesture: String, state: GestureState?, steps: Int) -> TriggerResult

  /// The `patience` of a gesture of type `client`; nil if there is no such gesture.
  func patience(ofClientGesture gesture: String) -> Timestamp?
  /// A program began to recognize a gesture, or ended.
  func clientsChanged()
  /// Takes what a program says of its gesture.
  ///
  /// - Returns: false if that attempt is over.
  func propose(_ call: ProposeCall) -> Bool

  /// The subscriptions have changed; `output` is their union.
  func subscriptionsChanged(_ output: SubscribedOutput)
  /// Other keys are held, or by another client.
  func holdersChanged()
  /// A client has disconnected, and the memory of its messages is free.
  func connectionEnded()
}

/// Why SetContext fails.
enum ContextRefusal: Error {
  /// No value was set, for this reason.
  case invalid(String)
  /// The values hold, and could not be written for the next start.
  case notKept
}

enum TriggerResult {
  /// The actions were started; with what became of those of which it is known. If the state has no actions, the hint names the states
  /// that have some.
  case done(hint: String?, [ActionOutcome])
  case noSuchGesture
  /// The gesture's type does not have the state.
  case noSuchState
}
