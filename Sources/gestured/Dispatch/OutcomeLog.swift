import ControlProtocol
import Evdev
import GestureCore

/// The gesture of an action, for log lines, counters and the environment of its commands.
final class CommandOwner {
  let name: String
  let description: String?
  let counters: ActionCounters
  let entries: CommandEnvironment.GestureEntries
  /// `failed`: at most 10 lines in 10 s per gesture, because a wrong `changed` command fails in each frame.
  fileprivate var failureLimit = LogLimit(lines: 10, per: 10_000_000)
  /// The states that are logged once per configuration (a missing device fails each time), as far as they were.
  fileprivate var logged: Set<ActionOutcome.State> = []

  init(name: String, description: String?, type: GestureType, counters: ActionCounters) {
    self.name = name
    self.description = description
    self.counters = counters
    entries = CommandEnvironment.GestureEntries(name: name, type: type)
  }
}

/// What becomes of the actions of all gestures. Each outcome passes through `enter`, which counts it, logs it if it is a failure, and
/// gives it to subscribers.
final class OutcomeLog {
  private let loop: EventLoop
  private let log: Log
  /// Receives each outcome with its gesture and device.
  typealias Receiver = (ActionOutcome, _ gesture: String, _ device: String) -> Void
  private let receive: Receiver
  /// The outcomes since `Trigger` began; nil outside of it.
  private var collected: [ActionOutcome]?
  private var lastNumber = 0

  init(loop: EventLoop, log: Log, receive: @escaping Receiver) {
    self.loop = loop
    self.log = log
    self.receive = receive
  }

  /// The number of a new action.
  func makeNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// - Parameter isLogged: whether the source has a line of its own in the log.
  func enter(_ outcome: ActionOutcome, of owner: CommandOwner, on device: String, isLogged: Bool = false) {
    var outcome = outcome
    outcome.description = owner.description
    owner.counters.count(outcome, at: loop.now)
    collected?.append(outcome)
    if outcome.verdict == .failed, !isLogged { write(outcome, of: owner) }
    receive(outcome, owner.name, device)
  }

  /// Enters the outcome of an action that is not a command.
  func enter(
    _ action: String, _ state: ActionOutcome.State, reason: String = "", of owner: CommandOwner,
    on device: String
  ) {
    enter(ActionOutcome(number: makeNumber(), action: action, state, reason: reason), of: owner, on: device)
  }

  /// Enters what became of an action that writes to a virtual device.
  ///
  /// - Parameter failure: why the device could not be made; nil if it was.
  func enter(
    _ action: String, isDone: Bool, _ failure: VirtualDeviceFailure?, of owner: CommandOwner,
    on device: String
  ) {
    let reason = isDone ? "" : failure?.description ?? "the kernel did not accept an event"
    enter(action, isDone ? .done : .failed, reason: reason, of: owner, on: device)
  }

  /// The outcomes of the actions that `body` runs, as far as they are known at its end.
  func collect(_ body: () -> Void) -> [ActionOutcome] {
    collected = []
    body()
    defer { collected = nil }
    return collected ?? []
  }

  private func write(_ outcome: ActionOutcome, of owner: CommandOwner) {
    switch outcome.state {
    case .refused, .dropped, .failed:
      guard owner.logged.insert(outcome.state).inserted else { return }
      log.warning(of: owner.name, "\(outcome.text); further ones are only counted")
    case .started, .exited, .killed, .letGo, .timedOut, .notStarted, .done:
      guard let held = owner.failureLimit.pass(at: loop.now) else { return }
      log.warning(of: owner.name, outcome.text + LogLimit.note(held))
    }
  }
}
