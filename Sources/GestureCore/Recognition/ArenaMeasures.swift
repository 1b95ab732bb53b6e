/// Conditions on a gesture's own measures, judged where an attempt would leave possible (recognizers.md §2 rule 10).
extension Arena {
  /// A requirement of failure that counts only for attempts for which its conditions hold (UIKit's
  /// shouldRequireFailureOf).
  struct ConditionalRequirement {
    let waiter: Int
    let requirement: Int
    let conditions: [MeasureCondition]
    /// For the attempt that was judged last.
    var isRequired = true
  }

  /// Judges a recognizer that is ready: the condition of its own that does not hold, if there is one, and which of its
  /// requirements count.
  mutating func judgeMeasures(of index: Int) -> Failure? {
    let measures = measures(of: index)
    if let failure = measures.unmet(conditions[index]) { return failure }
    for place in conditionalRequirements.indices where conditionalRequirements[place].waiter == index {
      conditionalRequirements[place].isRequired =
        measures.unmet(conditionalRequirements[place].conditions) == nil
    }
    return nil
  }

  func isRequired(_ requirement: Int, by waiter: Int) -> Bool {
    for edge in conditionalRequirements where edge.waiter == waiter && edge.requirement == requirement {
      return edge.isRequired
    }
    return true
  }

  private mutating func measures(of index: Int) -> AttemptMeasures {
    let own = Attempt(entries[index].attempt)
    let made = entries[index].recognizer.presentAttempt(own).made
    var event = GestureEvent()
    event.fingers = own.least
    entries[index].recognizer.report(&event, touches)
    var measures = AttemptMeasures()
    measures.end = touches.centroid(of: made) ?? event.location
    measures.speed = event.velocity?.length ?? 0
    measures.distance = event.translation?.length ?? measures.end.distance(to: event.start ?? event.location)
    measures.duration = seconds(touches.time - firstLanding(of: own.seen))
    measures.fingers = event.fingers
    return measures
  }

  private func firstLanding(of set: TouchSet) -> Timestamp {
    var first = touches.time
    var rest = set
    while rest != 0 { first = min(first, touches.records[rest.popLane()].downTime) }
    return first
  }
}
