import CSystem
import ControlProtocol
import Evdev
import GestureConfig
import GestureCore

/// The control socket's path, and the daemon's part of its methods.
extension Daemon: ControlDelegate {
  /// Serves systemd's socket, the one of --socket, or the default one.
  ///
  /// - Returns: nil if there is no path for a default socket.
  func openControlSocket() throws(StartFailure) -> ListeningSocket? {
    do {
      if let inherited = try ListeningSocket.inherited() { return serve(inherited) }
      guard let path = ControlSocket.path(explicit: options.socket, environment: environmentValue) else {
        log.warning("$XDG_RUNTIME_DIR is not set, so there is no control socket (name one with --socket)")
        return nil
      }
      return serve(try ListeningSocket.bound(to: path))
    } catch {
      throw error.startFailure
    }
  }

  private func serve(_ socket: ListeningSocket) -> ListeningSocket {
    control.serve(socket.fd)
    return socket
  }

  // MARK: Reports

  func statusReport() -> StatusReport {
    var report = StatusReport(
      version: GestureInterface.version, uptime: loop.now - process.startedAt,
      configurationPath: source.path, loaded: loop.now - source.loadedAt)
    report.pid = Int(getpid())
    let unable = dispatcher.problems.map { Diagnostic(.problem, $0) }
    report.problems = (source.diagnostics + unable).map(ProblemReport.init)
    report.devices = deviceReports()
    report.gestures = gestureReports()
    report.actions = actions()
    report.context = running.context.report
    report.variables = dispatcher.commandVariables
    return report
  }

  private func actions() -> StatusReport.Actions {
    var actions = StatusReport.Actions()
    for index in configuration.gestures.indices {
      let counters = dispatcher.counters(ofGesture: index)
      actions.running += counters.running
      actions.started += counters.started
      actions.failed += counters.failed
      actions.timedOut += counters.timedOut
      actions.dropped += counters.dropped
      if let failure = counters.failure {
        actions.failures.append(
          StatusReport.Failure(
            gesture: configuration.gestures[index].name, text: failure.text, count: failure.count,
            age: loop.now - failure.time))
      }
    }
    return actions
  }

  func deviceReports() -> [DeviceReport] {
    let open = sessions.map { session in
      var report = DeviceReport(
        name: session.description.name,
        node: session === replayed ? options.replay ?? "" : devices.node(of: session),
        kind: session.deviceClass, size: session.device.stage, slots: session.description.slotCount,
        known: session.description.knownAs, withheld: session.withheldCounts,
        warnings: (session === replayed ? session.warnings : devices.warnings(of: session))
          + (session.device.impossibility(in: configuration).map { [$0] } ?? [])
          + (session.device.offReason(in: running.context.values).map { ["it makes no gestures: \($0)"] }
            ?? []),
        claims: session === replayed ? nil : session.claimsReport)
      report.label = session.device.identity.givenName
      return report
    }
    let refused = devices.refusals.values.sorted { $0.node.path < $1.node.path }.map { refusal in
      DeviceReport(
        name: refusal.node.name, node: refusal.node.path, kind: refusal.node.deviceClass,
        problem: "\(refusal.reason); \(refusal.remedy)")
    }
    return open + refused
  }

  func gestureReports() -> [GestureReport] { sessions.flatMap { gestureReports(of: $0) } }

  private func gestureReports(of session: DeviceSession) -> [GestureReport] {
    let definitions = session.device.definitions
    let requirements = session.requirements
    return zip(definitions.indices, session.device.gestures).map { index, gestureIndex in
      let definition = definitions[index]
      let gesture = configuration.gestures[gestureIndex]
      var report = GestureReport(
        name: gesture.name, type: gesture.type, device: session.names.shownDevice, fingers: definition.fingers
      )
      report.isEnabled = running.switched[gesture.name] ?? definition.enabled
      report.isPermitted =
        gesture.isPermitted(in: running.context.values)
        && session.device.offReason(in: running.context.values) == nil && session.isAttended(gestureIndex)
      if gesture.type == .client { report.hasProgram = control.client(of: gesture.name) != nil }
      // Other gestures do not wait for one whose `when` does not hold.
      let awaited = requirements[index].filter { other in
        configuration.gestures[session.device.gestures[other]].isPermitted(in: running.context.values)
          && session.isAttended(session.device.gestures[other])
      }.map { definitions[$0] }
      report.waitsFor = awaited.map { $0.name }
      report.addedDelay = awaited.compactMap { $0.parameters.longestWait }.max()
      report.action = gesture.actions.summary
      report.taken = taking(of: gesture, definition, on: session)
      report.direction = definition.way
      report.limits = definition.lengths
      let counters = dispatcher.counters(ofGesture: gestureIndex)
      report.count = counters.fired(on: session.name)
      report.triggered = counters.fired(on: Dispatcher.triggerDevice)
      return report
    }
  }

