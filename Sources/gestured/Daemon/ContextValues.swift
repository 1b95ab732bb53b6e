import GestureConfig

/// Settings made while the daemon runs: gestures enabled and disabled, and the context.
struct RunningValues {
  var switched: [String: Bool] = [:]
  /// The devices that are switched off, as clients named them.
  var disabledDevices: [String] = []
  var context = ContextValues()
  var state: RunningState {
    RunningState(enabled: switched, context: context.values, disabledDevices: disabledDevices)
  }
}

/// The context's values set by clients (`gesturectl context app=firefox`).
struct ContextValues {
  /// Limits of the values that clients can store, and so of the comparisons after each change.
  static let mostKeys = 64
  static let longestKey = 64
  static let longestValue = 1024

  private(set) var values: [String: String] = [:]

  /// Keys that clients have set, including removed ones; nil until the first. A `when` with any other key gets a warning. Removed
  /// keys are dropped when the space is needed.
  private(set) var knownKeys: Set<String>?

  /// Why these values cannot be set; nil if they can.
  func refusal(of new: [String: String]) -> String? {
    if let reason = ContextKey.refusal(of: new) { return reason }
    if new.keys.contains(where: { $0.utf8.count > Self.longestKey }) {
      return "a key has at most \(Self.longestKey) bytes"
    }
    if let key = new.filter({ $0.value.utf8.count > Self.longestValue }).keys.min() {
      return "the value of `\(key)` has more than \(Self.longestValue) bytes"
    }
    let kept = values.keys.filter { new[$0] != "" }
    let count = Set(kept).union(new.filter { !$0.value.isEmpty }.keys).count
    return count > Self.mostKeys ? "at most \(Self.mostKeys) keys can be set" : nil
  }

  /// Sets a value. An empty value removes its key.
  mutating func set(_ key: String, _ value: String) {
    values[key] = value.isEmpty ? nil : ContextKey.canonical(key, value)
    var known = knownKeys ?? []
    if known.count >= Self.mostKeys, !known.contains(key) { known = Set(values.keys) }
    if known.count < Self.mostKeys || !value.isEmpty { known.insert(key) }
    knownKeys = known
  }

  /// All known keys by name; "" for a removed one.
  var report: [(key: String, value: String)] {
    (knownKeys ?? []).sorted().map { ($0, values[$0] ?? "") }
  }
}
