import ControlProtocol
import GestureCore

/// The events that one `Subscribe` selects; an empty list selects all.
struct Subscription {
  var gestures: [String] = []
  var types: [GestureType] = []
  var states: [GestureState] = []
  var wantsTouches = false
  var wantsFailures = false
  var wantsLog = false

  var output: SubscribedOutput {
    SubscribedOutput(
      failures: wantsFailures, touches: wantsTouches, log: wantsLog)
  }

  func includes(_ event: GestureEvent, gesture: String) -> Bool {
    if event.state.isExplanation && !wantsFailures { return false }
    return (types.isEmpty || types.contains(event.type))
      && (states.isEmpty || states.contains(event.state) || event.state.isExplanation)
      && (gestures.isEmpty || gestures.contains(gesture))
  }

  func includes(_ frame: RawTouchFrame) -> Bool {
    wantsTouches && (states.isEmpty || states.contains(frame.state))
  }
}

/// Output that is made only for subscriptions.
struct SubscribedOutput: Equatable {
  /// Whether failures are reported, with their reasons (`Arena.explains`).
  var failures = false
  /// Whether positions of touches are reported (`Arena.reportTouches`).
  var touches = false
  /// Whether lines of the log are sent.
  var log = false

  static func | (one: SubscribedOutput, other: SubscribedOutput) -> SubscribedOutput {
    SubscribedOutput(
      failures: one.failures || other.failures, touches: one.touches || other.touches,
      log: one.log || other.log)
  }
}
