/// The state of a gesture at one moment with its measures so far, like UIKit's `state` and `translation(in:)`.
package struct GestureSnapshot: Sendable {
  /// The state and measures as an event. The state may also be possible or failed. The time is that of the call.
  package var event = GestureEvent()
  /// When the gesture began, was recognized, ended or failed. For a possible gesture, when its first touch landed; nil without
  /// touches.
  package var since: Timestamp?
  /// Whether the event has measures. Without them, only its state, fingers and location have a meaning.
  package var hasMeasures = false
  /// For a gesture that is ready and pending, the gesture that has to fail first, as an index into the arena's definitions.
  package var waitsFor: Int?
  /// For a sequence, the number of completed steps and of all.
  package var progress: StepProgress?

  package init() {}
}

extension Arena {
  /// The state of a gesture between two frames.
  ///
  /// - Parameters:
  ///   - index: into the arena's definitions.
  ///   - time: the time of the call. No touch has moved since the last frame, so a velocity is that of fingers at rest.
  package func snapshot(of index: Int, at time: Timestamp) -> GestureSnapshot {
    touches.openInstant(FrameHead(time: max(time, touches.frameTime)))
    return joining(index).snapshot(touches)
  }
}

extension Contestant {
  func snapshot(_ touches: Touches) -> GestureSnapshot {
    var snapshot = GestureSnapshot()
    snapshot.event.gesture = index
    snapshot.event.type = traits.type
    snapshot.event.time = touches.time
    snapshot.event.state = reportedState
    snapshot.waitsFor = pending?.waitsFor
    snapshot.progress = recognizer.progress
    snapshot.since = isPossible ? landedAt(touches) : decidedAt
    switch state {
    case .possible, .pending: snapshot.hasMeasures = recognizer.measuresEarly
    case .active, .ended: snapshot.hasMeasures = true
    case .cancelled, .failed: break
    }
    if snapshot.hasMeasures {
      snapshot.event.fingers = least
      report(&snapshot.event, touches, velocity: true)
    } else {
      snapshot.event.fingers = count
      snapshot.event.location = touches.centroid(of: own) ?? .unknown
    }
    return snapshot
  }

  var reportedState: GestureState {
    switch state {
    case .possible, .pending: .possible
    case .active(let activity): activity.hasChanged ? .changed : .began
    case .ended: traits.isDiscrete ? .recognized : .ended
    case .cancelled: .cancelled
    case .failed: .failed
    }
  }

  private func landedAt(_ touches: Touches) -> Timestamp? {
    var first: Timestamp?
    var rest = seen
    while rest != 0 {
      let time = landingTime(rest.popLane(), touches)
      first = min(first ?? time, time)
    }
    return first
  }
}
