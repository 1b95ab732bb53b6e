import ControlProtocol
import GestureCore

/// Runs the commands of one `[[gesture]]` in order, with a lane for each instance of the gesture.
///
/// At most `max_running` lanes have commands. All commands of an instance beyond them are dropped and counted, so that no
/// instance ends without having begun. At most one command for `changed` and `step` runs at a time, in all lanes together.
///
/// What must hold: a lane is listed as long as one of its commands runs or waits, or its gesture goes on; each command that is counted
/// up is counted down once.
final class CommandQueue {
  enum Kind {
    case once
    case changed
    /// `steps` is positive for forward. After merging, the direction may have changed.
    case step(forward: [Command], backward: [Command])

    var isOnce: Bool { if case .once = self { true } else { false } }
  }

  struct Entry {
    let kind: Kind
    let commands: [Command]
    var input: CommandInput
    /// `max_running` of the table.
    let limit: Int
  }

  /// The lane of a device's gesture in progress.
  private enum Assignment {
    case lane(CommandLane)
    /// No lane was free.
    case refused
  }

  private let owner: CommandOwner
  private let runner: CommandRunner
  /// The lanes in order of their beginning. A lane is removed when it is idle and its gesture has ended.
  private var lanes: [CommandLane] = []
  /// On each device, one instance of the gesture at a time.
  private var assignments: [String: Assignment] = [:]
  private var mergedRunning = 0

  init(owner: CommandOwner, runner: CommandRunner) {
    self.owner = owner
    self.runner = runner
  }

  /// Notes that the gesture began or was recognized on a device.
  func begin(on device: String) { end(on: device) }

  /// Notes that the gesture has ended on a device, so its next event is of another instance.
  func end(on device: String) {
    guard case .lane(let lane) = assignments.removeValue(forKey: device) else { return }
    removeIfDone(lane)
  }

  func submit(_ entry: Entry) {
    switch assignments[entry.input.device] ?? open(on: entry.input.device, limit: entry.limit) {
    case .lane(let lane):
      lane.append(entry)
      startWaiting()
    case .refused: drop(entry)
    }
  }

  /// Called when the configuration was replaced. Gestures in progress were cancelled, and their final commands still run.
  func retire() {
    assignments = [:]
    for lane in lanes { lane.removeMerged() }
  }

  /// Drops all waiting commands when the daemon ends.
  func removeAll() { lanes = [] }

  private func open(on device: String, limit: Int) -> Assignment {
    let assignment: Assignment
    if lanes.lazy.filter({ !$0.isIdle }).count < limit {
      let lane = CommandLane(device: device)
      lanes.append(lane)
      assignment = .lane(lane)
    } else {
      assignment = .refused
    }
    assignments[device] = assignment
    return assignment
  }

  private func drop(_ entry: Entry) {
    for command in entry.kind.isOnce ? entry.commands[...] : entry.commands.prefix(1) {
      runner.leaveOut(
        command, of: owner, on: entry.input.device, .dropped,
        because: "\(entry.limit) of its commands are running (max_running)")
    }
  }

  // MARK: Starting

  private func startWaiting() {
    for lane in lanes {
      while let entry = lane.next(mayMerge: mergedRunning == 0) { start(entry, in: lane) }
      removeIfDone(lane)
    }
  }

  private func start(_ entry: Entry, in lane: CommandLane) {
    switch entry.kind {
    case .once:
      for command in entry.commands { start(command, entry, in: lane) }
    case .changed:
      for command in entry.commands { startMerged(command, entry, in: lane) }
    case .step(let forward, let backward):
      // The steps may have cancelled each other out.
      guard entry.input.steps != 0 else { return }
      for command in entry.input.steps > 0 ? forward : backward { startMerged(command, entry, in: lane) }
    }
  }

  private func startMerged(_ command: Command, _ entry: Entry, in lane: CommandLane) {
    start(command, entry, in: lane) { $0.mergedRunning += $1 }
  }

  /// - Parameter count: a second count of running commands, increased at the start and decreased at the end.
  private func start(
    _ command: Command, _ entry: Entry, in lane: CommandLane,
    count: @escaping (CommandQueue, Int) -> Void = { _, _ in }
  ) {
    // The closure keeps the queue while one of its commands runs, so that waiting commands start even after a reload.
    let isStarted = runner.start(command, of: owner, entry.input) { [self] in
      lane.count(-1)
      count(self, -1)
      startWaiting()
    }
    guard isStarted else { return }
    lane.count(1)
    count(self, 1)
  }

  private func removeIfDone(_ lane: CommandLane) {
    guard lane.isIdle else { return }
    if case .lane(let current)? = assignments[lane.device], current === lane { return }
    lanes.removeAll { $0 === lane }
  }
}
