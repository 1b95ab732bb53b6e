import CSystem
import ControlProtocol
import Evdev
import GestureConfig
import GestureCore

/// What actions use of the rest of the daemon. Daemon makes the value, where it joins the parts. For an action that needs more, a
/// function is added here, and what it does is added there.
struct DaemonFunctions {
  /// How many touch sequences have begun so far, and how many touches are down, on all devices.
  var touches: () -> (begun: Int, down: Int) = { (0, 0) }
  /// Receives the outcome of each action with its gesture and device.
  var receive: OutcomeLog.Receiver = { _, _, _ in }
}

/// Compiles a configuration's actions into plans: finds programs, splits lines into words, shares sockets.
struct ActionCompiler {
  private let dispatcher: Dispatcher
  private let programs: SearchPath
  private let keptPipes: [Dispatcher.PipeKey: PipeCommand]
  private let keptSockets: [String: NotificationSocket]
  private(set) var pipes: [Dispatcher.PipeKey: PipeCommand] = [:]
  private(set) var sockets: [String: NotificationSocket] = [:]
  private(set) var keys: Set<UInt16> = []

  init(
    dispatcher: Dispatcher, keptPipes: [Dispatcher.PipeKey: PipeCommand],
    keptSockets: [String: NotificationSocket]
  ) {
    self.dispatcher = dispatcher
    self.keptPipes = keptPipes
    self.keptSockets = keptSockets
    programs = SearchPath(environmentValue("PATH"))
  }

  mutating func plan(_ gesture: GestureBinding, counters: ActionCounters) -> GesturePlan {
    let owner = CommandOwner(
      name: gesture.name, description: gesture.description, type: gesture.type, counters: counters)
    let plan = GesturePlan(
      owner: owner, gesture, queue: CommandQueue(owner: owner, runner: dispatcher.runner))
    let actions = gesture.actions
    plan.direct = compile(actions.direct, owner)
    plan.recognized = compile(actions.recognized, owner)
    plan.began = compile(actions.began, owner)
    plan.changed = compile(actions.changed, owner)
    plan.ended = compile(actions.ended, owner)
    plan.cancelled = compile(actions.cancelled, owner)
    if let step = actions.step {
      plan.step = StepPlan(
        every: step.every, axis: ActionCompiler.axis(of: gesture), zone: gesture.zone?.name,
        forward: compile(step.forward, owner), backward: compile(step.backward, owner))
    }
    if !actions.lasting.isEmpty { plan.lasting = compile(lasting: actions.lasting, of: gesture, owner) }
    return plan
  }

  private mutating func compile(
    lasting actions: [Action], of gesture: GestureBinding, _ owner: CommandOwner
  ) -> LastingPlan {
    var ordered = ActionSet()
    ordered.actions = ActionKind.lasting.flatMap { kind in actions.filter { $0.kind == kind } }
    return LastingPlan(
      summary: actions.map { $0.summary }.joined(separator: ", "),
      held: ordered.actions.lazy.compactMap { $0.kind.row.held }.first,
      actions: compile(ordered, owner, along: ActionCompiler.axis(of: gesture))?.lasting ?? [])
  }

  /// The axis of a pan. It is the same for all device classes, because its default is.
  private static func axis(of gesture: GestureBinding) -> PanAxis {
    for definition in gesture.definitions.values {
      if let pan = definition.parameters.as(PanParameters.self) { return pan.axis }
    }
    return .any
  }

  /// - Parameter axis: that of the gesture's motion.
  private mutating func compile(
    _ set: ActionSet?, _ owner: CommandOwner, along axis: PanAxis = .any
  ) -> ActionPlan? {
    guard let set else { return nil }
    var plan = ActionPlan(maxRunning: set.maxRunning)
    for action in set.actions { compile(action, of: set, owner, along: axis, into: &plan) }
    return plan
  }

