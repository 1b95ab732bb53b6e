import ControlProtocol

/// The last command of a gesture that failed since the daemon read its configuration.
struct ActionFailure {
  let gesture: String
  /// The command, and how it failed.
  let text: String
  /// How many of the gesture's commands failed since then.
  let count: Int
  /// Seconds since the last one.
  let age: Double

  /// - Parameter status: the reply of `Status`.
  static func all(_ status: JSONValue?) -> [ActionFailure] {
    (status?["actions"]?["failures"]?.array ?? []).compactMap { json in
      guard let gesture = json["gesture"]?.string, let text = json["text"]?.string else { return nil }
      return ActionFailure(
        gesture: gesture, text: text, count: json["count"]?.int ?? 1, age: json["age"]?.double ?? 0)
    }
  }
}
