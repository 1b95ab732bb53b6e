import Foundation
import GestureConfig

/// The configuration that a command works with: read as the daemon would, at the same places.
enum ConfigurationChoice {
  /// - Parameter explicit: `--config`, which goes before all other places.
  /// - Throws: `CommandFailure` after every problem was printed: a command that judges recordings by half a
  ///   configuration would only mislead.
  static func load(explicit: String?) throws -> Configuration {
    guard let path = find(explicit: explicit) else {
      StandardError.write(
        "gesturectl: no configuration found; using the built-in demonstration set (--config FILE for another)\n"
      )
      return Configuration.demonstration()
    }
    return try load(path: path)
  }

  /// - Throws: `CommandFailure` after every problem was printed.
  static func load(path: String) throws -> Configuration {
    let loaded = Configuration.load(path: path)
    guard let configuration = loaded.configuration, !loaded.hasProblems else {
      for problem in loaded.diagnostics where problem.severity == .problem {
        StandardError.write(problem.rendered(path: path, text: loaded.text) + "\n")
      }
      throw CommandFailure(.wrong, "\(path): mend this and try again; nothing was done")
    }
    return configuration
  }

  /// For commands that are about devices: what can be read of the configuration, without a word about its problems.
  static func settings(explicit: String?) -> Configuration {
    find(explicit: explicit).flatMap { Configuration.load(path: $0).configuration } ?? .demonstration()
  }

  /// What this machine adds to the checks, as the daemon of this user would know it. A device that may not be opened
  /// might have any number of slots: nothing is said of devices then.
  static var facts: LintFacts {
    let devices = FoundDevice.all(.demonstration())
    let known = devices.compactMap(\.facts)
    let isWhole = !known.isEmpty && !devices.contains(where: \.lacksPermission)
    return LintFacts(
      devices: isWhole ? known : nil, searchPath: ProcessInfo.processInfo.environment["PATH"])
  }

  static func find(explicit: String?) -> String? {
    Configuration.path(explicit: explicit) { ProcessInfo.processInfo.environment[$0] }
  }
}