  private mutating func compile(
    _ action: Action, of set: ActionSet, _ owner: CommandOwner, along axis: PanAxis,
    into plan: inout ActionPlan
  ) {
    let outcomes = dispatcher.outcomes
    // A command has a text of its own.
    let name = [.run, .exec].contains(action.kind) ? "" : action.summary
    switch action {
    case .run(let line):
      plan.commands.append(Command(program: Program(line: line, in: programs), timeout: set.timeout))
    case .exec(let words):
      plan.commands.append(Command(program: Program(words: words, in: programs), timeout: set.timeout))
    case .keys(let chords):
      keys.formUnion(chords.joined())
      plan.others.append { [typer = dispatcher.keys] plan, _, outgoing, times in
        var isTyped = true
        for _ in 0..<times where !typer.type(chords) { isTyped = false }
        outcomes.enter(name, isDone: isTyped, typer.failure, of: plan.owner, on: outgoing.device)
      }
    case .click(let click):
      plan.others.append { [mouse = dispatcher.mouse] plan, event, outgoing, times in
        var isClicked = true
        for _ in 0..<times where !mouse.click(click, event, device: outgoing.device) {
          isClicked = false
        }
        outcomes.enter(name, isDone: isClicked, mouse.failure, of: plan.owner, on: outgoing.device)
      }
    case .notify(.subscribers(let message)):
      plan.message = plan.message.map { "\($0)\n\(message)" } ?? message
      plan.others.append { plan, event, outgoing, _ in
        if event.state == .changed { return }
        outcomes.enter(name, .done, of: plan.owner, on: outgoing.device)
      }
    case .notify(.socket(let path, let message)):
      plan.others.append { [socket = socket(path)] plan, event, outgoing, _ in
        let loss = socket.send(outgoing, message)
        if loss == nil && event.state == .changed { return }
        let outcome = ActionOutcome(
          number: outcomes.makeNumber(), action: name, loss == nil ? .done : .dropped, reason: loss ?? "")
        outcomes.enter(outcome, of: plan.owner, on: outgoing.device, isLogged: true)
      }
    case .pipe(let line):
      let pipe = pipe(line, owner)
      plan.pipes.append(pipe)
      plan.others.append { plan, event, outgoing, _ in
        // A pipe in the gesture's own table receives every event, in `Dispatcher.handle`.
        if plan.direct?.pipes.contains(where: { $0 === pipe }) != true { pipe.write(outgoing) }
        if event.state != .changed { outcomes.enter(name, .done, of: plan.owner, on: outgoing.device) }
      }
    // These last as long as the gesture.
    case .button(let button):
      plan.lasting.append(
        LastingAction(
          follow: { [mouse = dispatcher.mouse] event, device in
            event.state != .began || mouse.press(button, gesture: event.gesture, device: device)
          },
          release: { [mouse = dispatcher.mouse] in mouse.release(gesture: $0.gesture, device: $1) }))
    case .holdKeys(let held):
      keys.formUnion(held)
      plan.lasting.append(
        LastingAction(
          press: { [typer = dispatcher.keys] in typer.hold(held, gesture: $0.gesture, device: $1) },
          release: { [typer = dispatcher.keys] in typer.release(gesture: $0.gesture, device: $1) }))
    case .scroll(let scroll):
      let motion = PointerMotion(scroll, along: axis, dispatcher.mouse)
      plan.lasting.append(LastingAction(follow: { motion.follow($0, device: $1) }))
    case .move(let factor):
      let motion = PointerMotion(move: factor, dispatcher.mouse)
      plan.lasting.append(LastingAction(follow: { motion.follow($0, device: $1) }))
    case .touchpad(let action):
      plan.lasting.append(
        LastingAction(follow: { [touchpad = dispatcher.touchpad] event, device in
          // A trigger has no motion.
          device == Dispatcher.triggerDevice || touchpad.follow(event, action, device: device)
        }))
    }
  }

  private mutating func socket(_ path: String) -> NotificationSocket {
    let socket =
      sockets[path] ?? keptSockets[path]
      ?? NotificationSocket(path: path, loop: dispatcher.loop, log: dispatcher.log)
    sockets[path] = socket
    return socket
  }

  private mutating func pipe(_ line: String, _ owner: CommandOwner) -> PipeCommand {
    let key = Dispatcher.PipeKey(gesture: owner.name, line: line)
    let pipe =
      pipes[key] ?? keptPipes[key]
      ?? PipeCommand(program: Program(line: line, in: programs), owner: owner, runner: dispatcher.runner)
    pipes[key] = pipe
    return pipe
  }
}
