import CSystem
import Evdev
import GestureConfig

/// The configuration in use, and the file that it came from.
///
/// A file with problems leaves the last valid configuration in use.
final class ConfigurationSource {
  /// µs. An editor that writes a new file and renames it causes several changes, which are handled as one.
  private static let quietTime: Int64 = 50_000

  /// A file that was read, and its path.
  typealias Reading = (loaded: LoadedConfiguration, path: String)

  private(set) var configuration = Configuration()
  /// The file in use, with its text; nil for the built-in demonstration set.
  private var file: (path: String, text: String)?
  /// The diagnostics of the last attempt to read the file.
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var loadedAt: Int64 = 0
  /// Why touches are not hidden although the configuration says so.
  private(set) var consumeProblem: String?
  /// Called when a file may have changed; once for several changes in quick succession.
  var changed: (() -> Void)?

  private let loop: EventLoop
  private let log: Log
  private let files: FileWatch
  /// The path given with --config.
  private let explicit: String?
  private var watched: [String] = []
  private var quietTimer: EventLoop.Timer?

  init(loop: EventLoop, log: Log, files: FileWatch, explicit: String?) {
    self.loop = loop
    self.log = log
    self.files = files
    self.explicit = explicit
  }

  /// The file in use; nil for the built-in demonstration set.
  var path: String? { file?.path }
  var text: String? { file?.text }
  private var candidatePaths: [String] {
    Configuration.candidatePaths(explicit: explicit, environment: environmentValue).paths
  }
  private var pathToRead: String? { Configuration.path(explicit: explicit, environment: environmentValue) }

  // MARK: Reading

  /// Loads the configuration at the start. Gestures with problems are left out.
  ///
  /// - Throws: the line for standard error if no part of the file can be used.
  func loadAtStart(_ facts: LintFacts) throws(StartFailure) {
    // The watch comes before the read, so that a change in between is not missed.
    watch()
    guard let reading = read(facts) else {
      loadedAt = loop.now
      configuration = Configuration.demonstration()
      let advice = candidatePaths.first.map { "; write \($0) and it is used immediately" } ?? ""
      return log.notice(
        "no configuration found: using the built-in demonstration gestures, without commands\(advice)")
    }
    report(reading)
    guard let new = reading.loaded.configuration else {
      throw .wrong(
        "\(reading.path) cannot be used; fix the errors above (gesturectl check \(reading.path) shows where)")
    }
    if let skipped = reading.loaded.skipped { log.warning("\(reading.path): \(skipped)") }
    use(new, reading)
  }

  /// Reads the file again; nil if there is none.
  func read(_ facts: LintFacts) -> Reading? {
    pathToRead.map { (Configuration.load(path: $0, facts: facts), $0) }
  }

  /// Reads the file after a change; nil if there is none, or if it says the same as before.
  ///
  /// A configuration whose file disappears stays in use, because editors may write it again.
  func readChange(_ facts: LintFacts) -> Reading? {
    if let path, !fileExists(path) {
      noteRemoval(of: path)
      return nil
    }
    guard let next = pathToRead, fileExists(next), let reading = read(facts) else { return nil }
    let isSame =
      isSameText(reading) && !reading.loaded.hasProblems
      && !diagnostics.contains { $0.severity == .problem }
    return isSame ? nil : reading
  }

  /// Reports once that the file is gone, in place of what was wrong with its text.
  private func noteRemoval(of path: String) {
    let removal = Diagnostic(
      .problem, "the file was deleted; its last contents stay in use")
    if diagnostics == [removal] { return }
    diagnostics = [removal]
    log.warning(removal.heading(path: path))
  }

  /// Logs the diagnostics of a reading.
  ///
  /// - Returns: the configuration to use from now on; nil if the file has problems.
  func accept(_ reading: Reading) -> Configuration? {
    report(reading)
    if let new = reading.loaded.configuration, !reading.loaded.hasProblems { return new }
    log.error("\(reading.path) has problems, so the previous configuration stays in use")
    return nil
  }

  private func report(_ reading: Reading) {
    diagnostics = reading.loaded.diagnostics
    for diagnostic in diagnostics {
      let line = diagnostic.heading(path: reading.path)
      diagnostic.severity == .problem ? log.error(line) : log.warning(line)
    }
  }

  /// Whether this is the configuration in use, so that nothing has to be made anew.
  func isInUse(_ new: Configuration, _ reading: Reading) -> Bool {
    isSameText(reading) && lacksPlugin(new) == (consumeProblem != nil)
  }

  private func isSameText(_ reading: Reading) -> Bool {
    reading.path == file?.path && reading.loaded.text == file?.text
  }

  /// Puts a configuration in use.
  func use(_ new: Configuration, _ reading: Reading) {
    file = (reading.path, reading.loaded.text)
    loadedAt = loop.now
    configuration = new
    decideConsume()
  }

  /// Decides `consume = "auto"`: the plugin if its file is installed. Otherwise no touches are hidden, and one warning gives the
  /// reason.
  private func decideConsume() {
    consumeProblem = nil
    guard lacksPlugin(configuration) else { return }
    configuration.consume = .off
    consumeProblem = "the libinput plugin \(LibinputPlugin.file) is not installed"
    warnOfConsume()
  }

  /// Says once for each reading that no touches are hidden.
  func warnOfConsume() {
    guard let consumeProblem else { return }
    log.warning(
      "no touches are hidden from the compositor, because \(consumeProblem); "
        + "\(LibinputPlugin.install), then log out and in (see gesturectl doctor)")
  }

  private func lacksPlugin(_ configuration: Configuration) -> Bool {
    configuration.takesTouches && configuration.consume == .auto
      && LibinputPlugin.installed(environment: environmentValue) == nil
  }

  // MARK: Changes of the file

  /// Watches every path where a configuration may appear, because one with a higher priority may be created. For a link, also its
  /// target.
  func watch() {
    var paths = candidatePaths
    for path in paths {
      if let target = resolvedPath(path), !paths.contains(target) { paths.append(target) }
    }
    for path in watched where !paths.contains(path) { files.unwatch(path) }
    for path in paths where !watched.contains(path) {
      let isWatched = files.watch(path) { [self] in waitUntilQuiet() }
      if !isWatched {
        log.warning("cannot watch \(path) for changes; run gesturectl control reload after each change")
      }
    }
    watched = paths
  }

  private func waitUntilQuiet() {
    if let quietTimer { loop.cancel(quietTimer) }
    quietTimer = loop.schedule(after: Self.quietTime) { [self] in
      quietTimer = nil
      watch()
      changed?()
    }
  }
}
