import CSystem
import ControlProtocol
import Evdev
import GestureConfig
import GestureCore

/// Loading and reloading the configuration.
extension Daemon {
  /// µs. An editor that writes a new file and renames it causes several changes, which are handled as one.
  private static let quietTime: Int64 = 50_000

  /// Loads the configuration at the start. Gestures with problems are left out; an unusable file ends the daemon.
  func loadAtStart() throws(StartFailure) {
    configurationPath = configurationToRead
    loadedAt = loop.now
    defer { dispatcher.configure(configuration) }
    guard let path = configurationPath else {
      configuration = Configuration.demonstration()
      let place = configurationPlaces.first.map { "; write \($0) and it is used immediately" } ?? ""
      log.notice(
        "no configuration found: using the built-in demonstration gestures, without commands\(place)")
      return
    }
    let loaded = Configuration.load(path: path, facts: facts)
    diagnostics = loaded.diagnostics
    configurationText = loaded.text
    report(loaded, path)
    guard let configuration = loaded.configuration else {
      throw StartFailure(
        status: StartFailure.wrong,
        line: "\(path) cannot be used; fix the errors above (gesturectl check \(path) shows where)")
    }
    if let skipped = loaded.skipped { log.warning("\(path): \(skipped)") }
    self.configuration = configuration
    decideConsume()
  }

  /// Facts for the checks: commands that do not exist, context keys that were never set, more fingers than any device has.
  var facts: LintFacts {
    let devices = sessions.map { session in
      LintFacts.Device(identity: session.device.identity, description: session.description)
    }
    return LintFacts(
      devices: devices.isEmpty ? nil : devices, contextKeys: context.knownKeys?.sorted(),
      searchPath: environmentValue("PATH"))
  }

  private var configurationPlaces: [String] {
    Configuration.places(explicit: options.configuration, environment: environmentValue).paths
  }

  private var configurationToRead: String? {
    Configuration.path(explicit: options.configuration, environment: environmentValue)
  }

  private func report(_ loaded: LoadedConfiguration, _ path: String) {
    for diagnostic in loaded.diagnostics {
      let line = diagnostic.heading(path: path)
      diagnostic.severity == .problem ? log.error(line) : log.warning(line)
    }
  }

  /// Reads the configuration again. After a problem the last valid one stays in use.
  @discardableResult
  func reload() -> [Diagnostic] {
    guard let path = configurationToRead else {
      log.notice("no configuration found: nothing to reload")
      return [
        Diagnostic(
          severity: .problem, line: 0, column: 0, message: "no configuration found: nothing to reload")
      ]
    }
    supervisor.reloading()
    return use(Configuration.load(path: path, facts: facts), path)
  }

  private func use(_ loaded: LoadedConfiguration, _ path: String) -> [Diagnostic] {
    defer {
      watchConfiguration()
      supervisor.ready(statusLine)
      pageRelease.schedule()
    }
    diagnostics = loaded.diagnostics
    report(loaded, path)
    guard let configuration = loaded.configuration, !loaded.hasProblems else {
      log.error("\(path) has problems: the previous configuration stays in use")
      return diagnostics
    }
    configurationPath = path
    configurationText = loaded.text
    loadedAt = loop.now
    use(configuration)
    log.notice("\(path) reloaded: \(configuration.gestures.count) gestures")
    return diagnostics
  }

  /// Replaces the configuration between two frames. The old one first cancels gestures in progress.
  private func use(_ new: Configuration) {
    for session in sessions { session.cancelAll(at: session.now) }
    for session in sessions { session.cancelAll(at: session.now) }
    configuration = new
    decideConsume()
    dispatcher.configure(new)
    reconfigure(sessions)
    followContextSources()
  }

  /// Makes devices anew with the present configuration and context. The caller has cancelled gestures in progress.
  func reconfigure(_ changed: [DeviceSession]) {
    let isChanged = { session in changed.contains { $0 === session } }
    if let replayed, isChanged(replayed) { configure(replayed, configured(replayed), source: nil) }
    devices.reconfigure { session, source in
      let device = configured(session)
      if isWanted(device), isChanged(session) { configure(session, device, source: source) }
      return isWanted(device)
    }
    updateScreens()
  }

  /// "auto": the plugin if its file is installed. Otherwise no touches are hidden, and one warning gives the reason.
  private func decideConsume() {
    consumeProblem = nil
    guard configuration.takesTouches, configuration.consume == .auto else { return }
    guard LibinputPlugin.installed(environment: environmentValue) == nil else { return }
    configuration.consume = .off
    consumeProblem = "the libinput plugin \(LibinputPlugin.file) is not installed"
    log.warning(
      "no touches are hidden from the compositor: the libinput plugin \(LibinputPlugin.file) is not installed; in "
        + "gestured's source: \(LibinputPlugin.install), then log out and in (gesturectl doctor says more)")
  }

  private func configured(_ session: DeviceSession) -> ConfiguredDevice {
    ConfiguredDevice(session.description, session.device.identity, configuration, runningState)
  }

  private func configure(_ session: DeviceSession, _ device: ConfiguredDevice, source: TouchDevice?) {
    session.configure(device, source: source)
    inform(session)
  }

  /// Sets the names and the subscriptions of a session with new recognizers.
  func inform(_ session: DeviceSession) {
    requirements[ObjectIdentifier(session)] = nil
    session.setNames(configuration.gestures.map { $0.name }, context: context.values)
    setReporting(of: session)
  }

  // MARK: Changes of the file

  /// Watches every path where a configuration may appear, because one with a higher priority may be created. For a link, also its
  /// target.
  func watchConfiguration() {
    var paths = configurationPlaces
    for path in paths {
      if let target = resolvedPath(path), !paths.contains(target) { paths.append(target) }
    }
    for path in watchedConfigurations where !paths.contains(path) { files.unwatch(path) }
    for path in paths where !watchedConfigurations.contains(path) {
      let isWatched = files.watch(path) { [self] in configurationFileChanged() }
      if !isWatched { log.warning("cannot watch \(path): run gesturectl reload after a change") }
    }
    watchedConfigurations = paths
  }

  private func configurationFileChanged() {
    if let reloadTimer { loop.cancel(reloadTimer) }
    reloadTimer = loop.schedule(after: Daemon.quietTime) { [self] in
      reloadTimer = nil
      watchConfiguration()
      // A configuration whose file disappears stays in use, because editors may write it again.
      if let configurationPath, !fileExists(configurationPath) { return }
      guard let path = configurationToRead, fileExists(path) else { return }
      let loaded = Configuration.load(path: path, facts: facts)
      let isSame =
        path == configurationPath && loaded.text == configurationText && !loaded.hasProblems
        && !diagnostics.contains { $0.severity == .problem }
      pageRelease.schedule()
      if isSame { return }
      supervisor.reloading()
      _ = use(loaded, path)
    }
  }
}
