import ControlProtocol

/// The context of a running daemon.
enum ContextValues {
  /// The values that `when` compares, by key.
  ///
  /// - Parameter json: `context` of the reply of `Status`.
  static func all(_ json: JSONValue?) -> [(key: String, value: String)] {
    guard case .object(let values) = json else { return [] }
    return values.compactMapValues(\.string).filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
  }
}
