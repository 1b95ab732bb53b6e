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
    if let inherited = try ListeningSocket.inherited() { return serve(inherited) }
    guard let path = ControlSocket.path(explicit: options.socket, environment: environmentValue) else {
      log.warning(
        "$XDG_RUNTIME_DIR is not set to an absolute path, so there is no control socket (name one with --socket)"
      )
      return nil
    }
    return serve(try ListeningSocket.bound(to: path))
  }

  private func serve(_ socket: ListeningSocket) -> ListeningSocket {
    control.serve(socket.fd)
    return socket
  }

  // MARK: Reports

  func writeStatus(withText: Bool, to json: inout JSONWriter) {
    json.member("version", GestureInterface.version)
    json.member("pid", Int(getpid()))
    json.member("uptime", Double(loop.now - process.startedAt) / 1e6)
    json.member("configuration", source.path)
    if withText { json.member("text", source.text) }
    json.member("loaded", Double(loop.now - source.loadedAt) / 1e6)
    let unable = dispatcher.problems.map { Diagnostic(.problem, $0) }
    json.list("problems", source.diagnostics + unable) { $0.write(to: &$1) }
    json.list("devices", deviceReports()) { $0.write(to: &$1) }
    writeGestures(to: &json)
    writeSession(to: &json)
    writeContextSources(to: &json)
    json.object("context") { $0.members(running.context.report) }
    json.object("actions") { writeActions(to: &$0) }
    json.member("variables", dispatcher.commandVariables)
  }

  /// Writes the counts of the programs that actions have started.
  private func writeActions(to json: inout JSONWriter) {
    let gestures = configuration.gestures.indices.map {
      (name: configuration.gestures[$0].name, counters: dispatcher.counters(ofGesture: $0))
    }
    func sum(_ count: (ActionCounters) -> Int) -> Int { gestures.reduce(0) { $0 + count($1.counters) } }
    json.member("running", sum { $0.running })
    json.member("started", sum { $0.started })
    json.member("failed", sum { $0.failed })
    json.member("timed_out", sum { $0.timedOut })
    json.member("refused", sum { $0.refused })
    json.member("dropped", sum { $0.dropped })
    json.member("let_go", dispatcher.runner.letGoCount)
    json.key("programs")
    json.beginArray()
    dispatcher.forEachProgram { pid, gesture, text, role, start in
      json.object {
        $0.member("pid", Int(pid))
        $0.member("gesture", gesture)
        $0.member("action", text.printable)
        $0.member("role", role)
        $0.member("age", start.map { Double(loop.now - $0) / 1e6 })
      }
    }
    json.endArray()
    json.key("failures")
    json.beginArray()
    for gesture in gestures {
      guard let failure = gesture.counters.failure else { continue }
      json.object {
        $0.member("gesture", gesture.name)
        $0.member("text", failure.text)
        $0.member("count", failure.count)
        $0.member("age", Double(loop.now - failure.time) / 1e6)
      }
    }
    json.endArray()
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
      report.zones = session.device.zones
      report.output = session.device.picture.output
      report.rotation = session.device.rotation
      let settings = configuration.settings(for: session.device.identity)
      report.slopScale = settings.slopScale
      report.claimed = settings.claimedFingers
      report.filter = FilterText.parts(session.filterFacts)
      report.strips = (session.filterFacts.leftStrip, session.filterFacts.rightStrip)
      return report
    }
    let refused = devices.refusals.values.sorted { $0.node.path < $1.node.path }.map { refusal in
      DeviceReport(
        name: refusal.node.name, node: refusal.node.path, kind: refusal.node.deviceClass,
        problem: "\(refusal.reason); \(refusal.remedy)")
    }
    return open + refused
  }

  func writeGestures(to json: inout JSONWriter) {
    json.key("gestures")
    json.beginArray()
    for session in sessions {
      for index in session.device.definitions.indices { json.object { write(index, of: session, to: &$0) } }
    }
    json.endArray()
  }

  /// Writes the members of a gesture on a device.
  private func write(_ index: Int, of session: DeviceSession, to json: inout JSONWriter) {
    let device = session.device
    let definition = device.definitions[index]
    let gesture = configuration.gestures[device.gestures[index]]
    func isPermitted(_ index: Int) -> Bool {
      device.isPermitted(index, in: running.context.values)
        && session.isAttended(device.gestures[index])
    }
    // Other gestures do not wait for one whose `when` does not hold.
    let awaited = session.requirements[index].filter { isPermitted($0.requirement) }.map { edge in
      (definition: device.definitions[edge.requirement], isImplicit: edge.isImplicit)
    }
    let delay = awaited.compactMap { $0.definition.parameters.facts.longestWait }.max()
    let counters = dispatcher.counters(ofGesture: device.gestures[index])
    json.member("name", gesture.name)
    json.member("type", gesture.type.rawValue)
    json.member("device", session.names.shownDevice)
    json.member("fingers", definition.fingers.written)
    json.member("direction", definition.way)
    json.object("limits") { json in
      for limit in definition.lengths {
        json.key(text: limit.key)
        json.list(limit.mm) { $1.number($0) }
      }
    }
    json.object("keys") { KeyJSON.write(definition.parameters, to: &$0) }
    json.member("zone", gesture.zone?.name)
    json.member("classes", gesture.definitions.keys.map { $0.rawValue }.sorted())
    json.member("device_names", gesture.deviceNames)
    json.objects("when", gesture.when) { condition, json in
      json.member("key", condition.key)
      json.member("values", condition.values)
      json.member("excluded", condition.isNegated)
      json.member("holds", [condition].holds(in: running.context.values))
    }
    let choice = running.switched[gesture.name]
    json.member("enabled", choice?.isEnabled ?? definition.enabled)
    json.member("paused", choice?.isEnabled == false)
    json.member("since", choice.map { Double(loop.now - $0.time) / 1e6 })
    json.member("permitted", isPermitted(index) && device.offReason(in: running.context.values) == nil)
    json.member(
      "obstacle",
      gesture.permission.lazy.compactMap { $0.difference(in: self.running.context.values) }.first
        ?? device.offReason(in: running.context.values))
    if gesture.type == .client { json.member("program", control.client(of: gesture.name) != nil) }
    json.member("waits_for", awaited.map { $0.definition.name })
    json.member("added_delay", delay.map { Double($0) / 1e6 })
    json.objects("waits", awaited) { wait, json in
      json.member("gesture", wait.definition.name)
      json.member("longest", wait.definition.parameters.facts.longestWait.map { Double($0) / 1e6 })
      json.member("implicit", wait.isImplicit)
    }
    json.member("description", gesture.description)
    json.member("action", gesture.actions.summary)
    json.member("taken", taking(of: gesture, definition, on: session))
    json.member("count", counters.fired(on: session.name))
    json.member("triggered", counters.fired(on: Dispatcher.triggerDevice))
    if let last = counters.last { json.object("outcome") { last.outcome.write(to: &$0) } }
  }

  func writeStates(of gestures: [String], to json: inout JSONWriter) -> String? {
    let known = configuration.gestures.map { $0.name }
    let (all, wanted) = (Set(known), Set(gestures))
    if let unknown = gestures.first(where: { !all.contains($0) }) { return unknown }
    for session in sessions {
      for (index, gestureIndex) in session.device.gestures.enumerated()
      where wanted.isEmpty || wanted.contains(known[gestureIndex]) {
        var snapshot = session.state(of: index)
        snapshot.event.gesture = gestureIndex
        snapshot.waitsFor = snapshot.waitsFor.map { session.device.gestures[$0] }
        EventJSON.write(snapshot, names: session.names, to: &json)
      }
    }
    return nil
  }

  func writeSequences(of gesture: String?, last count: Int, to json: inout JSONWriter) -> Bool {
    if let gesture, !configuration.gestures.contains(where: { $0.name == gesture }) { return false }
    for session in sessions { history.finish(session) }
    history.write(gesture, last: count, at: loop.now, to: &json)
    return true
  }

  // MARK: Commands

  func setEnabled(_ gesture: String, _ enabled: Bool) -> Bool {
    guard let index = configuration.gestures.firstIndex(where: { $0.name == gesture }) else { return false }
    // The same again changes nothing, and so not since when.
    if running.switched[gesture]?.isEnabled != enabled {
      running.switched[gesture] = RunningValues.Switch(isEnabled: enabled, time: loop.now)
    }
    for session in sessions where session.isEnabled(index) != enabled { session.setEnabled(index, enabled) }
    return true
  }

  func setDeviceEnabled(_ name: String, _ enabled: Bool) -> Bool {
    let named = sessions.filter { $0.device.identity.isNamed(name) }
    // The device may be unplugged, or be named in other words than when it was switched off.
    let isKnown = running.disabledDevices.contains(name)
    guard !named.isEmpty || isKnown else { return false }
    let before = running.disabledDevices
    running.disabledDevices.removeAll { off in
      off == name || enabled && named.contains { $0.device.identity.isNamed(off) }
    }
    if !enabled { running.disabledDevices.append(name) }
    // Making recognizers anew cancels gestures, so a call that changes nothing makes none.
    if Set(running.disabledDevices) != Set(before) { remake(named) }
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
      let (outgoing, message, hint, outcomes) = dispatcher.trigger(
        gesture: gesture, state: state, steps: steps)
    else { return .noSuchGesture }
    control.publish(outgoing, message: message)
    return .done(hint: hint, outcomes)
  }

  func subscriptionsChanged(_ output: SubscribedOutput) {
    log.sink = output.contains(.log) ? { [self] in control.publish(line: $1, level: $0, gesture: $2) } : nil
    log.outputSink = output.contains(.lines) ? { [self] in control.publish(output: $1, of: $0) } : nil
    for session in sessions { setReporting(of: session) }
  }

  func holdersChanged() { runContextPrograms() }

  func connectionEnded() { process.releaseMemory() }

  /// Selects what the session makes of each gesture's events: what actions, subscriptions and `--print` read.
  func setReporting(of session: DeviceSession) {
    let printed: Reading = printer == nil ? [] : .steps
    func subscribed(_ gesture: Int) -> Reading {
      control.reading(of: configuration.gestures[gesture].name, configuration.gestures[gesture].type)
    }
    // The record of `why` is made of frames that are read for something else. It alone wakes nothing.
    let isRead =
      printer != nil || session.source == nil
      || session.device.gestures.contains { dispatcher.hasEffect(ofGesture: $0) || !subscribed($0).isEmpty }
    session.setRead(isRead, context: running.context.values)
    // `why` answers after it happened, so reasons always have a reader: `history`.
    session.setReporting(control.output.union(.failures)) { gesture in
      dispatcher.reading(ofGesture: gesture).union(subscribed(gesture)).union(printed).union(.outcomes)
    }
  }
}

extension GestureBinding {
  /// The states of the gesture (interface.md §2.2).
  fileprivate var states: [GestureState] {
    (definitions.values.first?.parameters.reportingType ?? type).traits.states
  }
}
