import ControlProtocol
import Evdev
import GestureConfig
import Glibc

/// The configuration of a command, found and read as the daemon does.
enum ConfigurationChoice {
  /// - Parameters:
  ///   - explicit: the path of `--config`, which has the highest priority.
  ///   - isLenient: leaves out the gestures with problems, as the daemon does at its start.
  /// - Throws: `CommandFailure` after printing every problem. Half a configuration would give misleading results.
  static func load(explicit: String?, isLenient: Bool = false) throws(CommandFailure) -> Configuration {
    guard let path = find(explicit: explicit) else {
      StandardError.line(
        "gesturectl: no configuration found; using the built-in demonstration set (--config FILE for another)"
      )
      return Configuration.demonstration()
    }
    let loaded = Configuration.load(path: path)
    let problems = loaded.diagnostics.filter { $0.severity == .problem }
    for problem in problems { show(problem, path: path, text: loaded.text) }
    guard let configuration = loaded.configuration, isLenient || problems.isEmpty else {
      throw .wrong("\(path): fix the errors above; nothing was done")
    }
    if let skipped = loaded.skipped { StandardError.line("gesturectl: \(path): \(skipped)") }
    return configuration
  }

  /// The text of a loaded configuration, and its origin.
  static func text(of configuration: Configuration) -> (source: String, text: String) {
    guard let path = configuration.path else {
      return ("the built-in demonstration set", Configuration.demonstrationText)
    }
    return (path, (try? TextFile.read(path)) ?? "")
  }

  /// Says it where the daemon runs another text of the same file, because what is found out about the file is then not what happens.
  static func warnOfOtherText(than configuration: Configuration) {
    let status = DaemonConnection.ask("Status", socket: nil) { $0.member("text", true) }
    guard let path = configuration.path, let status, status["configuration"]?.string == path,
      status["text"]?.string != text(of: configuration).text
    else { return }
    StandardError.line(
      "gesturectl: the daemon uses an earlier version of \(path.printable); this output is about the file (`gesturectl control reload` prints why)"
    )
  }

  /// Prints a diagnostic, with the line of the file and a caret.
  static func show(_ diagnostic: Diagnostic, path: String, text: String) {
    StandardError.rows(rows(diagnostic, path: path, text: text, .ofStandardError()))
  }

  static func rows(_ diagnostic: Diagnostic, path: String, text: String, _ style: TerminalStyle) -> [String] {
    var diagnostic = diagnostic
    diagnostic.message = diagnostic.message.printable
    let lines = diagnostic.rendered(path: path.printable, text: text).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    let colour: CellColour = diagnostic.severity == .problem ? .failed : .near
    let place = lines[0].hasPrefix(path.printable) ? lines[0].prefix { $0 != " " } : ""
    // The line of the file, and the caret below it, are not broken.
    return style.rows(style(colour, String(place)) + lines[0].dropFirst(place.count))
      + lines.dropFirst().map { $0.trimmed == "^" ? style(colour, $0) : $0 }
  }

  /// The valid part of the configuration, without its diagnostics, for commands about devices.
  static func settings(explicit: String?) -> Configuration {
    find(explicit: explicit).flatMap { Configuration.load(path: $0).configuration } ?? .demonstration()
  }

  /// The facts about this machine that the user's daemon would have. If a device cannot be opened, its slots are unknown, so
  /// there are no facts about devices.
  ///
  /// - Parameter socket: the daemon's socket, whose `PATH` and context count.
  static func facts(socket: String? = nil) -> LintFacts {
    let status = DaemonConnection.ask("Status", socket: socket)
    let variables = status?["variables"]?.strings.map { SessionVariables.values(in: $0) }
    let devices = FoundDevice.all(.demonstration())
    let known = devices.compactMap(\.facts)
    let isWhole = !known.isEmpty && !devices.contains(where: \.lacksPermission)
    let context: [String]? =
      if case .object(let context)? = status?["context"] { context.keys.sorted() } else { nil }
    return LintFacts(
      devices: isWhole ? known : nil, contextKeys: context,
      searchPath: variables?["PATH"] ?? Environment.value("PATH"),
      canWriteUinput: TextFile.isWritable("/dev/uinput"))
  }

  /// The path of a first configuration; nil if the environment names no directory for it.
  static var firstPath: String? { Configuration.userPath(environment: Environment.value) }

  static func requireFirstPath() throws(CommandFailure) -> String {
    if let firstPath { return firstPath }
    throw .wrong("the environment names no directory for a configuration; set HOME or XDG_CONFIG_HOME")
  }

  static func find(explicit: String?) -> String? {
    Configuration.path(explicit: explicit, environment: Environment.value)
  }
}
