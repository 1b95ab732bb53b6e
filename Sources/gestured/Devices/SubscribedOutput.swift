/// Output beside the gestures' own events, which is made only for subscriptions.
struct SubscribedOutput: OptionSet {
  let rawValue: UInt8
  /// Why gestures failed, and contacts that were withheld.
  static let failures = SubscribedOutput(rawValue: 1)
  /// The raw touches.
  static let touches = SubscribedOutput(rawValue: 2)
  /// Lines of the log.
  static let log = SubscribedOutput(rawValue: 4)
  /// Lines that commands print.
  static let lines = SubscribedOutput(rawValue: 8)
  /// What became of actions.
  static let actions = SubscribedOutput(rawValue: 16)

  /// Each with the parameter of Subscribe that selects it.
  static var parameters: [(name: String, output: SubscribedOutput)] {
    [("touches", .touches), ("explain", .failures), ("log", .log), ("output", .lines), ("actions", .actions)]
  }
}
