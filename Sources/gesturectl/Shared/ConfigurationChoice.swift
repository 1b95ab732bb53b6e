import ControlProtocol
import GestureConfig
import Glibc

/// The configuration that a command works with: read as the daemon would, at the same places.
enum ConfigurationChoice {
  /// - Parameter explicit: `--config`, which goes before all other places.
  /// - Throws: `CommandFailure` after every problem was printed: a command that judges recordings by half a
  ///   configuration would only mislead.
  static func load(explicit: String?, isLenient: Bool = false) throws -> Configuration {
    guard let path = find(explicit: explicit) else {
      StandardError.line(
        "gesturectl: no configuration found; using the built-in demonstration set (--config FILE for another)"
      )
      return Configuration.demonstration()
    }
    return try load(path: path, isLenient: isLenient)
  }

  /// - Parameter isLenient: as the daemon at its start: without the gestures that have a problem.
  /// - Throws: `CommandFailure` after every problem was printed.
  static func load(path: String, isLenient: Bool = false) throws -> Configuration {
    let loaded = Configuration.load(path: path)
    let problems = loaded.diagnostics.filter { $0.severity == .problem }
    for problem in problems { show(problem, path: path, text: loaded.text) }
    guard let configuration = loaded.configuration, isLenient || problems.isEmpty else {
      throw CommandFailure(.wrong, "\(path): fix the errors above; nothing was done")
    }
    if let skipped = loaded.skipped { StandardError.line("gesturectl: \(path): \(skipped)") }
    return configuration
  }

  /// The text of a configuration that was loaded, and where it is from.
  static func text(of configuration: Configuration) -> (source: String, text: String) {
    guard let path = configuration.path else {
      return ("the built-in demonstration set", Configuration.demonstrationText)
    }
    return (path, (try? TextFile.read(path)) ?? "")
  }

  /// Prints a diagnostic, with the line of the file and a caret under the place.
  static func show(_ diagnostic: Diagnostic, path: String, text: String) {
    var diagnostic = diagnostic
    diagnostic.message = diagnostic.message.printable
    StandardError.lines(diagnostic.rendered(path: path.printable, text: text))
  }

  /// The readable part of the configuration, without its problems, for commands that are about devices.
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
      searchPath: Environment.value("PATH"), canWriteUinput: TextFile.isWritable("/dev/uinput"))
  }

  /// The keys that the daemon has; nil if it is not running.
  private static var contextKeys: [String]? {
    guard let daemon = try? DaemonConnection(socket: nil, patience: 1),
      case .object(let context) = try? daemon.call("Status")["context"]
    else { return nil }
    return context.keys.sorted()
  }

  /// Where a first configuration belongs.
  static var firstPlace: String? {
    Configuration.places(explicit: nil, environment: Environment.value).paths.first
  }

  static func find(explicit: String?) -> String? {
    Configuration.path(explicit: explicit, environment: Environment.value)
  }
}
