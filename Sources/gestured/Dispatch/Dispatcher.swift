import CSystem
import ControlProtocol
import Evdev
import GestureConfig
import GestureCore

/// Turns gesture events into the configuration's actions: commands, keys, notifications, pipes.
///
/// Never blocks: a command takes at most 75 µs, any other action one system call. An event without actions costs one look-up
/// and no allocation.
///
/// What must hold: what a gesture pressed or began is released when the gesture ends, is cancelled, or loses its device or its
/// configuration.
final class Dispatcher {
  let loop: EventLoop
  let log: Log
  /// What actions use of the rest of the daemon.
  let daemon: DaemonFunctions
  let runner: CommandRunner
  var outcomes: OutcomeLog { runner.outcomes }
  let keys = KeyTyper()
  private let gate: OutputGate
  let mouse: MouseOutput
  let touchpad: TouchpadOutput
  let holds: HoldWatch
  private var virtualKinds: [ActionKind] = []
  private var plans: [GesturePlan] = []
  private var sockets: [String: NotificationSocket] = [:]
  private var pipes: [PipeKey: PipeCommand] = [:]

  /// Identifies the program of a `pipe` line of a gesture across reloads.
  struct PipeKey: Hashable {
    var gesture: String
    var line: String
  }

  /// - Parameters:
  ///   - daemon: what actions use of the rest of the daemon.
  ///   - session: the session that is followed; nil for a daemon that plays a recording.
  ///   - grace: µs from SIGTERM to SIGKILL.
  ///   - patience: µs after which a command is let go.
  init(
    loop: EventLoop, log: Log, daemon: DaemonFunctions = DaemonFunctions(), session: SeatFollower? = nil,
    grace: Int64 = CommandRunner.standardGrace, patience: Int64 = CommandRunner.standardPatience
  ) {
    self.loop = loop
    self.log = log
    self.daemon = daemon
    // Writing to a closed pipe then fails with EPIPE. Commands get the default action back.
    gestured_ignore_signal(SIGPIPE)
    gate = OutputGate(loop: loop)
    mouse = MouseOutput(loop: loop, gate: gate, touches: daemon.touches)
    holds = HoldWatch(loop: loop, log: log)
    touchpad = TouchpadOutput(loop: loop, gate: gate) { [holds, keys, mouse] in
      holds.set($0 || keys.isHolding || mouse.isHolding)
    }
    runner = CommandRunner(
      loop: loop, log: log, environment: CommandEnvironment(inherited: environmentEntries()),
      session: session, receive: daemon.receive, grace: grace, patience: patience)
  }

  /// Uses the variables of the session that is followed; nil for the daemon's own. Programs of pipes start anew with them.
  func useSession(_ variables: [String]?) {
    guard runner.environment.useSession(variables) else { return }
    for (_, pipe) in pipes { pipe.restart() }
  }

  private func watchHolds() { holds.set(keys.isHolding || mouse.isHolding || touchpad.isHolding) }

  /// The counters in `status` of a gesture, by its index in the configuration.
  func counters(ofGesture index: Int) -> ActionCounters { plans[index].owner.counters }

  /// What the actions of a gesture read of its events, by its index in the configuration.
  func reading(ofGesture index: Int) -> Reading { plans[index].reading }
  /// Whether a gesture has an effect without a subscriber: it has an action, hides touches, or a program recognizes it.
  func hasEffect(ofGesture index: Int) -> Bool { plans[index].hasEffect }

  /// The variables of the session and the `PATH` that commands get, as `NAME=value`.
  var commandVariables: [String] {
    let inherited = runner.environment.inherited
    return SessionVariables.entries(in: inherited) + inherited.filter { $0.hasPrefix("PATH=") }
  }

  /// Why the first of the virtual devices could not be made; nil if all were.
  private var failure: VirtualDeviceFailure? { keys.failure ?? mouse.failure ?? touchpad.failure }

  /// The problems that disable actions of the configuration, one line each with the remedy.
  var problems: [String] {
    guard let failure else { return [] }
    let list = listed(virtualKinds.map { "`\($0.rawValue)`" }, "and")
    return ["\(list) actions are disabled: \(failure)"]
  }

  /// No command runs, the programs of all pipes have received their events, and the wheel is at rest.
  var isIdle: Bool {
    runner.runningCount == 0 && pipes.values.allSatisfy { $0.isDrained } && !mouse.glide.isRunning
  }

  // MARK: Configuration

  /// Replaces the configuration. Its commands keep running, and counters continue by name.
  func configure(_ configuration: Configuration) {
    var counters: [String: ActionCounters] = [:]
    for plan in plans {
      plan.owner.counters.forgetFailures()
      counters[plan.owner.name] = plan.owner.counters
    }
    for plan in plans { plan.queue.retire() }
    var compiler = ActionCompiler(dispatcher: self, keptPipes: pipes, keptSockets: sockets)
    plans = configuration.gestures.map { gesture in
      compiler.plan(gesture, counters: counters[gesture.name] ?? ActionCounters())
    }
    for (key, pipe) in pipes where compiler.pipes[key] == nil { pipe.stop() }
    for (path, socket) in sockets where compiler.sockets[path] == nil { socket.close() }
    let started = compiler.pipes.filter { pipes[$0.key] == nil }
    pipes = compiler.pipes
    sockets = compiler.sockets
    for (_, pipe) in started { pipe.start() }
    virtualKinds = configuration.virtualKinds
    keys.configure(keys: compiler.keys)
    let virtual = virtualKinds.compactMap { $0.row.device }
    let isMouseNeeded = virtual.contains(.mouse)
    mouse.configure(
      isNeeded: isMouseNeeded, clicksAtTouch: isMouseNeeded && configuration.clicksAtTouch, screens: screens)
    touchpad.configure(isNeeded: virtual.contains(.touchpad))
    watchHolds()
    for problem in problems { log.error(problem) }
  }

