import GestureCore

/// Keeps a gesture's commands in order where some of them are merged.
///
/// Of the commands for `changed` and `step` one runs at a time; what arrives meanwhile is merged: the latest values of
/// `changed`, the sum of the steps. A command for another state that comes while one of these runs waits for it, so
/// that the command for `ended` is the last that sees the gesture; where nothing is merged nothing ever waits.
final class CommandQueue {
  enum Kind {
    case once
    case changed
    /// `steps` is positive for forward; what was merged may have turned.
    case step(forward: [Command], backward: [Command])
  }

  struct Entry {
    var kind: Kind
    var commands: [Command]
    var event: GestureEvent
    var device: String
    var steps = 0
    /// `max_running` of the table.
    var limit: Int
  }

  /// Entries that wait; beyond it they are dropped and counted. Sixteen whole gestures behind one slow command.
  private static let capacity = 64

  private let owner: CommandOwner
  private let runner: CommandRunner
  private var waiting: [Entry] = []
  private var mergedRunning = 0

  init(owner: CommandOwner, runner: CommandRunner) {
    self.owner = owner
    self.runner = runner
  }

  func submit(_ entry: Entry) {
    if mergedRunning == 0 && waiting.isEmpty {
      start(entry)
    } else if !merge(entry) {
      guard waiting.count < CommandQueue.capacity else {
        owner.counters.dropped += 1
        return
      }
      waiting.append(entry)
    }
  }

  /// Removes what waits: the configuration has been replaced.
  func removeAll() { waiting.removeAll() }

  /// Into an entry of the same kind that waits, if no command for another state stands after it.
  private func merge(_ entry: Entry) -> Bool {
    for index in waiting.indices.reversed() {
      switch (waiting[index].kind, entry.kind) {
      case (.once, _), (_, .once): return false
      case (.changed, .changed):
        waiting[index] = entry
        return true
      case (.step, .step):
        waiting[index].steps += entry.steps
        waiting[index].event = entry.event
        waiting[index].device = entry.device
        return true
      case (.changed, .step), (.step, .changed): continue
      }
    }
    return false
  }

  private func start(_ entry: Entry) {
    switch entry.kind {
    case .once:
      for command in entry.commands {
        _ = runner.start(command, of: owner, event: entry.event, device: entry.device, limit: entry.limit)
      }
    case .changed:
      startMerged(entry.commands, entry)
    case .step(let forward, let backward):
      // The movement may have come back to where it was.
      if entry.steps != 0 { startMerged(entry.steps > 0 ? forward : backward, entry) }
    }
  }

  /// These run one at a time; `max_running` does not count them.
  private func startMerged(_ commands: [Command], _ entry: Entry) {
    for command in commands {
      let isStarted = runner.start(
        command, of: owner, event: entry.event, device: entry.device, steps: abs(entry.steps), limit: .max
      ) { [weak self] in
        self?.mergedRunning -= 1
        self?.startWaiting()
      }
      if isStarted { mergedRunning += 1 }
    }
  }

  private func startWaiting() {
    while mergedRunning == 0, !waiting.isEmpty { start(waiting.removeFirst()) }
  }
}
