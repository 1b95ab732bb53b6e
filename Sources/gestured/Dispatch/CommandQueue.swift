import ControlProtocol
import GestureCore

/// Keeps the commands of a `[[gesture]]` in order: a lane for each time that it is made.
///
/// `max_running` lanes have commands at once; the commands of a gesture that begins beyond them are dropped and counted, all
/// of them, so that none is ended that did not begin. Of the commands for `changed` and `step` one runs at a time in all
/// lanes together.
final class CommandQueue {
  enum Kind {
    case once
    case changed
    /// `steps` is positive for forward; what was merged may have turned.
    case step(forward: [Command], backward: [Command])

    var isOnce: Bool {
      switch self {
      case .once: true
      case .changed, .step: false
      }
    }
  }

  struct Entry {
    var kind: Kind
    var commands: [Command]
    var event: GestureEvent
    var surface: EventSurface?
    var touches: [Point] = []
    var steps = 0
    /// `max_running` of the table.
    var limit: Int
  }

  /// What a device's gesture, begun and not ended, has.
  private enum Place {
    case lane(CommandLane)
    /// There was none free for it.
    case refused
  }

  private let owner: CommandOwner
  private let runner: CommandRunner
  /// The lanes in the order in which they began. A lane that is idle, and whose gesture has ended, is removed.
  private var lanes: [CommandLane] = []
  /// One gesture at a time is made on a device.
  private var places: [String: Place] = [:]
  private var mergedRunning = 0

  init(owner: CommandOwner, runner: CommandRunner) {
    self.owner = owner
    self.runner = runner
  }

  /// A gesture begins on a device, or is recognized there.
  func begin(on device: String) { end(on: device) }

  /// It has ended there: what comes next is another.
  func end(on device: String) {
    guard case .lane(let lane) = places.removeValue(forKey: device) else { return }
    removeIfDone(lane)
  }

  func submit(_ entry: Entry, device: String) {
    switch places[device] ?? open(on: device, limit: entry.limit) {
    case .lane(let lane):
      lane.append(entry)
      startWaiting()
    case .refused: drop(entry)
    }
  }

  /// The configuration has been replaced; gestures in progress have been cancelled, and what they end with is still done.
  func retire() {
    places = [:]
    for lane in lanes { lane.removeMerged() }
  }

  /// The daemon ends.
  func removeAll() {
    places = [:]
    lanes = []
  }

  private func open(on device: String, limit: Int) -> Place {
    let place: Place
    if lanes.lazy.filter({ !$0.isIdle }).count < limit {
      let lane = CommandLane(device: device)
      lanes.append(lane)
      place = .lane(lane)
    } else {
      place = .refused
    }
    places[device] = place
    return place
  }

  private func drop(_ entry: Entry) {
    let commands = entry.kind.isOnce ? entry.commands.count : 1
    runner.drop(owner, count: commands, because: "\(entry.limit) of its commands are running (max_running)")
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
      for command in entry.commands { start(command, entry, in: lane, isAwaited: command.timeout != nil) }
    case .changed:
      for command in entry.commands { startMerged(command, entry, in: lane) }
    case .step(let forward, let backward):
      // The movement may have come back to where it was.
      guard entry.steps != 0 else { return }
      for command in entry.steps > 0 ? forward : backward { startMerged(command, entry, in: lane) }
    }
  }

  private func startMerged(_ command: Command, _ entry: Entry, in lane: CommandLane) {
    start(command, entry, in: lane, isAwaited: true) { $0.mergedRunning += $1 }
  }

  /// - Parameter count: what else is counted up and down.
  private func start(
    _ command: Command, _ entry: Entry, in lane: CommandLane, isAwaited: Bool,
    count: @escaping (CommandQueue, Int) -> Void = { _, _ in }
  ) {
    // The queue stays as long as one of its commands runs: what waits is started after a reload too.
    let isStarted = runner.start(
      command, of: owner, event: entry.event, device: lane.device, steps: abs(entry.steps),
      surface: entry.surface, touches: entry.touches
    ) { [self] in
      lane.count(-1, isAwaited: isAwaited)
      count(self, -1)
      startWaiting()
    }
    guard isStarted else { return }
    lane.count(1, isAwaited: isAwaited)
    count(self, 1)
  }

  private func removeIfDone(_ lane: CommandLane) {
    guard lane.isIdle else { return }
    if case .lane(let current)? = places[lane.device], current === lane { return }
    lanes.removeAll { $0 === lane }
  }
}