  /// Ends all actions with the daemon. Commands and programs that were started keep running; pipes are closed.
  func shutDown() {
    for plan in plans { plan.queue.removeAll() }
    runner.shutDown()
    for (_, pipe) in pipes { pipe.shutDown() }
    for (_, socket) in sockets { socket.close() }
    keys.close()
    mouse.close()
    touchpad.close()
    holds.close()
  }

  /// The touchscreens in use, for clicks at touches.
  var screens: [MouseOutput.Screen] = [] {
    didSet { if screens != oldValue { mouse.use(screens) } }
  }

  // MARK: Events

  /// Delays the output of virtual devices while a touchscreen's touches are being hidden from the compositor.
  func delayOutput() { gate.close() }

  /// Runs the actions of a gesture's event.
  ///
  /// - Parameters:
  ///   - event: decides which actions run, how many steps, and how the pointer moves.
  ///   - outgoing: the same event for programs and sockets.
  ///   - publish: gets the text of `notify` for subscribers of the control socket, before an action runs. A command takes longer
  ///     to start than a message to be sent.
  func handle(
    _ event: GestureEvent, as outgoing: OutgoingEvent, publish: (_ message: String?) -> Void = { _ in }
  ) {
    let device = outgoing.device
    let plan = plans[event.gesture]
    if event.state == .recognized || event.state == .began { plan.owner.counters.fire(on: device) }
    guard !plan.isEmpty, !event.state.isExplanation else { return publish(nil) }
    if event.state == .recognized || event.state == .began { plan.queue.begin(on: device) }
    // Keys that are held are down before anything that the gesture types.
    let isHeld = event.state != .began || plan.lasting?.press(event, device) != false
    let tables = plan.tables(for: event, device: device, outgoing.names.surface)
    publish(tables.message)
    for table in tables { perform(table, plan, event, outgoing) }
    if let lasting = plan.lasting { follow(lasting, plan.owner, event, device, isHeld) }
    if event.state.isLast { plan.queue.end(on: device) }
    if plan.lasting != nil { watchHolds() }
    if let pipes = plan.direct?.pipes {
      for pipe in pipes { pipe.write(outgoing) }
    }
  }

  /// Runs a gesture's actions as if it had been made; nil if the gesture does not exist.
  ///
  /// - Parameters:
  ///   - state: nil means recognized or began; `step` runs the actions of `steps` steps.
  ///   - steps: the number of steps for `step`; negative is backward.
  /// - Returns: the synthetic event, its message, a hint if the state has no actions, and what became of the actions so far.
  func trigger(
    gesture name: String, state: GestureState? = nil, steps: Int = 1
  ) -> (outgoing: OutgoingEvent, message: String?, hint: String?, outcomes: [ActionOutcome])? {
    guard let index = plans.firstIndex(where: { $0.owner.name == name }) else { return nil }
    var event = GestureEvent()
    event.time = loop.now
    event.gesture = index
    event.type = plans[index].type
    event.state = state == .step ? .changed : state ?? (event.type.traits.isDiscrete ? .recognized : .began)
    let outgoing = OutgoingEvent(
      event, names: EventNames(device: Dispatcher.triggerDevice, gestures: plans.map { $0.owner.name }))
    if state == .step {
      guard let table = plans[index].step?.table(steps) else { return (outgoing, nil, nil, []) }
      let known = outcomes.collect { perform(table, plans[index], event, outgoing) }
      return (outgoing, table.actions.message, nil, known)
    }
    var message: String?
    let known = outcomes.collect { handle(event, as: outgoing) { message = $0 } }
    return (outgoing, message, plans[index].hint(at: event.state), known)
  }

  /// The device of the events of `trigger`.
  static let triggerDevice = ActionJSON.trigger

  private func perform(
    _ table: GesturePlan.Table, _ plan: GesturePlan, _ event: GestureEvent, _ outgoing: OutgoingEvent
  ) {
    let actions = table.actions
    if !actions.commands.isEmpty {
      plan.queue.submit(
        CommandQueue.Entry(
          kind: table.kind, commands: actions.commands,
          input: CommandInput(outgoing, steps: table.steps), limit: actions.maxRunning))
    }
    for action in actions.others { action(plan, event, outgoing, table.steps == 0 ? 1 : abs(table.steps)) }
  }

  /// Runs the actions that last as long as the gesture.
  ///
  /// - Parameter isHeld: whether the keys of `hold_keys` could be pressed.
  private func follow(
    _ lasting: LastingPlan, _ owner: CommandOwner, _ event: GestureEvent, _ device: String, _ isHeld: Bool
  ) {
    let isDone = lasting.follow(event, device) && isHeld
    // A motion that can be written is entered once.
    guard event.state == .began || !isDone && event.state != .changed else { return }
    outcomes.enter(lasting.summary, isDone: isDone, failure, of: owner, on: device)
  }

  /// Calls `body` for each process that runs for a gesture: commands by their number, programs of pipes by their gesture.
  func forEachProgram(
    _ body: (_ pid: pid_t, _ gesture: String, _ text: String, _ kind: String, _ start: Int64?) -> Void
  ) {
    runner.forEachProgram { body($0, $1, $2, $4 ? "let-go" : "running", $3) }
    // A dictionary has another order in each run.
    for (key, pipe) in pipes.sorted(by: { ($0.key.gesture, $0.key.line) < ($1.key.gesture, $1.key.line) }) {
      if let pid = pipe.pid { body(pid, key.gesture, key.line, "pipe", nil) }
    }
  }
}
