import ControlProtocol
import Evdev
import GestureConfig
import GestureCore
import Glibc

/// The control socket: where it is, and what is asked of the daemon there.
extension Daemon: ControlDelegate {
  /// systemd's socket, or --socket, or the usual place.
  func openControlSocket() throws(StartFailure) {
    if let inherited = ListeningSocket.inherited() { return serve(inherited) }
    guard let path = options.socket ?? Daemon.defaultSocketPath() else {
      log.warning("$XDG_RUNTIME_DIR is not set: there is no control socket (name one with --socket)")
      return
    }
    do {
      serve(try ListeningSocket.bound(to: path))
    } catch {
      throw StartFailure(error)
    }
  }

  private static func defaultSocketPath() -> String? {
    guard let directory = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }), directory.hasPrefix("/")
    else {
      return nil
    }
    return directory + "/gestured/control.sock"
  }

  private func serve(_ socket: ListeningSocket) {
    listening = socket
    control.serve(socket.fd)
  }

  // MARK: Reports

  func statusReport() -> StatusReport {
    var report = StatusReport(
      version: Daemon.version, uptime: loop.now - startedAt, configurationPath: configurationPath,
      loaded: loop.now - loadedAt)
    let unable = dispatcher.problems.map { Diagnostic(severity: .problem, line: 0, column: 0, message: $0) }
    report.problems = (diagnostics + unable).map(ProblemReport.init)
    report.devices = deviceReports()
    report.gestures = gestureReports()
    report.actions = actions()
    report.context = context.report
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
    }
    return actions
  }

  func deviceReports() -> [DeviceReport] {
    let open = sessions.map { session in
      DeviceReport(
        name: session.description.name,
        node: session === replayed ? options.replay ?? "" : devices.node(of: session),
        kind: session.deviceClass, size: session.stage, slots: session.description.slotCount,
        warnings: session === replayed ? session.warnings : devices.warnings(of: session),
        claims: claims(of: session))
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
    let graph = FailureGraph(session.definitions, implicitRequirements: configuration.implicitRequirements)
    return session.definitions.indices.map { index in
      let definition = session.definitions[index]
      let gesture = configuration.gestures[session.gestures[index]]
      var report = GestureReport(
        name: gesture.name, type: gesture.type, device: session.name, fingers: definition.fingers)
      report.isEnabled = switched[gesture.name] ?? definition.enabled
      report.isPermitted = context.satisfies(gesture.when)
      let awaited = graph.edges.filter { $0.waiter == index }.map { session.definitions[$0.requirement] }
      report.waitsFor = awaited.map(\.name)
      report.addedDelay = awaited.compactMap(\.parameters.longestWait).max()
      report.action = gesture.actions.summary
      report.taken = taking(of: gesture, definition, on: session)
      report.count = dispatcher.counters(ofGesture: session.gestures[index]).fired
      return report
    }
  }

  // MARK: Commands

  func setEnabled(_ gesture: String, _ enabled: Bool) -> Bool {
    guard let index = configuration.gestures.firstIndex(where: { $0.name == gesture }) else { return false }
    switched[gesture] = enabled
    for session in sessions { session.setEnabled(index, enabled, at: session.now) }
    return true
  }

  func setContext(_ values: [String: String]) {
    for (key, value) in values { context.set(key, value) }
    for (index, gesture) in configuration.gestures.enumerated() where !gesture.when.isEmpty {
      let isPermitted = context.satisfies(gesture.when)
      for session in sessions { session.setPermitted(index, isPermitted) }
    }
  }

  func trigger(_ gesture: String, state: GestureState?) -> TriggerResult {
    guard let binding = configuration.gestures.first(where: { $0.name == gesture }) else {
      return .noSuchGesture
    }
    if let state, !binding.type.states.contains(state) { return .noSuchState }
    guard let (event, message, hint) = dispatcher.trigger(gesture: gesture, state: state) else {
      return .noSuchGesture
    }
    let names = EventNames(device: Dispatcher.triggerDevice, gestures: configuration.gestures.map(\.name))
    control.publish(event, names: names, touches: [], message: message)
    return .done(hint: hint)
  }

  func subscriptionsChanged(wantsFailures: Bool, wantsTouches: Bool) {
    reporting = (wantsFailures, wantsTouches)
    for session in sessions { session.setReporting(failures: wantsFailures, touches: wantsTouches) }
  }
}

extension GestureType {
  /// The states that a gesture of this type gets into (interface.md §2.2).
  fileprivate var states: [GestureState] {
    switch self {
    case .tap, .swipe, .circle, .stroke: [.recognized]
    case .hold: [.began, .ended, .cancelled]
    case .longPress, .pan, .pinch, .rotation, .edgePan, .tapDrag, .transform, .hover:
      [.began, .changed, .ended, .cancelled]
    case .sequence: [.recognized, .began, .changed, .ended, .cancelled]
    }
  }
}

extension GestureActions {
  /// What the gesture does, for a person; "" where it only makes events.
  fileprivate var summary: String {
    let parts = [
      ("", direct), ("began: ", began), ("changed: ", changed), ("ended: ", ended),
      ("cancelled: ", cancelled),
      ("forward: ", step?.forward), ("backward: ", step?.backward),
    ]
    return parts.compactMap { label, set in set.map { label + $0.summary } }.joined(separator: "; ")
  }
}

extension ActionSet {
  fileprivate var summary: String {
    var parts: [String] = []
    if let run { parts.append("run \(run)") }
    if let exec { parts.append("exec \(exec.joined(separator: " "))") }
    if !keys.isEmpty { parts.append("keys") }
    switch notify {
    case .subscribers(let message): parts.append("notify \(message)")
    case .socket(let path, _): parts.append("notify \(path)")
    case nil: break
    }
    if let pipe { parts.append("pipe \(pipe)") }
    return parts.joined(separator: ", ")
  }
}

extension Daemon.StartFailure {
  init(_ failure: ListeningSocket.Failure) {
    switch failure {
    case .busy(let path):
      status = Self.wrong
      line = "another gestured answers at \(path); end it, or name another socket with --socket"
    case .tooLong(let path):
      status = Self.wrong
      line = "the path of the socket is too long (107 bytes at most): \(path)"
    case .occupied(let path):
      status = Self.wrong
      line = "\(path) is there and is no socket; remove it, or name another socket with --socket"
    case .refused(let what, let number):
      status = Self.unavailable
      line = "\(what): \(errorText(number)); name another socket with --socket"
    }
  }
}
