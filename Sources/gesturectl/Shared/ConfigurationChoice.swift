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

  /// The text of a configuration that was loaded, and where it is from.
  static func text(of configuration: Configuration) -> (source: String, text: String) {
    guard let path = configuration.path else {
      return ("the built-in demonstration set", Configuration.demonstrationText)
    }
    return (path, (try? String(contentsOfFile: path, encoding: .utf8)) ?? "")
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
      devices: isWhole ? known : nil, contextKeys: contextKeys,
      searchPath: ProcessInfo.processInfo.environment["PATH"])
  }

  /// What has been told to the daemon; nil where none answers, and then nobody can know.
  private static var contextKeys: [String]? {
    guard let daemon = try? DaemonConnection(socket: nil, patience: 1),
      case .object(let context) = try? daemon.call("Status")["context"]
    else { return nil }
    return context.keys.sorted()
  }

  /// Where a first configuration belongs.
  static var firstPlace: String? {
    Configuration.places(explicit: nil) { ProcessInfo.processInfo.environment[$0] }.paths.first
  }

  static func find(explicit: String?) -> String? {
    Configuration.path(explicit: explicit) { ProcessInfo.processInfo.environment[$0] }
  }
}
