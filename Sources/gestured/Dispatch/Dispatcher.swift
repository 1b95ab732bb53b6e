import CEvdev
import ControlProtocol
import GestureConfig
import GestureCore
import Glibc

/// Turns gesture events into the actions of the configuration: commands, keys, notifications, pipes.
///
/// Nothing here waits: a command costs the loop some 75 µs at most, everything else a system call. Events of gestures without
/// actions cost a look-up and allocate nothing.
final class Dispatcher {
  let loop: EventLoop
  let log: Log
  let runner: CommandRunner
  private let keys = KeyTyper()
  private var plans: [GesturePlan] = []
  private var indices: [String: Int] = [:]
  private var sockets: [String: NotificationSocket] = [:]
  private var pipes: [PipeKey: PipeCommand] = [:]
  private var json = JSONWriter()
  private var names = EventNames(device: "", gestures: [])

  /// One program for each `pipe` line of a gesture, also when the configuration is read again.
  struct PipeKey: Hashable {
    var gesture: String
    var line: String
  }

  /// - Parameter grace: from SIGTERM to SIGKILL, in µs.
  init(loop: EventLoop, log: Log, grace: Int64 = CommandRunner.standardGrace) {
    self.loop = loop
    self.log = log
    // Writing to a pipe whose reader has gone fails with EPIPE; commands get the default action back.
    signal(SIGPIPE, SIG_IGN)
    runner = CommandRunner(
      loop: loop, log: log, environment: CommandEnvironment(inherited: Dispatcher.inheritedEnvironment()),
      grace: grace)
  }

  private static func inheritedEnvironment() -> [String] {
    var entries: [String] = []
    var next = gestured_environ()
    while let pointer = next, let entry = pointer.pointee {
      entries.append(String(cString: entry))
      next = pointer + 1
    }
    return entries
  }

  /// What `status` reports of a gesture, by its index in the configuration.
  func counters(ofGesture index: Int) -> ActionCounters { plans[index].owner.counters }

  /// What keeps actions of the configuration from being done, one line each with the remedy.
  var problems: [String] { keys.problem.map { [$0] } ?? [] }

  /// No command runs, and every pipe's program has been given its events.
  var isIdle: Bool { runner.runningCount == 0 && pipes.values.allSatisfy(\.isDrained) }

  // MARK: Configuration

  /// Takes the place of an earlier configuration; its commands keep running, its counters go on by name.
  func configure(_ configuration: Configuration) {
    let counters = Dictionary(
      plans.map { ($0.owner.name, $0.owner.counters) }, uniquingKeysWith: { first, _ in first })
    for plan in plans { plan.queue.retire() }
    var compiler = ActionCompiler(dispatcher: self, keptPipes: pipes, keptSockets: sockets)
    plans = configuration.gestures.map { gesture in
      compiler.plan(gesture, counters: counters[gesture.name] ?? ActionCounters())
    }
    indices = Dictionary(
      plans.enumerated().map { ($1.owner.name, $0) }, uniquingKeysWith: { first, _ in first })
    names.gestures = plans.map(\.owner.name)
    for (key, pipe) in pipes where compiler.pipes[key] == nil { pipe.stop() }
    for (path, socket) in sockets where compiler.sockets[path] == nil { socket.close() }
    let started = compiler.pipes.filter { pipes[$0.key] == nil }
    pipes = compiler.pipes
    sockets = compiler.sockets
    for (_, pipe) in started { pipe.start() }
    keys.configure(keys: compiler.keys)
    for problem in problems { log.error(problem) }
  }

  /// Programs and commands that were started keep running; pipes end.
  func shutDown() {
    for plan in plans { plan.queue.removeAll() }
    runner.shutDown()
    for (_, pipe) in pipes { pipe.shutDown() }
    for (_, socket) in sockets { socket.close() }
    pipes = [:]
    sockets = [:]
    keys.close()
  }

  // MARK: Events

  /// Performs the actions of a gesture's event.
  ///
  /// - Parameter device: kernel node name.
  /// - Returns: the string of `notify`, to go with the event to the subscribers of the control socket.
  @discardableResult
  func handle(_ event: GestureEvent, device: String) -> String? {
    let plan = plans[event.gesture]
    if event.state == .recognized || event.state == .began { plan.owner.counters.fire(on: device) }
    guard !plan.isEmpty, !event.state.isExplanation else { return nil }
    if event.state == .recognized || event.state == .began { plan.queue.begin(on: device) }
    let message = perform(plan, event, device)
    if event.state.isLast { plan.queue.end(on: device) }
    if let pipe = plan.direct?.pipe {
      pipe.write(line(event, device, nil), isChanged: event.state == .changed)
    }
    return message
  }

