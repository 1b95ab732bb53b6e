import ArgumentParser
import GestureConfig
import GestureCore

/// What a shell offers for an argument.
enum Completions {
  /// The names of the configuration that the daemon would read; nothing is written about its problems.
  static let gestures = CompletionKind.custom { _, _, _ in
    ConfigurationChoice.settings(explicit: nil).gestures.map(\.name)
  }
  static let types = CompletionKind.list(GestureType.allCases.map(\.rawValue))
  static let keys = CompletionKind.custom { _, _, _ in KeyNames.all }
}

extension Collection<String> {
  /// ` did you mean "next"?`, or nothing where no name is near.
  func hint(for name: String) -> String {
    suggestion(for: name, among: self).map { "; did you mean \"\($0)\"?" } ?? ""
  }
}
