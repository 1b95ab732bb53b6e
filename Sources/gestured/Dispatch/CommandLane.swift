import GestureCore

/// The commands of one instance of a gesture, from `began` to `ended` or `cancelled`, in the order of events.
///
/// Commands of one event start together. Those of the next event start when these have ended or were let go. Waiting entries for
/// `changed` and `step` are merged: the latest values of `changed`, and the sum of the steps. So few entries wait. Commands for steps,
/// and all others, count increments separately.
///
/// What must hold: no more commands end than have started, and between two entries that must start, at most one entry for `changed`
/// and one for `step` wait.
final class CommandLane: Invariant {
  let device: String
  private(set) var waiting: [CommandQueue.Entry] = []
  /// The number of running commands, which must end or be let go before the next entry starts.
  private var running = 0
  /// The event of the last started commands.
  private var current: (state: GestureState, time: Timestamp)?
  private var motion = ReadMotion()
  private var stepMotion = ReadMotion()
  /// The last event that was read as `CommandQueue.Kind.once`, with its increments. Several tables may have commands for one
  /// event.
  private var last: GestureEvent?

  init(device: String) { self.device = device }

  var isIdle: Bool { running == 0 && waiting.isEmpty }

  func append(_ entry: CommandQueue.Entry) {
    if !merge(entry) { waiting.append(entry) }
    assert(holdsInvariants())
  }

  /// Merges into a waiting entry of the same kind, if no command for another state follows it.
  private func merge(_ entry: CommandQueue.Entry) -> Bool {
    for index in waiting.indices.reversed() {
      switch (waiting[index].kind, entry.kind) {
      case (.once, _), (_, .once): return false
      case (.changed, .changed):
        waiting[index] = entry
        motion.drop()
        return true
      case (.step, .step):
        let steps = waiting[index].input.steps
        waiting[index].input = entry.input
        waiting[index].input.steps += steps
        stepMotion.drop()
        return true
      case (.changed, .step), (.step, .changed): continue
      }
    }
    return false
  }

  /// The next entry, if it may start.
  ///
  /// - Parameter mayMerge: whether no command for `changed` or `step` of the gesture runs, in any lane.
  func next(mayMerge: Bool) -> CommandQueue.Entry? {
    guard let entry = waiting.first, entry.kind.isOnce || mayMerge else { return nil }
    let isOfCurrent = current.map { $0 == (entry.input.event.state, entry.input.event.time) } ?? false
    guard running == 0 || entry.kind.isOnce && isOfCurrent else { return nil }
    current = (entry.input.event.state, entry.input.event.time)
    waiting.removeFirst()
    return reading(entry)
  }

  private func reading(_ entry: CommandQueue.Entry) -> CommandQueue.Entry {
    var entry = entry
    switch entry.kind {
    case .step:
      // If the motion returned to its position, no command starts.
      if entry.input.steps != 0 { stepMotion.read(&entry.input.event) }
    case .changed: motion.read(&entry.input.event)
    case .once:
      if let last, (last.state, last.time) == (entry.input.event.state, entry.input.event.time) {
        entry.input.event = last
      } else {
        motion.read(&entry.input.event)
        last = entry.input.event
      }
    }
    return entry
  }

  /// Drops commands that follow the motion, after a reload. Commands that end the gesture stay.
  func removeMerged() { waiting.removeAll { !$0.kind.isOnce } }

  func count(_ change: Int) {
    running += change
    assert(holdsInvariants())
  }

  /// `CommandQueue` counts each command up when it starts and down when it ends or is let go. `merge` takes a second entry of a kind.
  var brokenInvariant: String? {
    var check = InvariantCheck()
    check.hold(running >= 0, "no more commands must end than have started")
    var (changes, steps) = (0, 0)
    for entry in waiting {
      switch entry.kind {
      case .once: (changes, steps) = (0, 0)
      case .changed: changes += 1
      case .step: steps += 1
      }
      check.hold(changes <= 1 && steps <= 1, "entries of one kind must be merged")
    }
    return check.broken
  }
}
