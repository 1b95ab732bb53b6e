import Evdev
import GestureConfig
import GestureCore

/// Puts a configuration in use.
extension Daemon {
  /// Facts for the checks: commands that do not exist, context keys that were never set, more fingers than any device has.
  var facts: LintFacts {
    let devices = sessions.map { session in
      LintFacts.Device(identity: session.device.identity, description: session.description)
    }
    return LintFacts(
      devices: devices.isEmpty ? nil : devices, contextKeys: running.context.knownKeys?.sorted(),
      searchPath: environmentValue("PATH"))
  }

  @discardableResult
  func reload() -> [Diagnostic] {
    guard let reading = source.read(facts) else {
      let text = "no configuration found: nothing to reload"
      log.notice(text)
      return [Diagnostic(.problem, text)]
    }
    use(reading)
    return source.diagnostics
  }

  func configurationFileChanged() {
    process.releaseMemory()
    if let reading = source.readChange(facts) { use(reading) }
  }

  private func use(_ reading: ConfigurationSource.Reading) {
    process.reloading()
    if let new = source.accept(reading) {
      // To make recognizers anew cancels gestures, so what is in use already is not replaced.
      if source.isInUse(new, reading) {
        source.warnOfConsume()
        followContextSources()
      } else {
        replaceConfiguration(new, reading)
      }
      log.notice(
        "\(reading.path) reloaded: \(configuration.gestures.count) gesture\(configuration.gestures.count == 1 ? "" : "s")"
      )
    }
    source.watch()
    process.ready(statusLine)
  }

  /// Replaces the configuration between two frames. The old one first cancels gestures in progress.
  private func replaceConfiguration(_ new: Configuration, _ reading: ConfigurationSource.Reading) {
    for session in sessions { session.cancelAll() }
    source.use(new, reading)
    dispatcher.configure(configuration)
    reconfigure(sessions)
    control.dismissClients { patience(ofClientGesture: $0) != nil }
    followContextSources()
  }

  /// Configures devices again, with the present configuration and context. The caller has cancelled gestures in progress.
  func reconfigure(_ changed: [DeviceSession]) {
    let isChanged = { session in changed.contains { $0 === session } }
    if let replayed, isChanged(replayed) { configure(replayed, configured(replayed)) }
    devices.reconfigure { session in
      let device = configured(session)
      if isWanted(device), isChanged(session) { configure(session, device) }
      return isWanted(device)
    }
    updateScreens()
  }

  private func configured(_ session: DeviceSession) -> ConfiguredDevice {
    var identity = session.device.identity
    if identity.ownSeat != nil { identity.ownSeat = seat }
    return ConfiguredDevice(session.description, identity, configuration, running.state)
  }

  private func configure(_ session: DeviceSession, _ device: ConfiguredDevice) {
    session.configure(device)
    inform(session)
  }

  /// Sets the names and the subscriptions of a session with new recognizers.
  func inform(_ session: DeviceSession) {
    session.setNames(configuration.gestures.map { $0.name }, context: running.context.values)
    // The door's state selects what is reported.
    session.setLocked(isLocked, givesMeasures: configuration.positionsWhileLocked)
    attend(session)
  }
}
