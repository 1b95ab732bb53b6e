/// What the daemon was told about the world (`gesturectl context app=firefox`), for `when`.
struct ContextValues {
  private(set) var values: [String: String] = [:]

  /// Keys that were ever set, to warn of a `when` that nobody speaks of; nil until the first one is.
  private(set) var knownKeys: Set<String>?

  /// An empty value removes its key.
  mutating func set(_ key: String, _ value: String) {
    values[key] = value.isEmpty ? nil : value
    knownKeys = (knownKeys ?? []).union([key])
  }

  /// Every key that was ever set, by name; "" where it has been removed.
  var report: [(key: String, value: String)] {
    (knownKeys ?? []).sorted().map { ($0, values[$0] ?? "") }
  }
}
