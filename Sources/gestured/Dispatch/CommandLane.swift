import GestureCore

/// The commands of one gesture as it is made, from `began` to `ended` or `cancelled`, in the order of its events.
///
/// What is for one event starts together; what is for the next event starts when it has ended. Only commands without a
/// `timeout`, for programs that stay, are not waited for. While entries for `changed` and `step` wait they are merged: the
/// latest values of `changed`, the sum of the steps and of the increments. So there are never more than a few entries.
final class CommandLane {
  let device: String
  private(set) var waiting: [CommandQueue.Entry] = []
  /// Commands of this lane that run, and those of them that the next entry waits for.
  fileprivate(set) var running = 0
  fileprivate(set) var awaited = 0
  /// The event of the commands that were started last.
  private var current: (state: GestureState, time: Timestamp)?

  init(device: String) { self.device = device }

  var isIdle: Bool { running == 0 && waiting.isEmpty }

  func append(_ entry: CommandQueue.Entry) {
    if !merge(entry) { waiting.append(entry) }
  }

  /// Into an entry of the same kind that waits, if no command for another state stands after it.
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

  /// The next entry if it may start.
  ///
  /// - Parameter mayMerge: no command for `changed` or `step` of the gesture runs, in any lane.
  func next(mayMerge: Bool) -> CommandQueue.Entry? {
    guard let entry = waiting.first, entry.kind.isOnce || mayMerge else { return nil }
    let isOfCurrent = current.map { $0 == (entry.event.state, entry.event.time) } ?? false
    guard awaited == 0 || entry.kind.isOnce && isOfCurrent else { return nil }
    current = (entry.event.state, entry.event.time)
    return waiting.removeFirst()
  }

  /// The configuration has been replaced: what follows the motion is of no use, what ends the gesture is.
  func removeMerged() { waiting.removeAll { !$0.kind.isOnce } }
}

extension CommandLane {
  func count(_ change: Int, isAwaited: Bool) {
    running += change
    if isAwaited { awaited += change }
  }
}