  /// Does a gesture's actions as if it had been made; nil: no gesture has that name.
  ///
  /// - Parameters:
  ///   - state: nil: recognized or began, whichever its type has. `step` is a `changed` with so many steps.
  ///   - steps: negative for backward.
  /// - Returns: the event that was made up, its message, and what the gesture does where it does nothing then.
  func trigger(
    gesture name: String, state: GestureState? = nil, steps: Int = 1
  ) -> (event: GestureEvent, message: String?, hint: String?)? {
    guard let index = indices[name] else { return nil }
    var event = GestureEvent()
    event.time = loop.now
    event.gesture = index
    event.type = plans[index].type
    event.state = state ?? (event.type.traits.isDiscrete ? .recognized : .began)
    if state == .step {
      event.state = .changed
      return (event, perform(steps: steps, plans[index], event, Dispatcher.triggerDevice), nil)
    }
    let message = handle(event, device: Dispatcher.triggerDevice)
    return (event, message, plans[index].hint(at: event.state))
  }

  /// The device of events that `trigger` makes up.
  static let triggerDevice = "trigger"

  private func perform(_ plan: GesturePlan, _ event: GestureEvent, _ device: String) -> String? {
    switch event.state {
    case .recognized:
      return perform(plan.direct, plan, event, device)
    case .began:
      let direct = perform(plan.direct, plan, event, device)
      let began = perform(plan.began, plan, event, device)
      return steps(plan, event, device) ?? began ?? direct
    case .changed:
      let message = perform(plan.changed, plan, event, device, kind: .changed)
      return steps(plan, event, device) ?? message
    case .ended:
      let message = steps(plan, event, device)
      return perform(plan.ended, plan, event, device) ?? message
    case .cancelled:
      _ = plan.step?.advance(event, device: device)
      return perform(plan.cancelled, plan, event, device)
    case .possible, .failed, .step:
      return nil
    }
  }

  /// One table's actions; gives its message.
  private func perform(
    _ actions: ActionPlan?, _ plan: GesturePlan, _ event: GestureEvent, _ device: String,
    kind: CommandQueue.Kind = .once
  ) -> String? {
    guard let actions else { return nil }
    if !actions.commands.isEmpty {
      plan.queue.submit(
        CommandQueue.Entry(
          kind: kind, commands: actions.commands, event: event, limit: actions.maxRunning), device: device)
    }
    performSilent(actions, plan, event, device, times: 1)
    return actions.message
  }

  private func steps(_ plan: GesturePlan, _ event: GestureEvent, _ device: String) -> String? {
    guard let count = plan.step?.advance(event, device: device), count != 0 else { return nil }
    return perform(steps: count, plan, event, device)
  }

  private func perform(steps count: Int, _ plan: GesturePlan, _ event: GestureEvent, _ device: String)
    -> String?
  {
    guard let step = plan.step else { return nil }
    guard let actions = count > 0 ? step.forward : step.backward else { return nil }
    if !actions.commands.isEmpty {
      let forward = step.forward?.commands ?? []
      let backward = step.backward?.commands ?? []
      plan.queue.submit(
        CommandQueue.Entry(
          kind: .step(forward: forward, backward: backward), commands: [], event: event, steps: count,
          limit: actions.maxRunning), device: device)
    }
    performSilent(actions, plan, event, device, times: abs(count))
    return actions.message
  }

  /// Everything but commands; keys are typed once for each step.
  private func performSilent(
    _ actions: ActionPlan, _ plan: GesturePlan, _ event: GestureEvent, _ device: String, times: Int
  ) {
    if !actions.chords.isEmpty {
      for _ in 0..<times where !keys.type(actions.chords) { plan.owner.counters.failed += 1 }
    }
    if let socket = actions.socket, !socket.send(line(event, device, actions.socketMessage)) {
      plan.owner.counters.dropped += 1
    }
    // That of the gesture itself gets every event, and gets it in `handle`.
    if let pipe = actions.pipe, pipe !== plan.direct?.pipe {
      pipe.write(line(event, device, nil), isChanged: event.state == .changed)
    }
  }

  /// The event as one JSON line.
  private func line(_ event: GestureEvent, _ device: String, _ message: String?) -> [UInt8] {
    if names.device != device { names.device = device }
    json.removeAll()
    EventJSON.write(event, names: names, attachments: EventAttachments(message: message), to: &json)
    json.terminate(UInt8(ascii: "\n"))
    return json.bytes
  }
}
