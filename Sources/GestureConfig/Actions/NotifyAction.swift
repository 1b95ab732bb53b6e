import GestureCore

/// `notify`: a message to listening programs.
package enum NotifyAction: Equatable, Sendable {
  /// The event goes to the subscribers of the control socket, with this text as its `message`.
  case subscribers(String)
  /// The event goes to another socket as one line of JSON. The path is already expanded.
  case socket(path: String, message: String?)

  static let table = KeyTable<ValueReader, (path: String?, message: String?)>(
    [
      .reading("socket", .text) { reader, entry, own in
        own.path = reader.string(entry).flatMap { reader.socketPath($0, entry) }
      },
      .key("message", .text) { $0.message = $1.word },
    ], needs: [["socket"]])
}

extension ActionRow {
  static let notify = ActionRow(
    form: .any([.text, NotifyAction.table.form]),
    help:
      "A message in the event for subscribers. { socket = \"$XDG_RUNTIME_DIR/x\", message = \"…\" } sends the event as "
      + "a line of JSON to another socket.",
    example: "\"hello\"",
    read: { reader, entry, _ in reader.notification(entry).map { .notify($0) } })
}

extension ValueReader {
  /// The longest path in bytes: the size of sun_path without its NUL.
  private static let longestSocketPath = 107

  fileprivate mutating func notification(_ entry: Entry) -> NotifyAction? {
    switch entry.node.value {
    case .string: return string(entry).map { .subscribers($0) }
    case .table:
      var own: (path: String?, message: String?)
      read(entry, NotifyAction.table, into: &own)
      return own.path.map { .socket(path: $0, message: own.message) }
    default: return wrongType(entry, takes: "a message, or { socket = \"PATH\" }")
    }
  }

  /// Expands a leading `~` or `$XDG_RUNTIME_DIR`.
  fileprivate mutating func socketPath(_ text: String, _ entry: Entry) -> String? {
    var path = text
    for (prefix, variable) in [("$XDG_RUNTIME_DIR", "XDG_RUNTIME_DIR"), ("~", "HOME")]
    where text == prefix || text.hasPrefix(prefix + "/") {
      guard let value = environment(variable), !value.isEmpty else {
        warning("$\(variable) is not set; `socket` is used as it is written", at: entry.position)
        return text
      }
      path = value + text.dropFirst(prefix.count)
    }
    guard path.hasPrefix("/") else {
      return problem("`socket` is not an absolute path: \"\(text)\"", at: entry.position)
    }
    guard path.utf8.count <= Self.longestSocketPath else {
      return problem("`socket` is longer than the 107 bytes of a Unix socket's path", at: entry.position)
    }
    return path
  }
}
