import CSystem
import GestureConfig
import GestureCore

/// Makes plans of a configuration's actions: looks programs up, splits lines into words, shares sockets.
struct ActionCompiler {
  private let dispatcher: Dispatcher
  private let path: String?
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
    path = getenv("PATH").map { String(cString: $0) }
  }

  mutating func plan(_ gesture: GestureBinding, counters: ActionCounters) -> GesturePlan {
    let owner = CommandOwner(name: gesture.name, type: gesture.type, counters: counters)
    let plan = GesturePlan(
      owner: owner, type: gesture.type, queue: CommandQueue(owner: owner, runner: dispatcher.runner))
    let actions = gesture.actions
    plan.direct = compile(actions.direct, owner)
    plan.began = compile(actions.began, owner)
    plan.changed = compile(actions.changed, owner)
    plan.ended = compile(actions.ended, owner)
    plan.cancelled = compile(actions.cancelled, owner)
    if let step = actions.step {
      plan.step = StepPlan(
        every: step.every, axis: ActionCompiler.axis(of: gesture), forward: compile(step.forward, owner),
        backward: compile(step.backward, owner))
    }
    if !actions.motion.isEmpty {
      plan.motion = MotionPlan(actions.motion, axis: ActionCompiler.axis(of: gesture))
    }
    return plan
  }

  /// A pan's axis; the same for all classes of devices, because it has no default that differs.
  private static func axis(of gesture: GestureBinding) -> PanAxis {
    for definition in gesture.definitions.values {
      if let pan = definition.parameters.as(PanParameters.self) { return pan.axis }
    }
    return .any
  }

  private mutating func compile(_ actions: ActionSet?, _ owner: CommandOwner) -> ActionPlan? {
    guard let actions else { return nil }
    var commands: [Command] = []
    if let line = actions.run {
      commands.append(Command(program: Program(line: line, path: path), timeout: actions.timeout))
    }
    if let words = actions.exec {
      commands.append(Command(program: Program(words: words, path: path), timeout: actions.timeout))
    }
    var plan = ActionPlan(
      commands: commands, maxRunning: actions.maxRunning, chords: actions.keys, click: actions.click)
    keys.formUnion(actions.keys.joined())
    switch actions.notify {
    case .subscribers(let message): plan.message = message
    case .socket(let path, let message):
      plan.socket = socket(path)
      plan.socketMessage = message
    case nil: break
    }
    plan.pipe = actions.pipe.map { pipe($0, owner) }
    return plan
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
      ?? PipeCommand(
        program: Program(line: line, path: path), owner: owner, loop: dispatcher.loop, log: dispatcher.log,
        environment: dispatcher.runner.environment, grace: dispatcher.runner.grace)
    pipes[key] = pipe
    return pipe
  }
}