  func writeStates(of gestures: [String], to json: inout JSONWriter) -> String? {
    let known = configuration.gestures.map { $0.name }
    let (all, wanted) = (Set(known), Set(gestures))
    if let unknown = gestures.first(where: { !all.contains($0) }) { return unknown }
    for session in sessions {
      for (index, gestureIndex) in session.device.gestures.enumerated()
      where wanted.isEmpty || wanted.contains(known[gestureIndex]) {
        var snapshot = session.pipeline.snapshot(of: index, at: session.now)
        snapshot.event.gesture = gestureIndex
        snapshot.waitsFor = snapshot.waitsFor.map { session.device.gestures[$0] }
        EventJSON.write(snapshot, names: session.names, to: &json)
      }
    }
    return nil
  }

  // MARK: Commands

  func setEnabled(_ gesture: String, _ enabled: Bool) -> Bool {
    guard let index = configuration.gestures.firstIndex(where: { $0.name == gesture }) else { return false }
    running.switched[gesture] = enabled
    for session in sessions { session.setEnabled(index, enabled, at: session.now) }
    return true
  }

  func setDeviceEnabled(_ name: String, _ enabled: Bool) -> Bool {
    let named = sessions.filter { $0.device.identity.isNamed(name) }
    // The device may be unplugged, or be named in other words than when it was switched off.
    let isKnown = running.disabledDevices.contains(name)
    guard !named.isEmpty || isKnown else { return false }
    running.disabledDevices.removeAll { off in
      off == name || enabled && named.contains { $0.device.identity.isNamed(off) }
    }
    if !enabled { running.disabledDevices.append(name) }
    remake(named)
    return true
  }

  func trigger(_ gesture: String, state: GestureState?, steps: Int) -> TriggerResult {
    guard let binding = configuration.gestures.first(where: { $0.name == gesture }) else {
      return .noSuchGesture
    }
    if let state, state == .step ? binding.actions.step == nil : !binding.states.contains(state) {
      return .noSuchState
    }
    guard
      let (event, message, hint, failure) = dispatcher.trigger(gesture: gesture, state: state, steps: steps)
    else { return .noSuchGesture }
    let names = EventNames(device: Dispatcher.triggerDevice, gestures: configuration.gestures.map { $0.name })
    control.publish(event, names: names, touches: [], message: message)
    return .done(hint: hint, failure: failure)
  }

  func subscriptionsChanged(_ output: SubscribedOutput) {
    log.sink = output.log ? { [self] in control.publish(line: $1, level: $0, gesture: $2) } : nil
    log.outputSink = output.output ? { [self] in control.publish(output: $1, of: $0) } : nil
    for session in sessions { setReporting(of: session) }
  }

  func connectionEnded() { process.releaseMemory() }

  /// Selects what the session makes of each gesture's events: what actions, subscriptions and `--print` read.
  func setReporting(of session: DeviceSession) {
    var output = control.output
    // Positions of touches may be those of a PIN, and explanations say when they were made.
    if isLocked { (output.failures, output.touches) = (false, false) }
    session.setReporting(output) { index in
      let gesture = configuration.gestures[index]
      let printed: Reading = printer == nil ? [] : .steps
      var subscribed = control.reading(of: gesture.name, gesture.type)
      if isLocked { subscribed.subtract([.explanations, .touches, .touchesOfChanges]) }
      return gesture.reading.union(subscribed).union(printed)
    }
  }
}

extension GestureBinding {
  /// The states of the gesture (interface.md §2.2).
  fileprivate var states: [GestureState] {
    (definitions.values.first?.parameters.reportingType ?? type).traits.states
  }
}

extension ListeningSocket.Failure {
  fileprivate var startFailure: Daemon.StartFailure {
    switch self {
    case .busy(let path):
      .wrong("another gestured is running at \(path); stop it, or name another socket with --socket")
    case .tooLong(let path): .wrong("the path of the socket is too long (107 bytes at most): \(path)")
    case .occupied(let path):
      .wrong(
        "\(path) exists and is not a socket of gestured; remove it, or name another socket with --socket")
    case .insecure(let path, let reason):
      .wrong(
        "the socket's directory \(path) \(reason); use --socket to choose one in a directory that you own")
    case .notListening(let number):
      .wrong(
        "descriptor \(number), passed by LISTEN_FDS, is not a listening socket; start the daemon by its socket unit"
      )
    case .refused(let what, let number):
      .unavailable("\(what): \(errorText(number)); name another socket with --socket")
    }
  }
}
