import ArgumentParser
import ControlProtocol
import GestureConfig
import GestureCore

/// The lists of words that gesturectl gives a shell for completion.
enum Completion {
  static let types = GestureType.allCases.map(\.rawValue)

  /// The names of the gestures that the command would use: those of the file of `--config`, else the daemon's, else those of the
  /// default file.
  @Sendable static func gestures(_ words: [String], _ at: Int, _ prefix: String) -> [String] {
    if value(of: "--config", in: words) == nil,
      let reply = DaemonConnection.ask("ListGestures", socket: value(of: "--socket", in: words)),
      let listed = reply["gestures"]?.array, !listed.isEmpty
    {
      return listed.compactMap { $0["name"]?.string }.unique
    }
    return ConfigurationChoice.settings(explicit: value(of: "--config", in: words)).gestures.map(\.name)
  }

  @Sendable static func parameters(_ words: [String], _ at: Int, _ prefix: String) -> [String] {
    words.lazy.compactMap(GestureType.init(rawValue:)).first?.keys.map(\.name.rawValue) ?? []
  }

  /// The classes, names and nodes of the daemon's devices.
  @Sendable static func devices(_ words: [String], _ at: Int, _ prefix: String) -> [String] {
    let known =
      DaemonConnection.ask("Status", socket: value(of: "--socket", in: words))?["devices"]?.array ?? []
    return DeviceClass.allCases.map(\.rawValue)
      + known.flatMap { [$0["name"]?.string, $0["node"]?.string].compactMap(\.self) }.unique
  }

  /// The keys of the context that the configuration and the daemon have, each with its sign.
  @Sendable static func contextKeys(_ words: [String], _ at: Int, _ prefix: String) -> [String] {
    let status = DaemonConnection.ask("Status", socket: value(of: "--socket", in: words))
    let known = ContextValues.all(status?["context"]).map(\.key)
    let named = ConfigurationChoice.settings(explicit: nil).gestures.flatMap { $0.when.map(\.key) }
    return (known + named).unique.sorted().map { "\($0)=" }
  }

  /// The names that `keys` accepts.
  @Sendable static func keyNames(_ words: [String], _ at: Int, _ prefix: String) -> [String] { KeyNames.all }

  private static func value(of option: String, in words: [String]) -> String? {
    guard let at = words.firstIndex(of: option), at + 1 < words.count else { return nil }
    return words[at + 1]
  }
}

extension CompletionKind {
  static var toml: CompletionKind { .file(extensions: ["toml"]) }
}

extension Collection<String> {
  /// The end of an error line: `; did you mean "next"?`, or "" if no name is similar.
  func hint(for name: String) -> String {
    suggestion(for: name, among: self).map { "; did you mean \"\($0)\"?" } ?? ""
  }

  /// The hint followed by `all`, a sentence about all names.
  func hint(for name: String, then all: String) -> String {
    let hint = hint(for: name)
    return "\(hint.isEmpty ? ";" : hint) \(all)"
  }
}
