import GestureCore

/// The commands of one instance of a gesture, from `began` to `ended` or `cancelled`, in the order of events.
///
/// Commands of one event start together. Those of the next event start when these have ended, except commands without a
/// `timeout`, which are programs that stay. Waiting entries for `changed` and `step` are merged: the latest values of
/// `changed`, and the sum of steps and increments. The number of entries is therefore small.
final class CommandLane {
  let device: String
  private(set) var waiting: [CommandQueue.Entry] = []
  /// The number of running commands, and of those for which the next entry waits.
  fileprivate(set) var running = 0
  fileprivate(set) var awaited = 0
  /// The event of the last started commands.
  private var current: (state: GestureState, time: Timestamp)?

  init(device: String) { self.device = device }

  var isIdle: Bool { running == 0 && waiting.isEmpty }

  func append(_ entry: CommandQueue.Entry) {
    if !merge(entry) { waiting.append(entry) }
  }

  /// Merges into a waiting entry of the same kind, if no command for another state follows it.
  private func merge(_ entry: CommandQueue.Entry) -> Bool {
    for index in waiting.indices.reversed() {
      switch (waiting[index].kind, entry.kind) {
      case (.once, _), (_, .once): return false
      case (.changed, .changed):
        let earlier = waiting[index].event
        waiting[index] = entry
        waiting[index].event.addIncrements(of: earlier)
        return true
      case (.step, .step):
        waiting[index].steps += entry.steps
        let earlier = waiting[index].event
        waiting[index].event = entry.event
        waiting[index].touches = entry.touches
        waiting[index].event.addIncrements(of: earlier)
        return true
      case (.changed, .step), (.step, .changed): continue
      }
    }
    return false
  }

  /// The next entry, if it may start.
  ///
  /// - Parameter mayMerge: no command for `changed` or `step` of the gesture runs, in any lane.
  func next(mayMerge: Bool) -> CommandQueue.Entry? {
    guard let entry = waiting.first, entry.kind.isOnce || mayMerge else { return nil }
    let isOfCurrent = current.map { $0 == (entry.event.state, entry.event.time) } ?? false
    guard awaited == 0 || entry.kind.isOnce && isOfCurrent else { return nil }
    current = (entry.event.state, entry.event.time)
    return waiting.removeFirst()
  }

  /// After a reload, commands that follow the motion are dropped; those that end the gesture stay.
  func removeMerged() { waiting.removeAll { !$0.kind.isOnce } }
}

extension CommandLane {
  func count(_ change: Int, isAwaited: Bool) {
    running += change
    if isAwaited { awaited += change }
  }
}
